//! Columns about leaving in the lists of other programs, such as `status`, `unsubscribed_at` or `dezabonat`.
//!
//! A column is recognised by the words of its name, a value by its own words, or by yes, no or a date. A value that is
//! not understood is a problem of its line: the operator decides what it means ([`ColumnReadings`]).

use jiff::Timestamp;

use super::address::shown;
use super::leaving_words::{self as vocabulary, ColumnMeaning, ValueMeaning, instant, is_date, words};
use super::readings::ColumnReadings;
use crate::domain::mailing::SuppressionReason;
use crate::domain::text::fold;
use crate::sources::RecordProblem;

/// What a list says about an address.
#[derive(Debug, Clone, Default, PartialEq)]
pub enum Standing {
    #[default]
    Subscribed,
    /// It was never confirmed in the other program.
    Unconfirmed,
    /// It must not get mail.
    Left { reason: SuppressionReason, at: Option<Timestamp>, detail: String },
}

impl Standing {
    /// The one that allows less; of equal ones the first.
    pub fn or(self, other: Self) -> Self {
        if other.kind() > self.kind() { other } else { self }
    }

    pub(super) fn kind(&self) -> StandingKind {
        match self {
            Self::Subscribed => StandingKind::Subscribed,
            Self::Unconfirmed => StandingKind::Unconfirmed,
            Self::Left { .. } => StandingKind::Left,
        }
    }
}

/// A [`Standing`] without its details; a greater one allows less.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum StandingKind {
    Subscribed,
    Unconfirmed,
    Left,
}

/// A column about leaving.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct LeavingColumn {
    name: String,
    meaning: ColumnMeaning,
    /// Whether the name says that the column holds a date, so that an empty cell says nothing.
    is_date: bool,
}

impl LeavingColumn {
    /// Recognises a column by its name, or because the operator named it.
    pub(super) fn named(name: &str, readings: &ColumnReadings) -> Option<Self> {
        if readings.ignores(name) {
            return None;
        }
        let meaning = vocabulary::of_column(name).or_else(|| readings.names(name).then_some(ColumnMeaning::Status))?;
        Some(Self { name: shown(name.trim()), meaning, is_date: vocabulary::names_a_date(name) })
    }

    /// Returns what the cell says about its address.
    ///
    /// # Errors
    /// A value that is not understood.
    pub(super) fn read(&self, cell: &str, readings: &ColumnReadings) -> Result<Standing, RecordProblem> {
        let cell = cell.trim();
        if readings.left.iter().any(|value| value.is(&self.name, cell)) {
            return Ok(self.left(SuppressionReason::Asked, cell));
        }
        if readings.subscribed.iter().any(|value| value.is(&self.name, cell)) {
            return Ok(Standing::Subscribed);
        }
        let folded = fold(cell);
        let is_nothing = vocabulary::is_nothing(&folded);
        let (yes, no) = (vocabulary::is_yes(&folded), vocabulary::is_no(&folded));
        let standing = match self.meaning {
            ColumnMeaning::Left(_) | ColumnMeaning::LeftBecause(_) | ColumnMeaning::Unconfirmed if is_nothing => {
                Some(Standing::Subscribed)
            }
            ColumnMeaning::Subscribed | ColumnMeaning::Confirmed if is_nothing && self.is_date => {
                Some(Standing::Subscribed)
            }
            _ if is_nothing => None,
            ColumnMeaning::LeftBecause(reason) => Some(self.left(reason, cell)),
            ColumnMeaning::Left(reason) if yes || is_date(&folded) || vocabulary::is_mark(cell) => {
                Some(self.left(reason, cell))
            }
            ColumnMeaning::Unconfirmed if yes || is_date(&folded) || vocabulary::is_mark(cell) => {
                Some(Standing::Unconfirmed)
            }
            ColumnMeaning::Left(_) | ColumnMeaning::Unconfirmed if no => Some(Standing::Subscribed),
            ColumnMeaning::Subscribed | ColumnMeaning::Confirmed if yes || is_date(&folded) => {
                Some(Standing::Subscribed)
            }
            ColumnMeaning::Confirmed if no => Some(Standing::Unconfirmed),
            ColumnMeaning::Subscribed if no => Some(self.left(SuppressionReason::Asked, cell)),
            // 0 and 1 are numbers of a state.
            ColumnMeaning::Status if yes && folded != "1" => Some(Standing::Subscribed),
            ColumnMeaning::Status if no && folded != "0" => Some(self.left(SuppressionReason::Asked, cell)),
            _ => self.of_words(cell),
        };
        standing.ok_or_else(|| self.not_understood(cell, readings))
    }

    /// What the words of a value say in a column of any name.
    fn of_words(&self, cell: &str) -> Option<Standing> {
        Some(match vocabulary::of_value(&words(cell), self.meaning)? {
            ValueMeaning::Subscribed => Standing::Subscribed,
            ValueMeaning::Unconfirmed => Standing::Unconfirmed,
            ValueMeaning::Left(reason) => self.left(reason, cell),
        })
    }

    fn left(&self, reason: SuppressionReason, cell: &str) -> Standing {
        let detail = format!("in the imported list: {} = {}", self.name, shown(cell));
        Standing::Left { reason, at: instant(cell), detail }
    }

    fn not_understood(&self, cell: &str, readings: &ColumnReadings) -> RecordProblem {
        let name = &self.name;
        let wrong = match cell {
            "" => "is empty, and does not say whether the address has left".to_owned(),
            cell => format!("{:?} does not say whether the address has left", shown(cell)),
        };
        let is_status = self.meaning == ColumnMeaning::Status;
        let allowed = if is_status { "subscribed or unsubscribed" } else { "yes or no" };
        let remedy = match readings.fixed {
            true => format!("write {allowed}; remove the column only if it is about something else"),
            false => format!(
                "write {allowed}; or give `paragraf subscribers import` the meaning of the value: --left '{name}=VALUE', --subscribed '{name}=VALUE' or --ignore-column '{name}'"
            ),
        };
        RecordProblem::of_field(name.clone(), wrong, remedy)
    }
}

/// Checks a cell of a column about something else.
///
/// # Errors
/// By its own words it says that the address has left.
pub(super) fn check_other(column: &str, cell: &str, readings: &ColumnReadings) -> Result<(), RecordProblem> {
    if !vocabulary::says_left(column, cell) {
        return Ok(());
    }
    let name = shown(column.trim());
    let wrong =
        format!("{:?} says that the address has left, but the column is read as one of something else", shown(cell));
    let remedy = match readings.fixed {
        true => "remove the line, or the column if it is about something else".to_owned(),
        false => format!(
            "give `paragraf subscribers import` the meaning of the value: --left '{name}=VALUE' with --subscribed \
             '{name}=VALUE' for the others, or --ignore-column '{name}'"
        ),
    };
    Err(RecordProblem::of_field(name, wrong, remedy))
}

#[cfg(test)]
mod tests;
