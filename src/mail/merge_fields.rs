//! Merge fields: the parts of a bulk message that differ per recipient.
//!
//! A bulk message is rendered once. Each merge field is a mark of two private-use characters around a number;
//! [`merge`] replaces all marks in one pass, so merged values are never interpreted.

use crate::domain::email::Email;

const OPEN: char = '\u{e000}';
const CLOSE: char = '\u{e001}';

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

    /// The mark that stands for the value in a rendered message.
    pub fn mark(self) -> String {
        format!("{OPEN}{}{CLOSE}", self as u8)
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
pub(super) fn merge(text: &str, recipient: &MergeValues, encode: impl Fn(&str) -> String) -> String {
    let mut merged = String::with_capacity(text.len() + 256);
    let mut rest = text;
    while let Some((before, after)) = rest.split_once(OPEN) {
        merged.push_str(before);
        let Some((number, after)) = after.split_once(CLOSE) else {
            rest = after;
            continue;
        };
        if let Some(field) = MergeField::ALL.into_iter().find(|field| number == (*field as u8).to_string()) {
            merged.push_str(&encode(field.value(recipient)));
        }
        rest = after;
    }
    merged.push_str(rest);
    merged
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn merged_values_are_not_interpreted() {
        let preferences = MergeField::PreferencesUrl.mark();
        let recipient = MergeValues {
            to: Email::parse("ana@example.ro").expect("an address"),
            display_name: preferences.clone(),
            preferences_url: "https://p.example.ro/p?a&b".into(),
            unsubscribe_url: "u".into(),
        };
        let text = format!(
            "{} {preferences} {}{OPEN}7{CLOSE}{OPEN}",
            MergeField::DisplayName.mark(),
            MergeField::UnsubscribeUrl.mark()
        );
        assert_eq!(merge(&text, &recipient, str::to_owned), format!("{preferences} https://p.example.ro/p?a&b u"));
        assert_eq!(merge(&preferences, &recipient, super::super::html::escape), "https://p.example.ro/p?a&amp;b");
    }
}
