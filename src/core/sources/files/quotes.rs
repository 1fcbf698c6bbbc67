//! Quotation marks of CSV (RFC 4180): a cell is quoted as a whole or not at all.
//!
//! `csv_core` accepts other uses. A cell whose closing mark is missing would then silently include the next rows,
//! up to a mark that begins another cell.

use super::lines::LineEnds;
use crate::sources::RecordProblem;

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum QuoteState {
    /// At the start of a cell.
    Start,
    Plain,
    Quoted,
    /// After a closing mark, or the first one of a doubled mark.
    Closed,
}

/// Follows the quotation marks of one row.
// docs/decisions/0103
#[derive(Clone, Copy)]
pub(in crate::sources) struct Quotes {
    delimiter: u8,
    state: QuoteState,
    fault: Option<QuoteFault>,
    /// Line breaks so far.
    lines: u64,
    line_ends: LineEnds,
    /// Line breaks before the last opening mark.
    opened: u64,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum QuoteFault {
    /// A mark in a cell that does not begin with one.
    Inside,
    /// Text after a closing mark.
    AfterClosing,
}

impl Quotes {
    pub(in crate::sources) fn new(delimiter: u8) -> Self {
        Self { delimiter, state: QuoteState::Start, fault: None, lines: 0, line_ends: LineEnds::default(), opened: 0 }
    }

    /// Reads the next bytes of the row.
    pub(in crate::sources) fn read(&mut self, bytes: &[u8]) {
        for byte in bytes {
            self.lines += self.line_ends.read(&[*byte]);
            if self.fault.is_some() {
                continue;
            }
            self.state = match (self.state, *byte) {
                (QuoteState::Quoted, b'"') => QuoteState::Closed,
                (QuoteState::Quoted, _) => QuoteState::Quoted,
                (QuoteState::Closed, b'"') => QuoteState::Quoted,
                (_, b'\r' | b'\n') => QuoteState::Start,
                (_, byte) if byte == self.delimiter => QuoteState::Start,
                (QuoteState::Start, b'"') => {
                    self.opened = self.lines;
                    QuoteState::Quoted
                }
                (QuoteState::Plain, b'"') => self.fail(QuoteFault::Inside),
                (QuoteState::Closed, b' ') => QuoteState::Closed,
                (QuoteState::Closed, _) => self.fail(QuoteFault::AfterClosing),
                (QuoteState::Start | QuoteState::Plain, _) => QuoteState::Plain,
            };
        }
    }

    fn fail(&mut self, fault: QuoteFault) -> QuoteState {
        self.fault = Some(fault);
        self.opened = if fault == QuoteFault::Inside { self.lines } else { self.opened };
        QuoteState::Plain
    }

    /// The problem of the row, and the line breaks in the row before it. Call it at the end of the row.
    pub(in crate::sources) fn problem(&self) -> Option<(u64, RecordProblem)> {
        let whole = "quote the whole cell and double each quotation mark inside";
        let problem = match self.fault {
            None if self.state == QuoteState::Quoted => {
                RecordProblem::of_record("has an unclosed quotation mark", "close it")
            }
            None => return None,
            Some(QuoteFault::Inside) => RecordProblem::of_record("has a quotation mark inside a cell", whole),
            Some(QuoteFault::AfterClosing) => RecordProblem::of_record(
                "has text after a closing quotation mark",
                format!("an earlier mark may be unclosed; {whole}"),
            ),
        };
        Some((self.opened, problem))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn problem(row: &str) -> Option<(u64, String)> {
        let mut quotes = Quotes::new(b',');
        // Any partition of the bytes gives the same result.
        row.as_bytes().chunks(3).for_each(|chunk| quotes.read(chunk));
        quotes.problem().map(|(lines, problem)| (lines, problem.wrong))
    }

    #[test]
    fn cells_are_quoted_as_a_whole_or_not_at_all() {
        for good in ["", "a,b", "\"a, b\",c", "\"a\" ,b", "\"\",\"\"\"\"\"\"", "\"a\n\"\"b\"\"\r\nc\",d\r\n"] {
            assert_eq!(problem(good), None, "{good}");
        }
        let inside = Some((0, "has a quotation mark inside a cell".to_owned()));
        assert_eq!(problem("a \"b\",c"), inside);
        assert_eq!(problem("a, \"b\""), inside);
        let after = |lines| Some((lines, "has text after a closing quotation mark".to_owned()));
        assert_eq!(problem("\"a\"b,c"), after(0));
        assert_eq!(problem("\"x\ny\",\"a,3\nb,\"T\",4"), after(1));
        assert_eq!(problem("a,\"b\nc,d"), Some((0, "has an unclosed quotation mark".to_owned())));
    }
}
