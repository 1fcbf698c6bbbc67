//! Why no article is drafted from an act.

use serde::{Deserialize, Serialize};

/// The reason why an act is listed as seen and has no draft.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum NotDrafted {
    /// A court decided a case.
    Judgment,
    /// A candidate or a party reports incomes and expenses.
    ExpenseReport,
    /// A list of gifts, loans or fees to parties.
    Donations,
    /// A communiqué, a correction, an announcement or a list of the gazette.
    Communique,
    /// Somebody is named, dismissed, promoted, recalled or sent.
    Appointment,
    /// An order or a medal is given, or a sentence pardoned.
    Decoration,
    /// The President promulgates a law, which is an act of its own.
    Promulgation,
    /// Citizenship, a building or money of one person or body.
    SingleCase,
    /// A decree or decision without the words of any topic.
    NoTopic,
}

impl NotDrafted {
    /// The reason in English, for the command line.
    pub fn label(self) -> &'static str {
        match self {
            Self::Judgment => "a judgment on one case",
            Self::ExpenseReport => "a report of incomes and expenses",
            Self::Donations => "a list of gifts to parties",
            Self::Communique => "a communiqué or announcement",
            Self::Appointment => "an appointment or dismissal",
            Self::Decoration => "a decoration or pardon",
            Self::Promulgation => "the promulgation of a law",
            Self::SingleCase => "the case of one person or body",
            Self::NoTopic => "no words of any topic",
        }
    }
}
