//! A JSON array of articles, or one article, element by element.
//!
//! [`JsonScan`] finds the end of each element, and serde parses that element alone: serde itself would pass the whole
//! sequence to one visitor, and read the stream byte by byte. An element that is too long can then be skipped.

use std::io::{self, BufRead};

use serde_json::error::Category;

use super::problems::{no_article, not_json, not_utf8, too_long};
use super::scan::JsonScan;
use super::source::{FileSource, Parsed};
use crate::domain::article::limits;
use crate::sources::{Location, RawRecord, RecordProblem, Refusal};

/// The next expected item in the file.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Expect {
    Start,
    ElementOrEnd,
    CommaOrEnd,
    /// Nothing: the array or the single article has ended.
    Nothing {
        single: bool,
    },
    /// The end, or an error after which nothing can be read.
    Stopped,
}

pub(super) struct Elements {
    name: String,
    source: FileSource,
    expect: Expect,
    element: Vec<u8>,
    record: u64,
    line: u64,
    column: usize,
}

impl Elements {
    pub(super) fn new(name: String, source: FileSource) -> Self {
        Self { name, source, expect: Expect::Start, element: Vec::new(), record: 0, line: 1, column: 1 }
    }

    fn step(&mut self) -> io::Result<Option<Parsed>> {
        loop {
            let byte = self.peek()?;
            match (self.expect, byte) {
                (Expect::Stopped, _) | (Expect::Nothing { .. }, None) => return Ok(None),
                (Expect::Start, None) => return Ok(Some(self.stop(no_article(&self.name).problems))),
                (Expect::Start, Some(b'[')) => {
                    self.take(1);
                    self.expect = Expect::ElementOrEnd;
                }
                (Expect::Start, Some(b'{')) => return self.element(Expect::Nothing { single: true }).map(Some),
                (Expect::ElementOrEnd | Expect::CommaOrEnd, Some(b']')) => {
                    self.take(1);
                    self.expect = Expect::Nothing { single: false };
                }
                (Expect::CommaOrEnd, Some(b',')) => {
                    let line = self.line;
                    self.take(1);
                    if self.peek()? == Some(b']') {
                        self.line = line;
                        self.expect = Expect::Nothing { single: false };
                        let wrong = "has a comma after the last article";
                        return Ok(Some(self.stop(vec![RecordProblem::of_record(wrong, "remove the comma")])));
                    }
                    return self.element(Expect::CommaOrEnd).map(Some);
                }
                (Expect::ElementOrEnd, Some(_)) => return self.element(Expect::CommaOrEnd).map(Some),
                (expect, _) => return Ok(Some(self.stop(vec![misplaced(expect, byte)]))),
            }
        }
    }

    /// Returns the next byte that is not white space.
    fn peek(&mut self) -> io::Result<Option<u8>> {
        loop {
            let buffer = self.source.fill_buf()?;
            let Some(byte) = buffer.first().copied() else { return Ok(None) };
            if !byte.is_ascii_whitespace() {
                return Ok(Some(byte));
            }
            let spaces = buffer.iter().take_while(|byte| byte.is_ascii_whitespace()).count();
            self.take(spaces);
        }
    }

    /// Consumes `count` bytes of the buffer and updates line and column.
    fn take(&mut self, count: usize) {
        let taken = self.source.buffer().get(..count).unwrap_or_default();
        match taken.iter().rposition(|byte| *byte == b'\n') {
            Some(last) => {
                self.line += taken.iter().fold(0, |lines, byte| lines + u64::from(*byte == b'\n'));
                self.column = count - last;
            }
            None => self.column += count,
        }
        self.source.consume(count);
    }

    /// Reads an element that starts at the next byte.
    fn element(&mut self, then: Expect) -> io::Result<Parsed> {
        self.record += 1;
        self.expect = then;
        let (line, column) = (self.line, self.column);
        let location = Location { record: Some(self.record), ..Location::line(&self.name, line) };
        let (whole, bytes) = self.collect()?;
        if let Err(error) = std::str::from_utf8(&self.element)
            && error.error_len().is_some()
        {
            return Ok(Err(Refusal::new(location, not_utf8("save the file in UTF-8"))));
        }
        match serde_json::from_slice(&self.element) {
            Ok(fields) if whole => Ok(Ok(RawRecord { location, fields, warnings: vec![], bytes })),
            Err(error) if error.classify() == Category::Data => Ok(Err(Refusal::new(location, not_json(&error, None)))),
            Err(error) if error.classify() == Category::Syntax || bytes <= limits::RECORD_BYTES => {
                let ahead = if error.line() == 1 { column - 1 } else { 0 };
                let problem = not_json(&error, Some(error.column()).filter(|at| *at > 0).map(|at| ahead + at));
                // Column 0 is the preceding line break, where a string was not closed.
                self.line = line + error.line() as u64 - if error.column() == 0 { 2 } else { 1 };
                Ok(self.stop(vec![problem]))
            }
            _ => Ok(Err(Refusal::new(location, too_long()))),
        }
    }

    /// Consumes an element and keeps at most the bytes that an article may have. Returns whether the element
    /// is complete, and its length in the file.
    fn collect(&mut self) -> io::Result<(bool, usize)> {
        self.element.clear();
        let mut scan = JsonScan::default();
        let mut length = 0;
        loop {
            let buffer = self.source.fill_buf()?;
            if buffer.is_empty() {
                return Ok((scan.is_scalar() && length <= limits::RECORD_BYTES, length));
            }
            let (used, ended) = scan.advance(buffer);
            let room = limits::RECORD_BYTES.saturating_sub(length).min(used);
            self.element.extend_from_slice(&buffer[..room]);
            length += used;
            self.take(used);
            if ended {
                return Ok((length <= limits::RECORD_BYTES, length));
            }
        }
    }

    /// Refuses the record and the rest of the file, which cannot be split any more.
    fn stop(&mut self, mut problems: Vec<RecordProblem>) -> Parsed {
        let inside = self.expect == Expect::CommaOrEnd || self.expect == Expect::ElementOrEnd;
        if inside && let Some(problem) = problems.last_mut() {
            problem.allowed.push_str("; the rest of the array cannot be read");
        }
        self.expect = Expect::Stopped;
        let record = (self.record > 0).then_some(self.record);
        Err(Refusal { location: Location { record, ..Location::line(&self.name, self.line) }, problems })
    }
}

impl Iterator for Elements {
    type Item = io::Result<Parsed>;

    fn next(&mut self) -> Option<Self::Item> {
        let step = self.step();
        if step.is_err() {
            self.expect = Expect::Stopped;
        }
        step.transpose()
    }
}

fn misplaced(expect: Expect, byte: Option<u8>) -> RecordProblem {
    match (expect, byte) {
        (Expect::Nothing { single: true }, Some(b'{')) => RecordProblem::of_record(
            "has several articles one after another",
            "if this is JSON Lines, add --format jsonl",
        ),
        (Expect::Nothing { .. }, _) => RecordProblem::of_record("has text after its end", "remove the text"),
        (Expect::Start, _) => RecordProblem::of_record(
            "is not a JSON array or object",
            "write an array of articles, [{…}, {…}], or one article, {…}",
        ),
        (_, None) => RecordProblem::of_record("ends inside the array", "the file may be truncated"),
        _ => RecordProblem::of_record("is not JSON: a comma or a closing bracket is missing", "write [{…}, {…}]"),
    }
}

#[cfg(test)]
mod tests {
    use super::super::testing::read_all;
    use crate::domain::article::limits;

    fn check(text: &str, expected: &[&str]) {
        assert_eq!(read_all("a.json", text.as_bytes()), expected, "{text}");
    }

    #[test]
    fn an_array_and_a_single_article_are_read() {
        let first = r#"a.json, record 1 (line 1): {"slug":"a","x":["]}\"",{}]}"#;
        check(
            "[{\"slug\":\"a\", \"x\": [\"]}\\\"\", {}]},\n {\"slug\":\"b\"} ]\n",
            &[first, r#"a.json, record 2 (line 2): {"slug":"b"}"#],
        );
        check("{\n}", &["a.json, record 1 (line 1): {}"]);
        check(" [ ] ", &[]);
    }

    #[test]
    fn a_syntax_error_is_reported_with_its_position_and_ends_the_reading() {
        check(
            "[\n{\"slug\":\"a\"},\n{\"slug\": oops},\n{\"slug\":\"c\"}\n]",
            &[
                r#"a.json, record 1 (line 2): {"slug":"a"}"#,
                "a.json, record 2 (line 3): is not JSON: a value is missing or not in quotation marks (column 10); quote texts; other values are numbers, true, false, null; the rest of the array cannot be read",
            ],
        );
        check(
            "[{\"slug\": \"a},\n {\"slug\":\"c\"}]",
            &[
                "a.json, record 1 (line 1): is not JSON: a text contains a line break; close the quotation mark, or write \\n for the line break; the rest of the array cannot be read",
            ],
        );
        check(
            "[{\"slug\":\"a\"} {}]",
            &[
                r#"a.json, record 1 (line 1): {"slug":"a"}"#,
                "a.json, record 1 (line 1): is not JSON: a comma or a closing bracket is missing; write [{…}, {…}]; the rest of the array cannot be read",
            ],
        );
        check(
            "[{\"slug\":",
            &[
                "a.json, record 1 (line 1): is not JSON: it ends too early (column 9); a closing bracket or quotation mark is missing, or the file is truncated; the rest of the array cannot be read",
            ],
        );
    }

    #[test]
    fn a_comma_after_the_last_article_is_refused_with_its_line() {
        let refused =
            |line| format!("a.json, record 1 (line {line}): has a comma after the last article; remove the comma");
        check("[{},]", &["a.json, record 1 (line 1): {}", &refused(1)]);
        check("[\n{},\n]\n", &["a.json, record 1 (line 2): {}", &refused(2)]);
    }

    #[test]
    fn an_element_that_is_not_an_object_is_refused_and_the_next_one_is_read() {
        check(
            "[1, \"x,\", null, {}]",
            &[
                "a.json, record 1 (line 1): is not an article; write each article as an object: {\"title\": …}",
                "a.json, record 2 (line 1): is not an article; write each article as an object: {\"title\": …}",
                "a.json, record 3 (line 1): is not an article; write each article as an object: {\"title\": …}",
                "a.json, record 4 (line 1): {}",
            ],
        );
        let text = format!("[{{\"title\": \"{}\"}}, {{}}]", "x".repeat(limits::RECORD_BYTES));
        check(
            &text,
            &[
                "a.json, record 1 (line 1): is longer than any article; one article has at most 512 KiB",
                "a.json, record 2 (line 1): {}",
            ],
        );
    }

    #[test]
    fn json_lines_with_the_wrong_extension_get_a_remedy() {
        check(
            "{}\n{}",
            &[
                "a.json, record 1 (line 1): {}",
                "a.json, record 1 (line 2): has several articles one after another; if this is JSON Lines, add --format jsonl",
            ],
        );
        check(
            "hello",
            &[
                "a.json, line 1: is not a JSON array or object; write an array of articles, [{…}, {…}], or one article, {…}",
            ],
        );
    }
}
