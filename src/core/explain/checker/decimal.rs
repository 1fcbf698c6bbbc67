//! Decimal numbers, compared by value: `1,50` equals `1.5`.

use std::fmt;

/// The most digits of a number that is read.
const MAX_DIGITS: usize = 24;

/// A number of at most [`MAX_DIGITS`] digits, without needless zeros.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Decimal {
    digits: u128,
    /// How many of the digits stand after the decimal sign.
    decimals: u32,
}

impl Decimal {
    pub fn new(digits: u128, decimals: u32) -> Self {
        let mut number = Self { digits, decimals };
        while number.decimals > 0 && number.digits.is_multiple_of(10) {
            number = Self { digits: number.digits / 10, decimals: number.decimals - 1 };
        }
        number
    }

    pub fn whole(number: u64) -> Self {
        Self::new(number.into(), 0)
    }

    /// Reads the digits before and after the decimal sign.
    pub fn parse(whole: &str, fraction: &str) -> Option<Self> {
        let digits = format!("{whole}{fraction}");
        let decimals = u32::try_from(fraction.len()).ok()?;
        (digits.len() <= MAX_DIGITS).then(|| digits.parse().ok()).flatten().map(|digits| Self::new(digits, decimals))
    }

    /// The number times a power of ten, such as a million.
    #[must_use]
    pub fn times(self, factor: u64) -> Self {
        Self::new(self.digits.saturating_mul(factor.into()), self.decimals)
    }

    /// The number, if it has no decimals.
    pub fn as_whole(self) -> Option<u64> {
        (self.decimals == 0).then(|| self.digits.try_into().ok()).flatten()
    }
}

impl fmt::Display for Decimal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let scale = 10_u128.saturating_pow(self.decimals);
        match self.decimals {
            0 => write!(f, "{}", self.digits),
            decimals => write!(f, "{}.{:0width$}", self.digits / scale, self.digits % scale, width = decimals as usize),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn equal_values_are_equal() {
        let number = |whole, fraction| Decimal::parse(whole, fraction).expect("a number");
        assert_eq!(number("7", "0"), Decimal::whole(7));
        assert_eq!(number("1", "50").times(1_000_000), Decimal::whole(1_500_000));
        assert_eq!(number("92786", "10").to_string(), "92786.1");
        assert_eq!(number("0", "05").to_string(), "0.05");
        assert_eq!(Decimal::parse(&"9".repeat(25), ""), None);
    }
}
