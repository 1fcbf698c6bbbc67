//! A file of mails, cut into mails: one alone, or a mailbox in which `From ` begins each (RFC 4155).

use std::io::{self, BufRead, BufReader, Read};

use super::MAX_BYTES;

/// The mails of a file, in its order; of each at most [`MAX_BYTES`], and never more in memory.
pub struct Mails {
    source: BufReader<Box<dyn Read + Send>>,
    /// Whether a `From ` line begins the next mail; `None` before anything was read.
    boxed: Option<bool>,
    done: bool,
}

impl Mails {
    pub fn new(reader: Box<dyn Read + Send>) -> Self {
        Self { source: BufReader::new(reader), boxed: None, done: false }
    }

    fn step(&mut self) -> io::Result<Option<Vec<u8>>> {
        let mut mail = Vec::new();
        let (mut blank, mut any) = (true, false);
        loop {
            let line = self.line()?;
            if line.is_empty() {
                self.done = true;
                return Ok(Some(mail).filter(|mail| !mail.is_empty()));
            }
            let begins = is_beginning(&line);
            let boxed = *self.boxed.get_or_insert(begins);
            if boxed && begins && blank {
                if any {
                    return Ok(Some(mail));
                }
                mail.clear();
                continue;
            }
            any |= !line.trim_ascii().is_empty();
            blank = line.trim_ascii().is_empty();
            let room = MAX_BYTES.saturating_sub(mail.len());
            mail.extend_from_slice(line.get(..room).unwrap_or(&line));
        }
    }

    /// The next line with its end, or the next part of one that is very long; empty at the end.
    fn line(&mut self) -> io::Result<Vec<u8>> {
        let mut line = Vec::new();
        self.source.by_ref().take(MAX_BYTES as u64).read_until(b'\n', &mut line)?;
        Ok(line)
    }
}

/// `From sender date`: what a text says after a blank line has no date.
fn is_beginning(line: &[u8]) -> bool {
    let Some(rest) = line.strip_prefix(b"From ").and_then(|rest| std::str::from_utf8(rest).ok()) else { return false };
    let is_year = |word: &str| word.len() == 4 && word.bytes().all(|byte| byte.is_ascii_digit());
    rest.split_whitespace().any(|word| word.contains(':')) && rest.split_whitespace().any(is_year)
}

impl Iterator for Mails {
    type Item = io::Result<Vec<u8>>;

    fn next(&mut self) -> Option<Self::Item> {
        if self.done {
            return None;
        }
        let step = self.step();
        self.done |= !matches!(step, Ok(Some(_)));
        step.transpose()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn cut(text: &str) -> Vec<String> {
        let mails = Mails::new(Box::new(io::Cursor::new(text.as_bytes().to_vec())));
        mails.map(|mail| String::from_utf8(mail.expect("memory")).expect("text")).collect()
    }

    #[test]
    fn a_mailbox_is_cut_where_mails_begin() {
        let date = "Mon Jan  5 10:00:00 2026";
        let text = format!("From a@x.ro {date}\nA: 1\n\nx\n\nFrom here on\n\nFrom - {date}\r\nB: 2\n\nFrom {date}");
        assert_eq!(cut(&text), ["A: 1\n\nx\n\nFrom here on\n\n", "B: 2\n\n"]);
        assert_eq!(cut(&format!("A: 1\n\nFrom a@x.ro {date}\n")), [format!("A: 1\n\nFrom a@x.ro {date}\n")]);
        assert_eq!(cut(&format!("From a {date}\n\nFrom b {date}\nB: 2\n")), ["B: 2\n"]);
        assert_eq!(cut(""), [""; 0]);
    }

    #[test]
    fn no_more_than_the_limit_is_kept() {
        let long = format!("A: 1\n\n{}\n", "x".repeat(3 * MAX_BYTES));
        assert_eq!(cut(&long)[0].len(), MAX_BYTES);
        let (first, second) = ("From a Mon Jan  5 10:00:00 2026\n", "\nFrom b Mon Jan  5 10:00:00 2026\nB: 2\n");
        assert_eq!(cut(&format!("{first}A: 1\n\n{}{second}", "x\n".repeat(MAX_BYTES))).len(), 2);
    }
}
