//! Lists the outbox for the operator.

use std::ops::ControlFlow;
use std::path::PathBuf;
use std::sync::Arc;

use jiff::{SignedDuration, Timestamp};
use serde::{Deserialize, Serialize};
use uuid::Uuid;

use crate::app::App;
pub use crate::domain::delivery_state::DeliveryState;
use crate::domain::mailing::{SkipReason, WaitReason};
use crate::domain::message::MessageKind;
use crate::domain::message_address::MessageAddress;
use crate::domain::{CampaignId, Language};
use crate::error::Result;
use crate::mail::MessageClass;
use crate::ops::mail::holds::{self, HoldCause, MailHold};
use crate::ops::policy::{self, Action, Actor};
use crate::store::campaigns::{self, CampaignRecord, CampaignStatus};
use crate::store::outbox::{self, MessageState, OutboxRecord};

/// How long a sent message is listed without `all`.
const RECENT: SignedDuration = SignedDuration::from_hours(24);

/// Which messages are listed.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct OutboxFilter {
    /// Also messages that were sent more than a day ago.
    pub all: bool,
    pub state: Option<DeliveryState>,
    pub campaign: Option<CampaignId>,
    pub to: Option<MessageAddress>,
    /// Maximum number of messages; all when missing.
    pub limit: Option<usize>,
}

/// A message in the outbox, without its content.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct OutboxEntry {
    pub id: Uuid,
    pub kind: MessageKind,
    pub to: MessageAddress,
    pub language: Language,
    pub created_at: Timestamp,
    pub state: DeliveryState,
    /// When the state began; the next attempt of a deferred message.
    pub at: Option<Timestamp>,
    pub attempts: Option<u32>,
    /// The server's reply or the local cause; why a message waits or was skipped.
    pub reason: Option<String>,
    /// Why it waits.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub waits: Option<WaitReason>,
    /// Why it was skipped.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub skipped: Option<SkipReason>,
    /// The message's file when the transport is the folder.
    pub file: Option<PathBuf>,
}

impl OutboxFilter {
    fn matches(&self, record: &OutboxRecord, recent: Timestamp) -> bool {
        let is_old = matches!(record.state, MessageState::Sent { at } if at < recent);
        (self.all || !is_old)
            && self.state.is_none_or(|state| state == record.state.name())
            && self.campaign.as_ref().is_none_or(|campaign| record.campaign.as_ref() == Some(campaign))
            && self.to.as_ref().is_none_or(|to| record.to.key() == to.key())
    }
}

/// Passes messages to `take`, newest first, until it breaks. Returns the number of those that match, listed or not.
pub async fn list(
    app: &Arc<App>,
    actor: &Actor,
    filter: OutboxFilter,
    mut take: impl FnMut(OutboxEntry) -> ControlFlow<()> + Send + 'static,
) -> Result<u64> {
    policy::authorize(actor, Action::ReadOutbox)?;
    let (store, app) = (app.store.clone(), Arc::clone(app));
    let read = store.read(move |tx| {
        let campaigns = campaigns::under_way(tx)?;
        let (holds, recent) = (Holds::of(&app, &campaigns), app.clock.now() - RECENT);
        let (mut matching, limit) = (0, filter.limit.map_or(u64::MAX, |limit| limit as u64));
        outbox::each_newest_first(tx, &mut |record| {
            if !filter.matches(&record, recent) {
                return ControlFlow::Continue(());
            }
            matching += 1;
            if matching > limit { ControlFlow::Continue(()) } else { take(entry(&app, record, &holds)) }
        })?;
        Ok(matching)
    });
    read.await
}

/// Why queued messages wait.
struct Holds<'a> {
    now: Timestamp,
    campaigns: &'a [CampaignRecord],
    bulk: Option<MailHold>,
    transactional: Option<MailHold>,
}

impl<'a> Holds<'a> {
    fn of(app: &App, campaigns: &'a [CampaignRecord]) -> Self {
        Self {
            now: app.clock.now(),
            campaigns,
            bulk: holds::of_class(app, MessageClass::Bulk),
            transactional: holds::of_class(app, MessageClass::Transactional),
        }
    }

    /// Why this message waits, with a sentence about it; `None` if it is not queued, or only waits for earlier messages.
    fn reason(&self, record: &OutboxRecord) -> Option<(WaitReason, String)> {
        if !matches!(record.state, MessageState::Queued) {
            return None;
        }
        let campaign = record.campaign.as_ref().and_then(|id| self.campaigns.iter().find(|it| it.id == *id));
        let hold = if record.kind.is_bulk() { &self.bulk } else { &self.transactional };
        match campaign {
            Some(campaign) if campaign.status == CampaignStatus::Paused => {
                Some((WaitReason::CampaignPaused, "its campaign is paused".into()))
            }
            Some(campaign) if campaign.not_before > self.now => {
                Some((WaitReason::CampaignNotStarted, "its campaign has not started".into()))
            }
            _ => hold.as_ref().map(|hold| (of_cause(hold.cause), format!("{}: {}", hold.what, hold.reason))),
        }
    }
}

fn of_cause(cause: HoldCause) -> WaitReason {
    match cause {
        HoldCause::ServerRests => WaitReason::ServerRests,
        HoldCause::HourlyLimit => WaitReason::HourlyLimit,
        HoldCause::QuietHours => WaitReason::QuietHours,
    }
}

fn entry(app: &App, record: OutboxRecord, holds: &Holds<'_>) -> OutboxEntry {
    let (state, (waits, waiting)) = (record.state.name(), holds.reason(&record).unzip());
    let skipped = if let MessageState::Suppressed { why, .. } = record.state { Some(why) } else { None };
    let OutboxRecord { id, kind, to, language, created_at, .. } = record;
    let (at, attempts, reason) = match record.state {
        MessageState::Queued => (None, None, waiting),
        MessageState::Claimed { at, attempts, .. } => (Some(at), Some(attempts), None),
        MessageState::Deferred { attempts, next_at, reason } => (Some(next_at), Some(attempts), Some(reason)),
        MessageState::Sent { at } => (Some(at), None, None),
        MessageState::Failed { at, reason }
        | MessageState::Bounced { at, reason }
        | MessageState::Unknown { at, reason } => (Some(at), None, Some(reason)),
        MessageState::Suppressed { at, why } => (Some(at), None, Some(why.name())),
    };
    let is_sent = state == DeliveryState::Sent;
    let file = match &to {
        MessageAddress::Email(_) => app.mailer.file_of(id, kind.name(), created_at),
        MessageAddress::Phone(_) => app.text_messages.file_of(id, kind.name(), created_at),
    };
    let file = file.filter(|_| is_sent);
    OutboxEntry { id, kind, to, language, created_at, state, at, attempts, reason, waits, skipped, file }
}
