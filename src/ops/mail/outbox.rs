//! Lists the outbox for the operator.

use std::path::PathBuf;

use jiff::{SignedDuration, Timestamp};
use serde::{Deserialize, Serialize};
use uuid::Uuid;

use crate::app::App;
use crate::domain::Language;
use crate::domain::email::Email;
use crate::domain::message::MessageKind;
use crate::error::Result;
use crate::ops::policy::{self, Action, Actor};
use crate::store::outbox::{self, MessageState, OutboxRecord};

/// How long a sent message is listed without `all`.
const RECENT: SignedDuration = SignedDuration::from_hours(24);

/// A message in the outbox, without its content.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct OutboxEntry {
    pub id: Uuid,
    pub kind: MessageKind,
    pub to: Email,
    pub language: Language,
    pub created_at: Timestamp,
    pub state: DeliveryState,
    /// When the state began; the next attempt of a deferred message.
    pub at: Option<Timestamp>,
    pub attempts: Option<u32>,
    /// The mail server's reply or the local cause; the reason of a skipped message.
    pub reason: Option<String>,
    /// The message's file when the transport is the folder.
    pub file: Option<PathBuf>,
}

/// The state of a listed message.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum DeliveryState {
    Queued,
    Claimed,
    Deferred,
    Sent,
    Failed,
    Bounced,
    Suppressed,
    Unknown,
}

impl DeliveryState {
    pub fn name(self) -> &'static str {
        match self {
            Self::Queued => "queued",
            Self::Claimed => "claimed",
            Self::Deferred => "deferred",
            Self::Sent => "sent",
            Self::Failed => "failed",
            Self::Bounced => "bounced",
            Self::Suppressed => "suppressed",
            Self::Unknown => "unknown",
        }
    }
}

/// Lists messages, newest first: everything, or without `all` only unsent and recently sent ones.
pub async fn list(app: &App, actor: &Actor, all: bool) -> Result<Vec<OutboxEntry>> {
    policy::authorize(actor, Action::ReadOutbox)?;
    let since = app.clock.now() - RECENT;
    let read = app.store.read(move |tx| {
        let mut records = Vec::new();
        outbox::each_readable(tx, &mut |record| {
            let is_old = matches!(record.state, MessageState::Sent { at } if at < since);
            if all || !is_old {
                records.push(record);
            }
        })?;
        Ok(records)
    });
    let mut entries: Vec<_> = read.await?.into_iter().map(|record| entry(app, record)).collect();
    entries.reverse();
    Ok(entries)
}

fn entry(app: &App, record: OutboxRecord) -> OutboxEntry {
    let OutboxRecord { id, kind, to, language, created_at, state, .. } = record;
    let (state, at, attempts, reason) = match state {
        MessageState::Queued => (DeliveryState::Queued, None, None, None),
        MessageState::Claimed { at, attempts, .. } => (DeliveryState::Claimed, Some(at), Some(attempts), None),
        MessageState::Deferred { attempts, next_at, reason } => {
            (DeliveryState::Deferred, Some(next_at), Some(attempts), Some(reason))
        }
        MessageState::Sent { at } => (DeliveryState::Sent, Some(at), None, None),
        MessageState::Failed { at, reason } => (DeliveryState::Failed, Some(at), None, Some(reason)),
        MessageState::Bounced { at, reason } => (DeliveryState::Bounced, Some(at), None, Some(reason)),
        MessageState::Suppressed { at, why } => (DeliveryState::Suppressed, Some(at), None, Some(why.name())),
        MessageState::Unknown { at, reason } => (DeliveryState::Unknown, Some(at), None, Some(reason)),
    };
    let is_sent = state == DeliveryState::Sent;
    let file = is_sent.then(|| app.mailer.file_of(id, kind.name(), created_at)).flatten();
    OutboxEntry { id, kind, to, language, created_at, state, at, attempts, reason, file }
}
