//! One attempt to send a claimed delivery, and the state that follows.

use std::sync::Arc;

use jiff::{SignedDuration, Timestamp};

use super::attempted::{Attempted, bounce};
use crate::app::App;
use crate::conditions::finding;
use crate::domain::Phone;
use crate::domain::mailing::SkipReason;
use crate::domain::message::MessageKind;
use crate::domain::message_address::MessageAddress;
use crate::error::{Error, Kind};
use crate::mail::{Certainty, SendFailure, Sender, TextMessage, code_text, run_cpu_bound};
use crate::ops::mail::claimed::ClaimedDelivery;
use crate::ops::mail::compose::{Composition, compose};
use crate::store::outbox::{MessageState, OutboxRecord};

/// The first backoff after a temporary failure; it doubles with each attempt.
const FIRST_BACKOFF: SignedDuration = SignedDuration::from_mins(1);
/// The first backoff of a text message, whose code is valid for some minutes only.
const FIRST_SHORT_BACKOFF: SignedDuration = SignedDuration::from_secs(5);
const LONGEST_BACKOFF: SignedDuration = SignedDuration::from_hours(1);
/// Age at which transactional and urgent messages are no longer useful.
const MAX_AGE: SignedDuration = SignedDuration::from_hours(24);
/// Total backoff after which bulk messages fail; waiting for a rate limit does not count.
const MAX_TOTAL_BACKOFF: SignedDuration = SignedDuration::from_hours(72);

/// The outcome of one attempt.
enum AttemptOutcome {
    Sent,
    Skipped(SkipReason),
    Failed(SendFailure),
}

impl From<SendFailure> for AttemptOutcome {
    fn from(failure: SendFailure) -> Self {
        Self::Failed(failure)
    }
}

/// Sends one claimed delivery. The log contains neither the address nor the reason, which may contain an address; the
/// outbox has both.
pub(super) async fn attempt(app: &Arc<App>, claimed: ClaimedDelivery) -> Attempted {
    let claimed = Arc::new(claimed);
    let outcome = match expired(&claimed.delivery, app.clock.now()) {
        Some(reason) => SendFailure::unsendable(reason).into(),
        None => send(app, &claimed).await.unwrap_or_else(AttemptOutcome::from),
    };
    let (now, delivery) = (app.clock.now(), claimed.delivery.clone());
    let (state, failure) = match outcome {
        AttemptOutcome::Sent => (MessageState::Sent { at: now }, None),
        AttemptOutcome::Skipped(why) => (MessageState::Suppressed { at: now, why }, None),
        AttemptOutcome::Failed(failure) => (after_failure(&delivery, &failure, now), Some(failure)),
    };
    let done = if app.mailer.is_local() { "mail written to a file" } else { "mail sent" };
    log(&delivery, &state, failure.as_ref().and_then(|failure| failure.code), done);
    Attempted { delivery, state, failure }
}

fn log(delivery: &OutboxRecord, state: &MessageState, code: Option<u16>, done: &str) {
    let (mail_id, kind) = (delivery.id.to_string(), delivery.kind.name());
    let given_up = state.settled_at().is_some();
    // Bulk deliveries are logged at debug level: there may be a hundred thousand, and the outbox lists them.
    match (state, delivery.kind.is_bulk()) {
        (MessageState::Suppressed { .. }, _) => {}
        (MessageState::Sent { .. }, false) => tracing::info!(mail.id = mail_id, mail.kind = kind, "{done}"),
        (MessageState::Sent { .. }, true) => tracing::debug!(mail.id = mail_id, mail.kind = kind, "{done}"),
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

async fn send(app: &Arc<App>, claimed: &Arc<ClaimedDelivery>) -> Result<AttemptOutcome, SendFailure> {
    let delivery = &claimed.delivery;
    if let MessageAddress::Phone(to) = &delivery.to {
        return send_text_message(app, delivery, to).await.map(|()| AttemptOutcome::Sent);
    }
    if delivery.kind.is_bulk()
        && let Some(at) = delivery.email().and_then(|to| app.mailer.reserve_domain_slot(delivery.id, to))
    {
        return Err(SendFailure::deferred(at, "waits for the limit of its domain"));
    }
    let (composer, claimed) = (Arc::clone(app), Arc::clone(claimed));
    let composition = run_cpu_bound(move || compose(&composer, &claimed)).await?;
    match composition.map_err(|error| composition_failure(&error))? {
        Composition::Message(message) => app.mailer.deliver(&message).await.map(|_| AttemptOutcome::Sent),
        Composition::Skipped(why) => Ok(AttemptOutcome::Skipped(why)),
    }
}

/// Sends the text message of this outbox row. A failing gateway is reported to the operator as a condition.
async fn send_text_message(app: &App, delivery: &OutboxRecord, to: &Phone) -> Result<(), SendFailure> {
    const FAILING: &str = "sms_gateway_failing";
    let content = &delivery.content;
    let (Some(code), Some(minutes)) = (&content.code, content.valid_minutes) else {
        return Err(SendFailure::unsendable("it has no code"));
    };
    let host = Sender::new(&app.config, &app.public_url()).host;
    let OutboxRecord { id, kind, language, created_at, .. } = delivery;
    let text = code_text(code, minutes, *language, &host);
    let message = TextMessage { id: *id, name: kind.name(), to: to.clone(), text, created_at: *created_at };
    let sent = app.text_messages.send(&message).await;
    match &sent {
        Ok(_) => app.conditions.end(FAILING),
        // A bad request concerns this number only.
        Err(SendFailure { code: Some(400 | 422), .. }) => {}
        Err(_) => {
            let found = finding!(
                "sms_gateway_failing",
                "a text message was not sent; readers wait for their codes",
                "see `paragraf mail outbox` for the gateway's reply, and check [sms] of the configuration"
            );
            app.conditions.report(FAILING, app.clock.now(), found);
        }
    }
    sent.map(drop)
}

/// A store that cannot be read may be readable later; any other error of composition is permanent.
fn composition_failure(error: &Error) -> SendFailure {
    match error.kind {
        Kind::Unavailable => SendFailure::not_sent(error.chain()),
        _ => SendFailure::unsendable(error.chain()),
    }
}

/// Why a delivery that waited for its server or in a backup is no longer useful.
fn expired(record: &OutboxRecord, now: Timestamp) -> Option<&'static str> {
    if link_expires_at(record).is_some_and(|end| now >= end) {
        return Some(if record.email().is_some() {
            "its link expired before it could be sent"
        } else {
            "its code expired before it could be sent"
        });
    }
    (expires_by_age(record) && now >= record.created_at + MAX_AGE).then_some("it waited for more than a day")
}

/// Campaigns may be scheduled or paused for days, so their deliveries are limited by attempts instead.
fn expires_by_age(record: &OutboxRecord) -> bool {
    !record.kind.is_bulk() || record.kind == MessageKind::Urgent
}

/// Defers the delivery, unless a retry is pointless or might send a bulk message twice.
fn after_failure(record: &OutboxRecord, failure: &SendFailure, now: Timestamp) -> MessageState {
    let attempts = record.state.attempts().max(1);
    let reason = failure.reason.clone();
    if let Some(next_at) = failure.deferred_until {
        // A rate limit prevented the attempt, so it does not count.
        return MessageState::Deferred { attempts: attempts - 1, next_at, reason };
    }
    if bounce(record, failure).is_some() {
        return MessageState::Bounced { at: now, reason };
    }
    if failure.permanent {
        return MessageState::Failed { at: now, reason };
    }
    if failure.certainty == Certainty::Unknown && record.kind.is_bulk() {
        return MessageState::Unknown { at: now, reason };
    }
    let next_at = now + backoff_of(record, attempts);
    let too_old = match expires_by_age(record) {
        true => next_at >= record.created_at + MAX_AGE,
        false => total_backoff(attempts) >= MAX_TOTAL_BACKOFF,
    };
    if too_old {
        let reason = format!("given up after {attempts} attempts; the last: {reason}");
        return MessageState::Failed { at: now, reason };
    }
    if link_expires_at(record).is_some_and(|end| next_at >= end) {
        let what = if record.email().is_some() { "link" } else { "code" };
        let reason = format!("its {what} expires before the next attempt; the last: {reason}");
        return MessageState::Failed { at: now, reason };
    }
    MessageState::Deferred { attempts, next_at, reason }
}

fn backoff_of(record: &OutboxRecord, attempts: u32) -> SignedDuration {
    let first = if record.email().is_some() { FIRST_BACKOFF } else { FIRST_SHORT_BACKOFF };
    doubled(first, attempts)
}

fn backoff(attempts: u32) -> SignedDuration {
    doubled(FIRST_BACKOFF, attempts)
}

fn doubled(first: SignedDuration, attempts: u32) -> SignedDuration {
    let factor = 2_i32.saturating_pow(attempts.saturating_sub(1).min(16));
    first.saturating_mul(factor).min(LONGEST_BACKOFF)
}

/// The sum of the backoffs after this many attempts.
fn total_backoff(attempts: u32) -> SignedDuration {
    (1..=attempts.min(1_000)).map(backoff).sum()
}

fn link_expires_at(record: &OutboxRecord) -> Option<Timestamp> {
    let minutes = i64::try_from(record.content.valid_minutes?).ok()?;
    record.created_at.checked_add(SignedDuration::from_mins(minutes)).ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn backoffs_double_up_to_an_hour() {
        let minutes: Vec<_> = (1..=9).chain([u32::MAX]).map(|attempts| backoff(attempts).as_mins()).collect();
        assert_eq!(minutes, [1, 2, 4, 8, 16, 32, 60, 60, 60, 60]);
        assert_eq!(total_backoff(7).as_mins(), 123);
        let given_up = (1..).find(|attempts| total_backoff(*attempts) >= MAX_TOTAL_BACKOFF);
        assert_eq!(given_up, Some(77), "three days");
    }
}
