//! Finds queues whose deliveries are overdue.

use jiff::{SignedDuration, Timestamp};
use serde::{Deserialize, Serialize};

use crate::app::App;
use crate::domain::CampaignId;
use crate::domain::message::MessageKind;
use crate::error::Result;
use crate::ops::mail::quiet_hours;
use crate::ops::policy::{self, Action, Actor};
use crate::store::Reading;
use crate::store::campaigns::{self, CampaignStatus};
use crate::store::outbox;

/// The age at which transactional and urgent messages are overdue.
const URGENT_AFTER: SignedDuration = SignedDuration::from_mins(15);
/// The age at which other bulk messages are overdue.
const BULK_AFTER: SignedDuration = SignedDuration::from_hours(6);
/// Maximum number of rows of a queue that are checked, oldest due time first.
const MAX_CHECKED: usize = 200;

/// A queue with overdue deliveries.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct OverdueQueue {
    /// `None` for transactional messages.
    pub campaign: Option<CampaignId>,
    /// At most 200 are counted.
    pub mails: u64,
    /// When the oldest of them was queued.
    pub since: Timestamp,
}

/// The time of the check, and the quiet hours, in which campaigns may wait.
#[derive(Debug, Clone, Copy)]
pub(in crate::ops) struct CheckTimes {
    now: Timestamp,
    is_quiet: bool,
    /// Whether an urgent message that would be overdue now was queued in quiet hours.
    was_quiet_for_urgent: bool,
    was_quiet_for_bulk: bool,
}

impl CheckTimes {
    pub(in crate::ops) fn of(app: &App) -> Self {
        let now = app.clock.now();
        let is_quiet = |at: Timestamp| quiet_hours::end(app, at).is_some();
        Self {
            now,
            is_quiet: is_quiet(now),
            was_quiet_for_urgent: is_quiet(now - URGENT_AFTER),
            was_quiet_for_bulk: is_quiet(now - BULK_AFTER),
        }
    }

    /// The age at which a delivery of this kind is overdue; `None` when none can be.
    fn limit(&self, kind: MessageKind) -> Option<SignedDuration> {
        let (limit, was_quiet) = match kind {
            MessageKind::Urgent => (URGENT_AFTER, self.was_quiet_for_urgent),
            _ => (BULK_AFTER, self.was_quiet_for_bulk),
        };
        (!self.is_quiet && !was_quiet).then_some(limit)
    }
}

/// Lists the queues with overdue deliveries.
pub async fn check(app: &App, actor: &Actor) -> Result<Vec<OverdueQueue>> {
    policy::authorize(actor, Action::ReadOutbox)?;
    let times = CheckTimes::of(app);
    app.store.read(move |tx| find(tx, &times)).await
}

/// As [`check`], in a transaction.
pub(in crate::ops) fn find(tx: &dyn Reading, times: &CheckTimes) -> Result<Vec<OverdueQueue>> {
    let mut late: Vec<OverdueQueue> = queue(tx, None, times.now, URGENT_AFTER)?.into_iter().collect();
    for campaign in campaigns::under_way(tx)? {
        let begun = campaign.status == CampaignStatus::Active && campaign.not_before <= times.now;
        if let Some(limit) = times.limit(campaign.kind).filter(|_| begun) {
            late.extend(queue(tx, Some(campaign.id), times.now, limit)?);
        }
    }
    Ok(late)
}

fn queue(
    tx: &dyn Reading,
    campaign: Option<CampaignId>,
    now: Timestamp,
    limit: SignedDuration,
) -> Result<Option<OverdueQueue>> {
    let first = outbox::due(tx, campaign.as_ref(), Timestamp::MAX, MAX_CHECKED)?.ids;
    let rows = outbox::get_many(tx, &first)?;
    let late = rows.iter().map(|row| row.created_at).filter(|at| now.duration_since(*at) > limit);
    let mails = late.clone().count() as u64;
    Ok(late.min().map(|since| OverdueQueue { campaign, mails, since }))
}
