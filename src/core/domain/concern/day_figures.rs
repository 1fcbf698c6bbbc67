//! What thresholds are compared with on a day: the figures of the law, and the rate of the euro.

use std::sync::Arc;

use jiff::civil::Date;

use super::criterion::Threshold;
use super::euro_rate::EuroRate;
use super::expression::ThresholdLiteral;
use super::fact::Fact;
use crate::domain::exact_number::ExactNumber;
use crate::domain::law_figure::{LawFigureUnit, LawFigures};

/// The figures of the law and the rate of the euro on the day on which conditions are decided.
#[derive(Debug, Clone)]
pub struct DayFigures {
    day: Date,
    figures: Arc<LawFigures>,
    /// At which thresholds in euro are compared, where the answers bring no rate.
    pub(super) euro_rate: Option<EuroRate>,
}

/// A sum or a number that answers are compared with.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct ThresholdAmount {
    pub number: ExactNumber,
    pub in_euro: bool,
}

impl DayFigures {
    pub fn new(figures: Arc<LawFigures>, day: Date, euro_rate: Option<EuroRate>) -> Self {
        Self { day, figures, euro_rate }
    }

    /// The built-in figures, without a rate.
    pub fn built_in(day: Date) -> Self {
        Self::new(Arc::default(), day, None)
    }

    /// The same figures with this rate of the euro.
    #[must_use]
    pub fn at(self, euro_rate: Option<EuroRate>) -> Self {
        Self { euro_rate, ..self }
    }

    /// The amount of a threshold for the answer to this fact; `None` if the figure has no value on the day.
    pub(super) fn amount(&self, fact: &Fact, threshold: &Threshold) -> Option<ThresholdAmount> {
        let found = self.literal(fact, &threshold.amount)?;
        Some(ThresholdAmount { in_euro: found.in_euro || threshold.in_euro, ..found })
    }

    /// The steps of a number, in order. A figure in euro is none: the answer is in lei.
    pub fn steps(&self, fact: &Fact) -> Vec<ExactNumber> {
        let found = fact.steps.iter().filter_map(|step| self.literal(fact, step));
        let mut steps: Vec<_> = found.filter(|amount| !amount.in_euro).map(|amount| amount.number).collect();
        steps.sort_unstable();
        steps.dedup();
        steps
    }

    fn literal(&self, fact: &Fact, literal: &ThresholdLiteral) -> Option<ThresholdAmount> {
        let reference = match literal {
            ThresholdLiteral::Number(number) => {
                return Some(ThresholdAmount { number: ExactNumber::from(*number), in_euro: false });
            }
            ThresholdLiteral::Figure(reference) => reference,
        };
        let day = reference.on.unwrap_or_else(|| fact.figures_day(self.day));
        let figure = self.figures.get(&reference.figure)?;
        let value = figure.on(day)?.value;
        let number = match figure.unit {
            LawFigureUnit::MinimumWages => self.figures.wages_in_lei(value, day)?,
            _ => value,
        };
        Some(ThresholdAmount { number, in_euro: figure.unit == LawFigureUnit::Euro })
    }
}
