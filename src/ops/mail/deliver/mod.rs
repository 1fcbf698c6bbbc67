//! Delivers the outbox. Each worker handles one delivery at a time; one write settles it and claims the next.
//!
//! One worker delivers only single mails, so that these do not wait while a slow mail server keeps the others busy with
//! a campaign. Another delivers text messages, which do not wait for a mail server.
//!
//! Bulk messages are sent at most once: a delivery with an unknown outcome becomes `unknown` and is not retried.
//! Transactional messages are sent at least once: a retry has the same `Message-ID`.

mod attempt;
mod attempted;
mod next;

use std::collections::BTreeMap;
use std::sync::Arc;

use jiff::{SignedDuration, Timestamp};

use self::attempted::Attempted;
pub use self::next::Lane;
use crate::app::App;
use crate::error::Result;
use crate::ops::policy::{self, Action, Actor};
use crate::store::outbox::{self, MessageState, Recovered};

/// The pause before another attempt to store a result.
const SETTLE_AGAIN: std::time::Duration = std::time::Duration::from_millis(500);

/// The result of one pass over the outbox.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Round {
    /// Attempted deliveries; 0 when nothing was due.
    pub attempted: usize,
    /// When the next delivery may be due, if known.
    pub next_at: Option<Timestamp>,
}

/// The number of workers that deliver everything: one per connection, and one for the folder transport.
pub fn workers(app: &App) -> usize {
    if app.mailer.is_local() { 1 } else { app.config.mail.connections.try_into().unwrap_or(1) }
}

/// Runs one worker until nothing is due or the app stops.
///
/// Any number of workers may run at the same time; a claim reserves a delivery for one of them.
pub async fn work(app: &Arc<App>, actor: &Actor, lane: Lane) -> Result<Round> {
    policy::authorize(actor, Action::SendMail)?;
    let (mut round, mut attempted) = (Round::default(), None);
    loop {
        let settled = attempted.as_ref().map(|attempted: &Attempted| attempted.delivery.id);
        let next = settle_and_claim(app, attempted.take(), lane).await?;
        settled.inspect(|id| app.mailer.release(*id));
        match next.claimed {
            Some(claimed) => {
                if round.attempted == 0 {
                    // There may be more: wake one more worker, which wakes another.
                    app.mail_wake.notify_one();
                }
                attempted = Some(attempt::attempt(app, claimed).await);
                round.attempted += 1;
            }
            None if next.more => {}
            None => return Ok(Round { next_at: next.at, ..round }),
        }
    }
}

/// As [`next::next`]. While nothing can be saved, keeps the result of the attempt and tries again: the mail may have
/// been sent.
async fn settle_and_claim(app: &App, attempted: Option<Attempted>, lane: Lane) -> Result<next::NextClaim> {
    loop {
        match next::next(app, attempted.clone(), !app.stop.is_cancelled(), lane).await {
            Err(error) if attempted.is_some() && app.store.outage().is_some() => {
                tokio::select! {
                    () = app.stop.cancelled() => return Err(error),
                    () = tokio::time::sleep(SETTLE_AGAIN) => {}
                }
            }
            done => return done,
        }
    }
}

/// Attempts everything that is due, with all workers.
pub async fn round(app: &Arc<App>, actor: &Actor) -> Result<Round> {
    policy::authorize(actor, Action::SendMail)?;
    let lanes = (0..workers(app)).map(|_| Lane::Everything).chain([Lane::TextMessages]);
    let rounds = futures_util::future::join_all(lanes.map(|lane| work(app, actor, lane))).await;
    let attempted = rounds.into_iter().try_fold(0, |sum, round| round.map(|round| sum + round.attempted))?;
    // A worker that ended early could not see what the others were still sending.
    Ok(Round { attempted, next_at: next::next(app, None, false, Lane::Everything).await?.at })
}

/// Repeats [`round`] until nothing is due; returns the number of attempts.
pub async fn all_due(app: &Arc<App>, actor: &Actor) -> Result<usize> {
    policy::authorize(actor, Action::SendMail)?;
    let mut attempted = 0;
    loop {
        match round(app, actor).await?.attempted {
            0 => return Ok(attempted),
            count => attempted += count,
        }
    }
}

/// Settles the claims of an earlier process and counts what was sent in the last hour. Call it before the first
/// delivery of this process, or of a term in which it leads.
pub async fn recover(app: &App, actor: &Actor) -> Result<Recovered> {
    policy::authorize(actor, Action::SendMail)?;
    // The file of handed-over deliveries belongs to this machine; a claim may be of another one.
    let handed_over = app.mailer.handed_over().filter(|_| !app.store.is_shared());
    let now = app.clock.now();
    let recovered = app.store.write(move |tx| Ok(outbox::recover(tx, handed_over.as_ref(), now)?)).await?;
    if recovered != Recovered::default() {
        tracing::warn!(
            mail.again = recovered.again,
            mail.unknown = recovered.unknown,
            "an earlier process ended while it was sending mail"
        );
    }
    let limited = app.config.mail.accounts().iter().any(|account| account.per_hour > 0) || app.config.mail.per_hour > 0;
    if limited {
        count_last_hour(app, now).await?;
    }
    Ok(recovered)
}

async fn count_last_hour(app: &App, now: Timestamp) -> Result<()> {
    let since = now - SignedDuration::from_hours(1);
    let read = app.store.read(move |tx| {
        let mut minutes = BTreeMap::<i64, u32>::new();
        outbox::each_readable(tx, &mut |record| {
            if let MessageState::Sent { at } | MessageState::Unknown { at, .. } = record.state
                && at > since
            {
                *minutes.entry(at.as_second() / 60).or_default() += 1;
            }
        })?;
        Ok(minutes)
    });
    let minutes = read.await?;
    // A process that leads again has counted some of them itself.
    app.mailer.forget_counted();
    for (minute, count) in minutes {
        app.mailer.count_earlier(Timestamp::from_second(minute * 60).unwrap_or(now), count);
    }
    Ok(())
}

/// Sends what a command has queued: wakes the server's job, or delivers here when no server runs and the transport is
/// the folder. On a database the leader delivers. Returns whether the message is or will be sent without further action.
pub async fn after_command(app: &Arc<App>, actor: &Actor, serving: bool) -> Result<bool> {
    policy::authorize(actor, Action::SendMail)?;
    if serving || app.store.is_shared() {
        app.mail_wake.notify_one();
        return Ok(true);
    }
    if app.mailer.is_local() {
        recover(app, actor).await?;
        all_due(app, actor).await?;
    }
    Ok(app.mailer.is_local())
}
