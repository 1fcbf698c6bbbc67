//! Creates and stores the records of automatic campaigns.

use std::ops::ControlFlow;
use std::sync::atomic::Ordering;

use jiff::Timestamp;

use crate::app::App;
use crate::domain::mailing::Audience;
use crate::domain::message::MessageKind;
use crate::domain::{Article, CampaignId};
use crate::error::Result;
use crate::ops::policy::Actor;
use crate::store::articles::ArticleRecord;
use crate::store::campaigns::{self, CampaignArticle, CampaignRecord, CampaignStatus, Gathering};
use crate::store::{ReadTx, WriteTx};

/// A campaign without articles.
pub(super) fn new_campaign(
    id: CampaignId,
    kind: MessageKind,
    audience: Audience,
    now: Timestamp,
    actor: &Actor,
) -> CampaignRecord {
    let gathering = match audience {
        Audience::Subscribers => Gathering::Subscribers { after: None },
        _ => Gathering::Accounts { after: None },
    };
    CampaignRecord {
        id,
        kind,
        audience,
        created_at: now,
        created_by: actor.to_string(),
        not_before: now,
        status: CampaignStatus::Active,
        status_at: now,
        gathering: Some(gathering),
        versions: Default::default(),
        articles: vec![],
        since: None,
        until: None,
        is_public: false,
    }
}

/// The part of an article that a campaign stores.
pub(super) fn campaign_article(record: &ArticleRecord) -> CampaignArticle {
    let Article { slug, importance, topic, domains, .. } = &record.article;
    CampaignArticle {
        slug: slug.clone(),
        revision: record.revision,
        importance: *importance,
        topic: topic.clone(),
        domains: domains.clone(),
    }
}

/// Stores the campaign unless one with its id exists; returns the id of a stored one.
pub(super) async fn create(app: &App, campaign: CampaignRecord) -> Result<Option<CampaignId>> {
    let (id, kind, articles) = (campaign.id.clone(), campaign.kind.name(), campaign.articles.len());
    if !app.store.write(move |tx| put_new(tx, &campaign)).await? {
        return Ok(None);
    }
    tracing::info!(mail.campaign = id.as_str(), mail.kind = kind, mail.articles = articles, "campaign created");
    wake(app);
    Ok(Some(id))
}

/// Writes the campaign unless one with its id exists; returns whether it was written.
pub(super) fn put_new(tx: &WriteTx, campaign: &CampaignRecord) -> Result<bool> {
    if campaigns::get(tx, &campaign.id)?.is_some() {
        return Ok(false);
    }
    campaigns::put(tx, campaign)?;
    Ok(true)
}

/// Wakes the jobs that gather recipients and send. Call it after the commit.
pub(in crate::ops) fn wake(app: &App) {
    app.campaigns_generation.fetch_add(1, Ordering::Relaxed);
    app.gather_wake.notify_one();
    app.mail_wake.notify_one();
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

    /// Campaigns from after `now` were created while the clock was ahead; they count from their time on.
    pub(super) fn among(mut campaigns: Vec<CampaignRecord>, kind: MessageKind, now: Timestamp) -> Self {
        campaigns.retain(|campaign| campaign.kind == kind && campaign.created_at <= now);
        campaigns.sort_by_key(|campaign| campaign.created_at);
        Self(campaigns)
    }

    pub(super) fn last(&self) -> Option<&CampaignRecord> {
        self.0.last()
    }
}
