//! Digests: what readers saw first since the last one.

use std::cmp::Reverse;
use std::collections::HashSet;
use std::ops::ControlFlow;

use jiff::{SignedDuration, Span, Timestamp};

use super::schedule::{Routine, date_of};
use super::{History, mention};
use crate::domain::{Slug, Status};
use crate::error::Result;
use crate::store::Reading;
use crate::store::articles::{self, ArticleRecord};
use crate::store::campaigns::CampaignRecord;

/// Articles of one digest: the most important of them, should an archive be published at once.
const MAX_ARTICLES: usize = 500;
/// An article gets its time before it is committed, so it may come in after a digest that it belongs to; it is
/// looked for so far back, and is told by the next.
const OVERLAP: SignedDuration = SignedDuration::from_hours(24);

/// What a digest made now tells of, most important first.
pub(super) fn plan(
    tx: &impl Reading,
    campaign: CampaignRecord,
    routine: Routine,
    history: &History,
    max_age_days: u32,
) -> Result<CampaignRecord> {
    let until = campaign.created_at;
    let since = since(routine, history, until, max_age_days);
    let earliest = if history.0.is_empty() { since } else { since - OVERLAP };
    let told = told_after(history, earliest);
    let oldest_date = age(date_of(earliest), max_age_days);
    let mut found: Vec<(Timestamp, ArticleRecord)> = Vec::new();
    articles::each_newest_first(tx, &mut |record| {
        if record.article.publish_date < oldest_date {
            return ControlFlow::Break(());
        }
        let seen = record.first_seen().filter(|at| *at > earliest && *at <= until);
        // What is too old to be told is too old from the beginning.
        let recent = seen.filter(|at| record.article.publish_date >= age(date_of(*at), max_age_days));
        if let Some(at) = recent.filter(|_| record.status == Status::Published)
            && !told.contains(&record.article.slug)
        {
            found.push((at, record));
        }
        ControlFlow::Continue(())
    })?;
    found.sort_by(|(a_at, a), (b_at, b)| {
        let rank = |at: &Timestamp, record: &ArticleRecord| {
            (Reverse(record.article.importance), Reverse(record.article.publish_date), Reverse(*at))
        };
        rank(a_at, a).cmp(&rank(b_at, b)).then_with(|| a.article.slug.cmp(&b.article.slug))
    });
    found.truncate(MAX_ARTICLES);
    let articles = found.iter().map(|(_, record)| mention(record)).collect();
    Ok(CampaignRecord { articles, since: Some(since), until: Some(until), ..campaign })
}

/// Where the last digest ended; a longer silence is not made up for than news are told.
fn since(routine: Routine, history: &History, until: Timestamp, max_age_days: u32) -> Timestamp {
    let days = |count: i64| until - SignedDuration::from_hours(24 * count);
    let last = history.0.iter().filter_map(|campaign| campaign.until).max();
    let longest = i64::from(max_age_days).max(routine.period());
    last.map_or(days(routine.period()), |last| last.max(days(longest)))
}

/// The articles of digests that reach past this time.
fn told_after(history: &History, earliest: Timestamp) -> HashSet<Slug> {
    let late = history.0.iter().filter(|campaign| campaign.until.is_some_and(|until| until > earliest));
    late.flat_map(|campaign| campaign.articles.iter().map(|article| article.slug.clone())).collect()
}

/// The oldest day that is still told on this day.
fn age(date: jiff::civil::Date, max_age_days: u32) -> jiff::civil::Date {
    date.saturating_sub(Span::new().days(i64::from(max_age_days)))
}
