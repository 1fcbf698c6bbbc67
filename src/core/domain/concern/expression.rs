//! Conditions as files, the API and the store have them.

use jiff::civil::Date;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use crate::domain::content_fault::ContentProblem;
use crate::domain::due_mark::DueMark;
use crate::domain::duty_text::DutyText;

/// A condition over facts: exactly one of `all`, `any`, `not`, `rule`, `fact` and `unknown`.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Expression {
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub all: Option<Vec<Expression>>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub any: Option<Vec<Expression>>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub not: Option<Box<Expression>>,
    /// The name of a condition of the fact book.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub rule: Option<String>,
    /// The id of a fact, tested by `is`, `in`, `at_least`, `more_than` or `at_most`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub fact: Option<String>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub is: Option<FactLiteral>,
    #[serde(default, rename = "in", skip_serializing_if = "Option::is_none")]
    pub one_of: Option<Vec<String>>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub at_least: Option<ThresholdLiteral>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub more_than: Option<ThresholdLiteral>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub at_most: Option<ThresholdLiteral>,
    /// The currency of a number that an amount in lei is compared with; a figure has its own.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub unit: Option<ThresholdUnit>,
    /// What no source says: always maybe.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub unknown: Option<DutyText>,
    /// `false`: the source only leans to `uncertain_side`, and the answer is to be verified.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub certain: Option<bool>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub uncertain_side: Option<UncertainSide>,
    /// The answer is uncertain only where this is a yes.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub uncertain_when: Option<Box<Expression>>,
    /// What is to be verified.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub missing: Option<DutyText>,
    /// The value of the test of a fact while the answer is not known, instead of maybe; `missing` says what is to be
    /// verified until then.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub assumed: Option<bool>,
}

/// A value that a fact is compared with: an option's id, or true or false.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(untagged)]
pub enum FactLiteral {
    Flag(bool),
    Option(String),
}

/// What the number of a fact is compared with.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(untagged)]
pub enum ThresholdLiteral {
    Number(u32),
    Figure(FigureReference),
}

/// A figure of the law by its id, on the day of the evaluation unless it names another.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct FigureReference {
    pub figure: String,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub on: Option<Date>,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub enum ThresholdUnit {
    #[serde(rename = "EUR")]
    Euro,
}

/// The answers of a node that a source does not make certain.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum UncertainSide {
    Yes,
    No,
    Both,
}

/// Which readers a duty or an article concerns, and the words for it.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct Concern {
    #[schema(value_type = Object)]
    pub condition: Expression,
    pub reason: ConcernReason,
    /// It concerns the reader, and is due only when this happens.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub event: Option<DutyText>,
    /// A rare exception, which is not asked about.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub unless: Option<DutyText>,
    /// The reader may choose to do it.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub optional: bool,
    /// Nothing is to be done.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub information: bool,
    /// It concerns every private person, and ranks below what is tailored.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub everyone: bool,
    /// A point for editors that is not settled.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub open_point: Option<DutyText>,
}

/// The general words for an answer, true for every reader who gets it.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct ConcernReason {
    /// Begins with "fiindcă" and "because".
    pub yes: DutyText,
    pub no: DutyText,
    /// Better words for a no, the first whose condition is a yes.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub no_when: Vec<WordsWhen>,
}

/// Better words for some readers.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct WordsWhen {
    #[schema(value_type = Object)]
    pub condition: Expression,
    pub ro: String,
    pub en: String,
}

impl WordsWhen {
    pub(super) fn words(&self) -> DutyText {
        DutyText { ro: self.ro.clone(), en: self.en.clone() }
    }
}

impl ThresholdLiteral {
    /// The id of the figure, unless it is a number.
    pub fn figure(&self) -> Option<&str> {
        match self {
            Self::Number(_) => None,
            Self::Figure(reference) => Some(&reference.figure),
        }
    }
}

impl Expression {
    /// The ids of the figures that the condition compares with, in all its parts.
    pub fn figures(&self) -> Vec<&str> {
        let Self { all, any, not, at_least, more_than, at_most, uncertain_when, .. } = self;
        let lists = [all, any].into_iter().flatten().flatten();
        let parts = lists.chain([not, uncertain_when].into_iter().flatten().map(AsRef::as_ref));
        let own = [at_least, more_than, at_most].into_iter().flatten().filter_map(ThresholdLiteral::figure);
        own.chain(parts.flat_map(Self::figures)).collect()
    }
}

impl Concern {
    /// The ids of the figures that its conditions compare with.
    pub fn figures(&self) -> Vec<&str> {
        let better = self.reason.no_when.iter().flat_map(|when| when.condition.figures());
        self.condition.figures().into_iter().chain(better).collect()
    }

    /// Whether something is due by choice, or only if something happens.
    pub fn mark(&self) -> Option<DueMark> {
        match (&self.event, self.optional) {
            (Some(_), _) => Some(DueMark::OnlyIf),
            (None, true) => Some(DueMark::Optional),
            (None, false) => None,
        }
    }

    /// What is wrong with its texts, with the path of each below `place`.
    pub(super) fn text_problems(&self, place: &str) -> Vec<ContentProblem> {
        let ConcernReason { yes, no, .. } = &self.reason;
        let optional = [("event", &self.event), ("unless", &self.unless), ("open_point", &self.open_point)];
        let optional = optional.into_iter().filter_map(|(name, text)| Some((name, text.as_ref()?)));
        let fixed = [("reason.yes", yes), ("reason.no", no)].into_iter().chain(optional);
        fixed.flat_map(|(name, text)| text.problems(&format!("{place}.{name}"))).collect()
    }
}
