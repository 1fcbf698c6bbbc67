//! The deadlines campaign: articles with deadlines in the coming two weeks.

use std::ops::ControlFlow;

use jiff::Span;
use jiff::civil::Date;

use super::record::campaign_article;
use super::schedule::{beginning_of, date_of};
use crate::domain::{Article, Status};
use crate::error::Result;
use crate::store::ReadTx;
use crate::store::articles::{self, ArticleRecord};
use crate::store::campaigns::CampaignRecord;

/// Days covered, including today.
const DAYS: i64 = 14;
/// Articles of one campaign, those with the nearest deadlines.
const MAX_ARTICLES: usize = 500;

/// Adds the articles, nearest deadline first.
pub(super) fn plan(tx: &ReadTx, campaign: CampaignRecord) -> Result<CampaignRecord> {
    let from = date_of(campaign.created_at);
    let to = from.saturating_add(Span::new().days(DAYS));
    let mut found: Vec<(Date, ArticleRecord)> = Vec::new();
    articles::each(tx, &mut |record| {
        if record.status == Status::Published
            && let Some(first) = first_between(&record.article, from, to)
        {
            found.push((first, record));
        }
        ControlFlow::Continue(())
    })?;
    found.sort_by(|(a_date, a), (b_date, b)| a_date.cmp(b_date).then_with(|| a.article.slug.cmp(&b.article.slug)));
    found.truncate(MAX_ARTICLES);
    let articles = found.iter().map(|(_, record)| campaign_article(record)).collect();
    Ok(CampaignRecord { articles, since: beginning_of(from), until: beginning_of(to), ..campaign })
}

fn first_between(article: &Article, from: Date, to: Date) -> Option<Date> {
    article.deadlines.iter().filter_map(|deadline| deadline.date).filter(|date| (from..to).contains(date)).min()
}
