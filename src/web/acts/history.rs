//! The JSON shapes of the history of an act.

use jiff::civil::Date;
use serde::Serialize;
use utoipa::ToSchema;

use super::dto::headlines;
use crate::catalogue::ArticleView;
use crate::domain::Language;
use crate::domain::amendment::Amendment;
use crate::domain::article::Revision;
use crate::ops::act_history::{ActHistory, HistoryEntry, UnreadAct};
use crate::web::articles::act::{ActDto, GazetteDto};
use crate::web::articles::dto::HeadlineDto;

/// What changed in an act, newest first.
#[derive(Serialize, ToSchema)]
#[schema(as = ActHistory)]
pub(super) struct ActHistoryDto<'a> {
    /// The day of the oldest stored form; no earlier change is known. Absent without stored forms.
    #[serde(skip_serializing_if = "Option::is_none")]
    since: Option<Date>,
    /// The number of changed provisions.
    changes: u32,
    /// The number of acts that made the changes.
    acts: usize,
    /// The day of the newest change.
    #[serde(skip_serializing_if = "Option::is_none")]
    latest: Option<Date>,
    /// Acts of articles that name the act, newer than its newest stored form, whose texts are not stored: they may have
    /// changed it. At most 10.
    unread: Vec<UnreadActDto<'a>>,
    /// The acts that changed it, at most 100.
    entries: Vec<HistoryEntryDto<'a>>,
}

/// An act that may have changed another one.
#[derive(Serialize, ToSchema)]
#[schema(as = UnreadAct)]
struct UnreadActDto<'a> {
    act: ActDto<'a>,
    /// The articles on it that name the changed act.
    articles: Vec<HeadlineDto<'a>>,
}

/// What one act changed on one day.
#[derive(Serialize, ToSchema)]
#[schema(as = HistoryEntry)]
struct HistoryEntryDto<'a> {
    /// The day on which the changes took effect, if it is known.
    #[serde(skip_serializing_if = "Option::is_none")]
    day: Option<Date>,
    /// Absent where the notes of the form do not name the act.
    #[serde(skip_serializing_if = "Option::is_none")]
    act: Option<ActDto<'a>>,
    #[serde(skip_serializing_if = "Option::is_none")]
    gazette: Option<GazetteDto<'a>>,
    /// The number of changed provisions.
    found: u32,
    /// The provisions before and after; fewer than `found` if there are very many. One without `difference` and `text`
    /// is known by its name only.
    amendments: &'a [Amendment],
    /// The articles on the act.
    articles: Vec<HistoryArticleDto<'a>>,
}

/// An article on an act that changed another one.
#[derive(Serialize, ToSchema)]
#[schema(as = HistoryArticle)]
struct HistoryArticleDto<'a> {
    article: HeadlineDto<'a>,
    /// The changed provisions that the article names.
    provisions: &'a [String],
}

impl<'a> ActHistoryDto<'a> {
    pub(super) fn new(history: &'a ActHistory, language: Language) -> Self {
        Self {
            since: history.since,
            changes: history.changes(),
            acts: history.acts(),
            latest: history.latest(),
            unread: history.unread.iter().map(|unread| UnreadActDto::new(unread, language)).collect(),
            entries: history.entries.iter().map(|entry| HistoryEntryDto::new(entry, language)).collect(),
        }
    }
}

impl<'a> UnreadActDto<'a> {
    fn new(UnreadAct { act, id, articles }: &'a UnreadAct, language: Language) -> Self {
        Self { act: ActDto::with_id(act, id.as_ref(), language), articles: headlines(articles, language) }
    }
}

impl<'a> HistoryEntryDto<'a> {
    fn new(entry: &'a HistoryEntry, language: Language) -> Self {
        let article = |(revision, provisions): &'a (Revision, Vec<String>)| HistoryArticleDto {
            article: HeadlineDto::new(&ArticleView::new(revision, language)),
            provisions,
        };
        Self {
            day: entry.day,
            act: entry.by.as_ref().map(|by| ActDto::with_id(by, entry.id.as_ref(), language)),
            gazette: entry.gazette.as_ref().map(|gazette| GazetteDto::new(gazette, language)),
            found: entry.found,
            amendments: &entry.amendments,
            articles: entry.articles.iter().map(article).collect(),
        }
    }
}
