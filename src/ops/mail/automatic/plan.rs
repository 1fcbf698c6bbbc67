//! Plans the campaign of a routine.

use super::record::{History, new_campaign};
use super::schedule::Routine;
use super::{deadlines, digest};
use crate::app::App;
use crate::domain::CampaignId;
use crate::domain::mailing::Audience;
use crate::error::Result;
use crate::ops::policy::Actor;
use crate::store::campaigns::CampaignRecord;

/// The campaign that the routine would create now under the id of this date.
pub(super) async fn plan(
    app: &App,
    routine: Routine,
    date: jiff::civil::Date,
    history: History,
    actor: &Actor,
) -> Result<Option<CampaignRecord>> {
    let Some(id) = CampaignId::about(routine.name(), &date.to_string()) else { return Ok(None) };
    let (now, max_age_days) = (app.clock.now(), app.config.notifications.max_age_days);
    let campaign = new_campaign(id, routine.kind(), Audience::Everybody, now, actor);
    let read = app.store.read(move |tx| match routine {
        Routine::Deadlines => deadlines::plan(tx, campaign),
        Routine::Daily | Routine::Weekly => digest::plan(tx, campaign, routine, &history, max_age_days),
    });
    read.await.map(Some)
}
