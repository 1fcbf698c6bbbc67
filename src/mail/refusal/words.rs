//! The words of a reply, in which phrases are found.

use crate::domain::text::fold;

/// The words of a reply, each after a space: folded, without addresses, links and host names, whose words say nothing.
pub(super) struct Words(String);

impl Words {
    pub(super) fn of(reply: &str) -> Self {
        let said = reply.split_whitespace().filter(|word| !is_name(word)).collect::<Vec<_>>().join(" ");
        let folded = fold(&said);
        let words = folded.split(|c: char| !c.is_ascii_alphanumeric()).filter(|word| !word.is_empty());
        let mut text = String::from(" ");
        words.for_each(|word| {
            text.push_str(word);
            text.push(' ');
        });
        // A table of Postfix that lists recipients says nothing about relaying.
        Self(text.replace(" relay recipient table", " table"))
    }

    /// Whether one of these phrases occurs.
    pub(super) fn say(&self, phrases: &[&str]) -> bool {
        phrases.iter().any(|phrase| {
            self.0.match_indices(phrase).any(|(at, _)| self.0.as_bytes().get(at.wrapping_sub(1)) == Some(&b' '))
        })
    }

    /// The words without those that have a digit.
    pub(super) fn without_numbers(&self) -> impl Iterator<Item = &str> {
        self.0.split_whitespace().filter(|word| !word.bytes().any(|byte| byte.is_ascii_digit()))
    }
}

/// Whether this is an address, a link or a host name. The constants of Exchange have dots and capitals.
fn is_name(word: &str) -> bool {
    let bare = word.trim_matches(|c: char| !c.is_ascii_alphanumeric());
    let is_label = |label: &str| {
        !label.is_empty() && label.bytes().all(|b| b.is_ascii_lowercase() || b.is_ascii_digit() || b == b'-')
    };
    let has_letters = |(_, last): (&str, &str)| last.len() > 1 && last.bytes().all(|byte| byte.is_ascii_lowercase());
    word.contains('@')
        || word.contains("://")
        || bare.starts_with("www.")
        || (bare.rsplit_once('.').is_some_and(has_letters) && bare.split('.').all(is_label))
}
