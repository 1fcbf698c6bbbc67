//! The rate at which thresholds in euro are compared with sums in lei.

use jiff::civil::Date;
use paragraf_law::date;
use paragraf_law::language::Language;

use super::number::Rate;
use crate::domain::duty_text::DutyText;

/// Lei for a euro on a day, as the operator brings it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct EuroRate {
    pub(super) rate: Rate,
    day: Date,
    source: String,
}

impl EuroRate {
    /// Reads a rate such as "5.0985". `None` if it is no positive number with at most six decimals, or has no source.
    pub fn parse(rate: &str, day: Date, source: &str) -> Option<Self> {
        let (rate, source) = (Rate::parse(rate)?, source.trim().to_owned());
        (!source.is_empty()).then_some(Self { rate, day, source })
    }

    /// Whether thresholds are compared at it on this day: laws name the rate at the end of the year before.
    pub fn serves(&self, today: Date) -> bool {
        self.day <= today && self.day.year() >= today.year() - 1
    }

    /// The rate with its day and source, for a reason that rests on it: " (la 5,09 lei/euro, BNR, 31 decembrie 2025)".
    pub(super) fn words(&self) -> DutyText {
        let (rate, source) = (self.rate.to_string(), &self.source);
        let day = |language| date::long(self.day, language);
        DutyText {
            ro: format!(" (la {} lei/euro, {source}, {})", rate.replace('.', ","), day(Language::Ro)),
            en: format!(" (at {rate} lei a euro, {source}, {})", day(Language::En)),
        }
    }
}
