//! The facts that readers are asked about, and the named conditions over them.

use jiff::civil::Date;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::expression::{Expression, ThresholdLiteral};
use crate::domain::duty_text::DutyText;
use crate::domain::recurrence::DayOfYear;

/// The place of a fact in the book.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct FactId(pub(super) usize);

/// The place of a named condition in the book.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct RuleId(pub(super) usize);

/// The shape of a fact's answers.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum FactKind {
    OneOf,
    ManyOf,
    Number,
    Bool,
}

/// A fact about a reader, with the question that asks for it.
#[derive(Debug, Clone, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Fact {
    pub id: String,
    #[serde(rename = "type")]
    pub kind: FactKind,
    /// The fact on whose screen it is asked.
    #[serde(default)]
    pub asked_with: Option<String>,
    /// If this is a no, the fact does not apply, and each test of it is a no.
    #[serde(default)]
    pub asked_when: Option<Expression>,
    /// Never named in a subject, a shared link or a preview.
    #[serde(default)]
    pub sensitive: bool,
    /// Personal data of a special category: asked with a consent of its own.
    #[serde(default)]
    pub special_category: bool,
    pub question: DutyText,
    pub help: DutyText,
    #[serde(default)]
    pub unit: Option<DutyText>,
    /// Whether the number is an amount in lei.
    #[serde(default)]
    pub money: bool,
    #[serde(default)]
    pub min: Option<u32>,
    /// The thresholds that matter, which a screen can offer as bands; see [`DayFigures::steps`](super::DayFigures::steps).
    #[serde(default)]
    pub steps: Vec<ThresholdLiteral>,
    /// The answer is about a year, whose return is filed until this day of the next one. Until then, it is compared with
    /// the figures of the year before.
    #[serde(default)]
    pub year_filed_by: Option<DayOfYear>,
    /// Whether only a number above a step is past it; otherwise one that reaches it.
    #[serde(default)]
    pub exceeds_steps: bool,
    #[serde(default)]
    pub options: Vec<FactOption>,
    /// At least one of these options is true of each reader who is asked: without one, which of them is not known.
    #[serde(default)]
    pub some_of: Vec<String>,
    /// Statements about the answer of a number or a flag.
    #[serde(default)]
    pub because: Option<FactStatements>,
    /// The statement when the fact does not apply.
    #[serde(default)]
    pub not_asked_because: Option<DutyText>,
    /// What the source leaves to the answer. Until it is given, an item names also the source as missing.
    #[serde(default)]
    pub until_answered: Option<DutyText>,
}

/// An answer to choose.
#[derive(Debug, Clone, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct FactOption {
    pub id: String,
    pub label: DutyText,
    /// Offered only to these readers.
    #[serde(default)]
    pub only_for: Option<Expression>,
    /// The option that is true as well of who chooses this one.
    #[serde(default)]
    pub implies: Option<String>,
    pub because: OptionStatements,
}

/// True sentences about a reader who chose an option, and about one who did not.
#[derive(Debug, Clone, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct OptionStatements {
    pub yes: DutyText,
    #[serde(default)]
    pub no: Option<DutyText>,
}

/// True sentences about the answer of a flag (`yes`, `no`), or of a number: `above` and `below` a threshold `{n}`, and
/// `some` and `none` for what exceeds 0.
#[derive(Debug, Clone, Default, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct FactStatements {
    pub yes: Option<DutyText>,
    pub no: Option<DutyText>,
    pub above: Option<DutyText>,
    pub below: Option<DutyText>,
    pub some: Option<DutyText>,
    pub none: Option<DutyText>,
}

/// A named condition, so that a text is written once.
#[derive(Debug, Clone, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct NamedRule {
    #[serde(skip)]
    pub id: String,
    pub condition: Expression,
    /// A statement about readers for whom it is a yes.
    pub because: DutyText,
    /// A statement about the others.
    #[serde(default)]
    pub because_not: Option<DutyText>,
    /// The statement where nothing but this rule made a yes.
    #[serde(default)]
    pub alone: Option<DutyText>,
    /// Reasons give `because` instead of the statements of its condition; for a no, the reader's subject.
    #[serde(default)]
    pub is_statement: bool,
}

impl Fact {
    /// The day of the figures that an answer given today is compared with.
    pub(super) fn figures_day(&self, today: Date) -> Date {
        match self.year_filed_by {
            Some(filed_by) if DayOfYear::from(today) <= filed_by => today.first_of_year().yesterday().unwrap_or(today),
            _ => today,
        }
    }

    /// The place of the option with this id.
    pub(super) fn option(&self, id: &str) -> Option<usize> {
        self.options.iter().position(|option| option.id == id)
    }

    /// The options that these imply, as bits.
    pub(super) fn implied_by(&self, chosen: u32) -> u32 {
        let options = self.options.iter().zip(0..).filter(|(_, index)| chosen & (1 << index) != 0);
        let implied = options.filter_map(|(option, _)| self.option(option.implies.as_deref()?));
        implied.fold(0, |bits, option| bits | 1 << option)
    }

    /// The options of which one has to be chosen, as bits.
    pub(super) fn necessary(&self) -> u32 {
        self.some_of.iter().filter_map(|option| self.option(option)).fold(0, |bits, option| bits | 1 << option)
    }

    /// The ids of its options, for messages.
    pub(super) fn option_list(&self) -> String {
        self.options.iter().map(|option| option.id.as_str()).collect::<Vec<_>>().join(", ")
    }
}
