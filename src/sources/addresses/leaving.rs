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
mod tests {
    use super::*;
    use crate::sources::addresses::ColumnValue;

    /// `name: value` as left, stays, unconfirmed, refused or ignored.
    fn read(name: &str, value: &str) -> &'static str {
        let readings = ColumnReadings::default();
        let Some(column) = LeavingColumn::named(name, &readings) else {
            return if check_other(name, value, &readings).is_ok() { "ignored" } else { "refused" };
        };
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
    fn a_no_in_a_value_is_not_lost() {
        for (name, values, expected) in [
            (
                "status",
                "fost abonat|Fostă abonată|Former subscriber|ex abonat|ex-subscriber|fără acord|Fara consimtamant|\
                 Without consent|Ne-abonat|Dezabonat temporar|Temporarily unsubscribed|Soft-bounced, inactive|\
                 temporarily disabled|no longer subscribed|active: no|STOP|Nu mai este abonat|hard bounced",
                "left",
            ),
            (
                "status",
                "active=0|subscribed=0|was subscribed|previously active|lapsed subscriber|temporary|not unsubscribed|VIP",
                "refused",
            ),
            ("status", "subscribed|Active subscriber|Abonat activ|double opt-in|Soft bounce|Este abonat", "stays"),
            ("status", "unactivated|not verified|Ne-confirmat", "unconfirmed"),
            ("Dezabonat", "temporar|activ|poate", "refused"),
            ("opt_out", "enabled|confirmed|active", "refused"),
            ("unsubscribed", "abonat|Subscribed", "stays"),
            ("Bounce type", "soft|temporary|Soft bounce", "stays"),
            ("Bounce type", "hard|permanent hard|bounced", "left"),
            ("Bounce reason", "mailbox full", "refused"),
        ] {
            for value in values.split('|') {
                assert_eq!(read(name, value), expected, "{name}: {value:?}");
            }
        }
    }

    #[test]
    fn a_no_in_a_name_is_not_lost() {
        for name in "No newsletter|Fără newsletter|Nu doresc newsletter|Nu vreau emailuri newsletter|do not send|\
                     Do Not Bulk Email|DO_NOT_EMAIL|nomail|No email|Fost abonat|Ex abonat|Without consent|Stop status|\
                     Nu trimite|Does not want newsletter|quarantined|Rejected|Dezabonat (da/nu)|Unsubscribed (Y/N)"
            .split('|')
        {
            assert_eq!((read(name, "da"), read(name, "nu")), ("left", "stays"), "{name}");
        }
        for name in "Customer accepts marketing|GDPR consent|Acord GDPR|Abonare newsletter|Newsletter abonare|Abonare|\
                     Subscription|Acceptă newsletter|Dorește newsletter|Email permission|Email marketing|Not blocked|\
                     Abonat (da/nu)|Wants emails"
            .split('|')
        {
            assert_eq!((read(name, "da"), read(name, "nu")), ("stays", "left"), "{name}");
        }
        for name in ["Unconfirmed", "Not confirmed", "pending"] {
            assert_eq!((read(name, "yes"), read(name, "no"), read(name, "")), ("unconfirmed", "stays", "stays"));
        }
        for name in ["Hard Bounce Reason", "Unsubscribe reason", "Complaint comment"] {
            assert_eq!((read(name, "550 no such user"), read(name, "")), ("left", "stays"), "{name}");
        }
        assert_eq!(read("email_permission_status", "unsubscribed"), "left");
        assert_eq!(read("Last unsubscribed at", "2024-05-02"), "left");
    }

    #[test]
    fn a_column_of_something_else_does_not_hide_a_no() {
        for (name, values, expected) in [
            (
                "Tags",
                "vip, unsubscribed|Dezabonat|client; dezabonată|opted out|Fost abonat|do not email|Nu trimite newsletter|\
                 Hard bounced|blocklisted|fără newsletter",
                "refused",
            ),
            ("type", "unsubscribed|removed|unactivated|blocked|complained", "refused"),
            ("type", "regular|premium|work|home", "ignored"),
            (
                "Tags",
                "vip|abonat|Newsletter|contract reziliat|cancelled order|fost coleg|soft bounced|nu răspunde",
                "ignored",
            ),
            ("Name", "Ana Pop|Bounce Marketing SRL|Active Watch|Ion Stop", "ignored"),
            ("City", "Cluj-Napoca|Ocna Sibiului", "ignored"),
            ("Order status", "cancelled|refunded|inactive", "ignored"),
            ("unsubscribe_url", "https://x.example/unsubscribed?token=1", "ignored"),
            ("Subscriber No", "1", "ignored"),
        ] {
            for value in values.split('|') {
                assert_eq!(read(name, value), expected, "{name}: {value:?}");
            }
        }
        let readings = ColumnReadings::default();
        let problem = check_other("Tags", "vip, unsubscribed", &readings).expect_err("it has left").to_string();
        assert!(problem.starts_with("Tags: \"vip, unsubscribed\" says") && problem.contains("--ignore-column 'Tags'"));
        let problem = check_other("Tags", "unsubscribed", &ColumnReadings::fixed()).expect_err("it has left");
        assert!(
            problem.to_string().ends_with("; remove the line, or the column if it is about something else"),
            "{problem}"
        );
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
            fixed: false,
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
            "STATUS: \"3\" does not say whether the address has left; write subscribed or unsubscribed; or \
             give `paragraf subscribers import` the meaning of the value: --left 'STATUS=VALUE', \
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
