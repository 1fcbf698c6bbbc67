//! Places in a finished mail for what differs from recipient to recipient.
//!
//! A mail to many is written and laid out once. Where a recipient's own links and name belong stands a mark
//! of two private signs around a number; [`Filled`] replaces all marks in one pass, so what is filled in is
//! never read again.

use crate::domain::email::Email;

const OPEN: char = '\u{e000}';
const CLOSE: char = '\u{e001}';

/// What a place is for.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Place {
    DisplayName,
    /// Where the recipient chooses what to get.
    PreferencesUrl,
    /// Where the recipient leaves.
    UnsubscribeUrl,
}

/// One recipient's values of all places.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Recipient {
    pub to: Email,
    /// Empty for who has no name, or none that a stranger may be greeted by.
    pub display_name: String,
    pub preferences_url: String,
    pub unsubscribe_url: String,
}

impl Place {
    const ALL: [Self; 3] = [Self::DisplayName, Self::PreferencesUrl, Self::UnsubscribeUrl];

    /// Stands for the value until it is known.
    pub fn mark(self) -> String {
        format!("{OPEN}{}{CLOSE}", self as u8)
    }

    fn value(self, recipient: &Recipient) -> &str {
        match self {
            Self::DisplayName => &recipient.display_name,
            Self::PreferencesUrl => &recipient.preferences_url,
            Self::UnsubscribeUrl => &recipient.unsubscribe_url,
        }
    }
}

/// The text with the recipient's values, each as `write` writes it.
pub(super) fn filled(text: &str, recipient: &Recipient, write: impl Fn(&str) -> String) -> String {
    let mut filled = String::with_capacity(text.len() + 256);
    let mut rest = text;
    while let Some((before, after)) = rest.split_once(OPEN) {
        filled.push_str(before);
        let Some((number, after)) = after.split_once(CLOSE) else {
            rest = after;
            continue;
        };
        if let Some(place) = Place::ALL.into_iter().find(|place| number == (*place as u8).to_string()) {
            filled.push_str(&write(place.value(recipient)));
        }
        rest = after;
    }
    filled.push_str(rest);
    filled
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn values_are_filled_once_and_never_read_again() {
        let preferences = Place::PreferencesUrl.mark();
        let recipient = Recipient {
            to: Email::parse("ana@example.ro").expect("an address"),
            display_name: preferences.clone(),
            preferences_url: "https://p.example.ro/p?a&b".into(),
            unsubscribe_url: "u".into(),
        };
        let text =
            format!("{} {preferences} {}{OPEN}7{CLOSE}{OPEN}", Place::DisplayName.mark(), Place::UnsubscribeUrl.mark());
        assert_eq!(filled(&text, &recipient, str::to_owned), format!("{preferences} https://p.example.ro/p?a&b u"));
        assert_eq!(filled(&preferences, &recipient, super::super::html::escape), "https://p.example.ro/p?a&amp;b");
    }
}
