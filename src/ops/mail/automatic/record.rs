//! Creates and stores the records of automatic campaigns.

use std::ops::ControlFlow;

use jiff::{SignedDuration, Timestamp};

use super::schedule::Routine;
use crate::app::App;
use crate::domain::mailing::Audience;
use crate::domain::message::MessageKind;
use crate::domain::{Article, CampaignId};
use crate::error::Result;
use crate::ops::mail::campaigns::notify_changed;
use crate::ops::mail::campaigns::selection::first_page;
use crate::ops::policy::Actor;
use crate::store::articles::ArticleRecord;
use crate::store::campaigns::{self, CampaignAct, CampaignArticle, CampaignProvision, CampaignRecord};
use crate::store::{ReadTx, WriteTx};

/// A campaign dated further in the future was created while the clock was ahead.
const MIN_LEAD: SignedDuration = SignedDuration::from_mins(10);
/// Number of ids that are tried for one date.
const MAX_IDS: u32 = 9;

/// A campaign without articles.
pub(super) fn new_campaign(
    id: CampaignId,
    kind: MessageKind,
    audience: Audience,
    now: Timestamp,
    actor: &Actor,
) -> CampaignRecord {
    let gathering = Some(first_page(&audience));
    CampaignRecord { gathering, ..CampaignRecord::new(id, kind, audience, actor.to_string(), now) }
}

/// The follows that an article concerns, other than topics and domains.
#[derive(Debug, Default)]
pub(in crate::ops) struct Finders {
    /// The acts that the article is on or names.
    pub acts: Vec<CampaignAct>,
    /// The followed provisions that the article's act changes.
    pub provisions: Vec<CampaignProvision>,
    /// The saved searches that found the article.
    pub searches: Vec<String>,
}

/// The part of an article that a campaign stores.
// docs/decisions/0185
pub(super) fn campaign_article(record: &ArticleRecord, finders: Finders) -> CampaignArticle {
    let Finders { acts, provisions, searches } = finders;
    let Article { slug, importance, topic, domains, .. } = &record.article;
    CampaignArticle {
        slug: slug.clone(),
        revision: record.revision,
        importance: *importance,
        topic: topic.clone(),
        domains: domains.clone(),
        acts,
        provisions,
        searches,
        only_searches: false,
    }
}

/// Stores the campaign unless one with its id exists; returns the id of a stored one.
pub(super) async fn create(app: &App, campaign: CampaignRecord) -> Result<Option<CampaignId>> {
    let (kind, articles) = (campaign.kind.name(), campaign.articles.len());
    let Some(id) = app.store.write(move |tx| put_new(tx, &campaign)).await? else { return Ok(None) };
    tracing::info!(mail.campaign = id.as_str(), mail.kind = kind, mail.articles = articles, "campaign created");
    notify_changed(app);
    Ok(Some(id))
}

/// Writes the campaign unless one with its id exists; returns its id if it was written. If the existing one is early,
/// the campaign gets a numbered id.
pub(super) fn put_new(tx: &WriteTx, campaign: &CampaignRecord) -> Result<Option<CampaignId>> {
    let numbered = (2..=MAX_IDS).filter_map(|number| CampaignId::about(campaign.id.as_str(), &number.to_string()));
    for id in std::iter::once(campaign.id.clone()).chain(numbered) {
        match campaigns::get(tx, &id)? {
            Some(existing) if existing.is_early => {}
            Some(_) => return Ok(None),
            None => {
                campaigns::put(tx, &CampaignRecord { id: id.clone(), ..campaign.clone() })?;
                return Ok(Some(id));
            }
        }
    }
    Ok(None)
}

/// Marks routine campaigns that are dated in the future as early. They were created while the clock was ahead, and
/// would prevent the campaigns of their dates.
pub(super) async fn mark_early(app: &App) -> Result<()> {
    let now = app.clock.now();
    let is_ahead = move |campaign: &CampaignRecord| {
        let is_routine = Routine::ALL.iter().any(|routine| routine.kind() == campaign.kind);
        is_routine && !campaign.is_early && campaign.created_at.duration_since(now) > MIN_LEAD
    };
    let found = app.store.read(move |tx| {
        let mut found = Vec::new();
        campaigns::each(tx, &mut |campaign| {
            found.extend(is_ahead(&campaign).then_some(campaign.id));
            ControlFlow::Continue(())
        })?;
        Ok(found)
    });
    let found = found.await?;
    if found.is_empty() {
        return Ok(());
    }
    tracing::warn!(
        mail.campaigns = found.len(),
        "digests were created while the clock was ahead; they do not replace those of their dates"
    );
    let write = move |tx: &WriteTx| {
        for id in &found {
            if let Some(campaign) = campaigns::get(tx, id)?.filter(is_ahead) {
                campaigns::put(tx, &CampaignRecord { is_early: true, ..campaign })?;
            }
        }
        Ok(())
    };
    app.store.write(write).await
}

/// The campaigns of one kind, oldest first.
#[derive(Debug, Default)]
pub(super) struct History(pub(super) Vec<CampaignRecord>);

impl History {
    pub(super) fn of(tx: &ReadTx, kind: MessageKind, now: Timestamp) -> Result<Self> {
        let mut all = Vec::new();
        campaigns::each(tx, &mut |campaign| {
            all.push(campaign);
            ControlFlow::Continue(())
        })?;
        Ok(Self::among(all, kind, now))
    }

    /// Leaves out campaigns dated after `now`, which were created while the clock was ahead, until they are marked as
    /// early.
    pub(super) fn among(mut campaigns: Vec<CampaignRecord>, kind: MessageKind, now: Timestamp) -> Self {
        campaigns.retain(|campaign| campaign.kind == kind && (campaign.is_early || campaign.created_at <= now));
        campaigns.sort_by_key(|campaign| campaign.created_at);
        Self(campaigns)
    }

    /// The campaigns that are not early, oldest first.
    pub(super) fn on_time(&self) -> impl DoubleEndedIterator<Item = &CampaignRecord> {
        self.0.iter().filter(|campaign| !campaign.is_early)
    }

    pub(super) fn last(&self) -> Option<&CampaignRecord> {
        self.on_time().next_back()
    }
}
