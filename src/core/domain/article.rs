//! An article: the explanation of one change of the law.

use std::borrow::Cow;
use std::collections::BTreeMap;
use std::fmt;
use std::str::FromStr;

use jiff::Timestamp;
use jiff::civil::Date;
use serde::{Deserialize, Serialize};

use super::audience_role::AudienceRole;
use super::concern::Concern;
use super::dated_entry::{DatedEntry, DatedEntryText};
use super::importance::Importance;
use super::slug::Slug;
use super::source::Source;
use super::step::Step;
use paragraf_law::act::Act;
use paragraf_law::gazette::Gazette;
use paragraf_law::language::Language;

/// Maximum lengths of texts, in characters, and of lists, in items.
pub mod limits {
    pub const TITLE: usize = 200;
    pub const IN_SHORT: usize = 200;
    pub const LONG_TEXT: usize = 20_000;
    pub const STEP: usize = 2_000;
    pub const STEPS: usize = 30;
    pub const SHORT_TEXT: usize = 300;
    pub const SHORT_LIST: usize = 30;
    pub const URL: usize = 2_000;
    /// Bytes of one record in an import file; about twice the largest record in practice.
    pub const RECORD_BYTES: usize = 512 * 1024;
}

/// How many readers liked and bookmarked an article.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct ArticleCounts {
    pub likes: u64,
    pub bookmarks: u64,
    /// Grows with each change: of two states of an article, the one with the greater version is later.
    pub version: u64,
}

/// Whether readers see an article.
#[derive(
    Debug, Clone, Copy, Default, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize, utoipa::ToSchema,
)]
#[serde(rename_all = "lowercase")]
pub enum Status {
    Draft,
    #[default]
    Published,
    /// Withdrawn by the operator after publication; kept with its revisions.
    Withdrawn,
}

impl Status {
    pub const ALL: [Self; 3] = [Self::Draft, Self::Published, Self::Withdrawn];

    pub fn as_str(self) -> &'static str {
        match self {
            Self::Draft => "draft",
            Self::Published => "published",
            Self::Withdrawn => "withdrawn",
        }
    }
}

impl fmt::Display for Status {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.as_str())
    }
}

impl FromStr for Status {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        Self::ALL
            .into_iter()
            .find(|status| status.as_str() == text)
            .ok_or_else(|| format!("{text:?} is not a status; use draft, published or withdrawn"))
    }
}

/// The content of one revision: the author's fields, without those that the store adds.
///
/// Two revisions have the same content if they are equal. Exported files keep this order of fields.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Article {
    pub slug: Slug,
    /// In Romanian, like all texts outside `translations`.
    pub title: String,
    /// What changes, in one sentence of plain text.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub in_short: Option<String>,
    pub technical_summary: String,
    pub simple_explanation: String,
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub steps: Vec<Step>,
    pub importance: Importance,
    pub publish_date: Date,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub file_url: Option<String>,
    #[serde(default)]
    pub domains: Vec<String>,
    pub topic: String,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub act: Option<Act>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub gazette: Option<Gazette>,
    /// Entry into force.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub in_force_date: Option<Date>,
    /// The day from which the rule applies, which may differ from its entry into force.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub applies_from: Option<Date>,
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub deadlines: Vec<DatedEntry>,
    /// The roles in which the change concerns a reader.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub roles: Vec<AudienceRole>,
    /// The concerned readers in words.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub audience: Vec<String>,
    /// The concerned readers as a condition over facts.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub concerns: Option<Box<Concern>>,
    /// The main source first.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub sources: Vec<Source>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub provenance: Option<Provenance>,
    /// Boxed, because a node of the map has room for eleven values.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub translations: BTreeMap<Language, Box<Translation>>,
}

/// The texts of an article in a language other than Romanian.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Translation {
    pub title: String,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub in_short: Option<String>,
    pub technical_summary: String,
    pub simple_explanation: String,
    /// One per step of the article, in the same order.
    #[serde(default)]
    pub implementation_key_points: Vec<String>,
    /// Empty, or one per entry of the article, in the same order.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub deadlines: Vec<DatedEntryText>,
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub audience: Vec<String>,
}

/// The authors and the source of an article.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize, utoipa::ToSchema)]
#[serde(deny_unknown_fields)]
pub struct Provenance {
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub written_by: Option<String>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub reviewed_by: Option<String>,
    /// The day of the review.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub reviewed_at: Option<Date>,
    /// Where the publish date comes from, such as "Legea nr. 149/2025", if it is not the day on which the act was
    /// published. The day is then not shown as a publication.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub dated_by: Option<String>,
    /// The language model that wrote the first draft.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub model: Option<String>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub source_sha256: Option<String>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub fetched_at: Option<Timestamp>,
}

/// The texts of an article in one language.
#[derive(Debug, Clone, Copy)]
pub struct Texts<'a> {
    pub language: Language,
    pub title: &'a str,
    pub in_short: Option<&'a str>,
    pub technical_summary: &'a str,
    pub simple_explanation: &'a str,
    pub audience: &'a [String],
}

impl Article {
    /// The texts in `language`, or in Romanian if it has no such translation.
    pub fn texts(&self, language: Language) -> Texts<'_> {
        match self.translations.get(&language) {
            Some(translation) => Texts {
                language,
                title: &translation.title,
                in_short: translation.in_short.as_deref(),
                technical_summary: &translation.technical_summary,
                simple_explanation: &translation.simple_explanation,
                audience: if translation.audience.is_empty() { &self.audience } else { &translation.audience },
            },
            None => Texts {
                language: Language::Ro,
                title: &self.title,
                in_short: self.in_short.as_deref(),
                technical_summary: &self.technical_summary,
                simple_explanation: &self.simple_explanation,
                audience: &self.audience,
            },
        }
    }

    /// The steps in the words of `language`, in the order of the article.
    pub fn steps(&self, language: Language) -> Cow<'_, [Step]> {
        let texts = self.translations.get(&language).map_or(&[][..], |texts| &texts.implementation_key_points);
        if texts.is_empty() || texts.len() != self.steps.len() {
            return Cow::Borrowed(&self.steps);
        }
        let translated = |(step, text): (&Step, &String)| Step { text: text.clone(), ..step.clone() };
        self.steps.iter().zip(texts).map(translated).collect()
    }

    /// The dated entries in the words of `language`, in the order of the article.
    pub fn deadlines(&self, language: Language) -> Cow<'_, [DatedEntry]> {
        let texts = self.translations.get(&language).map_or(&[][..], |translation| &translation.deadlines);
        if texts.is_empty() || texts.len() != self.deadlines.len() {
            return Cow::Borrowed(&self.deadlines);
        }
        self.deadlines
            .iter()
            .zip(texts)
            .map(|(entry, text)| DatedEntry {
                rule: text.rule.clone().or_else(|| entry.rule.clone()),
                what: text.what.clone(),
                who: text.who.clone().or_else(|| entry.who.clone()),
                ..entry.clone()
            })
            .collect()
    }

    /// The main source.
    pub fn source_url(&self) -> Option<&str> {
        self.sources.first().map(|source| source.url.as_str())
    }

    /// Whether the article, one of its steps or one of its entries concerns readers of this role.
    pub fn concerns(&self, role: AudienceRole) -> bool {
        let steps = self.steps.iter().flat_map(|step| &step.roles);
        let entries = self.deadlines.iter().flat_map(|entry| &entry.roles);
        self.roles.iter().chain(steps).chain(entries).any(|concerned| *concerned == role)
    }

    /// The languages of its texts, Romanian first.
    pub fn languages(&self) -> Vec<Language> {
        Language::ALL
            .into_iter()
            .filter(|language| *language == Language::Ro || self.translations.contains_key(language))
            .collect()
    }
}

/// One revision of an article.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Revision {
    /// Counted from 1.
    pub revision: u32,
    pub updated_at: Timestamp,
    pub article: Article,
}
