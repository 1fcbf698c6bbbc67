//! Confirmation of actions that cannot be undone.

use crate::error::{Error, ErrorCode, Kind, Result};

/// Asks to confirm a removal. See [`confirm`].
pub(super) fn confirm_removal(question: &str) -> Result<bool> {
    confirm(question, "a removal cannot be undone")
}

/// Asks a yes-or-no question on the terminal. `reason` explains why confirmation is needed.
///
/// # Errors
/// `not_confirmed` without a terminal.
pub(super) fn confirm(question: &str, reason: &str) -> Result<bool> {
    let terminal = console::Term::stderr();
    if !terminal.is_term() {
        let message = format!("{reason}; add --yes to run without a terminal");
        return Err(Error::new(Kind::Invalid, ErrorCode::NotConfirmed, message));
    }
    let asked = terminal.write_str(&format!("{question} [y/N] ")).and_then(|()| terminal.read_line());
    let answer = asked.map_err(|error| Error::unavailable("cannot read the answer").caused_by(error))?;
    Ok(matches!(answer.trim().to_lowercase().as_str(), "y" | "yes" | "d" | "da"))
}
