//! What changed in a year: counts by month, importance and topic, and the articles.

use std::cmp::Reverse;
use std::collections::BTreeSet;
use std::sync::Arc;

use jiff::civil::Date;

use super::article::PublishedArticle;
use super::snapshot::{Snapshot, TopicSummary};
use crate::domain::article::Revision;
use crate::domain::{Importance, Language};
use crate::error::Result;

/// Most articles in the timeline of a year.
const MAX_TIMELINE: usize = 100;
/// Articles among the most important ones.
const MAX_IMPORTANT: usize = 5;

/// Which articles to look at.
#[derive(Debug, Clone, Default, PartialEq, Eq, Hash)]
pub struct InsightsQuery {
    pub language: Language,
    /// All topics unless one is chosen.
    pub topic: Option<String>,
    /// The newest year with articles unless one is chosen.
    pub year: Option<i16>,
}

/// The articles that were published in one year.
#[derive(Debug)]
pub struct Insights {
    pub year: i16,
    /// The years with articles, newest first; `year` is one of them unless it has no articles.
    pub years: Vec<i16>,
    /// How many articles the year has.
    pub total: usize,
    pub months: [MonthCounts; 12],
    /// How many articles each topic has in the year, in display order. Counts all topics, even if one is chosen.
    pub topics: Vec<TopicSummary>,
    /// The most important articles, the newest of an importance first.
    pub important: Vec<Revision>,
    /// The newest articles.
    pub timeline: Vec<Revision>,
}

/// The number of articles of a month by importance, from 1 to 5.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct MonthCounts(pub [usize; Importance::LEVELS]);

impl MonthCounts {
    pub fn total(&self) -> usize {
        self.0.iter().sum()
    }
}

impl Snapshot {
    /// What changed in a year, as of `today`; takes milliseconds with many articles.
    pub fn insights(&self, query: &InsightsQuery, today: Date) -> Result<Insights> {
        let is_chosen =
            |article: &PublishedArticle| query.topic.as_deref().is_none_or(|topic| *article.topic == *topic);
        let chosen = || self.articles().iter().filter(|article| is_chosen(article));
        let years: BTreeSet<i16> = chosen().map(|article| article.publish_date.year()).collect();
        let years: Vec<i16> = years.into_iter().rev().collect();
        let year = query.year.or_else(|| years.first().copied()).unwrap_or(today.year());
        let is_of_year = |article: &PublishedArticle| article.publish_date.year() == year;
        let of_year: Vec<_> = chosen().filter(|article| is_of_year(article)).collect();
        let mut months = [MonthCounts::default(); 12];
        for article in &of_year {
            let month = &mut months[usize::from(article.publish_date.month().unsigned_abs()) - 1];
            month.0[usize::from(article.importance.level()) - 1] += 1;
        }
        let mut important = of_year.clone();
        // Stable: within an importance, the order of the list is kept.
        important.sort_by_key(|article| Reverse(article.importance));
        let unpacked = |articles: &[&Arc<PublishedArticle>], most| -> Result<Vec<Revision>> {
            articles.iter().take(most).map(|article| article.unpack()).collect()
        };
        Ok(Insights {
            year,
            years,
            total: of_year.len(),
            months,
            topics: self.topics_of(|article| is_of_year(article)),
            important: unpacked(&important, MAX_IMPORTANT)?,
            timeline: unpacked(&of_year, MAX_TIMELINE)?,
        })
    }
}
