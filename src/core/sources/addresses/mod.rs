//! Reads lists of addresses: CSV with a header, or one address per line.
//!
//! - A file whose first line has a column `email` is CSV; see [`columns`].
//! - Any other file is a list with one address per line, bare or as `Name <address>`. Blank lines and comments after
//!   `#` are ignored.
//! - A repeated address, in any spelling, is only counted. If its row allows less than the earlier ones, for example
//!   because the address has left, it is returned again.
//!
//! Only address keys are kept in memory. Lines are independent, so an unclosed quotation mark invalidates one line only.

mod address;
mod cells;
mod columns;
mod leaving;
mod leaving_words;
#[cfg(test)]
mod other_programs;
mod readings;

use std::collections::HashMap;
use std::collections::hash_map::Entry;
use std::io;

use self::address::address;
use self::columns::{AddressColumns, ListRow};
pub use self::columns::{Details, source};
pub use self::leaving::Standing;
use self::leaving::StandingKind;
pub use self::readings::{ColumnReadings, ColumnValue};
use super::files::lines::{Line, Lines};
use super::files::{self, FileSource, csv};
use super::{Format, Location, RecordProblem, Refusal, Upload};
use crate::domain::email::Email;

/// Longest line of a list, in bytes.
const LINE_BYTES: usize = 8 * 1024;
const REMEDY: &str = "save it as \"CSV UTF-8\"";

/// An address of a list.
#[derive(Debug, Clone, PartialEq)]
pub struct ListedAddress {
    /// Counted from 1.
    pub line: u64,
    pub email: Email,
    pub details: Details,
}

/// Iterates over the distinct addresses of a file; see the module for repeated ones. An invalid line is a refusal, and
/// reading continues after it. An `io::Error` ends the reading.
pub struct Addresses {
    name: String,
    lines: Option<Lines<FileSource>>,
    /// Detected in the first line with content.
    delimiter: Option<u8>,
    form: AddressListForm,
    readings: ColumnReadings,
    seen: HashMap<String, StandingKind>,
    duplicates: u64,
    without_address: u64,
    /// Returned first.
    refusal: Option<Refusal>,
    /// Whether the file had an address or a refusal.
    any: bool,
    done: bool,
}

enum AddressListForm {
    /// Only blank lines and comments so far.
    Unknown,
    Table(AddressColumns),
    List,
}

impl Addresses {
    /// # Errors
    /// An unreadable file. A file that is not text gives one refusal instead.
    pub fn new(upload: Upload, readings: ColumnReadings) -> io::Result<Self> {
        let Upload { name, format: _, reader } = upload;
        let (start, source) = files::open(reader)?;
        let refusal = match start.is_empty() {
            true => Some(nothing_in_it()),
            false => files::not_text(&start, Format::Csv),
        };
        let refusal = refusal.map(|problem| Refusal::new(Location::file(&name), problem));
        Ok(Self {
            name,
            lines: refusal.is_none().then(|| Lines::new(source, LINE_BYTES)),
            delimiter: None,
            form: AddressListForm::Unknown,
            readings,
            seen: HashMap::new(),
            duplicates: 0,
            without_address: 0,
            refusal,
            any: false,
            done: false,
        })
    }

    /// Repeated addresses so far.
    pub fn duplicates(&self) -> u64 {
        self.duplicates
    }

    /// Rows without an address so far.
    pub fn without_address(&self) -> u64 {
        self.without_address
    }

    /// The names of ignored columns.
    pub fn ignored_columns(&self) -> &[String] {
        match &self.form {
            AddressListForm::Table(columns) => columns.ignored(),
            AddressListForm::Unknown | AddressListForm::List => &[],
        }
    }

    fn step(&mut self) -> io::Result<Option<Result<ListedAddress, Refusal>>> {
        if let Some(refusal) = self.refusal.take() {
            self.any = true;
            return Ok(Some(Err(refusal)));
        }
        loop {
            let Some(lines) = &mut self.lines else { return Ok(None) };
            let Some((number, line)) = lines.next()? else {
                let first = !std::mem::replace(&mut self.any, true);
                return Ok(first.then(|| Err(Refusal::new(Location::file(&self.name), nothing_in_it()))));
            };
            let read = match line {
                Line::TooLong => Err(too_long()),
                Line::Whole(bytes) => std::str::from_utf8(bytes).map_err(|_| files::not_utf8(REMEDY)),
            };
            let read = read.and_then(|line| read_line(&mut self.form, &mut self.delimiter, &self.readings, line));
            match read {
                Ok(ListRow::Blank) => {}
                Ok(ListRow::WithoutAddress) => self.without_address += 1,
                Ok(ListRow::Address(email, details)) => {
                    self.any = true;
                    if self.is_news(&email, details.standing.kind()) {
                        return Ok(Some(Ok(ListedAddress { line: number, email, details: *details })));
                    }
                }
                Err(problem) => {
                    self.any = true;
                    // A table with an invalid header cannot be read further.
                    self.done = matches!(self.form, AddressListForm::Unknown);
                    return Ok(Some(Err(Refusal::new(Location::line(&self.name, number), problem))));
                }
            }
        }
    }

    /// Notes an address. Returns whether it is new or allows less than before.
    fn is_news(&mut self, email: &Email, standing: StandingKind) -> bool {
        match self.seen.entry(email.key()) {
            Entry::Vacant(place) => {
                place.insert(standing);
                true
            }
            Entry::Occupied(mut known) => {
                self.duplicates += 1;
                let allows_less = standing > *known.get();
                if allows_less {
                    known.insert(standing);
                }
                allows_less
            }
        }
    }
}

impl Iterator for Addresses {
    type Item = io::Result<Result<ListedAddress, Refusal>>;

    fn next(&mut self) -> Option<Self::Item> {
        if self.done {
            return None;
        }
        let step = self.step();
        self.done |= !matches!(step, Ok(Some(_)));
        step.transpose()
    }
}

/// The header, blank lines and comments are [`ListRow::Blank`].
fn read_line(
    form: &mut AddressListForm,
    delimiter: &mut Option<u8>,
    readings: &ColumnReadings,
    line: &str,
) -> Result<ListRow, RecordProblem> {
    if line.trim().is_empty() || line.trim_start().starts_with('#') {
        return Ok(ListRow::Blank);
    }
    let sign = *delimiter.get_or_insert_with(|| csv::delimiter(line.as_bytes()));
    match form {
        AddressListForm::Unknown if line.starts_with("sep=") => Ok(ListRow::Blank),
        AddressListForm::Unknown if columns::is_header(line, sign) => {
            *form = AddressListForm::Table(AddressColumns::new(&cells::cells(line, sign)?, readings)?);
            Ok(ListRow::Blank)
        }
        AddressListForm::Unknown | AddressListForm::List => {
            *form = AddressListForm::List;
            list_line(line)
        }
        AddressListForm::Table(columns) => columns.read(&cells::cells(line, sign)?, readings),
    }
}

/// Parses a line of a list: an address and an optional comment.
fn list_line(line: &str) -> Result<ListRow, RecordProblem> {
    let comment = line.match_indices('#').find(|(at, _)| line[..*at].ends_with(char::is_whitespace));
    let text = comment.map_or(line, |(at, _)| &line[..at]).trim().trim_end_matches([',', ';']).trim_end();
    if text.is_empty() { Ok(ListRow::Blank) } else { Ok(ListRow::Address(address(text)?, Box::default())) }
}

fn nothing_in_it() -> RecordProblem {
    RecordProblem::of_record("contains no address", "write one address on each line")
}

fn too_long() -> RecordProblem {
    let kib = LINE_BYTES / 1024;
    RecordProblem::of_record("is too long", format!("a line has at most {kib} KiB"))
}

#[cfg(test)]
mod tests;
