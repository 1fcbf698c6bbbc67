//! Exact numbers: amounts in hundredths, and rates of exchange. Binary floating point would put an amount at a
//! threshold on the wrong side of it.

use std::fmt;

/// Digits after the point of an amount.
const AMOUNT_DIGITS: u32 = 2;
/// Digits after the point of a rate.
const RATE_DIGITS: u32 = 6;
/// Most digits before the point.
const MAX_WHOLE: usize = 15;

/// A number of an answer, in hundredths.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Hundredths(i128);

/// Lei for a euro, in millionths.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Rate(i128);

impl Hundredths {
    /// Reads a number that is not negative and has at most two decimals.
    pub(super) fn parse(text: &str) -> Option<Self> {
        decimal(text, AMOUNT_DIGITS).map(Self)
    }

    /// The number in millionths, comparable with [`Rate::lei`].
    pub(super) fn millionths(self) -> i128 {
        self.0 * 10_i128.pow(RATE_DIGITS - AMOUNT_DIGITS)
    }
}

impl Rate {
    pub(super) fn parse(text: &str) -> Option<Self> {
        decimal(text, RATE_DIGITS).filter(|rate| *rate > 0).map(Self)
    }

    /// A sum in euro as millionths of a leu.
    pub(super) fn lei(self, euro: u32) -> i128 {
        self.0 * i128::from(euro)
    }

    /// A sum in lei as millionths of a leu.
    pub(super) fn of_lei(lei: u32) -> i128 {
        i128::from(lei) * 10_i128.pow(RATE_DIGITS)
    }
}

/// The number with at least two decimals, such as "5.09" or "5.0985".
impl fmt::Display for Rate {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let one = 10_i128.pow(RATE_DIGITS);
        let decimals = format!("{:06}", self.0 % one);
        let (least, rest) = decimals.split_at(2);
        write!(f, "{}.{least}{}", self.0 / one, rest.trim_end_matches('0'))
    }
}

fn decimal(text: &str, digits: u32) -> Option<i128> {
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
    fn numbers_are_exact() {
        let check = |text, expected| assert_eq!(Hundredths::parse(text).map(|it| it.0), expected, "{text}");
        check("450000", Some(45_000_000));
        check("24299.99", Some(2_429_999));
        check("38400.0", Some(3_840_000));
        for wrong in ["", "-1", "1e21", "1.005", "1234567890123456", ".5", "1,5", "NaN"] {
            check(wrong, None);
        }
        let rate = Rate::parse("5.10").expect("a rate");
        assert_eq!(rate.lei(100_000), Hundredths::parse("510000").expect("a number").millionths());
        assert_eq!((Rate::parse("0"), Rate::parse("5.1234567")), (None, None));
    }
}
