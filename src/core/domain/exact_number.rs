//! Exact numbers with decimals. Binary floating point would put an amount at a threshold on the wrong side of it.

use std::fmt;

use serde::{Deserialize, Serialize};

use super::numeral::takes_de;
use super::text_form::text_form;
use paragraf_law::language::Language;

/// Digits after the point.
const DIGITS: u32 = 6;
/// One, in millionths.
const ONE: i128 = 10_i128.pow(DIGITS);
/// Most digits before the point.
const MAX_WHOLE: usize = 15;

/// A number that is not negative, in millionths. Written as "24.496", with a point and without thousands signs.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(try_from = "String", into = "String")]
pub struct ExactNumber(i128);

impl ExactNumber {
    pub const ZERO: Self = Self(0);

    /// Reads a number that is not negative and has at most six decimals.
    pub fn parse(text: &str) -> Option<Self> {
        scaled(text, DIGITS).map(Self)
    }

    /// `None` for a negative number.
    pub fn of_millionths(millionths: i128) -> Option<Self> {
        (millionths >= 0).then_some(Self(millionths))
    }

    pub fn millionths(self) -> i128 {
        self.0
    }

    /// The product; what lies below a millionth is cut.
    #[must_use]
    pub fn times(self, other: Self) -> Self {
        Self(self.0.saturating_mul(other.0) / ONE)
    }

    /// The whole number before the point.
    pub fn whole(self) -> i128 {
        self.0 / ONE
    }

    pub fn is_whole(self) -> bool {
        self.0 % ONE == 0
    }

    /// The number as readers write it: "24.300" or "25,949" in Romanian, "24,300" or "25.949" in English.
    pub fn grouped(self, language: Language) -> String {
        let written = self.to_string();
        let (whole, decimals) = written.split_once('.').unwrap_or((&written, ""));
        let (thousands, point) = language.pick(('.', ','), (',', '.'));
        let mut grouped = String::new();
        for (digit, rest) in whole.chars().zip((0..whole.len()).rev()) {
            grouped.push(digit);
            if rest > 0 && rest % 3 == 0 {
                grouped.push(thousands);
            }
        }
        if !decimals.is_empty() {
            grouped.push(point);
            grouped.push_str(decimals);
        }
        grouped
    }

    /// The number before a noun, such as "119" and "120 de".
    pub fn counting(self, language: Language) -> String {
        let joins = self.is_whole() && u64::try_from(self.whole()).is_ok_and(|whole| takes_de(whole, language));
        self.grouped(language) + if joins { " de" } else { "" }
    }
}

impl From<u32> for ExactNumber {
    fn from(whole: u32) -> Self {
        Self(i128::from(whole) * ONE)
    }
}

text_form! {
    ExactNumber, &'static str;
    from text => Self::parse(&text).ok_or("write a number such as \"4325\" or \"0.5\", in quotation marks");
    into number => number.to_string();
}

/// The number with as many decimals as it needs.
impl fmt::Display for ExactNumber {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let decimals = format!("{:06}", self.0 % ONE);
        match decimals.trim_end_matches('0') {
            "" => write!(f, "{}", self.0 / ONE),
            decimals => write!(f, "{}.{decimals}", self.0 / ONE),
        }
    }
}

/// A number with at most this many decimals, as that many times ten.
pub(super) fn scaled(text: &str, digits: u32) -> Option<i128> {
    let (whole, rest) = text.split_once('.').unwrap_or((text, ""));
    let rest = rest.trim_end_matches('0');
    let are_digits = |part: &str| part.bytes().all(|byte| byte.is_ascii_digit());
    if whole.is_empty() || whole.len() > MAX_WHOLE || rest.len() > digits as usize {
        return None;
    }
    if !are_digits(whole) || !are_digits(rest) {
        return None;
    }
    let (whole, missing): (i128, u32) = (whole.parse().ok()?, digits - u32::try_from(rest.len()).ok()?);
    let rest: i128 = if rest.is_empty() { 0 } else { rest.parse().ok()? };
    Some(whole * 10_i128.pow(digits) + rest * 10_i128.pow(missing))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_number_is_exact_and_is_written_as_it_was_read() {
        for text in ["4325", "24.496", "0.5", "0.000001", "0", "999999999999999"] {
            assert_eq!(ExactNumber::parse(text).map(|number| number.to_string()).as_deref(), Some(text));
        }
        assert_eq!(ExactNumber::parse("4050.00"), Some(ExactNumber::from(4050)));
        for wrong in ["", "-1", "1,5", ".5", "1e3", "0.0000001", "1234567890123456", "NaN"] {
            assert_eq!(ExactNumber::parse(wrong), None, "{wrong}");
        }
        let times =
            |a: &str, b: &str| ExactNumber::parse(a).zip(ExactNumber::parse(b)).map(|(a, b)| a.times(b).to_string());
        assert_eq!(times("6", "4050").as_deref(), Some("24300"));
        assert_eq!(times("100000", "5.0985").as_deref(), Some("509850"));
    }

    #[test]
    fn a_number_is_written_for_readers_of_each_language() {
        let written = |text: &str| {
            let number = ExactNumber::parse(text).expect("a number");
            Language::ALL.map(|language| number.counting(language))
        };
        for (text, ro, en) in [
            ("24300", "24.300 de", "24,300"),
            ("291615", "291.615", "291,615"),
            ("25.949", "25,949", "25.949"),
            ("1000000", "1.000.000 de", "1,000,000"),
            ("20", "20 de", "20"),
            ("7", "7", "7"),
            ("0", "0", "0"),
        ] {
            let found = written(text);
            let expected = Language::ALL.map(|language| if language == Language::Ro { ro } else { en });
            assert_eq!(found, expected, "{text}");
        }
    }
}
