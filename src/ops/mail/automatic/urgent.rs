//! Urgent campaigns, created in the transaction that publishes the article.

use std::cmp::Reverse;

use jiff::Timestamp;

pub(in crate::ops) use super::record::Finders;
use super::record::{campaign_article, new_campaign, put_new};
use crate::domain::mailing::Audience;
use crate::domain::message::MessageKind;
use crate::domain::{CampaignId, Importance};
use crate::error::Result;
use crate::ops::policy::Actor;
use crate::store::WriteTx;
use crate::store::articles::ArticleRecord;
use crate::store::campaigns::{self, CampaignArticle, CampaignRecord};

/// The lowest importance that a recipient can choose for urgent messages.
const MIN_IMPORTANCE: Importance = Importance::IMPORTANT;

/// Whether to announce the change at once: the article is important and new, or its importance has risen.
///
/// `is_first` means that the article was not public before. Corrections of an announced article are not announced.
pub(in crate::ops) fn is_urgent(before: Option<&ArticleRecord>, record: &ArticleRecord, is_first: bool) -> bool {
    let importance = record.article.importance;
    importance >= MIN_IMPORTANCE && (is_first || before.is_none_or(|before| before.article.importance < importance))
}

/// Writes a campaign about this revision, or adds it to the one `created` by the same write: articles published
/// together share one message.
pub(in crate::ops) fn announce(
    tx: &WriteTx,
    created: &mut Option<CampaignRecord>,
    article: &ArticleRecord,
    finders: Finders,
    now: Timestamp,
) -> Result<()> {
    let announced = campaign_article(article, finders);
    if let Some(campaign) = created {
        campaign.articles.push(announced);
        campaign.articles.sort_by_key(|article| Reverse(article.importance));
        return Ok(campaigns::put(tx, campaign)?);
    }
    let subject = format!("{}-r{}", article.article.slug, article.revision);
    let Some(id) = CampaignId::about("urgent", &subject) else { return Ok(()) };
    let campaign = new_campaign(id, MessageKind::Urgent, Audience::Everybody, now, &Actor::System);
    let campaign = CampaignRecord { articles: vec![announced], ..campaign };
    if put_new(tx, &campaign)?.is_some() {
        *created = Some(campaign);
    }
    Ok(())
}

/// Writes a campaign for the followers of saved searches that found the article, except those who get it by another
/// follow.
pub(in crate::ops) fn announce_found(
    tx: &WriteTx,
    article: &ArticleRecord,
    finders: Finders,
    now: Timestamp,
) -> Result<()> {
    let subject = format!("{}-r{}", article.article.slug, article.revision);
    let Some(id) = CampaignId::about("found", &subject) else { return Ok(()) };
    let campaign = new_campaign(id, MessageKind::Urgent, Audience::Accounts, now, &Actor::System);
    let found = campaign_article(article, finders);
    let articles = vec![CampaignArticle { only_searches: true, ..found }];
    put_new(tx, &CampaignRecord { articles, ..campaign })?;
    Ok(())
}
