//! What the operator sees of the outbox.

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

/// How long a sent mail is listed unasked.
const RECENT: SignedDuration = SignedDuration::from_hours(24);

/// One mail, without what it says.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct OutboxEntry {
    pub id: Uuid,
    pub kind: MessageKind,
    pub to: Email,
    pub language: Language,
    pub created_at: Timestamp,
    /// `queued`, `waiting` (its kind is not sent yet), `claimed`, `deferred`, `sent`, `failed`, `bounced`,
    /// `suppressed`, `unknown`.
    pub state: String,
    /// Since when; for a deferred one when it is tried next.
    pub at: Option<Timestamp>,
    pub attempts: Option<u32>,
    /// What the mail server said, or what stood in the way.
    pub reason: Option<String>,
    /// Where the mail lies, when mails go into the folder.
    pub file: Option<PathBuf>,
}

/// Lists the mails, newest first: all that is not sent and what was sent in the last day, or everything.
pub async fn list(app: &App, actor: &Actor, all: bool) -> Result<Vec<OutboxEntry>> {
    policy::authorize(actor, Action::ReadOutbox)?;
    let since = app.clock.now() - RECENT;
    let read = app.store.read(move |tx| {
        let mut records = Vec::new();
        outbox::each_readable(tx, &mut |record| {
            let old = matches!(record.state, MessageState::Sent { at } if at < since);
            if all || !old {
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
        MessageState::Queued if !kind.is_sent() => ("waiting", None, None, None),
        MessageState::Queued => ("queued", None, None, None),
        MessageState::Claimed { at, attempts } => ("claimed", Some(at), Some(attempts), None),
        MessageState::Deferred { attempts, next_at, reason } => {
            ("deferred", Some(next_at), Some(attempts), Some(reason))
        }
        MessageState::Sent { at } => ("sent", Some(at), None, None),
        MessageState::Failed { at, reason } => ("failed", Some(at), None, Some(reason)),
        MessageState::Bounced { at, reason } => ("bounced", Some(at), None, Some(reason)),
        MessageState::Suppressed { at, why } => ("suppressed", Some(at), None, Some(why.name())),
        MessageState::Unknown { at, reason } => ("unknown", Some(at), None, Some(reason)),
    };
    let file = if state == "sent" { app.mailer.file_of(id, kind.name(), created_at) } else { None };
    OutboxEntry { id, kind, to, language, created_at, state: state.into(), at, attempts, reason, file }
}
