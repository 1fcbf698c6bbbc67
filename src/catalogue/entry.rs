//! One published article as the catalogue keeps it.

use std::borrow::Cow;
use std::io::Write;
use std::sync::OnceLock;

use jiff::Timestamp;
use jiff::civil::Date;
use serde::Deserialize;

use super::dto::{ArticleSummary, Standing, ZERO_COUNTS};
use super::tallies::Tally;
use crate::domain::{Article, Importance, Language, Slug, text};

/// What filters ask for, and the ready-made JSON of lists.
///
/// Bytes matter here: the JSON is the only copy of the texts, the Romanian one serves both
/// languages where there is no translation, and the search text is made when first searched.
#[derive(Debug)]
pub struct Entry {
    /// Never given twice, so that what was made from an older state is told apart.
    pub(super) stamp: u64,
    pub slug: Slug,
    pub publish_date: Date,
    pub importance: Importance,
    pub updated_at: Timestamp,
    pub(super) topic: Box<str>,
    /// Folded.
    pub domains: Box<[Box<str>]>,
    pub(super) file_url: Option<Box<str>>,
    /// The days of its dated deadlines.
    pub(super) deadlines: Box<[Date]>,
    ro: Text,
    en: Option<Text>,
}

#[derive(Debug)]
struct Text {
    /// An `ArticleSummary` without its counts and closing brace.
    json: Box<str>,
    search: OnceLock<Box<str>>,
}

/// What is read back from an entry's JSON where a whole article is too much.
#[derive(Debug, Deserialize)]
pub struct Head<'a> {
    #[serde(borrow)]
    pub title: Cow<'a, str>,
    #[serde(borrow)]
    pub simple_explanation: Cow<'a, str>,
    #[serde(borrow)]
    pub domains: Vec<Cow<'a, str>>,
    #[serde(borrow)]
    pub act: Option<Cited<'a>>,
    #[serde(borrow)]
    pub gazette: Option<Cited<'a>>,
    #[serde(borrow)]
    pub deadlines: Vec<HeadDeadline<'a>>,
    pub lang: Language,
}

#[derive(Debug, Deserialize)]
pub struct Cited<'a> {
    #[serde(borrow)]
    pub citation: Cow<'a, str>,
}

#[derive(Debug, Deserialize)]
pub struct HeadDeadline<'a> {
    pub date: Option<Date>,
    #[serde(borrow)]
    pub what: Cow<'a, str>,
    #[serde(borrow)]
    pub who: Option<Cow<'a, str>>,
}

impl Entry {
    pub(super) fn new(stamp: u64, article: &Article, standing: Standing) -> Self {
        Self {
            stamp,
            slug: article.slug.clone(),
            publish_date: article.publish_date,
            importance: article.importance,
            updated_at: standing.updated_at,
            topic: article.topic.as_str().into(),
            domains: article.domains.iter().map(|domain| text::fold(domain).into()).collect(),
            file_url: article.file_url.as_deref().map(Into::into),
            deadlines: article.deadlines.iter().filter_map(|deadline| deadline.date).collect(),
            ro: Text::new(article, standing, Language::Ro),
            en: article.translations.contains_key(&Language::En).then(|| Text::new(article, standing, Language::En)),
        }
    }

    /// The languages it can be read in, Romanian first.
    pub fn languages(&self) -> Vec<Language> {
        if self.en.is_some() { Language::ALL.to_vec() } else { vec![Language::Ro] }
    }

    fn text(&self, language: Language) -> &Text {
        match language {
            Language::Ro => &self.ro,
            Language::En => self.en.as_ref().unwrap_or(&self.ro),
        }
    }

    /// Appends the whole summary as JSON; `more` are further fields, each after a comma.
    pub(super) fn write(&self, language: Language, tally: Tally, more: &str, out: &mut Vec<u8>) {
        let Tally { likes, bookmarks, .. } = tally;
        out.extend_from_slice(self.text(language).json.as_bytes());
        // Writing to memory does not fail.
        write!(out, r#","likes":{likes},"bookmarks":{bookmarks}{more}}}"#).ok();
    }

    /// About how many bytes [`Entry::write`] appends.
    pub(super) fn size(&self, language: Language) -> usize {
        self.text(language).json.len() + ZERO_COUNTS.len() + 4
    }

    /// Whether each of the folded `words` occurs in the title, the explanation, the act or the domains.
    pub(super) fn matches(&self, language: Language, words: &[String]) -> bool {
        let text = self.text(language);
        let search = text.search.get_or_init(|| text.head(|head| search_text(&head).into()).unwrap_or_default());
        words.iter().all(|word| search.contains(word.as_str()))
    }

    /// Reads the title and what else a line about the article says; `None` never happens with
    /// JSON of our own making.
    pub fn head<T>(&self, language: Language, read: impl FnOnce(Head<'_>) -> T) -> Option<T> {
        self.text(language).head(read)
    }
}

impl Text {
    fn new(article: &Article, standing: Standing, language: Language) -> Self {
        let standing = Standing { likes: 0, bookmarks: 0, ..standing };
        let mut json = serde_json::to_string(&ArticleSummary::new(article, standing, language)).unwrap_or_default();
        json.truncate(json.len().saturating_sub(ZERO_COUNTS.len()));
        Self { json: json.into(), search: OnceLock::new() }
    }

    fn head<T>(&self, read: impl FnOnce(Head<'_>) -> T) -> Option<T> {
        let whole = format!("{}}}", self.json);
        serde_json::from_str(&whole).map(read).ok()
    }
}

/// Everything a search looks into, folded; a line break keeps words of two fields apart.
fn search_text(head: &Head<'_>) -> String {
    let mut parts = vec![head.title.as_ref(), head.simple_explanation.as_ref()];
    parts.extend(head.act.as_ref().map(|act| act.citation.as_ref()));
    parts.extend(head.domains.iter().map(Cow::as_ref));
    text::fold(&parts.join("\n"))
}
