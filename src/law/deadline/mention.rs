//! What is found: terms, last days and periods.

use serde::Serialize;

use crate::length::Length;
use crate::moment::{Frequency, Moment};
use crate::reference::ActReference;

/// A length of time from an event: `în termen de 30 de zile de la data comunicării`.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct TermMention {
    pub length: Length,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub bound: Option<Bound>,
    pub direction: Direction,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub anchor: Option<Anchor>,
}

/// The event that a term runs from, or to.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Anchor {
    pub event: AnchorKind,
    /// The act that enters into force or is published.
    #[serde(skip_serializing_if = "ActReference::is_unnamed")]
    pub of: ActReference,
    /// The range of the event's words in the search copy.
    #[serde(skip)]
    pub range: (usize, usize),
    /// The event's words.
    pub text: String,
}

/// The kind of an event: a day of an act that may be the present one, or another event.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum AnchorKind {
    EntryIntoForce,
    Publication,
    /// An event from which no calendar day follows: in the reader's life, or in that of another act.
    Event,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Bound {
    AtMost,
    AtLeast,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum Direction {
    After,
    /// Counted backwards: "cu cel puțin 3 zile lucrătoare înainte de".
    Before,
}

/// The last day of something.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct UntilMention {
    #[serde(flatten)]
    pub moment: Moment,
    /// Other days of the year on which the same is due: "31 martie și 30 septembrie".
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub also: Vec<Moment>,
    /// Whether the text says that the day itself counts.
    pub inclusive: bool,
    /// How often the day comes back.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub every: Option<Frequency>,
}

/// A period between two days or months.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct PeriodMention {
    pub from: Moment,
    pub to: Moment,
    pub inclusive: bool,
}
