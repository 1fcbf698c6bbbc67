//! Files of articles, cut into raw records as they stream by.
//!
//! Nothing here keeps more than one record, and no record may be longer than
//! [`limits::RECORD_BYTES`]: a longer one is passed over without being kept. What cannot be read
//! as a record is a [`Refusal`] and the reading goes on behind it where that is possible; a
//! failing disk or connection is an `io::Error` and ends it.

mod columns;
pub(super) mod csv;
pub mod folder;
mod json;
mod json_lines;
pub(super) mod lines;
mod markdown;
mod scan;

use std::io::{self, BufReader, Chain, Cursor, Read};

use super::{Format, Location, Problem, RawRecord, Refusal, Upload};
use crate::domain::article::limits;

/// A record, or why it is none.
pub type Parsed = Result<RawRecord, Refusal>;

/// The records of one file, in its order.
pub type Records = Box<dyn Iterator<Item = io::Result<Parsed>>>;

/// The start of the file, already read to look at it, and the rest.
pub(super) type Source = BufReader<Chain<Cursor<Vec<u8>>, Box<dyn Read + Send>>>;

const BUFFER_BYTES: usize = 64 * 1024;
const BOM: &[u8] = b"\xef\xbb\xbf";

/// Reads `upload` as `format`, or as its own format, or by the ending of its name.
///
/// A file that is none of ours (unknown ending, empty, not text) gives one refusal that says so.
pub fn records(upload: Upload, format: Option<Format>) -> Records {
    let Upload { name, format: own, reader } = upload;
    let Some(format) = format.or(own).or_else(|| Format::from_name(&name)) else {
        return refused(&name, unknown_format());
    };
    match open(reader) {
        Err(error) => Box::new(std::iter::once(Err(error))),
        Ok((start, source)) => match not_text(&start, format) {
            Some(problem) => refused(&name, problem),
            None => read(name, source, &start, format),
        },
    }
}

fn read(name: String, source: Source, start: &[u8], format: Format) -> Records {
    match format {
        Format::Json => Box::new(json::Elements::new(name, source)),
        Format::JsonLines => Box::new(json_lines::Records::new(name, source)),
        Format::Csv => Box::new(csv::Records::new(name, source, csv::delimiter(start))),
        Format::Markdown => Box::new(std::iter::once(markdown::read(&name, source))),
    }
}

/// Reads the start of the file, without its byte order mark, and puts it before the rest again.
pub(super) fn open(mut reader: Box<dyn Read + Send>) -> io::Result<(Vec<u8>, Source)> {
    let mut start = Vec::new();
    if let Err(error) = reader.by_ref().take(BUFFER_BYTES as u64).read_to_end(&mut start) {
        if start.is_empty() {
            return Err(error);
        }
        // The records that did arrive are read first; the failure is met where it happened.
        reader = Box::new(BrokenOff(Some(error)));
    }
    if start.starts_with(BOM) {
        start.drain(..BOM.len());
    }
    Ok((start.clone(), BufReader::with_capacity(BUFFER_BYTES, Cursor::new(start).chain(reader))))
}

/// The place where a file broke off.
struct BrokenOff(Option<io::Error>);

impl Read for BrokenOff {
    fn read(&mut self, _: &mut [u8]) -> io::Result<usize> {
        Err(self.0.take().unwrap_or_else(|| io::ErrorKind::UnexpectedEof.into()))
    }
}

fn refused(name: &str, problem: Problem) -> Records {
    Box::new(std::iter::once(Ok(Err(Refusal::new(Location::file(name), problem)))))
}

fn unknown_format() -> Problem {
    Problem::of_record(
        "has no ending that names its format",
        "call it .json, .jsonl, .csv or .md, or say --format json, jsonl, csv or md",
    )
}

/// Why a file that begins so cannot be text; the messages of its records would be riddles.
pub(super) fn not_text(start: &[u8], format: Format) -> Option<Problem> {
    let remedy = match format {
        Format::Csv => "save it as \"CSV UTF-8\"",
        Format::Json | Format::JsonLines | Format::Markdown => "save it as text in UTF-8",
    };
    if start.is_empty() {
        Some(nothing_in_it())
    } else if start.starts_with(b"PK\x03\x04") {
        Some(Problem::of_record("is not text but a workbook or an archive", remedy))
    } else if start.starts_with(b"\xff\xfe") || start.starts_with(b"\xfe\xff") {
        Some(Problem::of_record("is written in UTF-16", remedy))
    } else if start.iter().any(|byte| matches!(byte, 0..=8 | 14..=31)) {
        Some(Problem::of_record("is not text", remedy))
    } else {
        None
    }
}

fn nothing_in_it() -> Problem {
    Problem::of_record("is empty", "a file holds at least one article")
}

/// The refusal of a file that has bytes but no record.
fn no_article(name: &str) -> Refusal {
    Refusal::new(Location::file(name), nothing_in_it())
}

fn too_long() -> Problem {
    let kib = limits::RECORD_BYTES / 1024;
    Problem::of_record("is longer than any article", format!("one article has at most {kib} KiB"))
}

pub(super) fn not_utf8(remedy: &str) -> Problem {
    Problem::of_record("is not written in UTF-8", remedy)
}

fn not_json(error: &serde_json::Error, column: Option<usize>) -> Problem {
    // serde_json ends its sentence with a place counted from the record's start, not from the file's.
    let text = error.to_string();
    let reason = text.rsplit_once(" at line ").map_or(text.as_str(), |(reason, _)| reason);
    let wrong = match column.filter(|column| *column > 0) {
        Some(column) => format!("is not JSON: {reason} (column {column})"),
        None => format!("is not JSON: {reason}"),
    };
    let allowed = match error.classify() {
        serde_json::error::Category::Data => "an article is an object: {\"title\": …}",
        _ => "correct it there",
    };
    Problem::of_record(wrong, allowed)
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
    fn files_that_are_no_text_are_told_in_one_sentence() {
        let check = |name: &str, bytes: &[u8], expected: &str| assert_eq!(read_all(name, bytes), [expected]);
        check("a.json", b"", "a.json: is empty; a file holds at least one article");
        check("a.csv", b"PK\x03\x04rest", "a.csv: is not text but a workbook or an archive; save it as \"CSV UTF-8\"");
        check("a.csv", b"\xff\xfet\0", "a.csv: is written in UTF-16; save it as \"CSV UTF-8\"");
        check("a.md", b"\x7fELF\x02\x01", "a.md: is not text; save it as text in UTF-8");
        check(
            "articles",
            b"{}",
            "articles: has no ending that names its format; call it .json, .jsonl, .csv or .md, or say --format json, jsonl, csv or md",
        );
    }
}
