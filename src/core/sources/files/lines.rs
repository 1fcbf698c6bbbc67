//! Lines of bounded length.

use std::io::{self, BufRead};

/// One line of a file.
#[derive(Debug, PartialEq, Eq)]
pub(in crate::sources) enum Line<'a> {
    /// Without the line end: LF, CRLF or CR.
    Whole(&'a [u8]),
    /// Longer than allowed; skipped.
    TooLong,
}

/// Reads lines of at most `limit` bytes in bounded memory.
pub(in crate::sources) struct Lines<R> {
    source: R,
    line: Vec<u8>,
    /// Whether the last line ended with CR, which an LF may follow.
    after_cr: bool,
    number: u64,
    limit: usize,
}

impl<R: BufRead> Lines<R> {
    pub(in crate::sources) fn new(source: R, limit: usize) -> Self {
        Self { source, line: Vec::new(), after_cr: false, number: 0, limit }
    }

    /// Returns the next line with its number, counted from 1; `None` at the end.
    pub(in crate::sources) fn next(&mut self) -> io::Result<Option<(u64, Line<'_>)>> {
        self.line.clear();
        let (mut any, mut ended) = (false, false);
        while !ended {
            let buffer = self.source.fill_buf()?;
            if std::mem::take(&mut self.after_cr) && buffer.first() == Some(&b'\n') {
                self.source.consume(1);
                continue;
            }
            if buffer.is_empty() {
                break;
            }
            any = true;
            let end = buffer.iter().position(|byte| matches!(byte, b'\n' | b'\r'));
            let part = &buffer[..end.unwrap_or(buffer.len())];
            // One byte more than allowed shows that the line is too long; memory stays bounded.
            let room = (self.limit + 1).saturating_sub(self.line.len());
            self.line.extend_from_slice(&part[..part.len().min(room)]);
            self.after_cr = end.is_some_and(|end| buffer[end] == b'\r');
            ended = end.is_some();
            let read = part.len() + usize::from(ended);
            self.source.consume(read);
        }
        if !any {
            return Ok(None);
        }
        self.number += 1;
        let whole = &self.line;
        let line = if whole.len() > self.limit { Line::TooLong } else { Line::Whole(whole) };
        Ok(Some((self.number, line)))
    }
}

/// Counts the line ends of a text that comes in parts: LF, CRLF or CR.
#[derive(Debug, Clone, Copy, Default)]
pub(super) struct LineEnds {
    /// Whether the last byte was a CR, which an LF may follow.
    after_cr: bool,
}

impl LineEnds {
    /// Returns the number of line ends in the next bytes; a CRLF counts at its first byte.
    pub(super) fn read(&mut self, bytes: &[u8]) -> u64 {
        let Some(last) = bytes.last() else { return 0 };
        let begins_after_cr = std::mem::replace(&mut self.after_cr, *last == b'\r') && bytes[0] == b'\n';
        let count = |ends: u64, byte: &u8| ends + u64::from(matches!(byte, b'\n' | b'\r'));
        let pairs = bytes.windows(2).fold(0, |pairs, pair| pairs + u64::from(pair == b"\r\n"));
        bytes.iter().fold(0, count) - pairs - u64::from(begins_after_cr)
    }
}

#[cfg(test)]
mod tests {
    use std::io::BufReader;

    use super::*;

    #[test]
    fn a_line_that_is_too_long_is_skipped() {
        let text = format!("short\r\n{}\n\nlast", "x".repeat(100_000));
        let mut lines = Lines::new(BufReader::with_capacity(16, text.as_bytes()), 20);
        assert_eq!(lines.next().expect("a line"), Some((1, Line::Whole(b"short"))));
        assert_eq!(lines.next().expect("a line"), Some((2, Line::TooLong)));
        assert_eq!(lines.next().expect("a line"), Some((3, Line::Whole(b""))));
        assert_eq!(lines.next().expect("a line"), Some((4, Line::Whole(b"last"))));
        assert_eq!(lines.next().expect("the end"), None);
        assert!(lines.line.capacity() < 200);
    }

    #[test]
    fn every_kind_of_line_end_ends_one_line() {
        // Buffers of one and two bytes separate CR from LF.
        for capacity in [1, 2, 16] {
            let mut lines = Lines::new(BufReader::with_capacity(capacity, &b"a\rb\r\nc\n\rd\r"[..]), 20);
            let mut read = vec![];
            while let Some((number, Line::Whole(line))) = lines.next().expect("memory does not fail") {
                read.push(format!("{number}{}", String::from_utf8_lossy(line)));
            }
            assert_eq!(read, ["1a", "2b", "3c", "4", "5d"]);
        }
    }
}
