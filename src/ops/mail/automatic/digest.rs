//! Digests: articles first published since the previous one, and monthly overviews.

use std::cmp::Reverse;
use std::collections::HashSet;
use std::ops::ControlFlow;

use jiff::civil::Date;
use jiff::{SignedDuration, Span, Timestamp};

use super::record::{Finders, History, campaign_article};
use super::schedule::{Routine, date_of};
use crate::domain::{CalendarMonth, OverviewId, Slug, Status};
use crate::error::Result;
use crate::store::ReadTx;
use crate::store::articles::{self, ArticleRecord};
use crate::store::campaigns::CampaignRecord;
use crate::store::monthly_overviews::{self, OverviewRecord};

/// Articles of one digest: the most important ones.
const MAX_ARTICLES: usize = 500;
/// How far a digest looks back before the end of the previous one. An article gets its time before its commit, so it
/// may become visible after the digest that covers that time.
const OVERLAP: SignedDuration = SignedDuration::from_hours(24);

/// Adds the articles and overviews to the campaign. The most important articles come first, then those with the soonest
/// day, then the newest.
pub(super) fn plan(
    tx: &ReadTx,
    campaign: CampaignRecord,
    routine: Routine,
    history: &History,
    max_age_days: u32,
    finders: impl Fn(&ArticleRecord) -> Result<Finders>,
) -> Result<CampaignRecord> {
    let until = campaign.created_at;
    let since = since(routine, history, until, max_age_days);
    let earliest = if history.last().is_none() { since } else { since - OVERLAP };
    let sent = sent_since(history, earliest);
    let overviews = overviews(tx, history, earliest, until)?;
    let oldest_date = oldest_news(date_of(earliest), max_age_days);
    let mut found: Vec<(Timestamp, ArticleRecord)> = Vec::new();
    articles::each_newest_first(tx, &mut |record| {
        if record.article.publish_date < oldest_date {
            return ControlFlow::Break(());
        }
        let seen = record.published_at.filter(|at| *at > earliest && *at <= until);
        // The age limit applies to the time of publication, not of the digest.
        let recent = seen.filter(|at| record.article.publish_date >= oldest_news(date_of(*at), max_age_days));
        if let Some(at) = recent.filter(|_| record.status == Status::Published)
            && !sent.contains(&record.article.slug)
        {
            found.push((at, record));
        }
        ControlFlow::Continue(())
    })?;
    let today = date_of(until);
    found.sort_by_cached_key(|(at, record)| {
        let article = &record.article;
        let next = article.next_date(today).unwrap_or(Date::MAX);
        (Reverse(article.importance), next, Reverse(article.publish_date), Reverse(*at))
    });
    found.truncate(MAX_ARTICLES);
    let articles = found.iter().map(|(_, record)| Ok(campaign_article(record, finders(record)?)));
    let articles = articles.collect::<Result<_>>()?;
    Ok(CampaignRecord { articles, overviews, since: Some(since), until: Some(until), ..campaign })
}

/// The end of the previous digest, but no earlier than the age limit of news.
fn since(routine: Routine, history: &History, until: Timestamp, max_age_days: u32) -> Timestamp {
    let days = |count: i64| until - SignedDuration::from_hours(24 * count);
    let last = history.on_time().filter_map(|campaign| campaign.until).max();
    let longest = i64::from(max_age_days).max(routine.period());
    last.map_or(days(routine.period()), |last| last.max(days(longest)))
}

/// The articles of the digests that ended after this time, and of early ones.
fn sent_since(history: &History, earliest: Timestamp) -> HashSet<Slug> {
    let is_recent = |campaign: &&CampaignRecord| campaign.is_early || campaign.until.is_some_and(|it| it > earliest);
    let recent = history.0.iter().filter(is_recent);
    recent.flat_map(|campaign| campaign.articles.iter().map(|article| article.slug.clone())).collect()
}

/// The overviews published in the period about one of the two months before it, without those of earlier digests: an
/// overview that was reopened and published again is not repeated.
fn overviews(tx: &ReadTx, history: &History, earliest: Timestamp, until: Timestamp) -> Result<Vec<OverviewId>> {
    let sent: HashSet<_> = history.0.iter().flat_map(|campaign| &campaign.overviews).collect();
    let is_news = |record: &OverviewRecord| {
        let at = record.published.as_ref().map(|signature| signature.at);
        at.is_some_and(|at| {
            let oldest = CalendarMonth::of(date_of(at)).before().before();
            at > earliest && at <= until && record.overview.id.month >= oldest
        })
    };
    let published = monthly_overviews::newest(tx)?.into_iter().filter(|record| record.status == Status::Published);
    let ids = published.filter(is_news).map(|record| record.overview.id);
    Ok(ids.filter(|id| !sent.contains(id)).collect())
}

/// The oldest publish date of news on this date.
fn oldest_news(date: Date, max_age_days: u32) -> Date {
    date.saturating_sub(Span::new().days(i64::from(max_age_days)))
}
