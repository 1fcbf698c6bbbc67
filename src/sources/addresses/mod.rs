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

/// Iterates over the distinct addresses of a file; see the module for repeated ones. An invalid line is a refusal, and reading continues after it. An
/// `io::Error` ends the reading.
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
                    let is_new = match self.seen.entry(email.key()) {
                        Entry::Vacant(place) => {
                            place.insert(details.standing.kind());
                            true
                        }
                        Entry::Occupied(mut known) => {
                            self.duplicates += 1;
                            let allows_less = details.standing.kind() > *known.get();
                            if allows_less {
                                known.insert(details.standing.kind());
                            }
                            allows_less
                        }
                    };
                    if is_new {
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
mod tests {
    use super::*;

    /// Every address as `line: address`, every refusal as its message, and the number of duplicates.
    fn read_all(bytes: &[u8]) -> Vec<String> {
        let reader = Box::new(io::Cursor::new(bytes.to_vec()));
        let upload = Upload { name: "a.csv".into(), format: None, reader };
        let mut addresses = Addresses::new(upload, ColumnReadings::default()).expect("memory");
        let mut lines: Vec<String> = addresses
            .by_ref()
            .map(|read| match read.expect("memory does not fail") {
                Ok(address) => format!("{}: {}", address.line, address.email.as_str()),
                Err(refusal) => format!("{}: {}", refusal.location, refusal.problems[0]),
            })
            .collect();
        if addresses.duplicates() > 0 {
            lines.push(format!("{} duplicates", addresses.duplicates()));
        }
        if addresses.without_address() > 0 {
            lines.push(format!("{} without address", addresses.without_address()));
        }
        lines
    }

    #[test]
    fn a_list_may_have_names_spaces_and_comments() {
        let text = "\u{feff}# Clienți\r\n\r\n  ana@x.ro  \r\nBogdan Ion <bogdan@x.ro>\r\n\"Pop, Cora\" <cora@x.ro>,\n\
                    \"dan@x.ro\";\neva@x.ro   # la cerere\no'neil+legi#1@x.ro\n\t\n#fin@x.ro\nANA@X.RO\nAna <ana@X.ro>\n";
        assert_eq!(
            read_all(text.as_bytes()),
            [
                "3: ana@x.ro",
                "4: bogdan@x.ro",
                "5: cora@x.ro",
                "6: dan@x.ro",
                "7: eva@x.ro",
                "8: o'neil+legi#1@x.ro",
                "2 duplicates"
            ]
        );
    }

    #[test]
    fn an_invalid_line_is_refused_and_the_next_is_read() {
        let text =
            format!("ana@x.ro\nana\nana@x.ro, eva@x.ro\nana@@x.ro\nBcc: b@x.ro\n{}\neva@x.ro\n", "x".repeat(9000));
        let hint = "write it as ana@example.ro or Ana Pop <ana@example.ro>, or remove the line";
        assert_eq!(
            read_all(text.as_bytes()),
            [
                "1: ana@x.ro".to_owned(),
                format!("a.csv, line 2: \"ana\" is not an e-mail address; {hint}"),
                "a.csv, line 3: \"ana@x.ro, eva@x.ro\" is not an e-mail address; write one address on each line, or a header with the columns, such as email,language".into(),
                format!("a.csv, line 4: \"ana@@x.ro\" is not an e-mail address; {hint}"),
                format!("a.csv, line 5: \"Bcc: b@x.ro\" is not an e-mail address; {hint}"),
                "a.csv, line 6: is too long; a line has at most 8 KiB".into(),
                "7: eva@x.ro".into(),
            ]
        );
    }

    #[test]
    fn a_header_may_have_any_column_order_and_separator() {
        assert_eq!(read_all(b"Name;E-mail;x\r\nAna;ana@x.ro;\r\n;;\r\n"), ["2: ana@x.ro"]);
        assert_eq!(read_all(b"sep=;\nEmail;Language\nana@x.ro;en\n"), ["3: ana@x.ro"]);
        assert_eq!(
            read_all(b"email\tname\n\"Ana\" <ana@x.ro>\tAna\n"),
            ["a.csv, line 2: has text after a closing quotation mark; an earlier mark may be unclosed; \
              quote the whole cell and double each quotation mark inside"]
        );
        assert_eq!(read_all(b"email,name\n\"Ana <ana@x.ro>\",\"Pop, \"\"A\"\"\"\n"), ["2: ana@x.ro"]);
    }

    #[test]
    fn lists_of_other_programs_are_read() {
        assert_eq!(read_all(b"Subscriber,Status,Subscribed\nana@x.ro,Active,2024-01-01 10:00:00\n"), ["2: ana@x.ro"]);
        assert_eq!(
            read_all(b"First Name,Last Name,Labels,E-mail 1 - Label,E-mail 1 - Value\nAna,Pop,* my,* Home,ana@x.ro\n"),
            ["2: ana@x.ro"]
        );
        assert_eq!(read_all("Nume;Adresă de e-mail\nAna;ana@x.ro\n".as_bytes()), ["2: ana@x.ro"]);
        assert_eq!(read_all(b"Nume;Adresa\nAna;ana@x.ro\n"), ["2: ana@x.ro"]);
        assert_eq!(read_all(b"Nume;Adresa;Email\nAna;Str. Lunga 3, Cluj;ana@x.ro\n"), ["2: ana@x.ro"]);
        let marks = "\u{feff}email;nume\r\n\u{200b}ana@x.ro;Ana\r\nion@x.ro\u{a0};Ion\r\n\u{202a}dan@x.ro\u{202c};Dan\r\n\
                     Eva <mailto:eva@x.ro>\u{200e};Eva\n";
        assert_eq!(read_all(marks.as_bytes()), ["2: ana@x.ro", "3: ion@x.ro", "4: dan@x.ro", "5: eva@x.ro"]);
    }

    #[test]
    fn contacts_without_an_address_are_counted() {
        let google =
            b"First Name,E-mail 1 - Label,E-mail 1 - Value,E-mail 2 - Label,E-mail 2 - Value,Phone 1 - Value\n\
            Ana,Home,ana@x.ro,,,\nIon,,,,,0722 123 456\nDan,,,Work,dan@x.ro,\nEva,Home,eva@,Work,eva@x.ro,\n\
            Fay,Home,fay@x.ro ::: fay@y.ro,,,\n";
        let lines = read_all(google);
        assert_eq!((lines[0].as_str(), lines[1].as_str()), ("2: ana@x.ro", "4: dan@x.ro"));
        assert!(lines[2].contains("line 5") && lines[2].contains("is not an e-mail address"), "{lines:?}");
        assert_eq!(lines[3..], ["6: fay@x.ro", "1 without address"]);
        let outlook = b"First Name,E-mail Address,E-mail Type,E-mail 2 Address,Sensitivity,Private\n\
            Ana,ana@x.ro,SMTP,ana2@x.ro,Normal,False\nIon,,,,Normal,False\n";
        assert_eq!(read_all(outlook), ["2: ana@x.ro", "1 without address"]);
        let nobody = "a.csv: contains no address; write one address on each line";
        assert_eq!(read_all(b"name,email\nAna,\n"), [nobody, "1 without address"]);
    }

    #[test]
    fn a_no_in_an_ignored_column_refuses_its_line() {
        let lines = read_all(b"email,Tags,City\nana@x.ro,vip,Cluj\ndan@x.ro,\"vip, unsubscribed\",Cluj\n");
        assert_eq!(lines[0], "2: ana@x.ro");
        assert!(lines[1].starts_with("a.csv, line 3: Tags: \"vip, unsubscribed\" says"), "{lines:?}");
    }

    #[test]
    fn lines_may_end_with_a_carriage_return_only() {
        assert_eq!(read_all(b"email,name\rana@x.ro,Ana\rion@x.ro,Ion\r"), ["2: ana@x.ro", "3: ion@x.ro"]);
        assert_eq!(read_all(b"ana@x.ro\rion@x.ro\r\rdan@x.ro"), ["1: ana@x.ro", "2: ion@x.ro", "4: dan@x.ro"]);
        assert_eq!(read_all(b"sep=;\remail;name\rana;Ana\r").len(), 1);
    }

    #[test]
    fn a_later_row_that_allows_less_is_returned_again() {
        let list = b"email,unsubscribed\nana@x.ro,no\nANA@x.ro,yes\nana@x.ro,yes\nana@x.ro,\n";
        assert_eq!(read_all(list), ["2: ana@x.ro", "3: ANA@x.ro", "3 duplicates"]);
    }

    #[test]
    fn an_unclosed_quotation_mark_invalidates_one_line() {
        let problem = "has an unclosed quotation mark; close it";
        assert_eq!(
            read_all(b"email,name\n\"ana@x.ro,Ana\neva@x.ro,Eva\n\"ana@x.ro\r\nBcc: b@x.ro\",x\n"),
            [
                format!("a.csv, line 2: {problem}"),
                "3: eva@x.ro".into(),
                format!("a.csv, line 4: {problem}"),
                "a.csv, line 5: has a quotation mark inside a cell; quote the whole cell and double each quotation mark inside"
                    .into(),
            ]
        );
    }

    #[test]
    fn a_file_that_is_not_a_list_gives_one_refusal() {
        assert_eq!(read_all(b""), ["a.csv: contains no address; write one address on each line"]);
        assert_eq!(read_all(b"\n# nobody\n"), ["a.csv: contains no address; write one address on each line"]);
        assert_eq!(read_all(b"email,language\n"), ["a.csv: contains no address; write one address on each line"]);
        assert_eq!(read_all(b"\xff\xfea\0"), ["a.csv: is written in UTF-16; save it as \"CSV UTF-8\""]);
        let lines = read_all(b"email;name\nana@x.ro;\xaena\neva@x.ro;Eva\n");
        assert_eq!(lines, ["a.csv, line 2: is not written in UTF-8; save it as \"CSV UTF-8\"", "3: eva@x.ro"]);
        assert_eq!(
            read_all(b"email,e-mail\na@x.ro,b@x.ro\n"),
            ["a.csv, line 1: e-mail: is repeated in the header; use each column once"]
        );
    }

    #[test]
    fn ten_thousand_duplicates_are_one_address() {
        assert_eq!(read_all("Ana@x.ro\nana@X.RO\n".repeat(5001).as_bytes()), ["1: Ana@x.ro", "10001 duplicates"]);
    }
}
