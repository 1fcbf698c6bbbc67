//! Plans and creates routine campaigns at the operator's request.

use std::collections::HashMap;

use jiff::Timestamp;
use serde::{Deserialize, Serialize};

use super::plan::plan as plan_campaign;
use super::record::{History, create as create_campaign};
use super::schedule::{Routine, date_of};
use crate::app::App;
use crate::domain::email::Email;
use crate::domain::{CampaignId, Importance, Language, OverviewId, Slug};
use crate::error::{Error, ErrorCode, Result};
use crate::ops::mail::campaigns::ROWS_PER_WRITE;
use crate::ops::mail::campaigns::audience::AudienceCount;
use crate::ops::mail::campaigns::selection::{self, Selected};
use crate::ops::mail::campaigns::status::{self, CampaignView};
use crate::ops::mail::eligibility::{DecisionMoment, Eligible};
use crate::ops::policy::{self, Action, Actor};
use crate::store::campaigns::{self, CampaignRecord};
use crate::store::{Reading, articles};

/// Maximum number of recipients listed in a plan.
const MAX_LISTED: usize = 50;

/// The campaign that a routine would create now.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct DigestPlan {
    pub id: CampaignId,
    /// Whether today's campaign already exists.
    pub exists: bool,
    /// The beginning of the period.
    pub since: Option<Timestamp>,
    /// The end of the period.
    pub until: Option<Timestamp>,
    /// In the order of the message.
    pub articles: Vec<DigestArticle>,
    pub overviews: Vec<OverviewId>,
    pub audience: AudienceCount,
    /// At most 50.
    pub recipients: Vec<DigestRecipient>,
}

#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct DigestArticle {
    pub slug: Slug,
    pub importance: Importance,
    pub title: String,
}

/// A recipient with the articles of the message.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct DigestRecipient {
    pub to: Email,
    pub language: Language,
    pub articles: Vec<Slug>,
    pub overviews: Vec<OverviewId>,
}

/// Plans the routine's campaign of today with its recipients; stores nothing.
pub async fn plan(app: &App, actor: &Actor, routine: Routine) -> Result<DigestPlan> {
    policy::authorize(actor, Action::ReadOutbox)?;
    let campaign = of_today(app, routine, actor).await?;
    let moment = DecisionMoment::from(app);
    app.store.read(move |tx| describe(tx, campaign, &moment)).await
}

/// Creates the routine's campaign of today.
///
/// # Errors
/// `digest_exists` when it exists already.
pub async fn create(app: &App, actor: &Actor, routine: Routine) -> Result<CampaignView> {
    policy::authorize(actor, Action::SendMail)?;
    let campaign = of_today(app, routine, actor).await?;
    let id = campaign.id.clone();
    match create_campaign(app, campaign).await? {
        Some(id) => status::one(app, actor, id).await,
        None => {
            let remedy = format!("`paragraf mail status {id}` shows its progress");
            Err(Error::conflict(ErrorCode::DigestExists, format!("{id} already exists; {remedy}")))
        }
    }
}

async fn of_today(app: &App, routine: Routine, actor: &Actor) -> Result<CampaignRecord> {
    let now = app.clock.now();
    let history = app.store.read(move |tx| History::of(tx, routine.kind(), now)).await?;
    let plan = plan_campaign(app, routine, date_of(now), history, actor).await?;
    plan.ok_or_else(|| Error::internal("planning a digest", anyhow::anyhow!("it has no valid id")))
}

fn describe(tx: &dyn Reading, campaign: CampaignRecord, moment: &DecisionMoment) -> Result<DigestPlan> {
    let (mut audience, mut listed) = (AudienceCount::default(), Vec::new());
    let mut next = campaign.gathering.clone();
    while let Some(cursor) = next {
        let page = selection::page(tx, &campaign, &cursor, moment, ROWS_PER_WRITE)?;
        for selected in page.selected {
            if let Selected::Recipient(eligible) = &selected
                && listed.len() < MAX_LISTED
            {
                let Eligible { recipient, items, overviews } = &**eligible;
                let articles = items.iter().map(|item| item.slug.clone()).collect();
                let (to, language, overviews) = (recipient.email.clone(), recipient.language, overviews.clone());
                listed.push(DigestRecipient { to, language, articles, overviews });
            }
            audience.add(&campaign, selected);
        }
        next = page.next;
    }
    let records = articles::get_many(tx, campaign.articles.iter().map(|article| &article.slug))?;
    let mut titles: HashMap<_, _> =
        records.into_iter().map(|record| (record.article.slug, record.article.title)).collect();
    let titled = campaign.articles.iter().map(|article| {
        let title = titles.remove(&article.slug).unwrap_or_default();
        DigestArticle { slug: article.slug.clone(), importance: article.importance, title }
    });
    let titled = titled.collect();
    let exists = campaigns::get(tx, &campaign.id)?.is_some();
    let CampaignRecord { id, since, until, overviews, .. } = campaign;
    Ok(DigestPlan { id, exists, since, until, articles: titled, overviews, audience, recipients: listed })
}
