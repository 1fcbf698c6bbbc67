//! A group on PostgreSQL: rounds without a lock until nothing is missing, then one round under the lock of the writers.
//! A group that follows many rows one after the other asks for them under the lock.

use std::cell::RefCell;
use std::collections::BTreeSet;
use std::rc::Rc;
use std::time::Instant;

use uuid::Uuid;

use super::job::Job;
use crate::domain::latency::LatencyHistogram;
use crate::store::cluster::Cluster;
use crate::store::engine::WriteTx;
use crate::store::engine::overlay::{Fetched, KnownSource, Request};
use crate::store::engine::postgres::GroupSession;
use crate::store::error::StoreError;

/// Rounds of a group without the lock. A closure that follows one row to the next needs one for each.
const ROUNDS: usize = 8;
/// Rounds under the lock. Then each row that is missed is asked for when it is missed.
const LOCKED_ROUNDS: usize = 4;

/// Runs the group and answers its callers. Leaves the group as it is on an error.
pub(super) fn commit_group(
    cluster: &Cluster,
    instance: Uuid,
    group: &mut Vec<Job>,
    commits: &LatencyHistogram,
) -> Result<(), StoreError> {
    let requests = learn(cluster, instance, group)?;
    let (mut session, mut fetched) = cluster.lock(requests)?;
    let mut rounds = 0;
    while rounds < LOCKED_ROUNDS {
        let tx = cluster.write_over(&fetched, instance);
        let failed = run_all(&tx, group);
        let missing = tx.missing();
        if !missing.is_empty() {
            session.fetch(missing, &mut fetched)?;
            rounds += 1;
        } else if let Some(index) = failed {
            group.remove(index).answer(None);
        } else {
            return commit(cluster, session, tx, group, commits);
        }
    }
    commit_asking(cluster, instance, KnownSource { source: session, fetched, failed: None }, group, commits)
}

/// Runs a group that misses too many rows one after the other.
fn commit_asking(
    cluster: &Cluster,
    instance: Uuid,
    source: KnownSource<GroupSession>,
    group: &mut Vec<Job>,
    commits: &LatencyHistogram,
) -> Result<(), StoreError> {
    let source = Rc::new(RefCell::new(source));
    loop {
        let tx = cluster.write_asking(&source, instance);
        let failed = run_all(&tx, group);
        if let Some(error) = source.borrow_mut().failed.take() {
            return Err(error);
        }
        let Some(index) = failed else {
            let tx = tx.without_source();
            let source = Rc::into_inner(source).ok_or(StoreError::Stopped)?.into_inner();
            return commit(cluster, source.source, tx, group, commits);
        };
        group.remove(index).answer(None);
    }
}

/// Commits what the closures changed, and answers their callers.
fn commit(
    cluster: &Cluster,
    session: GroupSession,
    tx: WriteTx,
    group: &mut Vec<Job>,
    commits: &LatencyHistogram,
) -> Result<(), StoreError> {
    if tx.writes() > 0 {
        let begun = Instant::now();
        cluster.commit(session, tx.into_changes())?;
        commits.record(begun.elapsed());
    }
    group.drain(..).for_each(|job| job.answer(None));
    Ok(())
}

/// Runs the group for what it reads, as far as the rounds go. Its results mean nothing, since the rows are of different
/// moments.
fn learn(cluster: &Cluster, instance: Uuid, group: &mut [Job]) -> Result<Vec<Request>, StoreError> {
    let (mut requests, mut fetched) = (BTreeSet::new(), Fetched::default());
    for _ in 0..ROUNDS {
        let tx = cluster.write_over(&fetched, instance);
        run_all(&tx, group);
        let missing = tx.missing();
        if missing.is_empty() {
            break;
        }
        requests.extend(missing.iter().cloned());
        cluster.fetch(missing, &mut fetched)?;
    }
    Ok(requests.into_iter().collect())
}

/// Runs every closure, so that all find out what they miss. Returns the first that failed after it had written.
fn run_all(tx: &WriteTx, group: &mut [Job]) -> Option<usize> {
    let mut failed = None;
    for (index, job) in group.iter_mut().enumerate() {
        let before = tx.writes();
        if !job.run(tx) && tx.writes() != before && failed.is_none() {
            failed = Some(index);
        }
    }
    failed
}
