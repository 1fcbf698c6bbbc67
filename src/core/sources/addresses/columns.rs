//! The columns of a list of subscribers.
//!
//! `email` is required; `language` is `ro` or `en`; `created_at`, `confirmed_at` and `left_at` are instants
//! such as `2026-01-31T09:00:00Z`, or days; `topics` are ids separated by `|`; `source` is the proof of
//! consent. `urgent_from` is `never`, 4 or 5, `digest` is `never`, `daily` or `weekly`,
//! `digest_from` 1 to 5, `paused_until` a day; `digest_when_empty`, `deadlines` and `news` are `yes` or `no`.
//! Empty cells are missing fields; a row without an address is skipped and counted. Columns of other programs about leaving are read by
//! [`leaving`](super::leaving); other columns are ignored, but a cell that plainly says "unsubscribed" is refused.

use std::collections::BTreeMap;
use std::str::FromStr;

use jiff::Timestamp;
use jiff::civil::Date;
use jiff::tz::TimeZone;

use super::address::{address, shown};
use super::leaving::{LeavingColumn, Standing, check_other};
use super::leaving_words::words;
use super::readings::ColumnReadings;
use crate::domain::email::Email;
use crate::domain::mailing::SuppressionReason;
use crate::domain::{Importance, Language, MailPreferences};
use crate::sources::RecordProblem;

/// Longest source, in characters.
pub const MAX_SOURCE: usize = 300;
/// Accepted names of the address column, as their [`words`].
const EMAIL_NAMES: [&str; 13] = [
    "email",
    "mail",
    "email address",
    "emailaddress",
    "adresa de email",
    "adresa de posta electronica",
    "adresa email",
    "email 1",
    "email 1 value",
    "primary email",
    "contact email",
    "user email",
    "subscriber email",
];
/// The address column of a list without one of [`EMAIL_NAMES`]. MailerLite calls it "Subscriber"; "Adresa" beside
/// another one is a postal address.
const FALLBACK_NAMES: [&str; 2] = ["subscriber", "adresa"];
/// The least and the greatest number of further address columns: "E-mail 2 - Value", "E-mail 3 Address".
const FURTHER: std::ops::RangeInclusive<u8> = 2..=9;

/// The optional fields of an address.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Details {
    pub language: Option<Language>,
    pub created_at: Option<Timestamp>,
    pub confirmed_at: Option<Timestamp>,
    pub standing: Standing,
    pub source: Option<String>,
    /// The defaults, changed by the list; topics are not checked.
    pub preferences: MailPreferences,
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum AddressColumn {
    Email,
    /// Used where the first one is empty.
    FurtherEmail,
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
    /// Of another program.
    Leaving,
    Ignored,
}

/// A parsed header.
pub(super) struct AddressColumns {
    columns: Vec<AddressColumn>,
    /// The columns about leaving, by their place.
    leaving: BTreeMap<usize, LeavingColumn>,
    /// The names of columns that the program ignores by itself, by their place.
    others: BTreeMap<usize, String>,
    ignored: Vec<String>,
}

/// A row of a table.
pub(super) enum ListRow {
    Blank,
    /// A contact without an address.
    WithoutAddress,
    Address(Email, Box<Details>),
}

/// Whether the line is a header with an address column.
pub(super) fn is_header(line: &str, delimiter: u8) -> bool {
    line.split(char::from(delimiter)).any(|cell| is_address_name(cell) || is_fallback_name(cell))
}

fn is_fallback_name(name: &str) -> bool {
    matches!(words(name).as_slice(), [name] if FALLBACK_NAMES.contains(&name.as_str()))
}

fn is_further_address_name(name: &str) -> bool {
    let words = words(name);
    let [email, number, last] = words.as_slice() else { return false };
    let is_further = number.parse().is_ok_and(|number: u8| FURTHER.contains(&number));
    email == "email" && is_further && matches!(last.as_str(), "value" | "address")
}

fn is_address_name(name: &str) -> bool {
    EMAIL_NAMES.contains(&words(name).join(" ").as_str())
}

fn column(name: &str) -> AddressColumn {
    let name = name.trim().to_lowercase();
    match name.as_str() {
        name if is_address_name(name) => AddressColumn::Email,
        name if is_further_address_name(name) => AddressColumn::FurtherEmail,
        "language" | "lang" | "limba" => AddressColumn::Language,
        "created_at" => AddressColumn::CreatedAt,
        "confirmed_at" => AddressColumn::ConfirmedAt,
        "left_at" => AddressColumn::LeftAt,
        "source" => AddressColumn::Source,
        "topics" => AddressColumn::Topics,
        "urgent_from" => AddressColumn::UrgentFrom,
        "digest" => AddressColumn::Digest,
        "digest_from" => AddressColumn::DigestFrom,
        "digest_when_empty" => AddressColumn::DigestWhenEmpty,
        "deadlines" => AddressColumn::Deadlines,
        "news" => AddressColumn::News,
        "paused_until" => AddressColumn::PausedUntil,
        _ => AddressColumn::Ignored,
    }
}

impl AddressColumns {
    /// Parses the header.
    ///
    /// # Errors
    /// A repeated column, or one that only `readings` names.
    pub(super) fn new(cells: &[String], readings: &ColumnReadings) -> Result<Self, RecordProblem> {
        let mut columns: Vec<_> = cells.iter().map(|cell| column(cell)).collect();
        if let Some(name) = readings.unknown(cells) {
            let remedy = format!("the header has {}", shown(&cells.join(", ")));
            return Err(RecordProblem::of_record(format!("has no column {name:?}"), remedy));
        }
        if !columns.contains(&AddressColumn::Email) {
            let place = cells.iter().position(|cell| is_fallback_name(cell));
            place.into_iter().for_each(|place| columns[place] = AddressColumn::Email);
        }
        for (place, known) in columns.iter().enumerate() {
            let is_single = !matches!(known, AddressColumn::FurtherEmail | AddressColumn::Ignored);
            if is_single && columns[..place].contains(known) {
                let name = cells[place].trim().to_owned();
                return Err(RecordProblem::of_field(name, "is repeated in the header", "use each column once"));
            }
        }
        let mut leaving = BTreeMap::new();
        for (place, name) in cells.iter().enumerate() {
            let is_ignored = columns[place] == AddressColumn::Ignored;
            let found = if is_ignored || readings.names(name) { LeavingColumn::named(name, readings) } else { None };
            if let Some(found) = found {
                leaving.insert(place, found);
                columns[place] = if is_ignored { AddressColumn::Leaving } else { columns[place] };
            }
        }
        let ignored =
            cells.iter().zip(&columns).filter(|(name, column)| **column == AddressColumn::Ignored && !name.is_empty());
        let ignored = ignored.map(|(name, _)| shown(name.trim())).collect();
        let is_other =
            |(place, name): &(usize, &String)| columns[*place] == AddressColumn::Ignored && !readings.ignores(name);
        let others = cells.iter().enumerate().filter(is_other).map(|(place, name)| (place, name.clone())).collect();
        Ok(Self { columns, leaving, others, ignored })
    }

    /// The names of ignored columns.
    pub(super) fn ignored(&self) -> &[String] {
        &self.ignored
    }

    /// Parses one row.
    pub(super) fn read(&self, cells: &[String], readings: &ColumnReadings) -> Result<ListRow, RecordProblem> {
        if cells.iter().all(|cell| cell.trim().is_empty()) {
            return Ok(ListRow::Blank);
        }
        let surplus = cells.get(self.columns.len()..).unwrap_or_default();
        if cells.len() < self.columns.len() || surplus.iter().any(|cell| !cell.trim().is_empty()) {
            let wrong = format!("has {} cells, but the header has {}", cells.len(), self.columns.len());
            return Err(RecordProblem::of_record(wrong, "quote cells that contain the separator"));
        }
        let full = || self.columns.iter().zip(cells).filter(|(_, cell)| !cell.trim().is_empty());
        let first = |wanted| full().find(|(column, _)| **column == wanted).map(|(_, cell)| cell);
        let Some(email) = first(AddressColumn::Email).or_else(|| first(AddressColumn::FurtherEmail)) else {
            return Ok(ListRow::WithoutAddress);
        };
        // Google joins the addresses of one label.
        let email = email.split(" ::: ").next().unwrap_or(email);
        let (email, mut details) = (address(email)?, Details::default());
        for (column, cell) in full() {
            details.set(*column, cell.trim())?;
        }
        for (place, column) in &self.leaving {
            details.standing = details.standing.or(column.read(&cells[*place], readings)?);
        }
        for (place, name) in &self.others {
            check_other(name, &cells[*place], readings)?;
        }
        Ok(ListRow::Address(email, Box::new(details)))
    }
}

impl Details {
    fn set(&mut self, column: AddressColumn, cell: &str) -> Result<(), RecordProblem> {
        let mail = &mut self.preferences;
        match column {
            AddressColumn::Language => self.language = Some(value("language", cell, "write ro or en")?),
            AddressColumn::CreatedAt => self.created_at = Some(moment("created_at", cell)?),
            AddressColumn::ConfirmedAt => self.confirmed_at = Some(moment("confirmed_at", cell)?),
            AddressColumn::LeftAt => {
                let at = Some(moment("left_at", cell)?);
                self.standing = Standing::Left { reason: SuppressionReason::Asked, at, detail: String::new() };
            }
            AddressColumn::Source => self.source = Some(source(cell)?),
            AddressColumn::Topics => mail.topics = items(cell),
            AddressColumn::UrgentFrom if cell.eq_ignore_ascii_case("never") => mail.urgent_from = None,
            AddressColumn::UrgentFrom => mail.urgent_from = Some(importance("urgent_from", cell, 4, "never, 4 or 5")?),
            AddressColumn::Digest => mail.digest = value("digest", cell, "write never, daily or weekly")?,
            AddressColumn::DigestFrom => mail.digest_from = importance("digest_from", cell, 1, "a number from 1 to 5")?,
            AddressColumn::DigestWhenEmpty => mail.digest_when_empty = yes_or_no("digest_when_empty", cell)?,
            AddressColumn::Deadlines => mail.deadlines = yes_or_no("deadlines", cell)?,
            AddressColumn::News => mail.news = yes_or_no("news", cell)?,
            AddressColumn::PausedUntil => {
                mail.paused_until = Some(value("paused_until", cell, "write a day such as 2026-01-31")?);
            }
            AddressColumn::Email | AddressColumn::FurtherEmail | AddressColumn::Leaving | AddressColumn::Ignored => {}
        }
        Ok(())
    }
}

fn importance(field: &str, cell: &str, least: u8, allowed: &str) -> Result<Importance, RecordProblem> {
    let level: u8 = value(field, cell, &format!("write {allowed}"))?;
    let allowed_level = Importance::new(level).filter(|_| level >= least);
    allowed_level
        .ok_or_else(|| RecordProblem::of_field(field, format!("{level} is not allowed"), format!("write {allowed}")))
}

fn yes_or_no(field: &str, cell: &str) -> Result<bool, RecordProblem> {
    match cell.to_lowercase().as_str() {
        "yes" | "true" | "1" | "da" => Ok(true),
        "no" | "false" | "0" | "nu" => Ok(false),
        _ => Err(RecordProblem::of_field(field, format!("{:?} is not allowed", shown(cell)), "write yes or no")),
    }
}

fn value<T: FromStr>(field: &str, cell: &str, allowed: &str) -> Result<T, RecordProblem> {
    let wrong = || format!("{:?} is not allowed", shown(cell));
    cell.to_lowercase().parse().map_err(|_| RecordProblem::of_field(field, wrong(), allowed))
}

/// Parses an instant, or a date as midnight UTC.
fn moment(field: &str, cell: &str) -> Result<Timestamp, RecordProblem> {
    let day = || cell.parse::<Date>().ok()?.to_zoned(TimeZone::UTC).ok().map(|day| day.timestamp());
    let is_day = cell.len() == "2026-01-31".len();
    let read = if is_day { day() } else { cell.parse().ok() };
    read.ok_or_else(|| {
        let wrong = format!("{:?} is not a date or time", shown(cell));
        RecordProblem::of_field(field, wrong, "write it as 2026-01-31T09:00:00Z or 2026-01-31")
    })
}

/// Checks a source.
///
/// # Errors
/// Anything but one line of at most [`MAX_SOURCE`] characters.
pub fn source(text: &str) -> Result<String, RecordProblem> {
    let text = text.trim();
    if text.is_empty() || text.chars().count() > MAX_SOURCE || text.chars().any(char::is_control) {
        let allowed = format!("write one line of at most {MAX_SOURCE} characters");
        return Err(RecordProblem::of_field("source", "is empty, too long or not one line", allowed));
    }
    Ok(text.to_owned())
}

fn items(cell: &str) -> Vec<String> {
    cell.split('|').map(str::trim).filter(|item| !item.is_empty()).map(str::to_owned).collect()
}
