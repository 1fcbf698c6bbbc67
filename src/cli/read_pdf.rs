//! The child process that reads PDF files. The server starts it; it is not a command for operators.

use std::process::ExitCode;

use super::output::{Printer, REFUSED};
use crate::sources::pdf::{COMMAND, WITH_PDFTOTEXT, become_pdftotext, child};

/// Reads the PDF file on standard input, if this process was started for that.
pub(super) fn run() -> Option<ExitCode> {
    let mut arguments = std::env::args_os().skip(1);
    if arguments.next()? != COMMAND {
        return None;
    }
    if arguments.next().is_some_and(|argument| argument == WITH_PDFTOTEXT) {
        // It only returns when pdftotext is not installed.
        drop(become_pdftotext());
        return Some(ExitCode::from(REFUSED));
    }
    let reply = child::run(std::io::stdin().lock());
    Printer::new(false).line(String::from_utf8_lossy(&reply));
    Some(ExitCode::SUCCESS)
}
