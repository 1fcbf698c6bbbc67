//! One pass over a search copy: at the beginning of each word that can begin a mention, its recogniser reads on.

use super::mention::{Mention, MentionValue};
use super::normalise::SearchCopy;
use super::provision::Provision;

/// Finds everything in a text, in order.
pub(super) fn scan(copy: &SearchCopy<'_>) -> Vec<Mention> {
    let text = copy.text();
    let mut mentions = Vec::new();
    let mut at = 0;
    while at < text.len() {
        let found = begins_word(text, at).then(|| recognise(text, at)).flatten();
        match found {
            Some((value, end)) => {
                let range = copy.original_range(at..end);
                let text = copy.original(at..end).to_owned();
                mentions.push(Mention { start: range.start, end: range.end, text, value });
                at = end;
            }
            None => at += 1,
        }
    }
    mentions
}

fn begins_word(text: &str, at: usize) -> bool {
    let bytes = text.as_bytes();
    bytes[at].is_ascii_alphanumeric() && at.checked_sub(1).is_none_or(|before| !bytes[before].is_ascii_alphanumeric())
}

fn recognise(text: &str, at: usize) -> Option<(MentionValue, usize)> {
    let (provision, end) = Provision::read(text, at)?;
    Some((MentionValue::Provision { provision }, end))
}
