//! Filters and page of a list, in one canonical form.

use std::collections::BTreeSet;
use std::fmt;
use std::str::FromStr;

use jiff::Timestamp;
use jiff::civil::Date;

use super::article::PublishedArticle;
use crate::domain::follow::domain_key;
use crate::domain::provision_follow::ProvisionName;
use crate::domain::{AudienceRole, Importance, Language, Slug};

/// Maximum length of the words of a search, and of the text of a filter, in characters.
pub const MAX_FILTER_TEXT: usize = 200;

/// Filters and page of a list. Queries with the same meaning are equal, so that they share a response.
#[derive(Debug, Clone, Default, PartialEq, Eq, Hash)]
pub struct ListQuery {
    pub language: Language,
    pub importance: Option<Importance>,
    pub topic: Option<String>,
    /// Only articles that concern readers of this role.
    pub role: Option<AudienceRole>,
    /// The key of a domain.
    domain: Option<String>,
    /// The type of the act, as articles name it.
    pub act_type: Option<String>,
    /// The issuer of the act, as articles name it.
    pub issuer: Option<String>,
    /// The year of publication.
    pub year: Option<i16>,
    /// Only articles with something due from today on.
    pub duty_ahead: bool,
    /// Only articles on acts that change this provision.
    pub provision: Option<ProvisionFilter>,
    /// What a reader typed, with single spaces. The order of the list is then that of relevance.
    pub words: String,
    pub limit: Option<u8>,
    pub after: Option<ListCursor>,
}

/// The choice of the articles on acts that change a provision.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct ProvisionFilter {
    pub name: ProvisionName,
    /// The articles, which only the store knows; none until they are looked up.
    pub articles: BTreeSet<Slug>,
}

impl ListQuery {
    /// The newest articles, at most `limit`, of any or one topic and any or one importance.
    pub fn newest(language: Language, topic: Option<String>, importance: Option<Importance>, limit: u8) -> Self {
        Self { language, topic, importance, limit: Some(limit), ..Self::default() }
    }

    /// Restricts the list to articles of this domain.
    #[must_use]
    pub fn with_domain(mut self, domain: &str) -> Self {
        self.domain = Some(domain_key(domain));
        self
    }

    /// The key of the domain to which the list is restricted.
    pub fn domain(&self) -> Option<&str> {
        self.domain.as_deref()
    }

    /// A search without filters.
    pub(super) fn searching(language: Language, q: &str) -> Self {
        Self { language, ..Self::default() }.with_words(q)
    }

    /// Searches for `q`.
    #[must_use]
    pub fn with_words(mut self, q: &str) -> Self {
        self.words = q.split_whitespace().collect::<Vec<_>>().join(" ");
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

    /// Whether an article passes the filters. Words are looked up in the index.
    pub(super) fn matches(&self, article: &PublishedArticle, today: Date) -> bool {
        self.failing(article, || article.has_duty_ahead(today)).next().is_none()
    }

    /// The filters that an article does not pass.
    pub(super) fn failing<'q>(
        &'q self,
        article: &'q PublishedArticle,
        has_duty_ahead: impl Fn() -> bool + 'q,
    ) -> impl Iterator<Item = FilterKind> + 'q {
        FilterKind::ALL.into_iter().filter(move |kind| {
            let passes = match kind {
                FilterKind::Importance => self.importance.is_none_or(|importance| article.importance == importance),
                FilterKind::Topic => self.topic.as_deref().is_none_or(|topic| *article.topic == *topic),
                FilterKind::Role => self.role.is_none_or(|role| article.concerns(role)),
                FilterKind::Domain => self.domain.as_deref().is_none_or(|domain| article.has_domain(domain)),
                FilterKind::ActType => {
                    self.act_type.is_none() || self.act_type.as_deref() == article.act_type.as_deref()
                }
                FilterKind::Issuer => self.issuer.is_none() || self.issuer.as_deref() == article.issuer.as_deref(),
                FilterKind::Year => self.year.is_none_or(|year| article.publish_date.year() == year),
                FilterKind::DutyAhead => !self.duty_ahead || has_duty_ahead(),
                FilterKind::Provision => {
                    self.provision.as_ref().is_none_or(|filter| filter.articles.contains(&article.slug))
                }
            };
            !passes
        })
    }

    /// Whether the cursor belongs to a list in the order of this query.
    pub fn fits_cursor(&self) -> bool {
        match &self.after {
            None => true,
            Some(ListCursor::Place(_)) => self.words.is_empty(),
            Some(ListCursor::Rank { .. }) => !self.words.is_empty(),
        }
    }

    /// The filters and the words, as parameters of an address.
    pub(super) fn filters(&self) -> impl Iterator<Item = (&'static str, String)> {
        let filters = [
            ("importance", self.importance.map(|importance| importance.to_string())),
            ("topic", self.topic.clone()),
            ("role", self.role.map(|role| role.id().to_owned())),
            ("domain", self.domain.clone()),
            ("act_type", self.act_type.clone()),
            ("issuer", self.issuer.clone()),
            ("year", self.year.map(|year| year.to_string())),
            ("duty_ahead", self.duty_ahead.then(|| "true".to_owned())),
            ("provision", self.provision.as_ref().map(|filter| filter.name.to_string())),
            ("q", Some(self.words.clone()).filter(|words| !words.is_empty())),
        ];
        filters.into_iter().filter_map(|(name, value)| Some((name, value?)))
    }

    /// The path and query of the page that begins at `cursor`.
    pub fn page_url(&self, path: &str, cursor: &ListCursor) -> String {
        let mut query = url::form_urlencoded::Serializer::new(String::new());
        query.append_pair("lang", self.language.code());
        if let Some(limit) = self.limit {
            query.append_pair("limit", &limit.to_string());
        }
        query.extend_pairs(self.filters());
        query.append_pair("cursor", &cursor.to_string());
        format!("{path}?{}", query.finish())
    }
}

/// The position after an article.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub enum ListCursor {
    /// In a list by date.
    Place(ListPosition),
    /// In the answer to a search, whose order changes with the catalogue: after this article, or after `passed`
    /// articles if it is no longer found.
    Rank { passed: usize, slug: Slug },
}

/// The position of an article in a list by date. It holds the values that order the list and no offset, so that it
/// stays valid when articles are published or removed.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct ListPosition {
    date: Date,
    importance: Importance,
    arrived_at: Timestamp,
    slug: Slug,
}

impl ListCursor {
    pub(super) fn of(article: &PublishedArticle) -> Self {
        let (date, importance) = (article.publish_date, article.importance);
        Self::Place(ListPosition { date, importance, arrived_at: article.arrived_at, slug: article.slug.clone() })
    }
}

impl ListPosition {
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

/// The first part of the text of a rank; no date begins with it.
const RANK: &str = "r";

impl fmt::Display for ListCursor {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Place(ListPosition { date, importance, arrived_at, slug }) => {
                write!(f, "{date}.{importance}.{}.{slug}", arrived_at.as_microsecond())
            }
            Self::Rank { passed, slug } => write!(f, "{RANK}.{passed}.{slug}"),
        }
    }
}

impl FromStr for ListCursor {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        let parse = || match text.split('.').collect::<Vec<_>>()[..] {
            [RANK, passed, slug] => Some(Self::Rank { passed: passed.parse().ok()?, slug: Slug::parse(slug)? }),
            [date, importance, arrived_at, slug] => Some(Self::Place(ListPosition {
                date: date.parse().ok()?,
                importance: Importance::new(importance.parse().ok()?)?,
                arrived_at: Timestamp::from_microsecond(arrived_at.parse().ok()?).ok()?,
                slug: Slug::parse(slug)?,
            })),
            _ => None,
        };
        parse().ok_or_else(|| "not a cursor; take it from the Link header of the previous page".into())
    }
}

/// A filter of lists and searches.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum FilterKind {
    Importance,
    Topic,
    Role,
    Domain,
    ActType,
    Issuer,
    Year,
    DutyAhead,
    Provision,
}

impl FilterKind {
    const ALL: [Self; 9] = [
        Self::Importance,
        Self::Topic,
        Self::Role,
        Self::Domain,
        Self::ActType,
        Self::Issuer,
        Self::Year,
        Self::DutyAhead,
        Self::Provision,
    ];
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
