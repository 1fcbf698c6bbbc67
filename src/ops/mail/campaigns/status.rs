//! The status of campaigns and of the outbox.

use std::collections::BTreeMap;
use std::ops::ControlFlow;

use jiff::Timestamp;
use serde::{Deserialize, Serialize};

use super::find;
use crate::app::App;
use crate::domain::mailing::Audience;
use crate::domain::message::MessageKind;
use crate::domain::{CampaignId, Language};
use crate::error::Result;
use crate::mail::MessageClass;
use crate::ops::mail::holds::{self, MailHold};
use crate::ops::mail::overdue::{self, OverdueQueue};
use crate::ops::mail::quiet_hours;
use crate::ops::mail::warnings::{self, MailWarning};
use crate::ops::policy::{self, Action, Actor};
use crate::store::Reading;
use crate::store::campaigns::{self, CampaignRecord, CampaignStatus, EqualRefusals};
use crate::store::outbox::{self, Tally};

/// Ended campaigns that `mail status` lists.
const MAX_ENDED_CAMPAIGNS: usize = 10;
/// Maximum number of rows in which the oldest delivery is looked for.
const MAX_CHECKED: usize = 50;

/// A campaign with its progress.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct CampaignView {
    pub id: CampaignId,
    pub kind: MessageKind,
    pub audience: Audience,
    pub status: CampaignStatus,
    pub status_at: Timestamp,
    pub created_at: Timestamp,
    /// The scheduled start.
    pub not_before: Timestamp,
    /// Whether recipients are still being gathered, so the counts still grow.
    pub gathering: bool,
    pub is_public: bool,
    /// Empty for automatic campaigns.
    pub subjects: BTreeMap<Language, String>,
    pub deliveries: Tally,
    /// When the oldest unsettled delivery was queued.
    pub oldest: Option<Timestamp>,
    /// Deliveries settled per minute, when measured.
    pub per_minute: Option<u64>,
    /// The end of the current quiet hours.
    pub quiet_until: Option<Timestamp>,
    /// Why none of its messages is sent now, apart from its status.
    pub hold: Option<MailHold>,
    /// The refusals because of which it is paused.
    #[serde(default)]
    pub refusals: Option<EqualRefusals>,
    /// Whether messages are written to files instead of being sent.
    #[serde(default)]
    pub to_files: bool,
}

impl CampaignView {
    /// Whether the campaign will not go on by itself: it ended or is paused.
    pub fn is_over(&self) -> bool {
        let settled = !self.gathering && self.deliveries.unsettled() == 0;
        match self.status {
            CampaignStatus::Active => false,
            CampaignStatus::Paused => true,
            CampaignStatus::Cancelled | CampaignStatus::Done => settled,
        }
    }

    /// Estimated minutes until all deliveries are settled.
    pub fn minutes_left(&self) -> Option<u64> {
        let pace = self.per_minute.filter(|pace| *pace > 0)?;
        Some(self.deliveries.unsettled().div_ceil(pace)).filter(|_| self.status == CampaignStatus::Active)
    }
}

/// The status of all mail.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct MailStatus {
    /// Transactional messages: accounts, confirmations, reports.
    pub single: Tally,
    /// Campaigns under way and the latest others, newest first.
    pub campaigns: Vec<CampaignView>,
    pub late: Vec<OverdueQueue>,
    /// What holds mail now.
    pub holds: Vec<MailHold>,
    /// Missing settings.
    #[serde(default)]
    pub warnings: Vec<MailWarning>,
    /// Whether messages are written to files instead of being sent.
    #[serde(default)]
    pub to_files: bool,
}

/// Returns the status of one campaign.
///
/// # Errors
/// `campaign_not_found`.
pub async fn one(app: &App, actor: &Actor, id: CampaignId) -> Result<CampaignView> {
    policy::authorize(actor, Action::ReadOutbox)?;
    let read = app.store.read(move |tx| view(tx, find(tx, &id)?));
    let mut view = read.await?;
    add_live_state(app, &mut view);
    Ok(view)
}

/// Returns the status of all mail.
pub async fn all(app: &App, actor: &Actor) -> Result<MailStatus> {
    policy::authorize(actor, Action::ReadOutbox)?;
    let (times, warnings, to_files) = (overdue::CheckTimes::of(app), warnings::find(app), app.mailer.is_local());
    let read = app.store.read(move |tx| {
        let mut campaigns: Vec<_> = Vec::new();
        campaigns::each(tx, &mut |campaign| {
            campaigns.push(campaign);
            ControlFlow::Continue(())
        })?;
        campaigns.sort_by(|a, b| b.created_at.cmp(&a.created_at).then_with(|| a.id.cmp(&b.id)));
        let (under_way, mut over): (Vec<_>, Vec<_>) = campaigns.into_iter().partition(CampaignRecord::is_under_way);
        over.truncate(MAX_ENDED_CAMPAIGNS);
        let views = under_way.into_iter().chain(over).map(|campaign| view(tx, campaign));
        let campaigns = views.collect::<Result<_>>()?;
        Ok(MailStatus {
            single: outbox::tally(tx, None)?,
            campaigns,
            late: overdue::find(tx, &times)?,
            holds: vec![],
            warnings,
            to_files,
        })
    });
    let mut status = read.await?;
    status.campaigns.iter_mut().for_each(|view| add_live_state(app, view));
    let is_active = |view: &CampaignView| view.status == CampaignStatus::Active;
    status.holds = holds::find(app, status.campaigns.iter().any(is_active));
    Ok(status)
}

pub(super) fn view(tx: &dyn Reading, campaign: CampaignRecord) -> Result<CampaignView> {
    let deliveries = outbox::tally(tx, Some(&campaign.id))?;
    Ok(CampaignView {
        deliveries,
        oldest: oldest(tx, &campaign.id)?,
        kind: campaign.kind,
        audience: campaign.audience,
        status: campaign.status,
        status_at: campaign.status_at,
        created_at: campaign.created_at,
        not_before: campaign.not_before,
        gathering: campaign.gathering.is_some(),
        is_public: campaign.is_public,
        subjects: campaign.versions.into_iter().map(|(language, version)| (language, version.subject)).collect(),
        per_minute: None,
        quiet_until: None,
        hold: None,
        refusals: campaign.refusals.filter(|_| campaign.status == CampaignStatus::Paused),
        to_files: false,
        id: campaign.id,
    })
}

/// When the oldest of the deliveries that are due first was queued.
fn oldest(tx: &dyn Reading, id: &CampaignId) -> Result<Option<Timestamp>> {
    let first = outbox::due(tx, Some(id), Timestamp::MAX, MAX_CHECKED)?.ids;
    Ok(outbox::get_many(tx, &first)?.iter().map(|row| row.created_at).min())
}

/// Adds what the store does not contain: the rate, the quiet hours and what holds the campaign.
pub(super) fn add_live_state(app: &App, view: &mut CampaignView) {
    view.to_files = app.mailer.is_local();
    view.per_minute = pace(app, view).filter(|_| view.status == CampaignStatus::Active);
    let under_way = matches!(view.status, CampaignStatus::Active | CampaignStatus::Paused);
    view.quiet_until = quiet_hours::end(app, app.clock.now()).filter(|_| under_way);
    view.hold = holds::of_class(app, MessageClass::Bulk).filter(|_| view.status == CampaignStatus::Active);
}

/// Deliveries settled per minute since the oldest measurement.
fn pace(app: &App, view: &CampaignView) -> Option<u64> {
    let paces = app.mail_paces.lock().unwrap_or_else(std::sync::PoisonError::into_inner);
    let (at, settled) = *paces.get(&view.id)?.front()?;
    let millis = u64::try_from(app.clock.now().duration_since(at).as_millis()).ok().filter(|millis| *millis > 0)?;
    let done = (view.deliveries.total() - view.deliveries.unsettled()).saturating_sub(settled);
    Some(done.saturating_mul(60_000) / millis)
}
