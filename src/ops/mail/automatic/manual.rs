//! Routine mails when the operator asks for them, and a look at what they would be.

use jiff::Timestamp;
use serde::{Deserialize, Serialize};

use super::schedule::{Routine, date_of};
use super::{History, plan as planned, store};
use crate::app::App;
use crate::domain::email::Email;
use crate::domain::{CampaignId, Importance, Language, Slug};
use crate::error::{Error, ErrorCode, Result};
use crate::ops::mail::campaigns::BATCH;
use crate::ops::mail::campaigns::audience::AudienceCount;
use crate::ops::mail::campaigns::selection::{self, Choice};
use crate::ops::mail::campaigns::status::{self, CampaignView};
use crate::ops::mail::recipients;
use crate::ops::policy::{self, Action, Actor};
use crate::store::campaigns::{self, CampaignRecord};
use crate::store::{Reading, articles};

/// Recipients that a look names.
const NAMED: usize = 50;

/// What a routine mail made now would be.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct DigestPlan {
    pub id: CampaignId,
    /// Whether it was made today already.
    pub exists: bool,
    /// After this time, up to `until`.
    pub since: Option<Timestamp>,
    pub until: Option<Timestamp>,
    /// In the order in which they are told.
    pub articles: Vec<DigestArticle>,
    pub audience: AudienceCount,
    /// The first of them.
    pub recipients: Vec<DigestRecipient>,
}

#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct DigestArticle {
    pub slug: Slug,
    pub importance: Importance,
    pub title: String,
}

/// Who would get what.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct DigestRecipient {
    pub to: Email,
    pub language: Language,
    pub articles: Vec<Slug>,
}

/// Says what the routine mail would be and who would get what of it; stores nothing.
pub async fn plan(app: &App, actor: &Actor, routine: Routine) -> Result<DigestPlan> {
    policy::authorize(actor, Action::ReadOutbox)?;
    let campaign = of_today(app, routine, actor).await?;
    let today = app.clock.today();
    app.store.read(move |tx| look(tx, campaign, today)).await
}

/// Makes the routine mail now, in the name of today.
///
/// Errors: `digest_exists` when it was made today already.
pub async fn make(app: &App, actor: &Actor, routine: Routine) -> Result<CampaignView> {
    policy::authorize(actor, Action::SendMail)?;
    let campaign = of_today(app, routine, actor).await?;
    let id = campaign.id.clone();
    match store(app, Some(campaign)).await? {
        Some(id) => status::one(app, actor, id).await,
        None => {
            let remedy = format!("`paragraf mail status {id}` tells how far it is");
            Err(Error::conflict(ErrorCode::DigestExists, format!("{id} was made already; {remedy}")))
        }
    }
}

async fn of_today(app: &App, routine: Routine, actor: &Actor) -> Result<CampaignRecord> {
    let history = app.store.read(move |tx| History::of(tx, routine.kind())).await?;
    let plan = planned(app, routine, date_of(app.clock.now()), history, actor).await?;
    plan.ok_or_else(|| Error::internal("making a digest", anyhow::anyhow!("it has no name")))
}

fn look(tx: &impl Reading, campaign: CampaignRecord, today: jiff::civil::Date) -> Result<DigestPlan> {
    let (mut audience, mut named) = (AudienceCount::default(), Vec::new());
    let mut at = campaign.gathering.clone();
    while let Some(place) = at {
        let page = selection::page(tx, &campaign, &place, today, BATCH)?;
        for choice in page.choices {
            if let Choice::Chosen(recipient) = &choice
                && named.len() < NAMED
            {
                let items = recipients::items(tx, &campaign, recipient)?;
                let articles = items.into_iter().map(|(article, _)| article.slug.clone()).collect();
                named.push(DigestRecipient { to: recipient.email.clone(), language: recipient.language, articles });
            }
            audience.add(&campaign, choice);
        }
        at = page.next;
    }
    let mut told = Vec::new();
    for article in &campaign.articles {
        let title = articles::get(tx, &article.slug)?.map(|record| record.article.title).unwrap_or_default();
        told.push(DigestArticle { slug: article.slug.clone(), importance: article.importance, title });
    }
    let exists = campaigns::get(tx, &campaign.id)?.is_some();
    let CampaignRecord { id, since, until, .. } = campaign;
    Ok(DigestPlan { id, exists, since, until, articles: told, audience, recipients: named })
}
