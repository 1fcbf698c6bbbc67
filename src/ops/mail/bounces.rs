//! Processes incoming mail: bounces, complaints and requests to unsubscribe.
//!
//! Reports can be forged, so one counts only when it names an outbox row by its unguessable `Message-ID` and the row's
//! address. A request to unsubscribe counts when it has the token of its recipient or answers one of our messages.
//! Processing a report twice changes nothing.

use std::sync::Arc;

use jiff::{SignedDuration, Timestamp};
use serde::Deserialize;
use sha2::{Digest, Sha256};
use subtle::ConstantTimeEq;
use uuid::Uuid;

use super::bounce_summary::BounceOutcome;
pub use super::bounce_summary::BounceSummary;
use super::links::{self, Link};
use super::preferences::leave_in;
use super::suppressions::suppress;
use crate::app::App;
use crate::domain::email::Email;
use crate::domain::mailing::SuppressionReason;
use crate::domain::message_address::MessageAddress;
use crate::error::{Error, ErrorCode, Kind, Result};
pub use crate::mail::bounce::{BounceKind, MAX_BYTES};
use crate::mail::bounce::{MailboxReader, Notice, one_line, outbox_id, read};
use crate::ops::policy::{self, Action, Actor};
use crate::sources::Upload;
use crate::store::WriteTx;
use crate::store::outbox::{self, MessageState, OutboxRecord};
use crate::store::suppressions::{self, SuppressionRecord};

/// Consecutive soft bounces after which an address is suppressed.
const MAX_SOFT_BOUNCES: u32 = 5;
/// An older soft bounce does not count as consecutive.
const SOFT_BOUNCE_WINDOW: SignedDuration = SignedDuration::from_hours(60 * 24);

/// A report from a mail provider's API.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize)]
pub struct ProviderReport {
    pub email: String,
    pub kind: BounceKind,
    pub reason: String,
    /// The `Message-ID` of the reported message.
    pub message_id: Option<String>,
}

/// One fact to apply to the store.
enum BounceEvent {
    Notice(Notice),
    /// From an authenticated provider.
    Trusted {
        email: Email,
        kind: BounceKind,
        reason: String,
        outbox_id: Option<Uuid>,
    },
    /// Authenticated by the token of a link.
    Leave(Email),
}

/// Checks the provider's secret in constant time.
///
/// # Errors
/// `invalid_secret`.
pub fn authorize(app: &App, secret: &str) -> Result<Actor> {
    let own = &app.config.mail.bounces.bounce_token;
    let same = Sha256::digest(secret.as_bytes()).ct_eq(&Sha256::digest(own.as_bytes()));
    if !own.is_empty() && bool::from(same) {
        return Ok(Actor::System);
    }
    Err(Error::new(Kind::Unauthenticated, ErrorCode::InvalidSecret, "This needs the secret of mail.bounce_token."))
}

/// Processes one incoming message and logs a refused request to unsubscribe.
pub async fn process(app: &App, actor: &Actor, raw: &[u8]) -> Result<BounceSummary> {
    policy::authorize(actor, Action::RecordBounces)?;
    let summary = process_quietly(app, actor, raw).await?;
    summary.log_refused();
    Ok(summary)
}

/// As [`process`], for a caller that logs the sum.
pub(super) async fn process_quietly(app: &App, actor: &Actor, raw: &[u8]) -> Result<BounceSummary> {
    policy::authorize(actor, Action::RecordBounces)?;
    let events = Arc::new(events(app, raw));
    let now = app.clock.now();
    let mut summary = BounceSummary { read: 1, ..BounceSummary::default() };
    if events.is_empty() {
        summary.ignored = 1;
        return Ok(summary);
    }
    let outcomes =
        app.store.write(move |tx| events.iter().map(|event| apply(tx, event, now)).collect::<Result<Vec<_>>>());
    outcomes.await?.into_iter().for_each(|outcome| summary.count(outcome));
    Ok(summary)
}

/// Processes the messages of these files, each a single message or a mailbox; blocks.
///
/// # Errors
/// A file that cannot be read to its end; messages before the failure are processed.
pub fn process_files(app: &App, actor: &Actor, uploads: impl Iterator<Item = Result<Upload>>) -> Result<BounceSummary> {
    policy::authorize(actor, Action::RecordBounces)?;
    let mut summary = BounceSummary::default();
    for upload in uploads {
        let Upload { name, reader, .. } = upload?;
        for raw in MailboxReader::new(reader) {
            let raw = raw.map_err(|error| {
                let message = format!("reading {name} failed; run the command again, no report counts twice");
                Error::new(Kind::Unavailable, ErrorCode::ReadFailed, message).caused_by(error)
            })?;
            summary.read += 1;
            let events = events(app, &raw);
            if events.is_empty() {
                summary.ignored += 1;
                continue;
            }
            let now = app.clock.now();
            let write =
                move |tx: &WriteTx| events.iter().map(|event| apply(tx, event, now)).collect::<Result<Vec<_>>>();
            app.store.write_blocking(write)?.into_iter().for_each(|outcome| summary.count(outcome));
        }
    }
    summary.log_refused();
    Ok(summary)
}

/// Processes a report of an authenticated mail provider.
///
/// # Errors
/// `invalid` in `email`.
pub async fn process_report(app: &App, actor: &Actor, report: ProviderReport) -> Result<BounceSummary> {
    policy::authorize(actor, Action::RecordBounces)?;
    let ProviderReport { email, kind, reason, message_id } = report;
    let email = Email::try_from(email).map_err(|_| Error::invalid("email", "This is not an e-mail address."))?;
    let outbox_id = message_id.as_deref().and_then(outbox_id);
    let event = BounceEvent::Trusted { email, kind, reason: one_line(&reason), outbox_id };
    let now = app.clock.now();
    let outcome = app.store.write(move |tx| apply(tx, &event, now)).await?;
    let mut summary = BounceSummary { read: 1, ..BounceSummary::default() };
    summary.count(outcome);
    Ok(summary)
}

/// Parses a message; opens tokens here, outside of any transaction.
fn events(app: &App, raw: &[u8]) -> Vec<BounceEvent> {
    let by_token = |notice: Notice| match &notice {
        Notice::Unsubscribe { token: Some(token), .. } => match links::open(app, token) {
            Ok(Link::Mail { email, .. }) => BounceEvent::Leave(email),
            _ => BounceEvent::Notice(notice),
        },
        _ => BounceEvent::Notice(notice),
    };
    read(raw).into_iter().map(by_token).collect()
}

fn apply(tx: &WriteTx, event: &BounceEvent, now: Timestamp) -> Result<BounceOutcome> {
    match event {
        BounceEvent::Leave(email) => leave(tx, email, now),
        BounceEvent::Notice(Notice::Unsubscribe { outbox_id, .. }) => {
            match outbox_id.map(|id| outbox::get(tx, id)).transpose()?.flatten() {
                Some(OutboxRecord { to: MessageAddress::Email(to), .. }) => leave(tx, &to, now),
                _ => Ok(BounceOutcome::Refused),
            }
        }
        BounceEvent::Notice(Notice::Failed { kind, recipients, outbox_id, reason }) => {
            let sent = outbox_id.map(|id| outbox::get(tx, id)).transpose()?.flatten();
            // Providers remove the address from complaints, so only the message is matched.
            let matches = |to: &Email| {
                *kind == BounceKind::Complaint || recipients.iter().any(|recipient| recipient.key() == to.key())
            };
            match sent {
                Some(OutboxRecord { id, to: MessageAddress::Email(to), .. }) if matches(&to) => {
                    failed(tx, &to, *kind, reason, Some(id), now)
                }
                _ => Ok(BounceOutcome::Unknown),
            }
        }
        BounceEvent::Trusted { email, kind, reason, outbox_id } => {
            let sent = outbox_id.map(|id| outbox::get(tx, id)).transpose()?.flatten();
            let sent = sent.filter(|sent| sent.to.key() == email.key()).map(|sent| sent.id);
            failed(tx, email, *kind, reason, sent, now)
        }
    }
}

fn leave(tx: &WriteTx, email: &Email, now: Timestamp) -> Result<BounceOutcome> {
    if suppressions::reason(tx, email)?.is_some() {
        return Ok(BounceOutcome::Unknown);
    }
    leave_in(tx, email, SuppressionReason::Asked, "", now)?;
    Ok(BounceOutcome::Unsubscribed)
}

/// Records a failure of this address, once per message.
fn failed(
    tx: &WriteTx,
    email: &Email,
    kind: BounceKind,
    reason: &str,
    outbox_id: Option<Uuid>,
    now: Timestamp,
) -> Result<BounceOutcome> {
    if kind == BounceKind::Complaint {
        let known = suppressions::reason(tx, email)?.is_some();
        leave_in(tx, email, SuppressionReason::Complaint, reason, now)?;
        return Ok(if known { BounceOutcome::Unknown } else { BounceOutcome::Complaint });
    }
    if let Some(id) = outbox_id
        && !settle(tx, id, reason, now)?
    {
        return Ok(BounceOutcome::Unknown);
    }
    if kind == BounceKind::Hard {
        suppress(tx, email, SuppressionReason::Bounced, reason, now)?;
        return Ok(BounceOutcome::Hard);
    }
    soft(tx, email, reason, now)
}

/// Marks the outbox row as bounced; false when it already is.
fn settle(tx: &WriteTx, id: Uuid, reason: &str, now: Timestamp) -> Result<bool> {
    let Some(mut record) = outbox::get(tx, id)? else { return Ok(true) };
    match record.state {
        MessageState::Bounced { .. } => return Ok(false),
        MessageState::Sent { .. } | MessageState::Unknown { .. } | MessageState::Failed { .. } => {
            record.state = MessageState::Bounced { at: now, reason: reason.to_owned() };
            outbox::put(tx, &record)?;
        }
        // The worker that is sending it records the outcome.
        _ => {}
    }
    Ok(true)
}

/// Counts a soft bounce; suppresses the address after too many consecutive ones.
fn soft(tx: &WriteTx, email: &Email, reason: &str, now: Timestamp) -> Result<BounceOutcome> {
    let before = suppressions::get(tx, email)?;
    if before.as_ref().is_some_and(|record| record.reason.is_some()) {
        return Ok(BounceOutcome::Soft);
    }
    let consecutive = before.filter(|record| now.duration_since(record.at) <= SOFT_BOUNCE_WINDOW);
    let soft_bounces = consecutive.map_or(0, |record| record.soft_bounces) + 1;
    let given_up = (soft_bounces >= MAX_SOFT_BOUNCES).then_some(SuppressionReason::Bounced);
    let detail = reason.to_owned();
    suppressions::put(
        tx,
        &SuppressionRecord { email: email.clone(), at: now, reason: given_up, soft_bounces, detail },
    )?;
    Ok(if given_up.is_some() { BounceOutcome::GivenUp } else { BounceOutcome::Soft })
}
