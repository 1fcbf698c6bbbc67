//! Columns about leaving in the lists of other programs, such as `status`, `unsubscribed_at` or `dezabonat`.
//!
//! A column is recognised by the words of its name, a value by its own words, or by yes, no or a date. A value that is
//! not understood is a problem of its line: the operator decides what it means ([`ColumnReadings`]).

use std::str::FromStr;

use jiff::Timestamp;
use serde::{Deserialize, Serialize};

use super::address::shown;
use super::leaving_words::{self as vocabulary, ColumnMeaning, ValueMeaning, instant, is_date, words};
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

/// How the operator wants columns to be read.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub struct ColumnReadings {
    /// Values of addresses that have left.
    pub left: Vec<ColumnValue>,
    /// Values of subscribed addresses.
    pub subscribed: Vec<ColumnValue>,
    /// Names of columns that say nothing about leaving.
    pub ignored: Vec<String>,
}

impl ColumnReadings {
    fn ignores(&self, column: &str) -> bool {
        self.ignored.iter().any(|name| words(name) == words(column))
    }

    pub(super) fn names(&self, column: &str) -> bool {
        self.values().any(|value| words(&value.column) == words(column))
    }

    fn values(&self) -> impl Iterator<Item = &ColumnValue> {
        self.left.iter().chain(&self.subscribed)
    }

    /// A column that is named here and not in the header.
    pub(super) fn unknown(&self, header: &[String]) -> Option<&str> {
        let mut names = self.values().map(|value| value.column.as_str()).chain(self.ignored.iter().map(String::as_str));
        names.find(|name| !header.iter().any(|column| words(column) == words(name)))
    }
}

/// A value of a column, written `COLUMN=VALUE`; `COLUMN=` is an empty cell.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct ColumnValue {
    pub column: String,
    pub value: String,
}

impl ColumnValue {
    fn is(&self, column: &str, cell: &str) -> bool {
        words(&self.column) == words(column) && fold(self.value.trim()) == fold(cell.trim())
    }
}

impl FromStr for ColumnValue {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        let (column, value) = text.split_once('=').ok_or("write COLUMN=VALUE, such as status=3")?;
        Ok(Self { column: column.trim().to_owned(), value: value.trim().to_owned() })
    }
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
            ColumnMeaning::Left(_) | ColumnMeaning::LeftBecause if is_nothing => Some(Standing::Subscribed),
            ColumnMeaning::Subscribed | ColumnMeaning::Confirmed if is_nothing && self.is_date => {
                Some(Standing::Subscribed)
            }
            _ if is_nothing => None,
            ColumnMeaning::LeftBecause => Some(self.left(SuppressionReason::Asked, cell)),
            ColumnMeaning::Left(reason) if yes || is_date(&folded) || vocabulary::is_mark(cell) => {
                Some(self.left(reason, cell))
            }
            ColumnMeaning::Left(_) if no => Some(Standing::Subscribed),
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
        standing.ok_or_else(|| self.not_understood(cell))
    }

    /// What the words of a value say in a column of any name.
    fn of_words(&self, cell: &str) -> Option<Standing> {
        Some(match vocabulary::of_value(&words(cell))? {
            ValueMeaning::Subscribed => Standing::Subscribed,
            ValueMeaning::Unconfirmed => Standing::Unconfirmed,
            ValueMeaning::Left(reason) => self.left(reason, cell),
        })
    }

    fn left(&self, reason: SuppressionReason, cell: &str) -> Standing {
        let detail = format!("in the imported list: {} = {}", self.name, shown(cell));
        Standing::Left { reason, at: instant(cell), detail }
    }

    fn not_understood(&self, cell: &str) -> RecordProblem {
        let Self { name, meaning, .. } = self;
        let wrong = match cell {
            "" => "is empty, and does not say whether the address has left".to_owned(),
            cell => format!("{:?} does not say whether the address has left", shown(cell)),
        };
        let allowed = match meaning {
            ColumnMeaning::Status => "subscribed or unsubscribed",
            ColumnMeaning::Subscribed
            | ColumnMeaning::Confirmed
            | ColumnMeaning::Left(_)
            | ColumnMeaning::LeftBecause => "yes or no",
        };
        let remedy = format!(
            "write {allowed}, or remove the column; or give `paragraf subscribers import` the meaning of the value: \
             --left '{name}=VALUE', --subscribed '{name}=VALUE' or --ignore-column '{name}'"
        );
        RecordProblem::of_field(name.clone(), wrong, remedy)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// `name: value` as left, stays, unconfirmed, refused or ignored.
    fn read(name: &str, value: &str) -> &'static str {
        let readings = ColumnReadings::default();
        let Some(column) = LeavingColumn::named(name, &readings) else { return "ignored" };
        match column.read(value, &readings) {
            Ok(Standing::Subscribed) => "stays",
            Ok(Standing::Unconfirmed) => "unconfirmed",
            Ok(Standing::Left { .. }) => "left",
            Err(_) => "refused",
        }
    }

    #[test]
    fn values_of_other_programs_are_understood() {
        let (stays, left, unconfirmed, refused) = ("stays", "left", "unconfirmed", "refused");
        for (name, values) in [
            // listmonk, Mailchimp, MailerLite, Sendy, Kit, ActiveCampaign.
            ("status", vec![("enabled", stays), ("disabled", left), ("blocklisted", left)]),
            (
                "Status",
                vec![("subscribed", stays), ("Unsubscribed", left), ("cleaned", left), ("pending", unconfirmed)],
            ),
            ("STATUS", vec![("non-subscribed", left), ("archived", left), ("transactional", unconfirmed)]),
            ("Status", vec![("Active", stays), ("Junk", left), ("Bounced", left), ("Unconfirmed", unconfirmed)]),
            ("status", vec![("Marked as spam", left), ("Soft bounced", stays), ("complained", left)]),
            ("state", vec![("cancelled", left), ("active", stays), ("Cluj", refused), ("2", refused), ("", refused)]),
            ("Subscription Status", vec![("Opted out", left), ("Opted-in", stays), ("not subscribed", left)]),
            ("Subscribed", vec![("2024-01-01 10:00:00", stays), ("no", left), ("x", refused), ("", refused)]),
            ("subscribed_to_emails", vec![("true", stays), ("false", left)]),
            ("UNSUB_TIME", vec![("2024-05-02 08:11:12", left), ("", stays)]),
            ("UNSUB_REASON", vec![("NORMAL", left), ("", stays)]),
            ("CLEAN_TIME", vec![("05/02/2024 8:11", left), ("", stays)]),
            ("unsubscribed_at", vec![("2024-05-02", left), ("0000-00-00 00:00:00", stays), ("NULL", stays)]),
            (
                "unsubscribed_at",
                vec![("1714637472", left), ("May 2, 2024", left), ("2.5.2024", left), ("poate", refused)],
            ),
            ("emailBlacklisted", vec![("true", left), ("false", stays)]),
            ("BLOCKLISTED", vec![("Yes", left), ("No", stays), ("", stays)]),
            ("IsUnsubscribed", vec![("1", left), ("0", stays), ("3", refused)]),
            ("opt-out", vec![("x", left), ("", stays)]),
            ("Opt Out", vec![("da", left)]),
            ("optedOut", vec![("ADEVĂRAT", left), ("FALS", stays)]),
            ("email_opt_in", vec![("Y", stays), ("N", left)]),
            ("Accepts Email Marketing", vec![("yes", stays), ("no", left)]),
            ("confirmed", vec![("1", stays), ("0", unconfirmed), ("not confirmed", unconfirmed)]),
            ("CONFIRM_TIME", vec![("2024-01-01 10:00:00", stays), ("", stays)]),
            ("email_disabled", vec![("true", left), ("false", stays)]),
            ("deleted_at", vec![("2024-05-02T08:11:12.000Z", left), ("", stays)]),
            ("Do not email", vec![("yes", left), ("no", stays)]),
            // Romanian.
            ("Stare", vec![("abonat", stays), ("Abonată", stays), ("dezabonată", left), ("neabonat", left)]),
            ("stare", vec![("Inactiv", left), ("nu este abonat", left), ("nu e dezabonat", refused), ("șters", left)]),
            ("Dezabonat", vec![("da", left), ("nu", stays), ("", stays), ("12.03.2025", left)]),
            ("Data dezabonării", vec![("3 mai 2025", left), ("", stays)]),
            ("activ", vec![("1", stays), ("0", left), ("NU", left)]),
            ("confirmat", vec![("nu", unconfirmed), ("da", stays), ("în așteptare", unconfirmed)]),
            ("Abonat la newsletter", vec![("Da", stays), ("Nu", left)]),
            ("Newsletter", vec![("Nu", left)]),
        ] {
            for (value, expected) in values {
                assert_eq!(read(name, value), expected, "{name}: {value:?}");
            }
        }
    }

    #[test]
    fn other_columns_say_nothing_about_leaving() {
        for name in [
            "name",
            "uuid",
            "unsubscribe_url",
            "bounce_count",
            "Nr. bounce",
            "Last activity",
            "active_subscription",
            "Subscription type",
            "Start date",
            "Labels",
            "created_at",
            "City",
            "Note",
            "notes",
            "Cancel_plan",
            "LEID",
            "subscribepage",
            "E-mail 1 - Label",
            "Company",
            "Blog",
        ] {
            assert_eq!(read(name, "ceva"), "ignored", "{name}");
        }
    }

    #[test]
    fn the_operator_says_how_a_column_is_read() {
        let value = |text: &str| text.parse::<ColumnValue>().expect("a value");
        let readings = ColumnReadings {
            left: vec![value("Situația=retras"), value("status=2")],
            subscribed: vec![value("status=1"), value("status=")],
            ignored: vec!["State".into()],
        };
        let column = |name| LeavingColumn::named(name, &readings);
        assert_eq!(column("state"), None);
        let status = column("STATUS").expect("a column about leaving");
        assert_eq!(status.read("1", &readings), Ok(Standing::Subscribed));
        assert_eq!(status.read(" ", &readings), Ok(Standing::Subscribed));
        assert!(matches!(status.read("2", &readings), Ok(Standing::Left { .. })));
        let problem = status.read("3", &readings).expect_err("it is not understood").to_string();
        assert_eq!(
            problem,
            "STATUS: \"3\" does not say whether the address has left; write subscribed or unsubscribed, or remove the \
             column; or give `paragraf subscribers import` the meaning of the value: --left 'STATUS=VALUE', \
             --subscribed 'STATUS=VALUE' or --ignore-column 'STATUS'"
        );
        let own = column("Situația").expect("the operator named it");
        assert!(matches!(own.read("Retras", &readings), Ok(Standing::Left { .. })));
        assert_eq!(readings.unknown(&["Status".into(), "state".into()]), Some("Situația"));
        assert!("status".parse::<ColumnValue>().is_err());
    }

    #[test]
    fn a_date_that_has_one_meaning_is_kept() {
        let readings = ColumnReadings::default();
        let column = LeavingColumn::named("unsubscribed_at", &readings).expect("a column about leaving");
        for (cell, expected) in [
            ("2025-01-11 10:00:00.000000+00", Some("2025-01-11T10:00:00Z")),
            ("2025-01-11T10:00:00+02:00", Some("2025-01-11T08:00:00Z")),
            ("2025-01-11", Some("2025-01-11T00:00:00Z")),
            ("1736589600", Some("2025-01-11T10:00:00Z")),
            ("01/11/2025", None),
        ] {
            let Ok(Standing::Left { at, .. }) = column.read(cell, &readings) else { panic!("{cell} has left") };
            assert_eq!(at.map(|at| at.to_string()).as_deref(), expected, "{cell}");
        }
    }
}
