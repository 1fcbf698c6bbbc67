//! One try of one delivery: what is sent, and which state follows from what became of it.

use std::sync::Arc;

use jiff::{SignedDuration, Timestamp};

use super::next::Done;
use crate::app::App;
use crate::domain::mailing::Unwanted;
use crate::domain::message::MessageKind;
use crate::error::{Error, ErrorCode};
use crate::mail::{Certainty, SendFailure, beside_readers};
use crate::store::outbox::{MessageState, OutboxRecord};

/// The first wait after a failure that may pass; it doubles with each.
const FIRST_WAIT: SignedDuration = SignedDuration::from_mins(1);
const LONGEST_WAIT: SignedDuration = SignedDuration::from_hours(1);
/// Whoever waits for an account mail has given it up by then, and what was urgent is so no more.
const GIVE_UP_AFTER: SignedDuration = SignedDuration::from_hours(24);
/// For so long a mail to many is tried, not counting what it waited for its turn.
const GIVE_UP_TRYING_AFTER: SignedDuration = SignedDuration::from_hours(72);

/// Sends one claimed mail. The log names neither address nor reason, which may hold one; both are in the
/// outbox.
pub(super) async fn attempt(app: &Arc<App>, record: OutboxRecord) -> Done {
    let handed_over = match too_late(&record, app.clock.now()) {
        Some(reason) => Err(Fault::Failure(SendFailure::unwritable(reason))),
        None => hand_over(app, &record).await,
    };
    let now = app.clock.now();
    let sent = match handed_over {
        Err(Fault::NothingToSay) => {
            let why = Unwanted::NothingToSay;
            return Done { record, state: MessageState::Suppressed { at: now, why }, bounce: None };
        }
        Err(Fault::Failure(failure)) => Err(failure),
        Ok(()) => Ok(()),
    };
    let bounce = sent.as_ref().err().filter(|failure| is_bounce(&record, failure)).map(|it| it.reason.clone());
    let code = sent.as_ref().err().and_then(|failure| failure.code);
    let state = match sent {
        Ok(()) => MessageState::Sent { at: now },
        Err(failure) => after_failure(&record, failure, now),
    };
    tell(&record, &state, code);
    Done { record, state, bounce }
}

fn tell(record: &OutboxRecord, state: &MessageState, code: Option<u16>) {
    let (mail_id, kind) = (record.id.to_string(), record.kind.name());
    let given_up = state.settled_at().is_some();
    match (state, record.kind.is_bulk()) {
        (MessageState::Sent { .. }, false) => tracing::info!(mail.id = mail_id, mail.kind = kind, "mail sent"),
        // A hundred thousand lines would hide all others; the ledger has them.
        (MessageState::Sent { .. }, true) => tracing::debug!(mail.id = mail_id, mail.kind = kind, "mail sent"),
        (_, false) => tracing::warn!(
            mail.id = mail_id,
            mail.kind = kind,
            smtp.code = code,
            mail.given_up = given_up,
            "mail not sent"
        ),
        (_, true) => tracing::debug!(
            mail.id = mail_id,
            mail.kind = kind,
            smtp.code = code,
            mail.given_up = given_up,
            "mail not sent"
        ),
    }
}

/// Why nothing was handed over.
enum Fault {
    /// What it would have told does not concern the recipient any more since it was claimed.
    NothingToSay,
    Failure(SendFailure),
}

impl From<SendFailure> for Fault {
    fn from(failure: SendFailure) -> Self {
        Self::Failure(failure)
    }
}

impl From<Error> for Fault {
    /// A mail that cannot be written today will not be written tomorrow; a store that cannot be read may be.
    fn from(error: Error) -> Self {
        match error.code {
            ErrorCode::NothingToSay => Self::NothingToSay,
            ErrorCode::Unavailable => Self::Failure(SendFailure::not_sent(error.chain())),
            _ => Self::Failure(SendFailure::unwritable(error.chain())),
        }
    }
}

async fn hand_over(app: &Arc<App>, record: &OutboxRecord) -> Result<(), Fault> {
    if record.kind.is_bulk()
        && let Some(at) = app.mailer.turn_of(record.id, &record.to)
    {
        return Err(SendFailure::held(at, "waits for its turn among the mails to its domain").into());
    }
    let (composer, row) = (Arc::clone(app), record.clone());
    let message = beside_readers(move || crate::ops::mail::compose(&composer, &row)).await??;
    Ok(app.mailer.deliver(&message).await.map(drop)?)
}

/// Why a mail that waited for the server, or in a backup, is of no use to anybody any more.
fn too_late(record: &OutboxRecord, now: Timestamp) -> Option<&'static str> {
    if link_ends_at(record).is_some_and(|end| now >= end) {
        return Some("its link ended before it could be sent");
    }
    (gives_up_by_age(record) && now >= record.created_at + GIVE_UP_AFTER).then_some("it waited for more than a day")
}

/// A campaign may have been put off or paused for days; its mails are counted by their tries.
fn gives_up_by_age(record: &OutboxRecord) -> bool {
    !record.kind.is_bulk() || record.kind == MessageKind::Urgent
}

/// Whether the address is one to which nothing more should be sent. An account's mails are tried for each
/// message anew: its owner may have no other way in.
fn is_bounce(record: &OutboxRecord, failure: &SendFailure) -> bool {
    let kind = record.kind;
    failure.is_about_address() && (kind.is_bulk() || kind == MessageKind::ConfirmSubscription)
}

/// Tries again later, unless that cannot help any more or might send one of many twice.
fn after_failure(record: &OutboxRecord, failure: SendFailure, now: Timestamp) -> MessageState {
    let attempts = record.state.attempts().max(1);
    if let Some(until) = failure.held_until {
        // It was not tried.
        return MessageState::Deferred { attempts: attempts - 1, next_at: until, reason: failure.reason };
    }
    if is_bounce(record, &failure) {
        return MessageState::Bounced { at: now, reason: failure.reason };
    }
    let SendFailure { permanent, certainty, reason, .. } = failure;
    if permanent {
        return MessageState::Failed { at: now, reason };
    }
    if certainty == Certainty::Unknown && record.kind.is_bulk() {
        return MessageState::Unknown { at: now, reason };
    }
    let next_at = now + wait(attempts);
    let too_old = match gives_up_by_age(record) {
        true => next_at >= record.created_at + GIVE_UP_AFTER,
        false => tried_for(attempts) >= GIVE_UP_TRYING_AFTER,
    };
    if too_old {
        let reason = format!("given up after {attempts} attempts; the last: {reason}");
        return MessageState::Failed { at: now, reason };
    }
    if link_ends_at(record).is_some_and(|end| next_at >= end) {
        let reason = format!("its link ends before the next attempt; the last: {reason}");
        return MessageState::Failed { at: now, reason };
    }
    MessageState::Deferred { attempts, next_at, reason }
}

fn wait(attempts: u32) -> SignedDuration {
    let factor = 2_i32.saturating_pow(attempts.saturating_sub(1).min(16));
    FIRST_WAIT.saturating_mul(factor).min(LONGEST_WAIT)
}

/// How long so many attempts and the wait after the last one take.
fn tried_for(attempts: u32) -> SignedDuration {
    (1..=attempts.min(1_000)).map(wait).sum()
}

fn link_ends_at(record: &OutboxRecord) -> Option<Timestamp> {
    let minutes = i64::try_from(record.content.valid_minutes?).ok()?;
    record.created_at.checked_add(SignedDuration::from_mins(minutes)).ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn waits_double_up_to_an_hour() {
        let minutes: Vec<_> = (1..=9).chain([u32::MAX]).map(|attempts| wait(attempts).as_mins()).collect();
        assert_eq!(minutes, [1, 2, 4, 8, 16, 32, 60, 60, 60, 60]);
        assert_eq!(tried_for(7).as_mins(), 123);
        let given_up = (1..).find(|attempts| tried_for(*attempts) >= GIVE_UP_TRYING_AFTER);
        assert_eq!(given_up, Some(77), "three days");
    }
}
