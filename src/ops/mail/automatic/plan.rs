//! Plans the campaign of a routine.

use std::sync::Arc;

use super::record::{Finders, History, new_campaign};
use super::schedule::Routine;
use super::{deadlines, digest, reminders};
use crate::app::App;
use crate::domain::CampaignId;
use crate::domain::follow::ACT_PREFIX;
use crate::domain::mailing::Audience;
use crate::error::Result;
use crate::ops::notify::campaign_acts;
use crate::ops::policy::Actor;
use crate::ops::provision_hits::provision_hits;
use crate::store::articles::ArticleRecord;
use crate::store::campaigns::{CampaignAct, CampaignRecord};
use crate::store::marks::{self, Mark};
use crate::store::saved_searches;

/// The campaign that the routine would create now, with this date in its id; `None` if that is no valid id.
pub(super) async fn plan(
    app: &App,
    routine: Routine,
    date: jiff::civil::Date,
    history: History,
    actor: &Actor,
) -> Result<Option<CampaignRecord>> {
    let Some(id) = CampaignId::about(routine.name(), &date.to_string()) else { return Ok(None) };
    let (now, max_age_days) = (app.clock.now(), app.config.notifications.max_age_days);
    let catalogue = Arc::clone(&app.catalogue);
    let audience = if routine == Routine::Reminders { Audience::Accounts } else { Audience::Everybody };
    let campaign = new_campaign(id, routine.kind(), audience, now, actor);
    let read = app.store.read(move |tx| {
        let has_act_followers = marks::any_with_prefix(tx, Mark::Follow, ACT_PREFIX)?;
        // Finding the acts of an article takes time, and only followers of acts need them.
        let acts = |record: &ArticleRecord| match has_act_followers {
            true => campaign_acts(&catalogue, record),
            false => vec![],
        };
        match routine {
            // The days of an article that only names an act are not those of the act.
            Routine::Deadlines => deadlines::plan(tx, campaign, |record| {
                let is_own = |act: &CampaignAct| record.article.act.as_ref() == Some(&act.act);
                acts(record).into_iter().filter(is_own).collect()
            }),
            Routine::Daily | Routine::Weekly => digest::plan(tx, campaign, routine, &history, max_age_days, |record| {
                let searches = saved_searches::hits(tx, &record.article.slug)?;
                Ok(Finders {
                    acts: acts(record),
                    provisions: provision_hits(tx, &catalogue, &record.article)?,
                    searches,
                })
            }),
            Routine::Reminders => Ok(reminders::plan(campaign, &history)),
        }
    });
    read.await.map(Some)
}
