//! Processes incoming mail: bounces, complaints and requests to unsubscribe.
//!
//! Reports can be forged, so one counts only when it names an outbox row by its unguessable id and the row's address. A
//! request to unsubscribe counts when it has the token of its recipient or answers one of our messages. Processing a
//! report twice changes nothing.

use std::sync::Arc;
use std::sync::atomic::Ordering;

use jiff::Timestamp;
use serde::Deserialize;
use sha2::{Digest, Sha256};
use subtle::ConstantTimeEq;

use super::address_failures::record_failure;
use super::bounce_summary::BounceOutcome;
pub use super::bounce_summary::BounceSummary;
use super::links::{self, Link};
use super::preferences::leave_in;
use super::refusals;
use crate::app::App;
use crate::domain::email::Email;
use crate::domain::mailing::SuppressionReason;
use crate::error::{Error, ErrorCode, Kind, Result};
use crate::mail::Verdict;
pub use crate::mail::bounce::{BounceKind, MAX_BYTES};
use crate::mail::bounce::{MailboxReader, Notice, one_line, outbox_id, read};
use crate::ops::policy::{self, Action, Actor};
use crate::sources::Upload;
use crate::store::WriteTx;
use crate::store::outbox::{self, MessageState, OutboxRecord};
use crate::store::suppressions;

/// A report from a mail provider's API.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize)]
pub struct ProviderReport {
    pub email: String,
    pub kind: BounceKind,
    pub reason: String,
    /// The `Message-ID` of the reported message, or its mark.
    pub message_id: Option<String>,
}

/// One fact to apply to the store.
enum BounceEvent {
    Notice(Notice),
    /// From a provider's API, which names the address of a complaint too.
    Posted {
        email: Email,
        notice: Notice,
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

/// Processes one incoming message and logs what needs the operator's attention.
pub async fn process(app: &App, actor: &Actor, raw: &[u8]) -> Result<BounceSummary> {
    policy::authorize(actor, Action::RecordBounces)?;
    let summary = process_quietly(app, actor, raw).await?;
    summary.log_attention();
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
    app.unmatched_reports.fetch_add(summary.unknown, Ordering::Relaxed);
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
    app.unmatched_reports.fetch_add(summary.unknown, Ordering::Relaxed);
    summary.log_attention();
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
    let (outbox_id, reason) = (message_id.as_deref().and_then(outbox_id), one_line(&reason));
    let notice = match kind.verdict(&reason) {
        Some(verdict) => Notice::Failed { verdict, recipients: vec![email.clone()], outbox_id, reason },
        None => Notice::Complaint { outbox_id, reason },
    };
    let event = BounceEvent::Posted { email, notice };
    let now = app.clock.now();
    let outcome = app.store.write(move |tx| apply(tx, &event, now)).await?;
    let mut summary = BounceSummary { read: 1, ..BounceSummary::default() };
    summary.count(outcome);
    app.unmatched_reports.fetch_add(summary.unknown, Ordering::Relaxed);
    summary.log_attention();
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
        BounceEvent::Notice(notice) => apply_notice(tx, notice, None, now),
        BounceEvent::Posted { email, notice } => apply_notice(tx, notice, Some(email), now),
    }
}

/// Applies a notice about a message of ours; `named` is the address to which it must have been sent.
fn apply_notice(tx: &WriteTx, notice: &Notice, named: Option<&Email>, now: Timestamp) -> Result<BounceOutcome> {
    let (Notice::Failed { outbox_id, .. }
    | Notice::Complaint { outbox_id, .. }
    | Notice::Unsubscribe { outbox_id, .. }) = notice;
    let sent = outbox_id.map(|id| outbox::get(tx, id)).transpose()?.flatten();
    let to = sent.as_ref().and_then(OutboxRecord::email);
    let found = sent.as_ref().zip(to).filter(|(_, to)| named.is_none_or(|named| named.key() == to.key()));
    match (notice, found) {
        (Notice::Unsubscribe { .. }, Some((_, to))) => leave(tx, to, now),
        (Notice::Unsubscribe { .. }, None) => Ok(BounceOutcome::Refused),
        (Notice::Complaint { reason, .. }, Some((_, to))) => {
            let is_known = suppressions::reason(tx, to)?.is_some();
            leave_in(tx, to, SuppressionReason::Complaint, reason, now)?;
            Ok(if is_known { BounceOutcome::Repeated } else { BounceOutcome::Complaint })
        }
        (Notice::Failed { verdict, recipients, reason, .. }, Some((row, to)))
            if recipients.iter().any(|recipient| recipient.key() == to.key()) =>
        {
            if !settle(tx, row, *verdict, reason, now)? {
                return Ok(BounceOutcome::Repeated);
            }
            if refusals::count_report(tx, row, *verdict, reason, now)? {
                return Ok(BounceOutcome::Pausing);
            }
            record_failure(tx, to, *verdict, reason, now)
        }
        _ => Ok(BounceOutcome::Unknown),
    }
}

fn leave(tx: &WriteTx, email: &Email, now: Timestamp) -> Result<BounceOutcome> {
    if suppressions::reason(tx, email)?.is_some() {
        return Ok(BounceOutcome::Repeated);
    }
    leave_in(tx, email, SuppressionReason::Asked, "", now)?;
    Ok(BounceOutcome::Unsubscribed)
}

/// Marks the outbox row as bounced, or as failed where the recipient is not the reason, so that it can be sent again;
/// false when it already is.
fn settle(tx: &WriteTx, row: &OutboxRecord, verdict: Verdict, reason: &str, now: Timestamp) -> Result<bool> {
    match &row.state {
        MessageState::Bounced { .. } => return Ok(false),
        MessageState::Failed { reason: before, .. } if before == reason => return Ok(false),
        MessageState::Sent { .. } | MessageState::Unknown { .. } | MessageState::Failed { .. } => {
            let (at, reason) = (now, reason.to_owned());
            let state = match verdict.concerns_recipient() {
                true => MessageState::Bounced { at, reason },
                false => MessageState::Failed { at, reason },
            };
            outbox::put(tx, &OutboxRecord { state, ..row.clone() })?;
        }
        // The worker that is sending it records the outcome.
        _ => {}
    }
    Ok(true)
}
