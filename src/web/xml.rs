//! Characters that XML does not allow.

use std::borrow::Cow;

/// Removes the characters that XML 1.0 does not allow even when escaped (section 2.2, `Char`).
pub(super) fn clean(text: &str) -> Cow<'_, str> {
    let allowed = |c: char| matches!(c, '\t' | '\n' | '\r') || (c >= ' ' && !matches!(c, '\u{fffe}' | '\u{ffff}'));
    if text.chars().all(allowed) {
        text.into()
    } else {
        text.chars().filter(|c| allowed(*c)).collect::<String>().into()
    }
}
