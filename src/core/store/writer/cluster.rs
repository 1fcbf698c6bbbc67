//! A group on PostgreSQL: rounds without a lock until nothing is missing, then one round under the lock of the writers,
//! together with the closures that were queued meanwhile. A group that follows many rows one after the other asks for
//! them under the lock.

use std::cell::RefCell;
use std::collections::BTreeSet;
use std::rc::Rc;
use std::time::Instant;

use tokio::sync::mpsc;
use uuid::Uuid;

use super::job::Job;
use crate::domain::latency::LatencyHistogram;
use crate::store::cluster::Cluster;
use crate::store::engine::WriteTx;
use crate::store::engine::kept::KeptRows;
use crate::store::engine::overlay::{Fetched, KeptView, KnownSource, Request};
use crate::store::engine::postgres::GroupSession;
use crate::store::error::StoreError;

/// Rounds of a group without the lock. A closure that follows one row to the next needs one for each.
const ROUNDS: usize = 8;
/// Rounds under the lock. Then each row that is missed is asked for when it is missed.
const LOCKED_ROUNDS: usize = 4;

/// Commits the groups of this process.
pub(super) struct ClusterWriter<'a> {
    cluster: &'a Cluster,
    instance: Uuid,
    /// Durations of the commits.
    commits: &'a LatencyHistogram,
    /// What the next group need not fetch.
    kept: Rc<RefCell<KeptRows>>,
}

/// A group under the lock.
struct LockedGroup<'a> {
    jobs: &'a mut Vec<Job>,
    /// The jobs at the beginning whose rows were asked for before; the others were queued during the wait for the lock.
    asked: usize,
    /// The jobs at the beginning that are committed; the others stay for the next group.
    count: usize,
}

impl LockedGroup<'_> {
    fn jobs(&mut self) -> &mut [Job] {
        &mut self.jobs[..self.count]
    }

    /// Leaves out the closures that were queued during the wait. Returns whether there were any.
    fn postpone(&mut self) -> bool {
        let had_any = self.count > self.asked;
        self.count = self.asked;
        had_any
    }

    /// Leaves out a closure that failed, and answers its caller.
    fn refuse(&mut self, index: usize) {
        self.jobs.remove(index).answer(None);
        self.count -= 1;
        self.asked -= usize::from(index < self.asked);
    }
}

impl<'a> ClusterWriter<'a> {
    pub(super) fn new(cluster: &'a Cluster, instance: Uuid, commits: &'a LatencyHistogram) -> Self {
        Self { cluster, instance, commits, kept: Rc::default() }
    }

    /// Runs the group and what is queued before it has the lock, at most `most` closures, and answers their callers.
    /// Leaves closures for the next group; on an error, all of them.
    pub(super) fn commit_group(
        &self,
        group: &mut Vec<Job>,
        waiting: &mut mpsc::Receiver<Job>,
        most: usize,
    ) -> Result<(), StoreError> {
        let committed = self.run_group(group, waiting, most);
        if committed.is_err() {
            self.kept.borrow_mut().doubt_all();
        }
        committed
    }

    fn run_group(&self, jobs: &mut Vec<Job>, waiting: &mut mpsc::Receiver<Job>, most: usize) -> Result<(), StoreError> {
        let requests = self.learn(jobs)?;
        let (mut session, mut fetched) = self.cluster.lock(requests, &mut self.kept.borrow_mut())?;
        // docs/decisions/0499
        let asked = jobs.len();
        while jobs.len() < most
            && let Ok(job) = waiting.try_recv()
        {
            jobs.push(job);
        }
        let count = jobs.len();
        let mut group = LockedGroup { jobs, asked, count };
        let mut rounds = 0;
        while rounds < LOCKED_ROUNDS {
            let tx = self.cluster.write_over(&fetched, self.kept(false), self.instance);
            let failed = run_all(&tx, group.jobs());
            if !tx.missing().is_empty() {
                // The next group asks for the rows of those that came late before it has the lock.
                if !group.postpone() {
                    let (missing, guessed) = self.unknown(&fetched, group.jobs());
                    session.fetch([missing, guessed].concat(), &mut fetched, &mut self.kept.borrow_mut())?;
                    rounds += 1;
                }
            } else if let Some(index) = failed {
                group.refuse(index);
            } else {
                return self.commit(session, tx, group);
            }
        }
        self.commit_asking(KnownSource { source: session, fetched, failed: None }, group)
    }

    /// Runs a group that misses too many rows one after the other.
    fn commit_asking(&self, source: KnownSource<GroupSession>, mut group: LockedGroup<'_>) -> Result<(), StoreError> {
        let source = Rc::new(RefCell::new(source));
        loop {
            let tx = self.cluster.write_asking(&source, self.kept(false), self.instance);
            let failed = run_all(&tx, group.jobs());
            if let Some(error) = source.borrow_mut().failed.take() {
                return Err(error);
            }
            let Some(index) = failed else {
                let tx = tx.without_source();
                let source = Rc::into_inner(source).ok_or(StoreError::Stopped)?.into_inner();
                return self.commit(source.source, tx, group);
            };
            group.refuse(index);
        }
    }

    /// Commits what the closures changed, and answers their callers.
    fn commit(&self, session: GroupSession, tx: WriteTx, group: LockedGroup<'_>) -> Result<(), StoreError> {
        if tx.writes() > 0 {
            let begun = Instant::now();
            self.cluster.commit(session, tx.into_changes(), &mut self.kept.borrow_mut())?;
            self.commits.record(begun.elapsed());
        }
        group.jobs.drain(..group.count).for_each(|job| job.answer(None));
        Ok(())
    }

    /// Runs the group for what it reads, as far as the rounds go. Its results mean nothing, since the rows are of
    /// different moments. Returns what must be fetched under the lock.
    fn learn(&self, group: &mut [Job]) -> Result<Vec<Request>, StoreError> {
        let (mut requests, mut fetched) = (BTreeSet::new(), Fetched::default());
        for _ in 0..ROUNDS {
            let (missing, guessed) = self.unknown(&fetched, group);
            requests.extend(guessed);
            if missing.is_empty() {
                break;
            }
            requests.extend(missing.iter().cloned());
            self.cluster.fetch(missing, &mut fetched)?;
        }
        Ok(requests.into_iter().collect())
    }

    /// Runs the group for what it reads: the rows that it misses, and kept rows that it has read although another process
    /// may have changed them.
    fn unknown(&self, fetched: &Fetched, group: &mut [Job]) -> (Vec<Request>, Vec<Request>) {
        let tx = self.cluster.write_over(fetched, self.kept(true), self.instance);
        run_all(&tx, group);
        (tx.missing(), tx.guessed())
    }

    fn kept(&self, may_guess: bool) -> KeptView {
        KeptView { rows: Rc::clone(&self.kept), may_guess }
    }
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
