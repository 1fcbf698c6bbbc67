//! Splits a file into messages: a single message, or an mbox mailbox (RFC 4155).

use std::io::{self, BufRead, BufReader, Read};

use super::text::MAX_BYTES;

/// Iterates over the messages of a file; each is cut to [`MAX_BYTES`].
pub struct MailboxReader {
    source: BufReader<Box<dyn Read + Send>>,
    /// Whether the file is an mbox; `None` before the first line.
    is_mbox: Option<bool>,
    done: bool,
}

impl MailboxReader {
    pub fn new(reader: Box<dyn Read + Send>) -> Self {
        Self { source: BufReader::new(reader), is_mbox: None, done: false }
    }

    fn next_message(&mut self) -> io::Result<Option<Vec<u8>>> {
        let mut message = Vec::new();
        let (mut blank, mut any) = (true, false);
        loop {
            let line = self.line()?;
            if line.is_empty() {
                self.done = true;
                return Ok(Some(message).filter(|message| !message.is_empty()));
            }
            let is_separator = is_separator(&line);
            let is_mbox = *self.is_mbox.get_or_insert(is_separator);
            if is_mbox && is_separator && blank {
                if any {
                    return Ok(Some(message));
                }
                message.clear();
                continue;
            }
            any |= !line.trim_ascii().is_empty();
            blank = line.trim_ascii().is_empty();
            let room = MAX_BYTES.saturating_sub(message.len());
            message.extend_from_slice(line.get(..room).unwrap_or(&line));
        }
    }

    /// The next line with its line end, or the next part of a very long line; empty at the end.
    fn line(&mut self) -> io::Result<Vec<u8>> {
        let mut line = Vec::new();
        self.source.by_ref().take(MAX_BYTES as u64).read_until(b'\n', &mut line)?;
        Ok(line)
    }
}

/// Whether this is an mbox separator, `From sender date`. Requires the date: body text may begin with "From ".
fn is_separator(line: &[u8]) -> bool {
    let Some(rest) = line.strip_prefix(b"From ").and_then(|rest| std::str::from_utf8(rest).ok()) else { return false };
    let is_year = |word: &str| word.len() == 4 && word.bytes().all(|byte| byte.is_ascii_digit());
    rest.split_whitespace().any(|word| word.contains(':')) && rest.split_whitespace().any(is_year)
}

impl Iterator for MailboxReader {
    type Item = io::Result<Vec<u8>>;

    fn next(&mut self) -> Option<Self::Item> {
        if self.done {
            return None;
        }
        let message = self.next_message();
        self.done |= !matches!(message, Ok(Some(_)));
        message.transpose()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn split(text: &str) -> Vec<String> {
        let mails = MailboxReader::new(Box::new(io::Cursor::new(text.as_bytes().to_vec())));
        mails.map(|mail| String::from_utf8(mail.expect("memory")).expect("text")).collect()
    }

    #[test]
    fn a_mailbox_is_split_at_separators() {
        let date = "Mon Jan  5 10:00:00 2026";
        let text = format!("From a@x.ro {date}\nA: 1\n\nx\n\nFrom here on\n\nFrom - {date}\r\nB: 2\n\nFrom {date}");
        assert_eq!(split(&text), ["A: 1\n\nx\n\nFrom here on\n\n", "B: 2\n\n"]);
        assert_eq!(split(&format!("A: 1\n\nFrom a@x.ro {date}\n")), [format!("A: 1\n\nFrom a@x.ro {date}\n")]);
        assert_eq!(split(&format!("From a {date}\n\nFrom b {date}\nB: 2\n")), ["B: 2\n"]);
        assert_eq!(split(""), [""; 0]);
    }

    #[test]
    fn long_messages_are_cut() {
        let long = format!("A: 1\n\n{}\n", "x".repeat(3 * MAX_BYTES));
        assert_eq!(split(&long)[0].len(), MAX_BYTES);
        let (first, second) = ("From a Mon Jan  5 10:00:00 2026\n", "\nFrom b Mon Jan  5 10:00:00 2026\nB: 2\n");
        assert_eq!(split(&format!("{first}A: 1\n\n{}{second}", "x\n".repeat(MAX_BYTES))).len(), 2);
    }
}
