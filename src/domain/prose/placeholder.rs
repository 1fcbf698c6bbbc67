//! The placeholders of a text, and what is put in their place.

use super::Values;
use crate::domain::text::nearest;

/// What differs between readers or is known only later.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Placeholder {
    /// The name of an account; subscribers have none.
    DisplayName,
    /// The host of the site.
    Host,
    /// Where the reader changes what they get.
    PreferencesUrl,
    /// The same text as a page.
    WebUrl,
}

impl Placeholder {
    pub const ALL: [Self; 4] = [Self::DisplayName, Self::Host, Self::PreferencesUrl, Self::WebUrl];

    /// As it stands between the braces.
    pub fn name(self) -> &'static str {
        match self {
            Self::DisplayName => "display_name",
            Self::Host => "host",
            Self::PreferencesUrl => "preferences_url",
            Self::WebUrl => "web_url",
        }
    }

    fn parse(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|placeholder| placeholder.name() == name)
    }
}

/// A mark in braces.
pub(super) enum Mark<'a> {
    Value(Placeholder),
    /// Only where the placeholder has no value.
    Without(Placeholder),
    Article(&'a str),
    Unknown(&'a str),
    /// It has no end.
    Open,
}

/// The marks of a text, with the plain text before each, and the plain text after the last.
pub(super) fn marks(text: &str) -> (Vec<(&str, Mark<'_>)>, &str) {
    let (mut marks, mut rest) = (Vec::new(), text);
    while let Some((before, after)) = rest.split_once("{{") {
        let Some((name, after)) = after.split_once("}}") else {
            marks.push((before, Mark::Open));
            return (marks, "");
        };
        marks.push((before, mark(name.trim())));
        rest = after;
    }
    (marks, rest)
}

fn mark(name: &str) -> Mark<'_> {
    if let Some(slug) = name.strip_prefix("article:") {
        return Mark::Article(slug.trim());
    }
    match name.strip_prefix('!') {
        Some(without) => Placeholder::parse(without).map_or(Mark::Unknown(name), Mark::Without),
        None => Placeholder::parse(name).map_or(Mark::Unknown(name), Mark::Value),
    }
}

/// The text with its placeholders filled; `None` when it is left out for this reader.
pub fn filled(text: &str, values: &Values) -> Option<String> {
    let (marks, rest) = marks(text);
    let mut filled = String::with_capacity(text.len());
    for (before, mark) in marks {
        filled.push_str(before);
        match mark {
            Mark::Value(placeholder) => {
                filled.push_str(&values(placeholder).filter(|value| !value.is_empty())?);
            }
            Mark::Without(placeholder) if values(placeholder).is_some_and(|value| !value.is_empty()) => return None,
            // The reader has refused all others.
            Mark::Without(_) | Mark::Article(_) | Mark::Unknown(_) | Mark::Open => {}
        }
    }
    filled.push_str(rest);
    Some(filled)
}

/// What the author of an unknown mark may have meant.
pub(super) fn advice(name: &str) -> String {
    let all: Vec<_> = Placeholder::ALL.iter().map(|placeholder| format!("{{{{{}}}}}", placeholder.name())).collect();
    let known = format!("there are {} and {{{{article:SLUG}}}}", all.join(", "));
    match nearest(name, Placeholder::ALL.iter().map(|placeholder| placeholder.name())) {
        Some(near) => format!("did you mean {{{{{near}}}}}? {known}"),
        None => known,
    }
}
