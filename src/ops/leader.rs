//! Which of the processes on one database sends mail, gathers, publishes, reads sources and cleans up.
//!
//! A process counts a beat every [`BEAT`]. One that sees the beat of the leader stand still for [`LEASE`], on its own
//! clock, takes the lease over with the next term. A leader whose beats fail for almost as long ends its term by itself.
//! A process with a file of its own always leads.

use std::collections::HashMap;
use std::time::Duration;

use jiff::{SignedDuration, Timestamp};
use uuid::Uuid;

use crate::app::App;
use crate::error::Result;
use crate::ops::database;
use crate::ops::policy::{self, Action, Actor};
use crate::store::leases::{self, Observed, ProcessRecord};

pub use crate::app::ALONE;
pub use crate::store::leases::{carried, in_term};

/// The pause between two beats.
pub const BEAT: Duration = Duration::from_secs(2);
/// How long the beat of a leader stands still before another process takes over.
const LEASE: SignedDuration = SignedDuration::from_secs(10);
/// How long the beats of a leader fail before it ends its term.
const HOLD: SignedDuration = SignedDuration::from_secs(8);
/// How long the beat of a process stands still before its row is removed.
const FORGET_AFTER: SignedDuration = SignedDuration::from_mins(1);
/// The pause between two removals of old changes.
const PRUNE_EVERY: SignedDuration = SignedDuration::from_mins(10);

/// What a process remembers of the others, with times of its own steady clock.
#[derive(Debug, Default)]
pub struct LeaderWatch {
    /// The last beat of each process, and since when it has not changed.
    beats: HashMap<Uuid, (u64, Timestamp)>,
    /// The last beat that was stored began at this time.
    stored_at: Option<Timestamp>,
    pruned_at: Option<Timestamp>,
}

impl LeaderWatch {
    fn look(&mut self, observed: &Observed, now: Timestamp) {
        let before = std::mem::take(&mut self.beats);
        self.beats.extend(observed.processes.iter().map(|process| {
            let seen = before.get(&process.id).filter(|(beat, _)| *beat == process.beat);
            (process.id, (process.beat, seen.map_or(now, |(_, since)| *since)))
        }));
    }

    /// How long the beat of a process has stood still; `None` for one without a row.
    fn still(&self, process: Uuid, now: Timestamp) -> Option<SignedDuration> {
        self.beats.get(&process).map(|(_, since)| now.duration_since(*since))
    }

    /// Whether nobody leads any more.
    fn is_vacant(&self, observed: &Observed, now: Timestamp) -> bool {
        observed.lease.holder.and_then(|holder| self.still(holder, now)).is_none_or(|still| still >= LEASE)
    }

    fn dead(&self, now: Timestamp) -> Vec<(Uuid, u64)> {
        let dead = self.beats.iter().filter(|(_, (_, since))| now.duration_since(*since) >= FORGET_AFTER);
        dead.map(|(process, (beat, _))| (*process, *beat)).collect()
    }
}

/// Counts a beat, and takes the lease over or ends the term as the rows demand.
// docs/decisions/0486
pub async fn step(app: &App, actor: &Actor, watch: &mut LeaderWatch) -> Result<()> {
    policy::authorize(actor, Action::FollowChanges)?;
    let (begun, own) = (app.clock.steady(), record(app));
    let beaten = app.store.write_in_maintenance(move |tx| Ok(leases::beat(tx, &own)?)).await;
    let observed = match beaten {
        Ok(observed) => observed,
        Err(error) => {
            let is_over = watch.stored_at.is_none_or(|stored| begun.duration_since(stored) >= HOLD);
            if is_over && app.leadership.term().is_some() {
                end_term(app, "its beats cannot be saved");
            }
            return Err(error);
        }
    };
    watch.stored_at = Some(begun);
    watch.look(&observed, begun);
    match app.leadership.term() {
        Some(term) if term != observed.lease.term => {
            end_term(app, "another process leads");
            Ok(())
        }
        Some(_) => tidy(app, watch, begun).await,
        // A leader that ended its term in an outage beats on: nobody else takes its lease.
        None if observed.lease.holder == Some(app.store.process()) => take(app, observed).await,
        None if watch.is_vacant(&observed, begun) => take(app, observed).await,
        None => Ok(()),
    }
}

fn record(app: &App) -> ProcessRecord {
    let host = std::fs::read_to_string("/proc/sys/kernel/hostname").unwrap_or_default();
    ProcessRecord {
        id: app.store.process(),
        name: format!("{}:{}", host.trim(), std::process::id()),
        version: crate::VERSION.into(),
        started_at: app.started_at,
        beat: 0,
        lag_millis: database::lag_millis(app),
    }
}

fn end_term(app: &App, reason: &str) {
    tracing::warn!(reason, "this process leads no longer");
    app.leadership.set(None);
}

async fn take(app: &App, observed: Observed) -> Result<()> {
    let process = app.store.process();
    let take = app.store.write_in_maintenance(move |tx| Ok(leases::take(tx, process, &observed)?));
    if let Some(term) = take.await? {
        tracing::info!(leader.term = term, "this process leads");
        app.leadership.set(Some(term));
    }
    Ok(())
}

/// Removes the rows of dead processes and old changes.
async fn tidy(app: &App, watch: &mut LeaderWatch, now: Timestamp) -> Result<()> {
    let dead = watch.dead(now);
    if !dead.is_empty() {
        app.store.write_in_maintenance(move |tx| Ok(leases::forget(tx, &dead)?)).await?;
    }
    if watch.pruned_at.is_none_or(|pruned| now.duration_since(pruned) >= PRUNE_EVERY) {
        watch.pruned_at = Some(now);
        let store = app.store.clone();
        super::blocking::blocking("removing old changes", move || store.prune_changes()).await??;
    }
    Ok(())
}

/// Gives the lease back, so that another process leads at once. Call it when the jobs have ended.
pub async fn leave(app: &App, actor: &Actor) -> Result<()> {
    policy::authorize(actor, Action::FollowChanges)?;
    if !app.store.is_shared() {
        return Ok(());
    }
    let (process, term) = (app.store.process(), app.leadership.term());
    app.leadership.set(None);
    app.store.write_in_maintenance(move |tx| Ok(leases::leave(tx, process, term)?)).await
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::store::leases::Lease;

    fn observed(beats: &[(u128, u64)], holder: Option<u128>) -> Observed {
        let process = |(id, beat): &(u128, u64)| ProcessRecord {
            id: Uuid::from_u128(*id),
            name: String::new(),
            version: String::new(),
            started_at: Timestamp::UNIX_EPOCH,
            beat: *beat,
            lag_millis: None,
        };
        let lease = Lease { term: 1, holder: holder.map(Uuid::from_u128) };
        Observed { lease, processes: beats.iter().map(process).collect() }
    }

    fn at(second: i64) -> Timestamp {
        Timestamp::from_second(second).expect("an instant")
    }

    #[test]
    fn a_leader_is_followed_after_ten_seconds_without_a_beat() {
        let mut watch = LeaderWatch::default();
        let mut vacant = |second, beat| {
            let observed = observed(&[(1, beat), (2, 0)], Some(1));
            watch.look(&observed, at(second));
            watch.is_vacant(&observed, at(second))
        };
        assert!(!vacant(0, 1), "seen for the first time");
        assert!(!vacant(9, 1));
        assert!(!vacant(11, 2), "it beats");
        assert!(!vacant(20, 2));
        assert!(vacant(21, 2));
    }

    #[test]
    fn nobody_waits_for_a_leader_that_left() {
        let watch = LeaderWatch::default();
        assert!(watch.is_vacant(&observed(&[], None), at(0)));
        assert!(watch.is_vacant(&observed(&[], Some(1)), at(0)), "its row was removed");
    }

    #[test]
    fn a_process_is_dead_after_a_minute_without_a_beat() {
        let mut watch = LeaderWatch::default();
        watch.look(&observed(&[(1, 5), (2, 5)], None), at(0));
        watch.look(&observed(&[(1, 5), (2, 6)], None), at(60));
        assert_eq!(watch.dead(at(60)), [(Uuid::from_u128(1), 5)]);
    }
}
