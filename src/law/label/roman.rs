//! Roman numbers.

const ROMAN: [(u32, &str); 13] = [
    (1000, "M"),
    (900, "CM"),
    (500, "D"),
    (400, "CD"),
    (100, "C"),
    (90, "XC"),
    (50, "L"),
    (40, "XL"),
    (10, "X"),
    (9, "IX"),
    (5, "V"),
    (4, "IV"),
    (1, "I"),
];

/// The number in roman digits.
pub fn roman(number: u32) -> String {
    let mut rest = number.min(9999);
    let mut digits = String::new();
    for (value, letters) in ROMAN {
        digits.push_str(&letters.repeat((rest / value) as usize));
        rest %= value;
    }
    digits
}

/// The value of a roman number; `None` if it is not written in the usual form.
pub fn roman_value(text: &str) -> Option<u32> {
    let (mut rest, mut value) = (text, 0);
    for (number, letters) in ROMAN {
        while let Some(after) = rest.strip_prefix(letters) {
            (rest, value) = (after, value + number);
        }
    }
    (rest.is_empty() && value > 0 && roman(value) == text).then_some(value)
}
