//! Reading a phrase of an amending act word by word.

use crate::form::mark;
use crate::label::{Label, LabelBase};
use crate::normalise::SearchCopy;

/// Ordinals in lower-case ASCII.
const ORDINALS: &[(&str, u32)] = &[
    ("intai", 1),
    ("prima", 1),
    ("primul", 1),
    ("doua", 2),
    ("doilea", 2),
    ("treia", 3),
    ("treilea", 3),
    ("patra", 4),
    ("patrulea", 4),
    ("cincea", 5),
    ("cincilea", 5),
    ("sasea", 6),
    ("saselea", 6),
    ("saptea", 7),
    ("saptelea", 7),
    ("opta", 8),
    ("optulea", 8),
    ("noua", 9),
    ("noualea", 9),
    ("zecea", 10),
    ("zecelea", 10),
];

/// A position in a phrase of a search copy in small letters, which leads back to the original text.
#[derive(Debug, Clone)]
pub struct WordCursor<'t> {
    copy: &'t SearchCopy<'t>,
    lower: &'t str,
    at: usize,
    end: usize,
}

impl<'t> WordCursor<'t> {
    pub fn new(copy: &'t SearchCopy<'t>, lower: &'t str, at: usize, end: usize) -> Self {
        Self { copy, lower, at, end: end.min(lower.len()) }
    }

    pub fn at(&self) -> usize {
        self.at
    }

    fn rest(&self) -> &'t str {
        self.lower.get(self.at..self.end).unwrap_or_default()
    }

    fn spaces(&mut self) {
        let rest = self.rest();
        self.at += rest.len() - rest.trim_start().len();
    }

    pub fn is_at_end(&self) -> bool {
        self.rest().trim().is_empty()
    }

    pub fn peek_word(&self) -> Option<&'t str> {
        self.clone().next_word()
    }

    /// Reads the next word, and the full stop of an abbreviation, which it does not return.
    pub fn next_word(&mut self) -> Option<&'t str> {
        self.spaces();
        let rest = self.rest();
        let end = rest.find(|c: char| !c.is_ascii_alphabetic()).unwrap_or(rest.len());
        if end == 0 {
            return None;
        }
        let word = &rest[..end];
        self.at += end;
        let short = matches!(word, "art" | "alin" | "lit" | "pct" | "cap" | "poz" | "nr");
        if short && self.rest().starts_with('.') {
            self.at += 1;
        }
        Some(word)
    }

    /// Reads one of these words.
    pub fn word(&mut self, wanted: &[&str]) -> bool {
        let found = self.peek_word().is_some_and(|word| wanted.contains(&word));
        if found {
            self.next_word();
        }
        found
    }

    /// Reads white space and this mark.
    pub fn punctuation(&mut self, mark: char) -> bool {
        let mut next = self.clone();
        next.spaces();
        let found = next.rest().starts_with(mark);
        if found {
            next.at += mark.len_utf8();
            *self = next;
        }
        found
    }

    /// Reads with `parse`; stays in place if it returns `None`.
    pub fn attempt<T>(&mut self, parse: impl FnOnce(&mut Self) -> Option<T>) -> Option<T> {
        let mut next = self.clone();
        let parsed = parse(&mut next)?;
        *self = next;
        Some(parsed)
    }

    /// Reads an arabic or roman number, a point such as `V.1`, or "unic".
    pub fn number(&mut self) -> Option<Label> {
        self.attempt(|words| {
            words.spaces();
            let original = words.original_rest();
            let rest = words.rest();
            let end = rest.find(|c: char| !c.is_ascii_alphanumeric() && c != '^' && c != '.').unwrap_or(rest.len());
            let text = rest[..end].trim_end_matches('.');
            let is_digit = text.starts_with(|c: char| c.is_ascii_digit());
            let label = if is_digit || text == "unic" {
                text.parse().ok()
            } else {
                let written = original.get(..text.len());
                written.and_then(|text| Label::of_roman(text).or_else(|| point_label(text)))
            }?;
            words.at += text.len();
            let closes = words.rest().starts_with(')');
            (!closes || is_digit).then_some(())?;
            if closes {
                words.at += 1;
            }
            Some(label)
        })
    }

    /// The text from here on with its capitals.
    fn original_rest(&self) -> &'t str {
        self.copy.text().get(self.at..self.end).unwrap_or_default()
    }

    /// Reads `(2^1)`.
    pub fn bracketed(&mut self) -> Option<Label> {
        self.attempt(|words| {
            let inner = words.brackets()?;
            inner.starts_with(|c: char| c.is_ascii_digit()).then(|| inner.parse().ok()).flatten()
        })
    }

    /// Reads `(vii)`.
    pub fn roman_in_brackets(&mut self) -> Option<Label> {
        self.attempt(|words| {
            let inner = words.brackets()?;
            Label::of_roman(&inner.to_uppercase())
        })
    }

    fn brackets(&mut self) -> Option<&'t str> {
        self.spaces();
        let rest = self.rest();
        let close = rest.find(')').filter(|close| *close <= 14 && rest.starts_with('('))?;
        self.at += close + 1;
        Some(rest[1..close].trim())
    }

    /// Reads `f^7)`, with the letter of the original.
    pub fn letter(&mut self) -> Option<Label> {
        self.attempt(|words| {
            words.spaces();
            let rest = words.rest();
            let end = rest.find(|c: char| !c.is_ascii_alphanumeric() && c != '^').filter(|end| (1..=6).contains(end));
            let end = end.unwrap_or_else(|| rest.len().min(6));
            let original = words.copy.original(words.at..words.at + end).to_owned();
            let label = mark::letter_label(&original).or_else(|| mark::letter_label(&rest[..end]))?;
            words.at += end;
            let closed = words.punctuation(')');
            let is_capital = original.len() == 1 && original.starts_with(|c: char| c.is_ascii_uppercase());
            (closed || is_capital).then_some(label)
        })
    }

    /// Reads a single capital letter that names an annex or a section.
    pub fn capital(&mut self) -> Option<Label> {
        self.attempt(|words| {
            words.spaces();
            let mut letters = words.original_rest().chars();
            let letter = letters.next().filter(char::is_ascii_uppercase)?;
            letters.next().is_none_or(|next| !next.is_alphanumeric()).then_some(())?;
            words.at += 1;
            Some(Label::letter(&letter.to_string()))
        })
    }

    /// Reads an ordinal: `a II-a`, `a 2-a`, `a doua`, `1`, `I`.
    pub fn ordinal(&mut self) -> Option<Label> {
        self.attempt(|words| {
            if let Some(number) = words.ordinal_word() {
                return Some(Label::arabic(number));
            }
            words.word(&["a", "al"]);
            let label = words.number()?;
            words.attempt(|words| (words.punctuation('-') && words.word(&["a", "lea"])).then_some(()));
            Some(label.number().map_or(label.clone(), |number| {
                if label.index.is_empty() { Label::arabic(number) } else { label.clone() }
            }))
        })
    }

    /// Reads an ordinal in words: `prima`, `a doua`, `al treilea`.
    pub fn ordinal_word(&mut self) -> Option<u32> {
        self.attempt(|words| {
            words.word(&["a", "al"]);
            let word = words.next_word()?;
            ORDINALS.iter().find(|(name, _)| *name == word).map(|(_, number)| *number)
        })
    }

    /// Reads a text in quotation marks as written in the original.
    pub fn quoted(&mut self) -> Option<String> {
        self.attempt(|words| {
            words.spaces();
            let rest = words.rest();
            let inner = rest.strip_prefix('"')?;
            let close = inner.find('"')?;
            let start = words.at + 1;
            words.at = start + close + 1;
            Some(words.copy.original(start..start + close).trim().to_owned())
        })
    }
}

/// The label of a point with dots.
fn point_label(text: &str) -> Option<Label> {
    text.parse().ok().filter(|label: &Label| matches!(label.base, LabelBase::Dotted(_)))
}
