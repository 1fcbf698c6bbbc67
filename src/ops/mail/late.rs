//! Mails that should have left long ago.

use jiff::{SignedDuration, Timestamp};
use serde::{Deserialize, Serialize};

use crate::app::App;
use crate::domain::CampaignId;
use crate::domain::message::MessageKind;
use crate::error::Result;
use crate::ops::mail::quiet::quiet_until;
use crate::ops::policy::{self, Action, Actor};
use crate::store::Reading;
use crate::store::campaigns::{self, CampaignStatus};
use crate::store::outbox;

/// Somebody waits for a mail about an account, and an urgent change is one.
const SOON: SignedDuration = SignedDuration::from_mins(15);
const LATER: SignedDuration = SignedDuration::from_hours(6);
/// Rows of a queue that are looked at; the longest due come first.
const LOOKED_AT: usize = 200;

/// A queue with mails that are late.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Late {
    /// `None`: mails of their own, such as those about accounts.
    pub campaign: Option<CampaignId>,
    /// How many; the counting ends at two hundred.
    pub mails: u64,
    /// When the oldest of them was caused.
    pub since: Timestamp,
}

/// The moment of looking, and the quiet hours before it.
#[derive(Debug, Clone, Copy)]
pub(in crate::ops) struct Times {
    now: Timestamp,
    is_quiet: bool,
    /// Whether it was quiet when what is late by now would have become due: then it had less time.
    was_quiet_soon: bool,
    was_quiet_later: bool,
}

impl Times {
    pub(in crate::ops) fn of(app: &App) -> Self {
        let now = app.clock.now();
        let is_quiet = |at: Timestamp| quiet_until(app, at).is_some();
        Self {
            now,
            is_quiet: is_quiet(now),
            was_quiet_soon: is_quiet(now - SOON),
            was_quiet_later: is_quiet(now - LATER),
        }
    }

    /// How old a delivery of this kind must be to be late; `None` when none can be.
    fn limit(&self, kind: MessageKind) -> Option<SignedDuration> {
        let (limit, was_quiet) = match kind {
            MessageKind::Urgent => (SOON, self.was_quiet_soon),
            _ => (LATER, self.was_quiet_later),
        };
        (!self.is_quiet && !was_quiet).then_some(limit)
    }
}

/// The queues that are late now.
pub async fn look(app: &App, actor: &Actor) -> Result<Vec<Late>> {
    policy::authorize(actor, Action::ReadOutbox)?;
    let times = Times::of(app);
    app.store.read(move |tx| find(tx, &times)).await
}

pub(in crate::ops) fn find(tx: &impl Reading, times: &Times) -> Result<Vec<Late>> {
    let mut late: Vec<Late> = queue(tx, None, times.now, SOON)?.into_iter().collect();
    for campaign in campaigns::under_way(tx)? {
        let begun = campaign.status == CampaignStatus::Active && campaign.not_before <= times.now;
        if let Some(limit) = times.limit(campaign.kind).filter(|_| begun) {
            late.extend(queue(tx, Some(campaign.id), times.now, limit)?);
        }
    }
    Ok(late)
}

fn queue(
    tx: &impl Reading,
    campaign: Option<CampaignId>,
    now: Timestamp,
    limit: SignedDuration,
) -> Result<Option<Late>> {
    let (mut mails, mut since) = (0, now);
    for id in outbox::due(tx, campaign.as_ref(), Timestamp::MAX, LOOKED_AT)?.ids {
        let Some(row) = outbox::get(tx, id)? else { continue };
        let is_sent = row.kind.is_sent() || row.kind.is_bulk();
        if is_sent && now.duration_since(row.created_at) > limit {
            mails += 1;
            since = since.min(row.created_at);
        }
    }
    Ok((mails > 0).then_some(Late { campaign, mails, since }))
}
