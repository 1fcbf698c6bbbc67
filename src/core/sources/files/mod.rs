//! Splits files of articles into raw records, streaming.
//!
//! At most one record is in memory, and a record longer than
//! [`limits::RECORD_BYTES`](crate::domain::article::limits::RECORD_BYTES) is skipped. An invalid record is a
//! [`Refusal`]; reading continues after it where possible. A failing disk or connection is an `io::Error` and
//! ends the reading.

mod columns;
pub(super) mod csv;
pub mod folder;
mod items;
mod json;
mod json_lines;
pub(super) mod lines;
mod markdown;
mod problems;
pub(super) mod quotes;
mod scan;
mod source;

use std::io;

pub(super) use self::problems::{not_text, not_utf8};
pub use self::source::Parsed;
pub(super) use self::source::{FileSource, open};
use super::{Format, Location, RecordProblem, Refusal, Upload};

/// The records of one file, in its order.
pub type Records = Box<dyn Iterator<Item = io::Result<Parsed>>>;

/// Reads the records of `upload` in `format`, else in its own format, else in that of its name.
///
/// A file that is not supported (unknown extension, empty, not text) yields one refusal.
pub fn records(upload: Upload, format: Option<Format>) -> Records {
    let Upload { name, format: own, reader } = upload;
    let Some(format) = format.or(own).or_else(|| Format::from_name(&name)) else {
        return refused(&name, problems::unknown_format(&name));
    };
    match open(reader) {
        Err(error) => Box::new(std::iter::once(Err(error))),
        Ok((start, source)) => match not_text(&start, format) {
            Some(problem) => refused(&name, problem),
            None => read(name, source, &start, format),
        },
    }
}

fn read(name: String, source: FileSource, start: &[u8], format: Format) -> Records {
    match format {
        Format::Json => Box::new(json::Elements::new(name, source)),
        Format::JsonLines => Box::new(json_lines::JsonLinesRecords::new(name, source)),
        Format::Csv => Box::new(csv::CsvRecords::new(name, source, csv::delimiter(start))),
        Format::Markdown => Box::new(std::iter::once(markdown::read(&name, source))),
    }
}

fn refused(name: &str, problem: RecordProblem) -> Records {
    Box::new(std::iter::once(Ok(Err(Refusal::new(Location::file(name), problem)))))
}

#[cfg(test)]
pub(super) mod testing {
    use super::{Format, Upload, records};

    /// Every record as `location: fields` or `location: problems`, one per line.
    pub fn read_all(name: &str, bytes: &[u8]) -> Vec<String> {
        let reader = Box::new(std::io::Cursor::new(bytes.to_vec()));
        records(Upload { name: name.into(), format: None::<Format>, reader }, None)
            .map(|parsed| match parsed.expect("memory does not fail") {
                Ok(record) => {
                    let warnings: Vec<_> = record.warnings.iter().map(|warning| warning.message.as_str()).collect();
                    let warnings = if warnings.is_empty() { String::new() } else { format!(" ! {warnings:?}") };
                    format!("{}: {}{warnings}", record.location, serde_json::Value::Object(record.fields))
                }
                Err(refusal) => {
                    let problems: Vec<_> = refusal.problems.iter().map(ToString::to_string).collect();
                    format!("{}: {}", refusal.location, problems.join(" / "))
                }
            })
            .collect()
    }
}

#[cfg(test)]
mod tests {
    use super::testing::read_all;

    #[test]
    fn files_that_are_not_text_are_refused_with_one_sentence() {
        let check = |name: &str, bytes: &[u8], expected: &str| assert_eq!(read_all(name, bytes), [expected]);
        check("a.json", b"", "a.json: is empty; a file holds at least one article");
        check("a.csv", b"PK\x03\x04rest", "a.csv: is not text but a workbook or an archive; save it as \"CSV UTF-8\"");
        check("a.csv", b"\xff\xfet\0", "a.csv: is written in UTF-16; save it as \"CSV UTF-8\"");
        check(
            "a.csv",
            b"\xd0\xcf\x11\xe0\0",
            "a.csv: is not text but a workbook or an archive; save it as \"CSV UTF-8\"",
        );
        let spreadsheet = |name: &str| {
            let ending = name.rsplit('.').next().unwrap_or_default().to_lowercase();
            let expected =
                format!("{name}: is a spreadsheet (.{ending}); save it as \"CSV UTF-8\" and import that file");
            check(name, b"PK\x03\x04rest", &expected);
        };
        spreadsheet("legi.xlsx");
        spreadsheet("Legi.ODS");
        check("a.md", b"\x7fELF\x02\x01", "a.md: is not text; save it as text in UTF-8");
        check(
            "articles",
            b"{}",
            "articles: has no known extension; rename it to .json, .jsonl, .csv or .md, or add --format json, jsonl, csv or md",
        );
    }
}
