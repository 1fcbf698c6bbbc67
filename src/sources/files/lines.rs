//! Lines of bounded length.

use std::io::{self, BufRead, Read};

/// One line of a file.
#[derive(Debug, PartialEq, Eq)]
pub(in crate::sources) enum Line<'a> {
    /// Without the line end, LF or CRLF.
    Whole(&'a [u8]),
    /// Longer than allowed; skipped.
    TooLong,
}

/// Reads lines of at most `limit` bytes in bounded memory.
pub(in crate::sources) struct Lines<R> {
    source: R,
    line: Vec<u8>,
    number: u64,
    limit: usize,
}

impl<R: BufRead> Lines<R> {
    pub(in crate::sources) fn new(source: R, limit: usize) -> Self {
        Self { source, line: Vec::new(), number: 0, limit }
    }

    /// Returns the next line with its number, counted from 1; `None` at the end.
    pub(in crate::sources) fn next(&mut self) -> io::Result<Option<(u64, Line<'_>)>> {
        self.line.clear();
        // Room for the line and its end only, so that memory is bounded.
        let most = self.limit as u64 + 2;
        if self.source.by_ref().take(most).read_until(b'\n', &mut self.line)? == 0 {
            return Ok(None);
        }
        self.number += 1;
        let whole = match self.line.strip_suffix(b"\n") {
            Some(line) => line.strip_suffix(b"\r").unwrap_or(line),
            None => {
                if self.line.len() as u64 == most {
                    self.source.skip_until(b'\n')?;
                }
                &self.line
            }
        };
        let line = if whole.len() > self.limit { Line::TooLong } else { Line::Whole(whole) };
        Ok(Some((self.number, line)))
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
}
