//! What part of the list is asked for, in one canonical form.

use std::fmt;
use std::str::FromStr;

use jiff::civil::Date;

use super::entry::Entry;
use crate::domain::{Importance, Language, Slug, text};

/// Filters and page; two requests that mean the same are equal, so that they share an answer.
#[derive(Debug, Clone, Default, PartialEq, Eq, Hash)]
pub struct ListQuery {
    pub language: Language,
    pub importance: Option<Importance>,
    pub topic: Option<String>,
    /// Folded.
    domain: Option<String>,
    /// Folded, sorted, each once.
    words: Vec<String>,
    pub limit: Option<u8>,
    pub after: Option<Cursor>,
}

impl ListQuery {
    /// The newest articles, at most `limit`, of all topics and levels or of one.
    pub fn newest(language: Language, topic: Option<String>, importance: Option<Importance>, limit: u8) -> Self {
        Self { language, topic, importance, limit: Some(limit), ..Self::default() }
    }

    #[must_use]
    pub fn with_domain(mut self, domain: &str) -> Self {
        self.domain = Some(text::fold(domain.trim()));
        self
    }

    /// All words of `q` must occur.
    #[must_use]
    pub fn with_words(mut self, q: &str) -> Self {
        self.words = text::fold(q).split_whitespace().map(Into::into).collect();
        self.words.sort_unstable();
        self.words.dedup();
        self
    }

    /// Whether this is the whole list in its language.
    pub fn is_whole(&self) -> bool {
        *self == Self { language: self.language, ..Self::default() }
    }

    pub(super) fn matches(&self, entry: &Entry) -> bool {
        self.importance.is_none_or(|importance| entry.importance == importance)
            && self.topic.as_deref().is_none_or(|topic| &*entry.topic == topic)
            && self.domain.as_deref().is_none_or(|domain| entry.domains.iter().any(|own| &**own == domain))
            && (self.words.is_empty() || entry.matches(self.language, &self.words))
    }

    /// The address of the part that follows `last`.
    pub(super) fn next_url(&self, last: &Entry) -> String {
        let mut query = url::form_urlencoded::Serializer::new(String::new());
        query.append_pair("lang", self.language.code());
        if let Some(limit) = self.limit {
            query.append_pair("limit", &limit.to_string());
        }
        if let Some(importance) = self.importance {
            query.append_pair("importance", &importance.to_string());
        }
        if let Some(topic) = &self.topic {
            query.append_pair("topic", topic);
        }
        if let Some(domain) = &self.domain {
            query.append_pair("domain", domain);
        }
        if !self.words.is_empty() {
            query.append_pair("q", &self.words.join(" "));
        }
        query.append_pair("cursor", &Cursor::of(last).to_string());
        format!("/lawchanges?{}", query.finish())
    }
}

/// The place after an article, by the order of the list and not by count: it stays right when
/// articles come in or go.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct Cursor {
    date: Date,
    slug: Slug,
}

impl Cursor {
    pub(super) fn of(entry: &Entry) -> Self {
        Self { date: entry.publish_date, slug: entry.slug.clone() }
    }

    /// Whether `entry` stands after this place: older, or of the same day with a later slug.
    pub(super) fn is_before(&self, entry: &Entry) -> bool {
        entry.publish_date < self.date || (entry.publish_date == self.date && entry.slug > self.slug)
    }
}

impl fmt::Display for Cursor {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}.{}", self.date, self.slug)
    }
}

impl FromStr for Cursor {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        let parse = || {
            let (date, slug) = text.split_once('.')?;
            Some(Self { date: date.parse().ok()?, slug: Slug::parse(slug)? })
        };
        parse().ok_or_else(|| "this is not a cursor; take it from the Link header of the page before".into())
    }
}
