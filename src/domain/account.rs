//! Who signs in.

use std::fmt;

use serde::{Deserialize, Serialize};

/// The name of an account: 28 of `[0-9A-Za-z]`, drawn at random, never given twice.
#[derive(Debug, Clone, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(try_from = "String", into = "String")]
pub struct Uid(String);

impl Uid {
    /// Length in characters.
    pub const LEN: usize = 28;

    pub fn parse(text: &str) -> Option<Self> {
        let sound = text.len() == Self::LEN && text.bytes().all(|byte| byte.is_ascii_alphanumeric());
        sound.then(|| Self(text.to_owned()))
    }

    pub fn as_str(&self) -> &str {
        &self.0
    }
}

impl fmt::Display for Uid {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl TryFrom<String> for Uid {
    type Error = &'static str;

    fn try_from(text: String) -> Result<Self, Self::Error> {
        Self::parse(&text).ok_or("not the name of an account")
    }
}

impl From<Uid> for String {
    fn from(uid: Uid) -> Self {
        uid.0
    }
}

/// Longest name of a person, in characters.
pub const MAX_NAME: usize = 80;

/// A name as it is kept: trimmed, otherwise as typed; escaped only where it is shown.
///
/// `None` for what no mail or page could carry: line breaks and other control characters, marks that
/// turn the writing around or cannot be seen, more than [`MAX_NAME`] characters.
pub fn display_name(text: &str) -> Option<String> {
    let name = text.trim();
    let sound =
        name.chars().count() <= MAX_NAME && !name.chars().any(|c| c.is_control() || turns(c) || is_invisible(c));
    sound.then(|| name.to_owned())
}

/// Changes the direction or the line of what is written after it.
fn turns(c: char) -> bool {
    matches!(c, '\u{61c}' | '\u{200e}' | '\u{200f}' | '\u{2028}'..='\u{202e}' | '\u{2066}'..='\u{2069}')
}

/// Shows nothing, so that a name of it would be none, or would pass for another's. The two joiners
/// (U+200C, U+200D) are part of some writings and of some pictures, and stay.
fn is_invisible(c: char) -> bool {
    matches!(
        c,
        '\u{ad}' | '\u{34f}' | '\u{115f}' | '\u{1160}' | '\u{17b4}' | '\u{17b5}' | '\u{180e}' | '\u{200b}'
            | '\u{2060}'..='\u{2065}' | '\u{206a}'..='\u{206f}' | '\u{2800}' | '\u{3164}' | '\u{feff}'
            | '\u{ffa0}' | '\u{fff9}'..='\u{fffb}' | '\u{e0000}'..='\u{e007f}'
    )
}

/// How long a session outlives its browser.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize, utoipa::ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum Persistence {
    /// Until it was idle for long.
    #[default]
    Local,
    /// Until the browser is closed.
    Session,
    /// Until the page is left.
    None,
}

impl Persistence {
    /// The one of this name, as JSON writes it.
    pub fn parse(name: &str) -> Option<Self> {
        Some(match name {
            "local" => Self::Local,
            "session" => Self::Session,
            "none" => Self::None,
            _ => return None,
        })
    }
}

/// What an account may do beyond reading.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Role {
    #[default]
    Reader,
    Editor,
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_trimmed_and_kept_as_they_are() {
        assert_eq!(display_name(" Ana ").as_deref(), Some("Ana"));
        assert_eq!(display_name("<b>O'Neil</b>").as_deref(), Some("<b>O'Neil</b>"));
        assert_eq!(display_name("  ").as_deref(), Some(""));
        for bad in [
            "Ana\r\nBcc: x@y.ro",
            "a\0",
            "\u{202e}anA",
            "a\u{2028}b",
            "\u{200b}",
            "\u{3164}",
            "A\u{61c}na",
            "An\u{feff}a",
            &"a".repeat(81),
        ] {
            assert_eq!(display_name(bad), None, "{bad:?}");
        }
    }
}
