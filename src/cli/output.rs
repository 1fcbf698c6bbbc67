//! Output on the terminal, and exit codes. All printing happens here.

use std::io::{self, IsTerminal, Write};
use std::process::ExitCode;

use comfy_table::{ContentArrangement, Table, presets};
use indicatif::{ProgressBar, ProgressStyle};
use jiff::Timestamp;
use serde::Serialize;

use crate::clock;
use crate::domain::text::{is_hidden, printable};
use crate::error::{Error, ErrorCode, Kind, Result};

/// Exit code of a command that refused its input or a part of it.
pub const REFUSED: u8 = 1;
/// Exit code of wrong arguments.
const USAGE: u8 = 2;
/// Exit code when something was unavailable or the outcome is unknown.
pub const UNAVAILABLE: u8 = 3;
/// Exit code of a bug, as in sysexits(3).
const BUG: u8 = 70;

/// Prints text or JSON.
///
/// A closed pipe (`| head`) stops the output without an error.
pub struct Printer {
    json: bool,
    /// The write error after which nothing more is printed.
    closed: Option<io::Error>,
}

impl Printer {
    pub fn new(json: bool) -> Self {
        Self { json, closed: None }
    }

    pub fn is_json(&self) -> bool {
        self.json
    }

    /// Prints a line on standard output in either mode.
    pub fn line(&mut self, text: impl AsRef<str>) {
        if self.closed.is_some() {
            return;
        }
        let mut out = io::stdout().lock();
        let written = out.write_all(text.as_ref().as_bytes()).and_then(|()| out.write_all(b"\n"));
        self.closed = written.and_then(|()| out.flush()).err();
    }

    /// Prints `value` as JSON, or as formatted by `text`.
    pub fn show<T: Serialize>(&mut self, value: &T, text: impl FnOnce(&T) -> String) {
        if self.json {
            self.line(escape_hidden(&to_json(value, serde_json::to_string_pretty)));
        } else {
            self.line(printable(&text(value)));
        }
    }

    /// Prints `value` as one line of JSON.
    pub fn json_line<T: Serialize>(&mut self, value: &T) {
        self.line(escape_hidden(&to_json(value, serde_json::to_string)));
    }

    /// Prints a remark on standard error.
    pub fn note(&self, text: impl AsRef<str>) {
        // An error of standard error cannot be reported.
        drop(writeln!(io::stderr().lock(), "{}", printable(text.as_ref())));
    }

    /// Returns the bar with this template, or a hidden one with `--json` or without a terminal.
    pub fn progress_bar(&self, bar: ProgressBar, template: &str) -> ProgressBar {
        if self.json || !io::stderr().is_terminal() {
            return ProgressBar::hidden();
        }
        if let Ok(style) = ProgressStyle::with_template(template) {
            bar.set_style(style);
        }
        bar
    }

    /// Prints the error, if any, and returns the exit code.
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
                ExitCode::from(exit_code(&error))
            }
        }
    }

    /// Prints an error of the arguments as JSON and returns the exit code.
    pub fn usage(&self, error: &clap::Error) -> ExitCode {
        let text = error.render().to_string();
        let message = text.trim().strip_prefix("error: ").unwrap_or(text.trim());
        self.error(&Error::new(Kind::Invalid, ErrorCode::Usage, message.to_owned()));
        ExitCode::from(USAGE)
    }

    fn error(&self, error: &Error) {
        let message = format!("{}{}", error.chain(), remedy(error));
        if self.json {
            let mut problem = error.to_problem();
            problem.error = message;
            self.note(to_json(&problem, serde_json::to_string));
        } else {
            // Colours are off without a terminal and with NO_COLOR (https://no-color.org).
            let red = console::style("error:").red().for_stderr();
            drop(writeln!(io::stderr().lock(), "{red} {}", printable(&message)));
        }
    }
}

/// What the operator can do about an error whose message is written for readers.
fn remedy(error: &Error) -> &'static str {
    match (error.code, error.kind) {
        (ErrorCode::Maintenance, Kind::Unavailable) => " `paragraf status` shows since when, and how to end it.",
        _ => "",
    }
}

fn to_json<T: ?Sized>(value: &T, write: fn(&T) -> serde_json::Result<String>) -> String {
    write(value).expect("writing output as JSON cannot fail: its maps have string keys")
}

/// Escapes hidden characters in JSON. They occur only in its strings, so that the values stay the same.
fn escape_hidden(json: &str) -> String {
    let mut escaped = String::with_capacity(json.len());
    for c in json.chars() {
        if is_hidden(c) && c != '\n' {
            let mut units = [0; 2];
            escaped.extend(c.encode_utf16(&mut units).iter().map(|unit| format!("\\u{unit:04x}")));
        } else {
            escaped.push(c);
        }
    }
    escaped
}

fn exit_code(error: &Error) -> u8 {
    match error.kind {
        // The file is at fault, not the program.
        Kind::Internal if error.code == ErrorCode::StoreDamaged => REFUSED,
        Kind::Invalid
        | Kind::Unauthenticated
        | Kind::Forbidden
        | Kind::NotFound
        | Kind::Gone
        | Kind::Conflict
        | Kind::TooLarge
        | Kind::TooMany => REFUSED,
        Kind::Unavailable | Kind::Timeout | Kind::Upstream => UNAVAILABLE,
        Kind::Internal => BUG,
    }
}

/// A table without borders. Columns wrap at the width of the terminal; other programs get whole lines.
pub fn table(header: &[&str]) -> Table {
    let mut table = Table::new();
    table.load_style(presets::NOTHING).set_header(header);
    match terminal_width() {
        Some(width) => table.set_content_arrangement(ContentArrangement::Dynamic).set_width(width),
        None => table.set_content_arrangement(ContentArrangement::Disabled),
    };
    table
}

/// Columns of the terminal; `None` if the output is not a terminal.
pub fn terminal_width() -> Option<u16> {
    let terminal = console::Term::stdout();
    terminal.is_term().then(|| terminal.size().1)
}

/// Formats an instant in Romanian time with its offset, such as `2025-12-15 14:03+02:00`.
pub fn moment(at: Timestamp) -> String {
    clock::moment_text(at)
}

/// Formats a size, such as `3.4 MB`.
pub fn size(bytes: u64) -> String {
    indicatif::DecimalBytes(bytes).to_string()
}

/// Formats a count, such as `1 article` and `2 articles`.
pub fn count(number: u64, noun: &str) -> String {
    if number == 1 { format!("1 {noun}") } else { format!("{} {noun}s", indicatif::HumanCount(number)) }
}
