//! The announcement to those who subscribed before the launch.

use jiff::SignedDuration;

use super::{record, store};
use crate::app::App;
use crate::domain::CampaignId;
use crate::domain::mailing::Audience;
use crate::domain::message::MessageKind;
use crate::error::Result;
use crate::ops::policy::Actor;
use crate::store::campaigns::{self, CampaignRecord};
use crate::store::{Reading, subscribers};

/// A launch longer ago is no news: whoever installs the product anew announces nothing.
const NEWS_FOR: SignedDuration = SignedDuration::from_hours(14 * 24);
const ID: &str = "launch";

/// Makes the announcement when the launch has just passed and somebody waits for it; once, whatever becomes of
/// `site.launch_at` later.
pub(super) async fn make(app: &App, actor: &Actor) -> Result<Option<CampaignId>> {
    let now = app.clock.now();
    let passed = app.config.site.launch_instant().filter(|at| *at <= now && *at >= now - NEWS_FOR);
    let (Some(launch), Some(id)) = (passed, CampaignId::parse(ID)) else { return Ok(None) };
    let known = id.clone();
    let wanted = app.store.read(move |tx| Ok(campaigns::get(tx, &known)?.is_none() && anybody_before(tx, launch)?));
    if !wanted.await? {
        return Ok(None);
    }
    let campaign = record(id, MessageKind::Launch, Audience::Subscribers, now, actor);
    store(app, Some(CampaignRecord { until: Some(launch), ..campaign })).await
}

fn anybody_before(tx: &impl Reading, launch: jiff::Timestamp) -> Result<bool> {
    let mut is_there = false;
    subscribers::each_readable(tx, &mut |subscriber| {
        is_there |= subscriber.is_active() && subscriber.created_at < launch;
    })?;
    Ok(is_there)
}
