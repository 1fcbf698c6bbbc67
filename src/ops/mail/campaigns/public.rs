//! The public archive: public campaigns that have begun and are not cancelled.

use std::collections::BTreeMap;
use std::ops::ControlFlow;

use jiff::Timestamp;

use super::missing;
use crate::app::App;
use crate::domain::{CampaignId, Language};
use crate::error::Result;
use crate::ops::policy::{self, Action, Actor};
use crate::store::campaigns::{self, CampaignRecord, CampaignStatus, CampaignVersion};

/// A campaign without its recipients.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PublicCampaign {
    pub id: CampaignId,
    pub started_at: Timestamp,
    /// Never empty.
    pub versions: BTreeMap<Language, CampaignVersion>,
}

impl PublicCampaign {
    /// The text in this language, or else in another one.
    pub fn version(&self, language: Language) -> Option<(Language, &CampaignVersion)> {
        let other = || self.versions.iter().next();
        self.versions.get_key_value(&language).or_else(other).map(|(language, version)| (*language, version))
    }
}

fn public(campaign: CampaignRecord) -> PublicCampaign {
    let CampaignRecord { id, not_before, versions, .. } = campaign;
    PublicCampaign { id, started_at: not_before, versions }
}

fn is_publishable(campaign: &CampaignRecord) -> bool {
    campaign.is_public && !campaign.versions.is_empty() && campaign.status != CampaignStatus::Cancelled
}

/// Returns a public campaign.
///
/// # Errors
/// `campaign_not_found`, also for a campaign that is not public.
pub async fn get(app: &App, actor: &Actor, id: CampaignId) -> Result<PublicCampaign> {
    policy::authorize(actor, Action::ReadPublished)?;
    let now = app.clock.now();
    let found = app.store.read(move |tx| {
        let found = campaigns::get(tx, &id)?;
        found.filter(|campaign| is_publishable(campaign) && campaign.not_before <= now).ok_or_else(|| missing(&id))
    });
    found.await.map(public)
}

/// Lists all public campaigns, newest first.
pub async fn archive(app: &App, actor: &Actor) -> Result<Vec<PublicCampaign>> {
    policy::authorize(actor, Action::ReadPublished)?;
    let now = app.clock.now();
    let read = app.store.read(move |tx| {
        let mut found = Vec::new();
        campaigns::each(tx, &mut |campaign| {
            if is_publishable(&campaign) && campaign.not_before <= now {
                found.push(public(campaign));
            }
            ControlFlow::Continue(())
        })?;
        found.sort_by(|a, b| b.started_at.cmp(&a.started_at).then_with(|| a.id.cmp(&b.id)));
        Ok(found)
    });
    read.await
}
