//! The look ahead: articles with something to do in the coming two weeks.

use std::ops::ControlFlow;

use jiff::Span;
use jiff::civil::Date;

use super::mention;
use super::schedule::{beginning_of, date_of};
use crate::domain::{Article, Status};
use crate::error::Result;
use crate::store::Reading;
use crate::store::articles::{self, ArticleRecord};
use crate::store::campaigns::CampaignRecord;

/// How far it looks ahead, today included.
const DAYS: i64 = 14;
/// Articles of one mail, those with the nearest deadlines.
const MAX_ARTICLES: usize = 500;

/// What a look ahead made now tells of, nearest deadline first.
pub(super) fn plan(tx: &impl Reading, campaign: CampaignRecord) -> Result<CampaignRecord> {
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
    let articles = found.iter().map(|(_, record)| mention(record)).collect();
    Ok(CampaignRecord { articles, since: beginning_of(from), until: beginning_of(to), ..campaign })
}

fn first_between(article: &Article, from: Date, to: Date) -> Option<Date> {
    article.deadlines.iter().filter_map(|deadline| deadline.date).filter(|date| (from..to).contains(date)).min()
}
