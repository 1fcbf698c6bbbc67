//! Sending what is queued: claim in one write, send, record in one write.

use jiff::{SignedDuration, Timestamp};

use crate::app::App;
use crate::error::Result;
use crate::mail::SendFailure;
use crate::ops::policy::{self, Action, Actor};
use crate::store::outbox::{self, MessageState, OutboxRecord};

/// Mails that are sent at once.
const AT_ONCE: usize = 4;
/// The first wait after a failure that may pass; it doubles with each.
const FIRST_WAIT: SignedDuration = SignedDuration::from_mins(1);
const LONGEST_WAIT: SignedDuration = SignedDuration::from_hours(1);
/// Whoever waits for an account mail has given it up by then.
const GIVE_UP_AFTER: SignedDuration = SignedDuration::from_hours(24);

/// What one round took up.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Round {
    /// How many mails were tried; 0 when nothing was due.
    pub tried: usize,
    /// When the next one may be due, as far as is known.
    pub next_at: Option<Timestamp>,
}

/// Tries the oldest mails that are due, a few at once.
///
/// A mail goes out at least once: who dies between the mail server's yes and the write that records it has
/// it sent again when the claim is old. Two rounds at the same moment never try the same mail.
pub async fn round(app: &App, actor: &Actor) -> Result<Round> {
    policy::allow(actor, Action::SendMail)?;
    let now = app.clock.now();
    let due = app.store.read(move |tx| Ok(outbox::due(tx, None, now, AT_ONCE)?)).await?;
    if due.ids.is_empty() {
        return Ok(Round { tried: 0, next_at: due.next_at });
    }
    let claimed = app.store.write(move |tx| Ok(outbox::claim(tx, &due.ids, now)?)).await?;
    let attempts = claimed.iter().map(|record| attempt(app, record));
    let states = futures_util::future::join_all(attempts).await;
    let outcomes: Vec<_> = claimed.into_iter().zip(states).collect();
    let tried = outcomes.len();
    let recorded = app.store.write(move |tx| {
        outcomes.iter().try_for_each(|(record, state)| outbox::settle(tx, record, state.clone()).map(drop))?;
        Ok(())
    });
    recorded.await?;
    // Somebody else may have claimed all of them; then the next round waits for what comes after.
    Ok(Round { tried, next_at: due.next_at })
}

/// Tries everything that is due; answers how many mails were tried.
pub async fn all_due(app: &App, actor: &Actor) -> Result<usize> {
    let mut tried = 0;
    loop {
        match round(app, actor).await?.tried {
            0 => return Ok(tried),
            count => tried += count,
        }
    }
}

/// After a command has queued a mail: wakes the server's job, or writes the file here when no server runs
/// and mails go into the folder. Answers whether nothing more is needed for it to leave.
pub async fn after_command(app: &App, actor: &Actor, serving: bool) -> Result<bool> {
    if serving {
        app.mail_wake.notify_one();
    } else if app.mailer.is_local() {
        all_due(app, actor).await?;
    }
    Ok(serving || app.mailer.is_local())
}

/// Sends one claimed mail and answers its next state. The log names neither address nor reason, which may
/// hold one; both are in the outbox.
async fn attempt(app: &App, record: &OutboxRecord) -> MessageState {
    let (mail_id, kind) = (record.id.to_string(), record.kind.name());
    let sent = match too_late(record, app.clock.now()) {
        Some(reason) => Err(SendFailure { permanent: true, code: None, reason: reason.into() }),
        None => hand_over(app, record).await,
    };
    let now = app.clock.now();
    match sent {
        Ok(_) => {
            tracing::info!(mail.id = mail_id, mail.kind = kind, "mail sent");
            MessageState::Sent { at: now }
        }
        Err(failure) => {
            let code = failure.code;
            let state = after_failure(record, failure, now);
            let given_up = state.settled_at().is_some();
            tracing::warn!(
                mail.id = mail_id,
                mail.kind = kind,
                smtp.code = code,
                mail.given_up = given_up,
                "mail not sent"
            );
            state
        }
    }
}

async fn hand_over(app: &App, record: &OutboxRecord) -> std::result::Result<(), SendFailure> {
    match super::compose(app, record) {
        Ok(message) => app.mailer.send(&message).await.map(drop),
        Err(error) => Err(SendFailure { permanent: true, code: None, reason: error.chain() }),
    }
}

/// Why a mail that waited for the server, or in a backup, is of no use to anybody any more.
fn too_late(record: &OutboxRecord, now: Timestamp) -> Option<&'static str> {
    if link_ends_at(record).is_some_and(|end| now >= end) {
        return Some("its link ended before it could be sent");
    }
    (now >= record.created_at + GIVE_UP_AFTER).then_some("it waited for more than a day")
}

/// Tries again later, unless that cannot help any more.
fn after_failure(record: &OutboxRecord, failure: SendFailure, now: Timestamp) -> MessageState {
    let SendFailure { permanent, reason, .. } = failure;
    let attempts = match record.state {
        MessageState::Claimed { attempts, .. } => attempts,
        _ => 1,
    };
    if permanent {
        return MessageState::Failed { at: now, reason };
    }
    let next_at = now + wait(attempts);
    if next_at >= record.created_at + GIVE_UP_AFTER {
        return MessageState::Failed {
            at: now,
            reason: format!("given up after {attempts} attempts; the last: {reason}"),
        };
    }
    if link_ends_at(record).is_some_and(|end| next_at >= end) {
        return MessageState::Failed {
            at: now,
            reason: format!("its link ends before the next attempt; the last: {reason}"),
        };
    }
    MessageState::Deferred { attempts, next_at, reason }
}

fn wait(attempts: u32) -> SignedDuration {
    let factor = 2_i32.saturating_pow(attempts.saturating_sub(1).min(16));
    FIRST_WAIT.saturating_mul(factor).min(LONGEST_WAIT)
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
    }
}
