//! Changes that cannot wait, made in the transaction that publishes them.

use std::cmp::Reverse;

use jiff::Timestamp;

use super::{mention, put_new, record};
use crate::domain::mailing::Audience;
use crate::domain::message::MessageKind;
use crate::domain::{CampaignId, Importance};
use crate::error::Result;
use crate::ops::policy::Actor;
use crate::store::WriteTx;
use crate::store::articles::ArticleRecord;
use crate::store::campaigns::{self, CampaignRecord};

/// The least importance that anybody can choose to hear of at once.
const LEAST: Importance = Importance::IMPORTANT;

/// Whether the change from what readers saw cannot wait: news are important, or became so.
///
/// `is_first` says that readers see the article first; a correction of what was told already is not told again.
pub(in crate::ops) fn is_urgent(before: Option<&ArticleRecord>, record: &ArticleRecord, is_first: bool) -> bool {
    let importance = record.article.importance;
    importance >= LEAST && (is_first || before.is_none_or(|before| before.article.importance < importance))
}

/// Writes the campaign about this revision, or adds it to the one that the same write has `made` already: what
/// is published together is one mail.
pub(in crate::ops) fn tell(
    tx: &WriteTx,
    made: &mut Option<CampaignRecord>,
    article: &ArticleRecord,
    now: Timestamp,
) -> Result<()> {
    if let Some(campaign) = made {
        campaign.articles.push(mention(article));
        campaign.articles.sort_by_key(|article| Reverse(article.importance));
        return Ok(campaigns::put(tx, campaign)?);
    }
    let subject = format!("{}-r{}", article.article.slug, article.revision);
    let Some(id) = CampaignId::about("urgent", &subject) else { return Ok(()) };
    let campaign = record(id, MessageKind::Urgent, Audience::Everybody, now, &Actor::System);
    let campaign = CampaignRecord { articles: vec![mention(article)], ..campaign };
    if put_new(tx, &campaign)? {
        *made = Some(campaign);
    }
    Ok(())
}
