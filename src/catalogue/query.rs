//! Filters and page of a list, in one canonical form.

use std::fmt;
use std::str::FromStr;

use jiff::Timestamp;
use jiff::civil::Date;

use super::article::PublishedArticle;
use crate::domain::{AudienceRole, DatedEntry, EntryKind, Importance, Language, Slug, text};

/// Filters and page of a list. Queries with the same meaning are equal, so that they share a response.
#[derive(Debug, Clone, Default, PartialEq, Eq, Hash)]
pub struct ListQuery {
    pub language: Language,
    pub importance: Option<Importance>,
    pub topic: Option<String>,
    /// Only articles that concern readers of this role.
    pub role: Option<AudienceRole>,
    /// Folded.
    domain: Option<String>,
    /// Folded, sorted, each once.
    words: Vec<String>,
    pub limit: Option<u8>,
    pub after: Option<Cursor>,
}

impl ListQuery {
    /// The newest articles, at most `limit`, of any or one topic and any or one importance.
    pub fn newest(language: Language, topic: Option<String>, importance: Option<Importance>, limit: u8) -> Self {
        Self { language, topic, importance, limit: Some(limit), ..Self::default() }
    }

    /// Restricts the list to articles of this domain.
    #[must_use]
    pub fn with_domain(mut self, domain: &str) -> Self {
        self.domain = Some(text::fold(domain.trim()));
        self
    }

    /// Restricts the list to articles that contain all words of `q`.
    #[must_use]
    pub fn with_words(mut self, q: &str) -> Self {
        self.words = text::fold(q).split_whitespace().map(Into::into).collect();
        self.words.sort_unstable();
        self.words.dedup();
        self
    }

    /// Whether this is the list of all articles, without filters and pages.
    pub fn is_complete(&self) -> bool {
        *self == Self { language: self.language, ..Self::default() }
    }

    /// Whether the answer may be kept for the next client. Words are chosen by the client and nearly every search is
    /// new; the filters of an empty answer may name any topic or domain.
    pub fn may_be_kept(&self, is_empty: bool) -> bool {
        self.words.is_empty() && (!is_empty || self.is_complete())
    }

    pub(super) fn matches(&self, article: &PublishedArticle) -> bool {
        self.importance.is_none_or(|importance| article.importance == importance)
            && self.topic.as_deref().is_none_or(|topic| *article.topic == *topic)
            && self.role.is_none_or(|role| article.concerns(role))
            && self.domain.as_deref().is_none_or(|domain| article.has_domain(domain))
            && (self.words.is_empty() || article.contains_words(self.language, &self.words))
    }

    /// Path and query of the page that begins at `cursor`.
    pub fn page_url(&self, cursor: &Cursor) -> String {
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
        if let Some(role) = self.role {
            query.append_pair("role", role.id());
        }
        if let Some(domain) = &self.domain {
            query.append_pair("domain", domain);
        }
        if !self.words.is_empty() {
            query.append_pair("q", &self.words.join(" "));
        }
        query.append_pair("cursor", &cursor.to_string());
        format!("/lawchanges?{}", query.finish())
    }
}

/// Filters of dated entries. `limit` and `after` of `articles` are not used.
#[derive(Debug, Clone, Default, PartialEq, Eq, Hash)]
pub struct EntryQuery {
    pub articles: ListQuery,
    pub kind: Option<EntryKind>,
    /// The most entries.
    pub limit: usize,
}

impl EntryQuery {
    pub(super) fn matches(&self, entry: &DatedEntry, article: &PublishedArticle) -> bool {
        self.kind.is_none_or(|kind| entry.kind == kind)
            && self.articles.role.is_none_or(|role| entry.binds(role, &article.roles))
    }
}

/// The position after an article. It is given by the order of the list and not by an offset, so that it
/// stays valid when articles are published or removed.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct Cursor {
    date: Date,
    importance: Importance,
    arrived_at: Timestamp,
    slug: Slug,
}

impl Cursor {
    pub(super) fn of(article: &PublishedArticle) -> Self {
        let (date, importance) = (article.publish_date, article.importance);
        Self { date, importance, arrived_at: article.arrived_at, slug: article.slug.clone() }
    }

    /// Whether `article` comes after this position.
    pub(super) fn is_before(&self, article: &PublishedArticle) -> bool {
        (self.date, self.importance, self.arrived_at, &self.slug) > position(article)
    }
}

/// Articles with the greatest position come first: the latest day, then the highest importance, then the latest
/// arrival. The slug only separates articles of one microsecond, so that each has a position of its own.
pub(super) fn position(article: &PublishedArticle) -> (Date, Importance, Timestamp, &Slug) {
    (article.publish_date, article.importance, article.arrived_at, &article.slug)
}

impl fmt::Display for Cursor {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}.{}.{}.{}", self.date, self.importance, self.arrived_at.as_microsecond(), self.slug)
    }
}

impl FromStr for Cursor {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        let parse = || {
            let [date, importance, arrived_at, slug] = text.split('.').collect::<Vec<_>>().try_into().ok()?;
            Some(Self {
                date: date.parse().ok()?,
                importance: Importance::new(importance.parse().ok()?)?,
                arrived_at: Timestamp::from_microsecond(arrived_at.parse().ok()?).ok()?,
                slug: Slug::parse(slug)?,
            })
        };
        parse().ok_or_else(|| "not a cursor; take it from the Link header of the previous page".into())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn answers_to_words_and_to_unknown_filters_are_not_kept() {
        let all = || ListQuery::default();
        let newest = ListQuery::newest(Language::Ro, Some("fiscalitate".into()), None, 24);
        for (query, is_empty, expected) in [
            (all(), true, true),
            (all(), false, true),
            (newest.clone(), false, true),
            (newest, true, false),
            (all().with_domain("tva"), false, true),
            (all().with_domain("\u{1f600}"), true, false),
            (all().with_words("tva"), false, false),
            (all().with_words("\u{1f600}"), true, false),
        ] {
            assert_eq!(query.may_be_kept(is_empty), expected, "{query:?}, empty: {is_empty}");
        }
    }
}
