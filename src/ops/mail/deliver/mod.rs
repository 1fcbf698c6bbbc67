//! Sending what is queued. A worker has one delivery in its hands: one write settles it and claims the next.
//!
//! Of many, each goes out at most once: what nobody knows the fate of is `unknown` and stays so. A mail about
//! an account goes out at least once: it is sent again, under the same `Message-ID`.

mod attempt;
mod next;

use std::collections::BTreeMap;
use std::sync::Arc;

use jiff::{SignedDuration, Timestamp};

use crate::app::App;
use crate::error::Result;
use crate::ops::policy::{self, Action, Actor};
use crate::store::outbox::{self, MessageState, Recovered};

/// What was taken up.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Round {
    /// How many mails were tried; 0 when nothing was due.
    pub tried: usize,
    /// When the next one may be due, as far as is known.
    pub next_at: Option<Timestamp>,
}

/// How many workers are of use: each has one mail on its way, and a folder takes one at a time.
pub fn workers(app: &App) -> usize {
    if app.mailer.is_local() { 1 } else { app.config.mail.connections.try_into().unwrap_or(1) }
}

/// One worker: tries one mail after the other until nothing more is due or the app stops.
///
/// Any number of workers may run at the same moment; no two ever try the same mail.
pub async fn work(app: &Arc<App>, actor: &Actor) -> Result<Round> {
    policy::authorize(actor, Action::SendMail)?;
    let (mut round, mut done) = (Round::default(), None);
    loop {
        let next = next::next(app, done.take(), !app.stop.is_cancelled()).await?;
        match next.record {
            Some(record) => {
                if round.tried == 0 {
                    // Where there is one there may be many: the next worker has a look, and wakes the one after it.
                    app.mail_wake.notify_one();
                }
                let tried = attempt::attempt(app, record).await;
                round.tried += 1;
                done = Some(tried);
            }
            None if next.more => {}
            None => return Ok(Round { next_at: next.at, ..round }),
        }
    }
}

/// Tries everything that is due, with as many workers as are of use.
pub async fn round(app: &Arc<App>, actor: &Actor) -> Result<Round> {
    let rounds = futures_util::future::join_all((0..workers(app)).map(|_| work(app, actor))).await;
    let tried = rounds.into_iter().try_fold(0, |sum, round| round.map(|round| sum + round.tried))?;
    // A worker that ended early saw what the others still had in their hands.
    Ok(Round { tried, next_at: next::next(app, None, false).await?.at })
}

/// Tries everything that is due; answers how many mails were tried.
pub async fn all_due(app: &Arc<App>, actor: &Actor) -> Result<usize> {
    let mut tried = 0;
    loop {
        match round(app, actor).await?.tried {
            0 => return Ok(tried),
            count => tried += count,
        }
    }
}

/// To be called before the first delivery of this process: settles what an earlier one had claimed, and counts
/// what it sent in the last hour.
pub async fn recover(app: &App, actor: &Actor) -> Result<Recovered> {
    policy::authorize(actor, Action::SendMail)?;
    let now = app.clock.now();
    let recovered = app.store.write(move |tx| Ok(outbox::recover(tx, now)?)).await?;
    if recovered != Recovered::default() {
        tracing::warn!(
            mail.again = recovered.again,
            mail.unknown = recovered.unknown,
            "an earlier process ended while mails were on their way"
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
    for (minute, count) in read.await? {
        app.mailer.sent_before(Timestamp::from_second(minute * 60).unwrap_or(now), count);
    }
    Ok(())
}

/// After a command has queued a mail: wakes the server's job, or writes the file here when no server runs
/// and mails go into the folder. Answers whether nothing more is needed for it to leave.
pub async fn after_command(app: &Arc<App>, actor: &Actor, serving: bool) -> Result<bool> {
    if serving {
        app.mail_wake.notify_one();
    } else if app.mailer.is_local() {
        recover(app, actor).await?;
        all_due(app, actor).await?;
    }
    Ok(serving || app.mailer.is_local())
}
