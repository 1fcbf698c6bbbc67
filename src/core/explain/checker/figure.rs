//! Figures: what a text says in numbers, in a form that does not depend on language and spelling.

use std::ops::Range;

use super::decimal::Decimal;
use super::measure::Measure;
use paragraf_law::act_kind::ActKind;

/// A figure and where it stands.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct FoundFigure {
    pub figure: StatedFigure,
    /// Bytes of the text.
    pub range: Range<usize>,
}

impl FoundFigure {
    /// Whether it is the bare number of a point or a paragraph: one begins at the number, or at the bracket before it.
    pub(super) fn is_number_at(&self, starts: impl Fn(usize) -> bool) -> bool {
        let is_bare = matches!(self.figure, StatedFigure::Quantity { unit: Measure::Unknown, .. });
        let at = self.range.start;
        is_bare && (starts(at) || at.checked_sub(1).is_some_and(starts))
    }
}

/// Something that a text says in numbers.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub enum StatedFigure {
    /// An act by its number.
    Act {
        kind: Option<ActKind>,
        number: String,
        year: Option<u16>,
    },
    /// A day, a day of each year, or a month.
    Date {
        year: Option<u16>,
        month: Option<u8>,
        day: Option<u8>,
    },
    Quantity {
        value: Decimal,
        unit: Measure,
    },
    /// One level of a reference, such as article 5 or letter b.
    Provision {
        level: ProvisionLevel,
        label: String,
    },
    /// Letters and digits that belong together, such as a form or a category.
    Code(String),
}

/// Levels of references to provisions.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum ProvisionLevel {
    Annex,
    Title,
    Chapter,
    Section,
    Article,
    Paragraph,
    Point,
    Letter,
}

/// Whether both can name one act. In English, "decision" stands for acts of several kinds.
fn fits_kind(kind: Option<ActKind>, other: Option<ActKind>) -> bool {
    let (Some(kind), Some(other)) = (kind, other) else { return true };
    let is_decision = |kind| matches!(kind, ActKind::GovernmentDecision | ActKind::Resolution | ActKind::Decision);
    let has_general = kind == ActKind::Decision || other == ActKind::Decision;
    kind == other || (has_general && is_decision(kind) && is_decision(other))
}

/// Whether both are one quantity in other units: a half and 50%, a year and 12 months.
fn in_other_words(one: (Decimal, Measure), other: (Decimal, Measure)) -> bool {
    let twelve = |years: (Decimal, Measure), months: (Decimal, Measure)| {
        (years.1, months.1) == (Measure::Year, Measure::Month) && years.0.times(12) == months.0
    };
    let share = |share: (Decimal, Measure), percent: (Decimal, Measure)| {
        let parts = share.0.as_whole().zip(percent.0.as_whole());
        (share.1, percent.1) == (Measure::Share, Measure::Percent) && parts.is_some_and(|(of, each)| of * each == 100)
    };
    twelve(one, other) || twelve(other, one) || share(one, other) || share(other, one)
}

impl StatedFigure {
    pub fn number(value: Decimal) -> Self {
        Self::Quantity { value, unit: Measure::Unknown }
    }

    /// What a quantity counts; unknown for anything else.
    pub fn unit(&self) -> Measure {
        match self {
            Self::Quantity { unit, .. } => *unit,
            _ => Measure::Unknown,
        }
    }

    /// Whether a source that has `given` supports this figure of an explanation: it says the same, or less precisely.
    pub fn is_supported_by(&self, given: &Self) -> bool {
        let fits = |own: Option<u32>, theirs: Option<u32>| own.is_none() || own == theirs;
        match (self, given) {
            (
                Self::Act { kind, number, year },
                Self::Act { kind: given_kind, number: given_number, year: given_year },
            ) => {
                let same_number = number.is_empty() || number == given_number;
                fits_kind(*kind, *given_kind) && same_number && fits(year.map(u32::from), given_year.map(u32::from))
            }
            (Self::Date { year, month, day }, Self::Date { year: y, month: m, day: d }) => {
                let [month, day, m, d] = [month, day, m, d].map(|part| part.map(u32::from));
                fits(year.map(u32::from), y.map(u32::from)) && fits(month, m) && fits(day, d)
            }
            (Self::Quantity { value, unit }, Self::Quantity { value: given_value, unit: given_unit }) => {
                let is_same = value == given_value && (unit == given_unit || *unit == Measure::Unknown);
                is_same || in_other_words((*value, *unit), (*given_value, *given_unit))
            }
            // A day of the month without its month: "the 25th".
            (Self::Quantity { value, unit: Measure::Unknown }, Self::Date { day: Some(day), .. }) => {
                value.as_whole() == Some(u64::from(*day))
            }
            _ => self == given,
        }
    }

    /// Whether the figure of one language says the same as that of the other. Letters are also called points in English.
    pub fn corresponds_to(&self, other: &Self) -> bool {
        match (self, other) {
            (Self::Provision { label, .. }, Self::Provision { label: other, .. }) => label == other,
            _ => self.is_supported_by(other) || other.is_supported_by(self),
        }
    }

    /// Whether both languages of a statement must have it. Small numbers can be words or articles in one of them.
    pub fn is_comparable(&self) -> bool {
        match self {
            Self::Quantity { value, unit } => *unit != Measure::Unknown && value.as_whole() != Some(1),
            Self::Act { number, .. } => !number.is_empty(),
            Self::Date { year, day, .. } => year.is_some() || day.is_some(),
            Self::Provision { label, .. } => label != "unic",
            Self::Code(_) => true,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn date(year: Option<u16>, month: Option<u8>, day: Option<u8>) -> StatedFigure {
        StatedFigure::Date { year, month, day }
    }

    #[test]
    fn a_less_precise_date_is_supported() {
        let given = date(Some(2026), Some(7), Some(1));
        for supported in [date(Some(2026), None, None), date(Some(2026), Some(7), None), date(None, Some(7), Some(1))] {
            assert!(supported.is_supported_by(&given), "{supported:?}");
        }
        assert!(!given.is_supported_by(&date(Some(2026), None, None)));
        assert!(!date(Some(2027), None, None).is_supported_by(&given));
    }

    #[test]
    fn a_number_needs_its_unit() {
        let of = |unit| StatedFigure::Quantity { value: Decimal::whole(30), unit };
        assert!(of(Measure::Day).is_supported_by(&of(Measure::Day)));
        assert!(of(Measure::Unknown).is_supported_by(&of(Measure::Day)));
        assert!(!of(Measure::Day).is_supported_by(&of(Measure::Month)));
        assert!(!of(Measure::Day).is_supported_by(&of(Measure::Unknown)));
    }

    #[test]
    fn acts_of_another_kind_do_not_fit() {
        let act = |kind, year| StatedFigure::Act { kind, number: "115".into(), year };
        let given = act(Some(ActKind::EmergencyOrdinance), Some(2023));
        assert!(act(Some(ActKind::EmergencyOrdinance), None).is_supported_by(&given));
        assert!(act(None, Some(2023)).is_supported_by(&given));
        assert!(!act(Some(ActKind::Ordinance), Some(2023)).is_supported_by(&given));
        assert!(!act(Some(ActKind::EmergencyOrdinance), Some(2024)).is_supported_by(&given));
        assert!(
            act(Some(ActKind::Decision), None).is_supported_by(&act(Some(ActKind::GovernmentDecision), Some(2023)))
        );
    }
}
