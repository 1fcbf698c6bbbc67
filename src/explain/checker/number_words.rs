//! Numbers in words: `două`, `douăzeci și cinci`, `twenty-five`, `a hundred`.

use super::token::Tokens;

const SMALL: &[(&str, u64)] = &[
    ("doi", 2),
    ("doua", 2),
    ("trei", 3),
    ("patru", 4),
    ("cinci", 5),
    ("sase", 6),
    ("sapte", 7),
    ("opt", 8),
    ("noua", 9),
    ("zece", 10),
    ("unsprezece", 11),
    ("doisprezece", 12),
    ("douasprezece", 12),
    ("treisprezece", 13),
    ("paisprezece", 14),
    ("cincisprezece", 15),
    ("saisprezece", 16),
    ("saptesprezece", 17),
    ("optsprezece", 18),
    ("nouasprezece", 19),
    ("two", 2),
    ("three", 3),
    ("four", 4),
    ("five", 5),
    ("six", 6),
    ("seven", 7),
    ("eight", 8),
    ("nine", 9),
    ("ten", 10),
    ("eleven", 11),
    ("twelve", 12),
    ("thirteen", 13),
    ("fourteen", 14),
    ("fifteen", 15),
    ("sixteen", 16),
    ("seventeen", 17),
    ("eighteen", 18),
    ("nineteen", 19),
];

const TENS: &[(&str, u64)] = &[
    ("douazeci", 20),
    ("treizeci", 30),
    ("patruzeci", 40),
    ("cincizeci", 50),
    ("saizeci", 60),
    ("saptezeci", 70),
    ("optzeci", 80),
    ("nouazeci", 90),
    ("twenty", 20),
    ("thirty", 30),
    ("forty", 40),
    ("fifty", 50),
    ("sixty", 60),
    ("seventy", 70),
    ("eighty", 80),
    ("ninety", 90),
];

/// "One" in its forms; also an article in Romanian.
pub(super) const ONE: &[&str] = &["un", "o", "una", "unu", "unei", "unui", "one"];

/// Reads a number of at least two; returns it with the place after it.
pub(super) fn read(tokens: &Tokens, at: usize) -> Option<(u64, usize)> {
    let (below, end) = read_below_hundred(tokens, at).map_or((None, at), |(number, end)| (Some(number), end));
    let is_one = ONE.contains(&tokens.word(at)) || tokens.word(at) == "a";
    let (count, end) = match below {
        Some(number) => (number, end),
        None if is_one => (1, at + 1),
        None => return None,
    };
    let Some(factor) = factor(tokens.word(end)) else { return below.map(|number| (number, end)) };
    let rest = read_below_hundred(tokens, end + 1 + usize::from(tokens.word(end + 1) == "and"));
    match rest.filter(|_| factor == 100) {
        Some((rest, after)) => Some((count * factor + rest, after)),
        None => Some((count * factor, end + 1)),
    }
}

/// The value of a word that multiplies the number before it.
pub(super) fn factor(word: &str) -> Option<u64> {
    Some(match word {
        "suta" | "sute" | "hundred" => 100,
        "mie" | "mii" | "thousand" => 1_000,
        "milion" | "milioane" | "mil" | "million" | "millions" | "mio" => 1_000_000,
        "miliard" | "miliarde" | "mld" | "billion" | "billions" => 1_000_000_000,
        _ => return None,
    })
}

fn read_below_hundred(tokens: &Tokens, at: usize) -> Option<(u64, usize)> {
    let find = |list: &[(&str, u64)], at: usize| {
        let word = tokens.word(at);
        list.iter().find(|(name, _)| *name == word).map(|(_, number)| *number)
    };
    if let Some(number) = find(SMALL, at) {
        return Some((number, at + 1));
    }
    let tens = find(TENS, at)?;
    let is_linked = tokens.word(at + 1) == "si" || tokens.is_sign(at + 1, '-');
    match find(SMALL, at + 2).filter(|ones| is_linked && *ones < 10) {
        Some(ones) => Some((tens + ones, at + 3)),
        None => Some((tens, at + 1)),
    }
}
