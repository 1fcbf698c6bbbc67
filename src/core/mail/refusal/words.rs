//! The words of a reply, in which phrases are found.

use crate::domain::text::fold;

/// The words of a reply, each after a space: folded, without addresses, links and host names, whose words say nothing.
pub(super) struct Words {
    text: String,
    /// The same with the word `address` in place of each address.
    with_addresses: String,
}

impl Words {
    pub(super) fn of(reply: &str) -> Self {
        let words = || reply.split_whitespace().filter(|word| word.contains('@') || !is_name(word));
        Self {
            text: spaced(words().filter(|word| !word.contains('@'))),
            with_addresses: spaced(words().map(|word| if word.contains('@') { "address" } else { word })),
        }
    }

    /// Whether one of these phrases occurs.
    pub(super) fn say(&self, phrases: &[&str]) -> bool {
        found(&self.text, phrases).next().is_some()
    }

    /// Whether one of these phrases occurs after one of the subjects, or after an address.
    pub(super) fn say_of(&self, subjects: &[&str], phrases: &[&str]) -> bool {
        let text = &self.with_addresses;
        found(text, phrases).any(|at| text.get(..at).is_some_and(|before| found(before, subjects).next().is_some()))
    }

    /// The words without those that have a digit.
    pub(super) fn without_numbers(&self) -> impl Iterator<Item = &str> {
        self.text.split_whitespace().filter(|word| !word.bytes().any(|byte| byte.is_ascii_digit()))
    }
}

/// The folded words, each after a space.
fn spaced<'a>(words: impl Iterator<Item = &'a str>) -> String {
    let folded = fold(&words.collect::<Vec<_>>().join(" "));
    let mut text = String::from(" ");
    for word in folded.split(|c: char| !c.is_ascii_alphanumeric()).filter(|word| !word.is_empty()) {
        text.push_str(word);
        text.push(' ');
    }
    // A table of Postfix that lists recipients says nothing about relaying, and a returned message nothing about its
    // sender.
    text.replace(" relay recipient table", " table").replace(" to sender", "")
}

/// Where these phrases occur.
fn found(text: &str, phrases: &[&str]) -> impl Iterator<Item = usize> {
    let is_word = |at: &usize| text.as_bytes().get(at.wrapping_sub(1)) == Some(&b' ');
    phrases.iter().flat_map(|phrase| text.match_indices(*phrase)).map(|(at, _)| at).filter(is_word)
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
