//! JSON Lines: one object per line. An invalid line does not affect the others.

use std::io;

use super::lines::{Line, Lines};
use super::problems::{no_article, not_json, not_utf8, too_long};
use super::source::{FileSource, Parsed};
use crate::domain::article::limits;
use crate::sources::{Location, RawRecord, Refusal};

pub(super) struct JsonLinesRecords {
    name: String,
    lines: Lines<FileSource>,
    /// Whether a line was not blank.
    has_text: bool,
    done: bool,
}

impl JsonLinesRecords {
    pub(super) fn new(name: String, source: FileSource) -> Self {
        Self { name, lines: Lines::new(source, limits::RECORD_BYTES), has_text: false, done: false }
    }
}

impl Iterator for JsonLinesRecords {
    type Item = io::Result<Parsed>;

    fn next(&mut self) -> Option<Self::Item> {
        while !self.done {
            match self.lines.next() {
                Err(error) => {
                    self.done = true;
                    return Some(Err(error));
                }
                Ok(None) => {
                    self.done = true;
                    return (!self.has_text).then(|| Ok(Err(no_article(&self.name))));
                }
                Ok(Some((_, Line::Whole(line)))) if line.trim_ascii().is_empty() => {}
                Ok(Some((number, line))) => {
                    self.has_text = true;
                    return Some(Ok(parse(&line, Location::line(&self.name, number))));
                }
            }
        }
        None
    }
}

fn parse(line: &Line<'_>, location: Location) -> Parsed {
    let Line::Whole(bytes) = line else {
        return Err(Refusal::new(location, too_long()));
    };
    let Ok(text) = std::str::from_utf8(bytes) else {
        return Err(Refusal::new(location, not_utf8("save the file in UTF-8")));
    };
    match serde_json::from_str(text) {
        Ok(fields) => Ok(RawRecord { location, fields, warnings: vec![], bytes: bytes.len() }),
        Err(error) => {
            let mut problem = not_json(&error, Some(error.column()));
            if text.trim_start().starts_with('[') {
                problem.allowed = "this looks like a JSON array; add --format json".into();
            }
            Err(Refusal::new(location, problem))
        }
    }
}

#[cfg(test)]
mod tests {
    use super::super::testing::read_all;
    use crate::domain::article::limits;

    #[test]
    fn an_invalid_line_is_refused_and_the_others_are_read() {
        let text = "{\"slug\":\"a\"}\r\n\n{\"slug\": \"b\",}\n{\"slug\":\"c\"}\n[1]\n\u{a0}";
        assert_eq!(
            read_all("a.jsonl", text.as_bytes()),
            [
                r#"a.jsonl, line 1: {"slug":"a"}"#,
                "a.jsonl, line 3: is not JSON: a comma has nothing after it (column 14); remove the comma",
                r#"a.jsonl, line 4: {"slug":"c"}"#,
                "a.jsonl, line 5: is not an article; this looks like a JSON array; add --format json",
                "a.jsonl, line 6: is not JSON: a value is missing or not in quotation marks (column 1); quote texts; other values are numbers, true, false, null",
            ]
        );
    }

    #[test]
    fn a_line_longer_than_any_article_is_refused_and_the_next_one_is_read() {
        let text = format!("{{\"title\":\"{}\"}}\n{{\"slug\":\"b\"}}", "x".repeat(limits::RECORD_BYTES));
        assert_eq!(
            read_all("a.jsonl", text.as_bytes()),
            [
                "a.jsonl, line 1: is longer than any article; one article has at most 512 KiB",
                r#"a.jsonl, line 2: {"slug":"b"}"#
            ]
        );
    }

    #[test]
    fn other_encodings_and_blank_files_are_refused() {
        let records = read_all("a.jsonl", b"{\"title\":\"\xcenchirieri\"}\n");
        assert_eq!(records, ["a.jsonl, line 1: is not written in UTF-8; save the file in UTF-8"]);
        assert_eq!(read_all("a.jsonl", b"\n \n"), ["a.jsonl: is empty; a file holds at least one article"]);
    }
}
