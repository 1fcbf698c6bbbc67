//! The deadlines campaign: articles with something due in the coming two weeks.

use std::cmp::Reverse;
use std::ops::ControlFlow;

use jiff::Span;
use jiff::civil::Date;

use super::record::{Finders, campaign_article};
use super::schedule::{beginning_of, date_of};
use crate::domain::{Article, EntryKind, Status};
use crate::error::Result;
use crate::store::ReadTx;
use crate::store::articles::{self, ArticleRecord};
use crate::store::campaigns::{CampaignAct, CampaignRecord};

/// Days covered, including today.
const DAYS_AHEAD: i64 = 14;
/// Articles of one campaign, those with the nearest deadlines.
const MAX_ARTICLES: usize = 500;

/// Adds the articles to the campaign: nearest day first, then the most important, then the newest.
pub(super) fn plan(
    tx: &ReadTx,
    campaign: CampaignRecord,
    acts: impl Fn(&ArticleRecord) -> Vec<CampaignAct>,
) -> Result<CampaignRecord> {
    let from = date_of(campaign.created_at);
    let to = from.saturating_add(Span::new().days(DAYS_AHEAD));
    let mut found: Vec<(Date, ArticleRecord)> = Vec::new();
    articles::each(tx, &mut |record| {
        if record.status == Status::Published
            && let Some(first) = first_between(&record.article, from, to)
        {
            found.push((first, record));
        }
        ControlFlow::Continue(())
    })?;
    found
        .sort_by_cached_key(|(date, record)| (*date, Reverse(record.article.importance), Reverse(record.published_at)));
    found.truncate(MAX_ARTICLES);
    let finders = |record: &ArticleRecord| Finders { acts: acts(record), ..Finders::default() };
    let articles = found.iter().map(|(_, record)| campaign_article(record, finders(record))).collect();
    Ok(CampaignRecord { articles, since: beginning_of(from), until: beginning_of(to), ..campaign })
}

fn first_between(article: &Article, from: Date, to: Date) -> Option<Date> {
    let due = article.deadlines.iter().filter(|entry| entry.kind == EntryKind::Due);
    due.filter_map(|entry| entry.next_date(from)).filter(|date| *date < to).min()
}
