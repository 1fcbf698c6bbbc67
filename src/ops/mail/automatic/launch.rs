//! The launch campaign, to everyone who subscribed before the launch.

use jiff::SignedDuration;

use super::record::{create, new_campaign};
use crate::app::App;
use crate::domain::CampaignId;
use crate::domain::mailing::Audience;
use crate::domain::message::MessageKind;
use crate::error::Result;
use crate::ops::policy::Actor;
use crate::store::campaigns::{self, CampaignRecord};
use crate::store::{ReadTx, subscribers};

/// An older launch is not announced, as in an installation that began later.
const MAX_AGE: SignedDuration = SignedDuration::from_hours(14 * 24);
const ID: &str = "launch";

/// Creates the campaign when the launch has passed and somebody subscribed before it. Creates it once, even if
/// `site.launch_at` changes later.
pub(super) async fn create_if_due(app: &App, actor: &Actor) -> Result<Option<CampaignId>> {
    let now = app.clock.now();
    let passed = app.config.site.launch_instant().filter(|at| *at <= now && *at >= now - MAX_AGE);
    let (Some(launch), Some(id)) = (passed, CampaignId::parse(ID)) else { return Ok(None) };
    let known = id.clone();
    let is_due =
        app.store.read(move |tx| Ok(campaigns::get(tx, &known)?.is_none() && has_early_subscriber(tx, launch)?));
    if !is_due.await? {
        return Ok(None);
    }
    let campaign = new_campaign(id, MessageKind::Launch, Audience::Subscribers, now, actor);
    create(app, CampaignRecord { until: Some(launch), ..campaign }).await
}

fn has_early_subscriber(tx: &ReadTx, launch: jiff::Timestamp) -> Result<bool> {
    let mut found = false;
    subscribers::each_readable(tx, &mut |subscriber| {
        found |= subscriber.is_active() && subscriber.created_at < launch;
    })?;
    Ok(found)
}
