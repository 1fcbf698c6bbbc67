//! A group on PostgreSQL: rounds without a lock until nothing is missing, then one round under the lock of the writers.

use std::collections::BTreeSet;
use std::time::Instant;

use uuid::Uuid;

use super::job::Job;
use crate::domain::latency::LatencyHistogram;
use crate::store::cluster::Cluster;
use crate::store::engine::WriteTx;
use crate::store::engine::overlay::{Fetched, Request};
use crate::store::error::StoreError;

/// Most rounds of a group, without the lock and under it. A closure that follows one row to the next needs one for each.
const MAX_ROUNDS: usize = 256;

/// Runs the group and answers its callers. Leaves the group as it is on an error.
pub(super) fn commit_group(
    cluster: &Cluster,
    instance: Uuid,
    group: &mut Vec<Box<dyn Job>>,
    commits: &LatencyHistogram,
) -> Result<(), StoreError> {
    let mut requests = BTreeSet::new();
    learn(cluster, instance, group, &mut requests)?;
    let (mut session, mut fetched) = cluster.lock(requests.into_iter().collect())?;
    for _ in 0..MAX_ROUNDS {
        let tx = cluster.write_over(&fetched, instance);
        let failed = run_all(&tx, group);
        let missing = tx.missing();
        if !missing.is_empty() {
            session.fetch(missing, &mut fetched)?;
        } else if let Some(index) = failed {
            group.remove(index).answer(None);
        } else {
            if tx.writes() > 0 {
                let begun = Instant::now();
                cluster.commit(session, tx.into_changes())?;
                commits.record(begun.elapsed());
            }
            group.drain(..).for_each(|job| job.answer(None));
            return Ok(());
        }
    }
    Err(StoreError::TooManyRounds)
}

/// Runs the group for what it reads. Its results mean nothing, since the rows are of different moments.
fn learn(
    cluster: &Cluster,
    instance: Uuid,
    group: &mut [Box<dyn Job>],
    requests: &mut BTreeSet<Request>,
) -> Result<(), StoreError> {
    let mut fetched = Fetched::default();
    for _ in 0..MAX_ROUNDS {
        let tx = cluster.write_over(&fetched, instance);
        run_all(&tx, group);
        let missing = tx.missing();
        if missing.is_empty() {
            return Ok(());
        }
        requests.extend(missing.iter().cloned());
        cluster.fetch(missing, &mut fetched)?;
    }
    Err(StoreError::TooManyRounds)
}

/// Runs every closure, so that all find out what they miss. Returns the first that failed after it had written.
fn run_all(tx: &WriteTx, group: &mut [Box<dyn Job>]) -> Option<usize> {
    let mut failed = None;
    for (index, job) in group.iter_mut().enumerate() {
        let before = tx.writes();
        if !job.run(tx) && tx.writes() != before && failed.is_none() {
            failed = Some(index);
        }
    }
    failed
}
