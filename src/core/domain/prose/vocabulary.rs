//! The placeholders that a text may name.

use crate::domain::template::{BRACES, Piece, Placeholder, pieces};
use crate::domain::text::nearest;

/// The names that a text may have between braces, apart from `{{article:SLUG}}`.
#[derive(Debug, Clone, Copy, Default)]
pub struct Vocabulary<'a> {
    /// Names of values. One that ends in `_url` may be a link's whole address.
    pub values: &'a [&'static str],
    /// Names of [slots](super::Part::Slot).
    pub slots: &'a [&'static str],
}

/// The placeholders of campaigns.
pub const CAMPAIGN: Vocabulary =
    Vocabulary { values: &["display_name", "host", "preferences_url", "web_url"], slots: &[] };

/// A placeholder as the vocabulary knows it.
pub(super) enum PlaceholderKind<'a> {
    Value(&'a str),
    /// `{{?name}}` or `{{!name}}`.
    Condition(&'a str),
    Article(&'a str),
    Slot(&'static str),
    Unknown(&'a str),
    Unclosed,
}

impl Vocabulary<'_> {
    fn knows(&self, name: &str) -> bool {
        self.values.contains(&name)
    }

    fn mark<'t>(&self, placeholder: &'t str) -> PlaceholderKind<'t> {
        if let Some(slug) = placeholder.strip_prefix("article:") {
            return PlaceholderKind::Article(slug.trim());
        }
        match Placeholder::parse(placeholder) {
            Placeholder::Value(name) if let Some(slot) = self.slots.iter().find(|slot| **slot == name) => {
                PlaceholderKind::Slot(slot)
            }
            Placeholder::Value(name) if self.knows(name) => PlaceholderKind::Value(name),
            Placeholder::With(name) | Placeholder::Without(name) if self.knows(name) => {
                PlaceholderKind::Condition(placeholder)
            }
            _ => PlaceholderKind::Unknown(placeholder),
        }
    }

    /// The placeholders of a text in order.
    pub(super) fn marks<'t>(&self, text: &'t str) -> Vec<PlaceholderKind<'t>> {
        let mark = |piece| match piece {
            Piece::Text(_) => None,
            Piece::Placeholder(placeholder) => Some(self.mark(placeholder)),
            Piece::Unclosed => Some(PlaceholderKind::Unclosed),
        };
        pieces(text, BRACES).into_iter().filter_map(mark).collect()
    }

    /// The one placeholder that the whole text is.
    pub(super) fn only_mark<'t>(&self, text: &'t str) -> Option<PlaceholderKind<'t>> {
        match pieces(text, BRACES).as_slice() {
            [Piece::Placeholder(placeholder)] => Some(self.mark(placeholder)),
            _ => None,
        }
    }

    /// What the author of an unknown placeholder may have meant.
    pub(super) fn advice(&self, placeholder: &str) -> String {
        let all: Vec<_> = self.values.iter().map(|name| format!("{{{{{name}}}}}")).collect();
        let known = format!("there are {} and {{{{article:SLUG}}}}", all.join(", "));
        match nearest(Placeholder::parse(placeholder).name(), self.values.iter().copied()) {
            Some(near) => format!("did you mean {{{{{near}}}}}? {known}"),
            None => known,
        }
    }
}
