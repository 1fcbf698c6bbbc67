//! The columns of a list of subscribers.
//!
//! `email` is required; `language` is `ro` or `en`; `created_at`, `confirmed_at` and `left_at` are instants
//! such as `2026-01-31T09:00:00Z`, or days; `topics` are ids separated by `|`; `source` is the proof of
//! consent. `urgent_from` is `never`, 4 or 5, `digest` is `never`, `daily` or `weekly`,
//! `digest_from` 1 to 5, `paused_until` a day; `digest_when_empty`, `deadlines` and `news` are `yes` or `no`.
//! Empty cells are missing fields; other columns are ignored.

use std::str::FromStr;

use jiff::Timestamp;
use jiff::civil::Date;
use jiff::tz::TimeZone;

use super::address::{address, shown};
use crate::domain::email::Email;
use crate::domain::{Importance, Language, MailPreferences};
use crate::sources::Problem;

/// Longest source, in characters.
pub const MAX_SOURCE: usize = 300;
/// Accepted names of the address column.
const EMAIL_NAMES: [&str; 7] =
    ["email", "e-mail", "mail", "email address", "e-mail address", "adresa", "adresa de e-mail"];

/// The optional fields of an address.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Details {
    pub language: Option<Language>,
    pub created_at: Option<Timestamp>,
    pub confirmed_at: Option<Timestamp>,
    pub left_at: Option<Timestamp>,
    pub source: Option<String>,
    /// The defaults, changed by the list; topics are not checked.
    pub preferences: MailPreferences,
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Column {
    Email,
    Language,
    CreatedAt,
    ConfirmedAt,
    LeftAt,
    Source,
    Topics,
    UrgentFrom,
    Digest,
    DigestFrom,
    DigestWhenEmpty,
    Deadlines,
    News,
    PausedUntil,
    Ignored,
}

/// A parsed header.
pub(super) struct Columns {
    columns: Vec<Column>,
    ignored: Vec<String>,
}

/// Whether the line is a header with an address column.
pub(super) fn is_header(line: &str, delimiter: u8) -> bool {
    line.split(char::from(delimiter)).any(|cell| column(cell.trim().trim_matches('"')) == Column::Email)
}

fn column(name: &str) -> Column {
    let name = name.trim().to_lowercase();
    match name.as_str() {
        name if EMAIL_NAMES.contains(&name) => Column::Email,
        "language" | "lang" | "limba" => Column::Language,
        "created_at" => Column::CreatedAt,
        "confirmed_at" => Column::ConfirmedAt,
        "left_at" => Column::LeftAt,
        "source" => Column::Source,
        "topics" => Column::Topics,
        "urgent_from" => Column::UrgentFrom,
        "digest" => Column::Digest,
        "digest_from" => Column::DigestFrom,
        "digest_when_empty" => Column::DigestWhenEmpty,
        "deadlines" => Column::Deadlines,
        "news" => Column::News,
        "paused_until" => Column::PausedUntil,
        _ => Column::Ignored,
    }
}

impl Columns {
    /// Parses the header.
    ///
    /// # Errors
    /// A repeated column.
    pub(super) fn new(cells: &[String]) -> Result<Self, Problem> {
        let columns: Vec<_> = cells.iter().map(|cell| column(cell)).collect();
        for (place, known) in columns.iter().enumerate() {
            if *known != Column::Ignored && columns[..place].contains(known) {
                let name = cells[place].trim().to_owned();
                return Err(Problem::of_field(name, "is repeated in the header", "use each column once"));
            }
        }
        let ignored =
            cells.iter().zip(&columns).filter(|(name, column)| **column == Column::Ignored && !name.is_empty());
        let ignored = ignored.map(|(name, _)| shown(name.trim())).collect();
        Ok(Self { columns, ignored })
    }

    /// The names of ignored columns.
    pub(super) fn ignored(&self) -> &[String] {
        &self.ignored
    }

    /// Parses one row; `None` for a blank one.
    pub(super) fn read(&self, cells: &[String]) -> Result<Option<(Email, Details)>, Problem> {
        if cells.iter().all(|cell| cell.trim().is_empty()) {
            return Ok(None);
        }
        let surplus = cells.get(self.columns.len()..).unwrap_or_default();
        if cells.len() < self.columns.len() || surplus.iter().any(|cell| !cell.trim().is_empty()) {
            let wrong = format!("has {} cells, but the header has {}", cells.len(), self.columns.len());
            return Err(Problem::of_record(wrong, "quote cells that contain the separator"));
        }
        let (mut email, mut details) = (None, Details::default());
        for (column, cell) in self.columns.iter().zip(cells).filter(|(_, cell)| !cell.trim().is_empty()) {
            match column {
                Column::Email => email = Some(address(cell)?),
                column => details.set(*column, cell.trim())?,
            }
        }
        let missing = || Problem::of_field("email", "is missing", "write an address there, or remove the line");
        Ok(Some((email.ok_or_else(missing)?, details)))
    }
}

impl Details {
    fn set(&mut self, column: Column, cell: &str) -> Result<(), Problem> {
        let mail = &mut self.preferences;
        match column {
            Column::Language => self.language = Some(value("language", cell, "write ro or en")?),
            Column::CreatedAt => self.created_at = Some(moment("created_at", cell)?),
            Column::ConfirmedAt => self.confirmed_at = Some(moment("confirmed_at", cell)?),
            Column::LeftAt => self.left_at = Some(moment("left_at", cell)?),
            Column::Source => self.source = Some(source(cell)?),
            Column::Topics => mail.topics = items(cell),
            Column::UrgentFrom if cell.eq_ignore_ascii_case("never") => mail.urgent_from = None,
            Column::UrgentFrom => mail.urgent_from = Some(importance("urgent_from", cell, 4, "never, 4 or 5")?),
            Column::Digest => mail.digest = value("digest", cell, "write never, daily or weekly")?,
            Column::DigestFrom => mail.digest_from = importance("digest_from", cell, 1, "a number from 1 to 5")?,
            Column::DigestWhenEmpty => mail.digest_when_empty = yes_or_no("digest_when_empty", cell)?,
            Column::Deadlines => mail.deadlines = yes_or_no("deadlines", cell)?,
            Column::News => mail.news = yes_or_no("news", cell)?,
            Column::PausedUntil => {
                mail.paused_until = Some(value("paused_until", cell, "write a day such as 2026-01-31")?);
            }
            Column::Email | Column::Ignored => {}
        }
        Ok(())
    }
}

fn importance(field: &str, cell: &str, least: u8, allowed: &str) -> Result<Importance, Problem> {
    let level: u8 = value(field, cell, &format!("write {allowed}"))?;
    let allowed_level = Importance::new(level).filter(|_| level >= least);
    allowed_level.ok_or_else(|| Problem::of_field(field, format!("{level} is not allowed"), format!("write {allowed}")))
}

fn yes_or_no(field: &str, cell: &str) -> Result<bool, Problem> {
    match cell.to_lowercase().as_str() {
        "yes" | "true" | "1" | "da" => Ok(true),
        "no" | "false" | "0" | "nu" => Ok(false),
        _ => Err(Problem::of_field(field, format!("{:?} is not allowed", shown(cell)), "write yes or no")),
    }
}

fn value<T: FromStr>(field: &str, cell: &str, allowed: &str) -> Result<T, Problem> {
    let wrong = || format!("{:?} is not allowed", shown(cell));
    cell.to_lowercase().parse().map_err(|_| Problem::of_field(field, wrong(), allowed))
}

/// Parses an instant, or a date as midnight UTC.
fn moment(field: &str, cell: &str) -> Result<Timestamp, Problem> {
    let day = || cell.parse::<Date>().ok()?.to_zoned(TimeZone::UTC).ok().map(|day| day.timestamp());
    let is_day = cell.len() == "2026-01-31".len();
    let read = if is_day { day() } else { cell.parse().ok() };
    read.ok_or_else(|| {
        let wrong = format!("{:?} is not a date or time", shown(cell));
        Problem::of_field(field, wrong, "write it as 2026-01-31T09:00:00Z or 2026-01-31")
    })
}

/// Checks a source.
///
/// # Errors
/// Anything but one line of at most [`MAX_SOURCE`] characters.
pub fn source(text: &str) -> Result<String, Problem> {
    let text = text.trim();
    if text.is_empty() || text.chars().count() > MAX_SOURCE || text.chars().any(char::is_control) {
        let allowed = format!("write one line of at most {MAX_SOURCE} characters");
        return Err(Problem::of_field("source", "is empty, too long or not one line", allowed));
    }
    Ok(text.to_owned())
}

fn items(cell: &str) -> Vec<String> {
    cell.split('|').map(str::trim).filter(|item| !item.is_empty()).map(str::to_owned).collect()
}
