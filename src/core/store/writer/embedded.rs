//! A group in the file of the embedded engine.

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::time::Instant;

use uuid::Uuid;

use super::job::Job;
use crate::domain::latency::LatencyHistogram;
use crate::error::panicked;
use crate::store::database::LiveDatabase;
use crate::store::engine::WriteTx;
use crate::store::error::StoreError;

/// As [`commit`], where a panic of the engine is an error.
pub(super) fn commit_group(
    database: &LiveDatabase,
    instance: Uuid,
    group: &mut Vec<Job>,
    commits: &LatencyHistogram,
) -> Result<(), StoreError> {
    catch_unwind(AssertUnwindSafe(|| commit(database, instance, group, commits)))
        .unwrap_or_else(|panic| Err(redb::StorageError::Corrupted(panicked(&*panic).to_string()).into()))
}

/// Runs the group in one transaction and answers its callers; those of failed jobs at once.
fn commit(
    database: &LiveDatabase,
    instance: Uuid,
    group: &mut Vec<Job>,
    commits: &LatencyHistogram,
) -> Result<(), StoreError> {
    loop {
        let tx = database.write(instance)?;
        match run_all(&tx, group) {
            None => {
                if tx.writes() == 0 {
                    tx.abort()?;
                } else {
                    let begun = Instant::now();
                    tx.commit()?;
                    commits.record(begun.elapsed());
                }
                group.drain(..).for_each(|job| job.answer(None));
                return Ok(());
            }
            Some(index) => {
                tx.abort()?;
                group.remove(index).answer(None);
            }
        }
    }
}

/// The index of the first job that failed after it had written, or `None` if the group can be committed. A job
/// that failed before its first write does not disturb the others.
fn run_all(tx: &WriteTx, group: &mut [Job]) -> Option<usize> {
    group.iter_mut().position(|job| {
        let before = tx.writes();
        !job.run(tx) && tx.writes() != before
    })
}
