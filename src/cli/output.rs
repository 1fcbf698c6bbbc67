//! What the terminal sees: the one place that prints, and the exit codes.

use std::io::{self, IsTerminal, Write};
use std::process::ExitCode;

use comfy_table::{ContentArrangement, Table, presets};
use jiff::Timestamp;
use jiff::tz::TimeZone;
use serde::Serialize;

use crate::clock::LEGAL_TIME_ZONE;
use crate::error::{Error, Kind, Result};

/// Something was refused, but not the whole command.
pub const REFUSED: u8 = 1;

/// Prints text for people or JSON for programs.
///
/// A reader that closes the pipe early (`| head`) ends the printing, not the program.
pub struct Printer {
    json: bool,
    /// Why nothing more is printed.
    closed: Option<io::Error>,
}

impl Printer {
    pub fn new(json: bool) -> Self {
        Self { json, closed: None }
    }

    pub fn is_json(&self) -> bool {
        self.json
    }

    /// A line on standard output, in text as in JSON mode.
    pub fn line(&mut self, text: impl AsRef<str>) {
        if self.closed.is_some() {
            return;
        }
        let mut out = io::stdout().lock();
        let written = out.write_all(text.as_ref().as_bytes()).and_then(|()| out.write_all(b"\n"));
        self.closed = written.and_then(|()| out.flush()).err();
    }

    /// `value` in JSON mode, else what `text` makes of it.
    pub fn show<T: Serialize>(&mut self, value: &T, text: impl FnOnce(&T) -> String) {
        if self.json {
            let json = serde_json::to_string_pretty(value).unwrap_or_default();
            self.line(json);
        } else {
            self.line(text(value));
        }
    }

    /// A remark on standard error, which leaves standard output clean for programs.
    pub fn note(&self, text: impl AsRef<str>) {
        // Nothing is left to tell anybody when standard error is closed.
        drop(writeln!(io::stderr().lock(), "{}", text.as_ref()));
    }

    /// Prints the error, if there is one, and answers the exit code.
    pub fn finish(&mut self, done: Result<ExitCode>) -> ExitCode {
        let unwritten = self.closed.take().filter(|error| error.kind() != io::ErrorKind::BrokenPipe);
        let done = match unwritten {
            Some(error) => Err(Error::unavailable("cannot write the output").caused_by(error)),
            None => done,
        };
        match done {
            Ok(code) => code,
            Err(error) => {
                self.error(&error);
                ExitCode::from(exit_code(error.kind))
            }
        }
    }

    fn error(&self, error: &Error) {
        if self.json {
            let mut problem = error.to_problem();
            problem.error = error.chain();
            self.note(serde_json::to_string(&problem).unwrap_or_default());
        } else {
            let red = if io::stderr().is_terminal() { "\u{1b}[31merror:\u{1b}[0m" } else { "error:" };
            self.note(format!("{red} {}", error.chain()));
        }
    }
}

fn exit_code(kind: Kind) -> u8 {
    match kind {
        Kind::Invalid
        | Kind::Unauthenticated
        | Kind::Forbidden
        | Kind::NotFound
        | Kind::Gone
        | Kind::Conflict
        | Kind::TooLarge
        | Kind::TooMany => REFUSED,
        Kind::Unavailable | Kind::Timeout | Kind::Upstream => 3,
        Kind::Internal => 70,
    }
}

/// A quiet table; columns wrap at the terminal's width.
pub fn table(header: &[&str]) -> Table {
    let mut table = Table::new();
    table.load_style(presets::NOTHING).set_content_arrangement(ContentArrangement::Dynamic).set_header(header);
    let width = console::Term::stdout().size_checked().map_or(160, |(_, columns)| columns);
    table.set_width(width);
    table
}

/// The columns of the terminal; `None` when the output goes elsewhere.
pub fn terminal_width() -> Option<u16> {
    let terminal = console::Term::stdout();
    terminal.is_term().then(|| terminal.size().1)
}

/// `2025-12-15 14:03`, in Romanian time.
pub fn moment(at: Timestamp) -> String {
    let zone = TimeZone::get(LEGAL_TIME_ZONE).unwrap_or(TimeZone::UTC);
    at.to_zoned(zone).strftime("%Y-%m-%d %H:%M").to_string()
}

/// `3.4 MB`.
pub fn size(bytes: u64) -> String {
    indicatif::DecimalBytes(bytes).to_string()
}

/// `1 article`, `2 articles`.
pub fn count(number: u64, noun: &str) -> String {
    if number == 1 { format!("1 {noun}") } else { format!("{} {noun}s", indicatif::HumanCount(number)) }
}
