//! Parses one address, with or without a name.

use crate::domain::email::Email;
use crate::domain::text::{is_hidden, shorten};
use crate::sources::RecordProblem;

/// Characters of an invalid text that a message repeats.
const SHOWN_CHARS: usize = 60;

/// Parses the address in `Name <address>`, `"address"` or `address`.
pub(super) fn address(text: &str) -> Result<Email, RecordProblem> {
    let text = text.trim_matches(|c: char| c.is_whitespace() || (!c.is_control() && is_hidden(c)));
    let inside = text.strip_suffix('>').and_then(|rest| Some(rest.rsplit_once('<')?.1));
    let bare = text.strip_prefix('"').and_then(|rest| rest.strip_suffix('"'));
    Email::pasted(inside.or(bare).unwrap_or(text)).ok_or_else(|| no_address(text))
}

fn no_address(text: &str) -> RecordProblem {
    let several = text.matches('@').count() > 1 && text.contains([',', ';', ' ', '\t']);
    let remedy = match several {
        true => "write one address on each line, or a header with the columns, such as email,language",
        false => "write it as ana@example.ro or Ana Pop <ana@example.ro>, or remove the line",
    };
    RecordProblem::of_record(format!("{:?} is not an e-mail address", shown(text)), remedy)
}

/// Shortens an invalid text for a message and keeps it on one line.
pub(super) fn shown(text: &str) -> String {
    shorten(&text.replace(char::is_control, " "), SHOWN_CHARS)
}
