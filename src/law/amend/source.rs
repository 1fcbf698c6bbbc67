//! The text of an amending act in which headers of operations are read.

use crate::amend::act::is_whole_word;
use crate::amend::place::{self, Places};
use crate::amend::words::WordCursor;
use crate::form::clause::Place;
use crate::normalise::SearchCopy;

/// A text in which headers are read.
#[derive(Debug)]
pub struct HeaderText<'t> {
    pub copy: &'t SearchCopy<'t>,
    /// The search copy in small letters.
    pub lower: &'t str,
}

impl<'t> HeaderText<'t> {
    pub fn words(&self, from: usize, to: usize) -> WordCursor<'t> {
        WordCursor::new(self.copy, self.lower, from, to)
    }

    pub fn slice(&self, from: usize, to: usize) -> &'t str {
        self.lower.get(from..to.max(from)).unwrap_or_default()
    }

    /// The places that the parts of a header name together.
    pub fn places(&self, ranges: &[(usize, usize)]) -> Option<Places> {
        let mut all = Places::default();
        for (from, to) in ranges {
            // "Art. 7^1. se abrogă": a stray full stop behind the number.
            let to = from + self.slice(*from, *to).trim_end_matches([' ', '.']).len();
            let read = place::read(&mut self.words(*from, to))?;
            all.side = read.side.or(all.side);
            all.places = match (all.places.is_empty(), read.places.is_empty()) {
                (true, _) => read.places,
                (_, true) => all.places,
                _ => joined(&all.places, &read.places),
            };
        }
        all.places.dedup();
        Some(all)
    }
}

/// Joins the place before a citation and the one after it.
fn joined(first: &[Place], second: &[Place]) -> Vec<Place> {
    let Some(outer) = first.first().filter(|_| first.len() == 1) else { return second.to_vec() };
    second.iter().map(|inner| Place::of(outer.steps.iter().chain(&inner.steps).cloned().collect())).collect()
}

/// The first place of a verb outside quotation marks.
pub fn unquoted(text: &str, verb: &str) -> Option<usize> {
    let (mut from, mut counted, mut quotes) = (0, 0, 0);
    while let Some(at) = text.get(from..)?.find(verb) {
        let start = from + at;
        quotes += text[counted..start].bytes().filter(|byte| *byte == b'"').count();
        counted = start;
        let bounded =
            start == 0 || text.as_bytes()[start - 1] == b' ' || verb.ends_with('"') || is_whole_word(text, start, verb);
        if quotes % 2 == 0 && bounded {
            return Some(start);
        }
        from = start + 1;
    }
    None
}

/// Whether the text ends with the first part of a point such as "pct. I. 3".
fn is_roman_point(text: &str, word: &str) -> bool {
    let is_roman = !word.is_empty() && word.bytes().all(|byte| b"ivxlc".contains(&byte));
    is_roman && text[..text.len() - word.len()].ends_with("pct. ")
}

/// Whether the word is initials without their last dot: "s.a", "c.n.a.i.r".
fn is_initials(word: &str) -> bool {
    let is_letter = |part: &str| part.len() == 1 && part.bytes().all(|byte| byte.is_ascii_alphabetic());
    word.contains('.') && word.split('.').all(is_letter)
}

/// Whether the rest of a place follows a number with a stray full stop: "art. 1. pct. V.2", "articolul 20. alineatul (1)".
fn is_part_of_place(after: &str) -> bool {
    const PARTS: [&str; 4] = [" pct. ", " lit. ", " alin. ", " alineatul "];
    PARTS.iter().any(|part| after.starts_with(part))
}

/// Whether a text in small letters after initials may belong to their sentence: no mark and no header begins it.
fn goes_on(after: &str) -> bool {
    const HEADERS: [&str; 7] = ["la articol", "la art.", "dupa articol", "articol", "art.", "alineat", "anex"];
    let after = after.trim_start_matches(' ');
    after.starts_with(|c: char| c.is_ascii_lowercase() || c == ',')
        && !HEADERS.iter().any(|word| after.starts_with(word))
}

/// Whether the text is the number of an article and nothing else: "art. 7^1".
fn is_article(text: &str) -> bool {
    let number = ["art. ", "articolul "].iter().find_map(|word| text.strip_prefix(word));
    number.is_some_and(|number| number.bytes().all(|byte| byte.is_ascii_digit() || byte == b'^'))
}

/// Whether the verb of an operation follows.
fn has_verb(after: &str) -> bool {
    const VERBS: [&str; 4] = [" se abroga", " se modifica", " va avea ", " devine "];
    VERBS.iter().any(|verb| after.starts_with(verb))
}

/// The length of the sentence at the beginning of the text: to a full stop, a semicolon, a colon or the text's end.
pub fn sentence_end(text: &str) -> usize {
    const SHORT: &[&str] = &[
        "art", "alin", "lit", "pct", "nr", "cap", "sect", "tit", "o.u.g", "o.g", "h.g", "poz", "crt", "p", "l", "m",
        "of",
    ];
    let bytes = text.as_bytes();
    let mut quoted = false;
    for (at, byte) in text.bytes().enumerate() {
        match byte {
            b'"' => quoted = !quoted,
            b':' | b';' | b'\n' if !quoted => return at + 1,
            b'.' if !quoted => {
                let word = text[..at].rsplit([' ', '(', '"']).next().unwrap_or_default();
                let after = bytes.get(at + 1).copied().unwrap_or(b' ');
                let in_number = after.is_ascii_digit() && at > 0 && bytes[at - 1].is_ascii_digit();
                let is_short = SHORT.contains(&word)
                    || is_roman_point(&text[..at], word)
                    || is_initials(word) && goes_on(&text[at + 1..])
                    || is_article(&text[..at]) && has_verb(&text[at + 1..])
                    || at > 0 && bytes[at - 1].is_ascii_digit() && is_part_of_place(&text[at + 1..]);
                if !is_short && !in_number && after.is_ascii_whitespace() || at + 1 == text.len() {
                    return at + 1;
                }
            }
            _ => {}
        }
    }
    text.len()
}
