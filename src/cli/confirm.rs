//! The question before what cannot be undone.

use crate::error::{Error, ErrorCode, Kind, Result};

/// Asks before something is removed; without a terminal nobody can answer.
pub(super) fn confirmed(question: &str) -> Result<bool> {
    asked(question, "removing is for good")
}

/// Asks before the command is sent; `why` is what stands against doing it unasked.
pub(super) fn asked(question: &str, why: &str) -> Result<bool> {
    let terminal = console::Term::stderr();
    if !terminal.is_term() {
        let message = format!("{why}; say --yes when nobody is at the terminal to be asked");
        return Err(Error::new(Kind::Invalid, ErrorCode::NotConfirmed, message));
    }
    let asked = terminal.write_str(&format!("{question} [y/N] ")).and_then(|()| terminal.read_line());
    let answer = asked.map_err(|error| Error::unavailable("cannot read the answer").caused_by(error))?;
    Ok(matches!(answer.trim(), "y" | "Y" | "yes" | "d" | "da"))
}
