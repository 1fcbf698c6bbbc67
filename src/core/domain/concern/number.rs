//! Exact numbers: amounts in hundredths, and rates of exchange. Binary floating point would put an amount at a
//! threshold on the wrong side of it.

use std::fmt;

use crate::domain::exact_number::{ExactNumber, scaled};

/// Digits after the point of an amount.
const AMOUNT_DIGITS: u32 = 2;
/// Digits after the point of a rate.
const RATE_DIGITS: u32 = 6;

/// A number of an answer, in hundredths.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Hundredths(i128);

/// Lei for a euro, in millionths.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Rate(i128);

impl Hundredths {
    /// Reads a number that is not negative and has at most two decimals.
    pub(super) fn parse(text: &str) -> Option<Self> {
        scaled(text, AMOUNT_DIGITS).map(Self)
    }

    /// The number in millionths, comparable with [`Rate::lei`].
    pub(super) fn millionths(self) -> i128 {
        self.0 * 10_i128.pow(RATE_DIGITS - AMOUNT_DIGITS)
    }
}

impl Rate {
    pub(super) fn parse(text: &str) -> Option<Self> {
        scaled(text, RATE_DIGITS).filter(|rate| *rate > 0).map(Self)
    }

    /// A sum in euro as millionths of a leu.
    pub(super) fn lei(self, euro: ExactNumber) -> i128 {
        self.0 * euro.millionths() / 10_i128.pow(RATE_DIGITS)
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
        assert_eq!(rate.lei(ExactNumber::from(100_000)), Hundredths::parse("510000").expect("a number").millionths());
        assert_eq!((Rate::parse("0"), Rate::parse("5.1234567")), (None, None));
    }
}
