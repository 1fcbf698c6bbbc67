//! Texts with named placeholders.
//!
//! Messages, campaigns, legal pages and the HTML of the UI bundle share this syntax. A placeholder is a name between
//! two delimiters, `{{host}}` in texts that people write. `{{?name}}` and `{{!name}}` are conditions: they are replaced
//! by nothing, and keep the text only if the name has a value, or has none.

use std::borrow::Cow;

/// The signs around the name of a placeholder.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Delimiters {
    pub open: &'static str,
    pub close: &'static str,
}

/// The delimiters of texts that people write.
pub const BRACES: Delimiters = Delimiters { open: "{{", close: "}}" };

/// A part of a text with placeholders.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Piece<'a> {
    Text(&'a str),
    /// The name, without white space around it.
    Placeholder(&'a str),
    /// An opening delimiter without a closing one.
    Unclosed,
}

/// A placeholder: a value, or a condition on one.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Placeholder<'a> {
    Value(&'a str),
    /// Keeps the text only if the name has a value.
    With(&'a str),
    /// Keeps the text only if the name has no value.
    Without(&'a str),
}

/// The values of a text's placeholders by name; an empty value counts as missing.
#[derive(Debug, Clone, Default)]
pub struct Values<'a>(Vec<(&'static str, Cow<'a, str>)>);

/// Splits a text at its placeholders.
pub fn pieces(text: &str, Delimiters { open, close }: Delimiters) -> Vec<Piece<'_>> {
    let (mut pieces, mut rest) = (Vec::new(), text);
    while let Some((before, after)) = rest.split_once(open) {
        if !before.is_empty() {
            pieces.push(Piece::Text(before));
        }
        let Some((name, after)) = after.split_once(close) else {
            pieces.push(Piece::Unclosed);
            rest = after;
            continue;
        };
        pieces.push(Piece::Placeholder(name.trim()));
        rest = after;
    }
    if !rest.is_empty() {
        pieces.push(Piece::Text(rest));
    }
    pieces
}

/// Replaces each placeholder in one pass, so that values are never read as placeholders.
///
/// Returns `None` when `value` does.
pub fn fill<'a>(text: &str, delimiters: Delimiters, value: impl Fn(&str) -> Option<Cow<'a, str>>) -> Option<String> {
    let mut filled = String::with_capacity(text.len());
    for piece in pieces(text, delimiters) {
        match piece {
            Piece::Text(text) => filled.push_str(text),
            Piece::Placeholder(name) => filled.push_str(&value(name)?),
            Piece::Unclosed => return None,
        }
    }
    Some(filled)
}

impl<'a> Placeholder<'a> {
    pub fn parse(placeholder: &'a str) -> Self {
        match (placeholder.strip_prefix('?'), placeholder.strip_prefix('!')) {
            (Some(name), _) => Self::With(name),
            (_, Some(name)) => Self::Without(name),
            (None, None) => Self::Value(placeholder),
        }
    }

    pub fn name(self) -> &'a str {
        match self {
            Self::Value(name) | Self::With(name) | Self::Without(name) => name,
        }
    }
}

impl<'a> Values<'a> {
    pub fn new<V: Into<Cow<'a, str>>>(values: impl IntoIterator<Item = (&'static str, V)>) -> Self {
        Self(values.into_iter().map(|(name, value)| (name, value.into())).collect())
    }

    /// These values and others.
    pub fn and<V: Into<Cow<'a, str>>>(mut self, others: impl IntoIterator<Item = (&'static str, V)>) -> Self {
        self.0.extend(others.into_iter().map(|(name, value)| (name, value.into())));
        self
    }

    /// The value, if there is one and it is not empty.
    pub fn get(&self, name: &str) -> Option<&str> {
        let found = self.0.iter().find(|(known, _)| *known == name)?;
        Some(&*found.1).filter(|value| !value.is_empty())
    }

    /// Every name, with or without a value.
    pub fn names(&self) -> Vec<&'static str> {
        self.0.iter().map(|(name, _)| *name).collect()
    }

    /// Fills the placeholders; `None` when one has no value or a condition does not hold.
    pub fn fill(&self, text: &str) -> Option<String> {
        fill(text, BRACES, |placeholder| match Placeholder::parse(placeholder) {
            Placeholder::Value(name) => self.get(name).map(Cow::Borrowed),
            Placeholder::With(name) => self.get(name).map(|_| Cow::Borrowed("")),
            Placeholder::Without(name) => self.get(name).is_none().then_some(Cow::Borrowed("")),
        })
    }

    /// The first placeholder of the text that is not known here, or whose closing delimiter is missing.
    pub fn unknown<'t>(&self, text: &'t str) -> Option<&'t str> {
        pieces(text, BRACES).into_iter().find_map(|piece| match piece {
            Piece::Text(_) => None,
            Piece::Placeholder(placeholder) => {
                let name = Placeholder::parse(placeholder).name();
                (!self.0.iter().any(|(known, _)| *known == name)).then_some(placeholder)
            }
            Piece::Unclosed => Some(BRACES.open),
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_text_is_dropped_when_a_value_is_missing_or_a_condition_fails() {
        let values = Values::new([("name", "{{host}}"), ("host", "p.ro"), ("phone", "")]);
        assert_eq!(values.fill("a {{name}} b {{ host }}").as_deref(), Some("a {{host}} b p.ro"), "filled once");
        assert_eq!(values.fill("{{phone}}"), None);
        assert_eq!(values.fill("{{!phone}}none").as_deref(), Some("none"));
        assert_eq!(values.fill("{{!host}}none"), None);
        assert_eq!(values.fill("{{?host}}some").as_deref(), Some("some"));
        assert_eq!(values.fill("{{?phone}}some"), None);
        assert_eq!(values.fill("{{host"), None);
    }

    #[test]
    fn unknown_placeholders_are_found() {
        let values = Values::new([("name", "")]);
        assert_eq!(values.unknown("{{name}} {{!name}} }} {"), None);
        assert_eq!(values.unknown("{{nmae}}"), Some("nmae"));
        assert_eq!(values.unknown("{{!nmae}}"), Some("!nmae"));
        assert_eq!(values.unknown("{{name"), Some("{{"));
    }
}
