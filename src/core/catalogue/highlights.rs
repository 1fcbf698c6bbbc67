//! What Home shows of all articles: the nearest days, and the articles that have days ahead.

use std::cmp::Reverse;
use std::sync::Arc;

use jiff::civil::Date;

use super::article::PublishedArticle;
use super::deadlines::Deadline;
use super::snapshot::Snapshot;
use crate::domain::article::Revision;
use crate::domain::{EntryKind, Language};
use crate::error::Result;

/// Most duties on Home, and most changes.
const MAX_ENTRIES: usize = 4;
/// Most cards on Home.
const MAX_CARDS: usize = 8;

/// What Home shows of all articles.
#[derive(Debug)]
pub struct Highlights {
    /// How many articles there are.
    pub total: usize,
    /// The next days on which something is due, soonest first.
    pub duties: Vec<Deadline>,
    /// The next days on which something starts or ends, soonest first.
    pub changes: Vec<Deadline>,
    /// How many articles have a day ahead.
    pub ahead: usize,
    /// The articles with the nearest days ahead, soonest first; without any, the most important articles.
    pub articles: Vec<Revision>,
}

impl Snapshot {
    /// What Home shows on `today`, in this language.
    pub fn highlights(&self, language: Language, today: Date) -> Result<Highlights> {
        let mut sorted: Vec<(Option<Date>, &Arc<PublishedArticle>)> =
            self.articles().iter().map(|article| (article.next_day(today), article)).collect();
        // The sort is stable: articles of one day and importance keep the order of the list.
        sorted.sort_by_key(|(day, article)| (day.is_none(), *day, Reverse(article.importance)));
        let ahead = sorted.partition_point(|(day, _)| day.is_some());
        let shown = if ahead == 0 { &sorted[..] } else { &sorted[..ahead] };
        Ok(Highlights {
            total: sorted.len(),
            duties: self.next_days(language, today, MAX_ENTRIES, |entry| entry.kind == EntryKind::Due)?,
            changes: self.next_days(language, today, MAX_ENTRIES, |entry| entry.kind != EntryKind::Due)?,
            ahead,
            articles: shown.iter().take(MAX_CARDS).map(|(_, article)| article.unpack()).collect::<Result<_>>()?,
        })
    }
}
