//! Automatic campaigns: urgent changes, digests, deadlines, reminders, the launch.
//!
//! The id of each campaign names its subject, so creating it again has no effect. The record lists its articles;
//! recipients and texts are determined when it is sent.

mod deadlines;
mod digest;
mod launch;
pub mod manual;
mod plan;
mod record;
pub(in crate::ops) mod reminders;
pub(in crate::ops) mod schedule;
pub(in crate::ops) mod urgent;

use jiff::Timestamp;

use self::plan::plan;
use self::record::{History, create, mark_early, new_campaign, put_new};
pub use self::schedule::Routine;
use crate::app::App;
use crate::config::MailConfig;
use crate::domain::CampaignId;
use crate::domain::mailing::Audience;
use crate::error::Result;
use crate::ops::policy::{self, Action, Actor};
use crate::ops::saved_searches;
use crate::store::WriteTx;
use crate::store::campaigns::{self, CampaignRecord, CampaignStatus};

/// Creates every automatic campaign that is due; returns the ids of those created.
///
/// # Errors
/// Those of the store; campaigns created before remain.
pub async fn create_due(app: &App, actor: &Actor) -> Result<Vec<CampaignId>> {
    policy::authorize(actor, Action::SendMail)?;
    mark_early(app).await?;
    let mut created = Vec::new();
    for routine in Routine::ALL {
        created.extend(create_routine(app, routine, actor).await?);
    }
    created.extend(launch::create_if_due(app, actor).await?);
    Ok(created)
}

/// When the next automatic campaign may be due.
pub fn next_at(app: &App) -> Option<Timestamp> {
    let now = app.clock.now();
    let routines = Routine::ALL.into_iter().filter_map(|routine| routine.next(&app.config.mail, now));
    let launch = app.config.site.launch_instant().filter(|at| *at > now);
    routines.map(|slot| slot.at).chain(launch).min()
}

async fn create_routine(app: &App, routine: Routine, actor: &Actor) -> Result<Option<CampaignId>> {
    let (now, started_at, mail) = (app.clock.now(), app.started_at, app.config.mail.clone());
    let history = app.store.read(move |tx| History::of(tx, routine.kind(), now)).await?;
    let last_created = history.last().map(|campaign| campaign.created_at);
    let Some(slot) = routine.due(&mail, now, last_created, started_at) else { return Ok(None) };
    let is_digest = matches!(routine, Routine::Daily | Routine::Weekly);
    if is_digest && app.store.read(move |tx| saved_searches::is_waiting(tx, now)).await? {
        return Ok(None);
    }
    let Some(campaign) = plan(app, routine, slot.date, history, actor).await? else { return Ok(None) };
    create(app, campaign).await
}

/// Records the routine campaigns that were due after the backup as cancelled, in the transaction that restores it.
/// The server may have sent them since, and a missing digest is better than a repeated one.
pub(in crate::ops) fn skip_after_restore(tx: &WriteTx, mail: &MailConfig, now: Timestamp) -> Result<()> {
    let mut campaigns = Vec::new();
    campaigns::each_in_write(tx, &mut |campaign| campaigns.push(campaign))?;
    for routine in Routine::ALL {
        let history = History::among(campaigns.clone(), routine.kind(), now);
        let last = routine.last(mail, now).filter(|slot| history.last().is_some_and(|it| it.created_at < slot.at));
        let Some(id) = last.and_then(|slot| CampaignId::about(routine.name(), &slot.date.to_string())) else {
            continue;
        };
        let skipped = new_campaign(id, routine.kind(), Audience::Everybody, now, &Actor::System);
        let status = CampaignStatus::Cancelled;
        put_new(tx, &CampaignRecord { status, gathering: None, until: Some(now), ..skipped })?;
    }
    Ok(())
}
