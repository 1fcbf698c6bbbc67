//! Merge fields: the parts of a bulk message that differ per recipient.
//!
//! A bulk message is rendered once, with each merge field as a name between two private-use characters.
//! [`merge`] replaces all fields in one pass, so merged values are never interpreted.

use crate::domain::email::Email;
use crate::domain::template::{Delimiters, Piece, pieces};

const MARK: Delimiters = Delimiters { open: "\u{e000}", close: "\u{e001}" };

/// A value that differs per recipient.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum MergeField {
    DisplayName,
    /// The recipient's preferences page.
    PreferencesUrl,
    /// The recipient's one-click unsubscribe page.
    UnsubscribeUrl,
}

/// One recipient's values of all merge fields.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct MergeValues {
    pub to: Email,
    /// Empty when there is no name that is safe to greet.
    pub display_name: String,
    pub preferences_url: String,
    pub unsubscribe_url: String,
}

impl MergeField {
    const ALL: [Self; 3] = [Self::DisplayName, Self::PreferencesUrl, Self::UnsubscribeUrl];

    fn name(self) -> &'static str {
        match self {
            Self::DisplayName => "display_name",
            Self::PreferencesUrl => "preferences_url",
            Self::UnsubscribeUrl => "unsubscribe_url",
        }
    }

    /// The mark that stands for the value in a rendered message.
    pub fn mark(self) -> String {
        format!("{}{}{}", MARK.open, self.name(), MARK.close)
    }

    fn value(self, recipient: &MergeValues) -> &str {
        match self {
            Self::DisplayName => &recipient.display_name,
            Self::PreferencesUrl => &recipient.preferences_url,
            Self::UnsubscribeUrl => &recipient.unsubscribe_url,
        }
    }
}

/// Replaces the marks in the text with the recipient's values, each encoded by `encode`.
///
/// A private-use character that an operator's text holds by mistake is left out.
pub(super) fn merge(text: &str, recipient: &MergeValues, encode: impl Fn(&str) -> String) -> String {
    let mut merged = String::with_capacity(text.len() + 256);
    for piece in pieces(text, MARK) {
        match piece {
            Piece::Text(text) => merged.push_str(text),
            Piece::Placeholder(name) => {
                let field = MergeField::ALL.into_iter().find(|field| field.name() == name);
                merged.push_str(&field.map(|field| encode(field.value(recipient))).unwrap_or_default());
            }
            Piece::Unclosed => {}
        }
    }
    merged
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn values_are_merged_once_and_never_interpreted() {
        let preferences = MergeField::PreferencesUrl.mark();
        let recipient = MergeValues {
            to: Email::parse("ana@example.ro").expect("an address"),
            display_name: preferences.clone(),
            preferences_url: "https://p.example.ro/p?a&b".into(),
            unsubscribe_url: "u".into(),
        };
        let text = format!(
            "{} {preferences} {}\u{e000}7\u{e001}\u{e000}",
            MergeField::DisplayName.mark(),
            MergeField::UnsubscribeUrl.mark()
        );
        assert_eq!(merge(&text, &recipient, str::to_owned), format!("{preferences} https://p.example.ro/p?a&b u"));
        let escaped = super::super::rendered::escaped;
        assert_eq!(merge(&preferences, &recipient, escaped), "https://p.example.ro/p?a&amp;b");
    }
}
