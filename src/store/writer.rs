//! The writer thread: group commit, replay without failed closures, containment of panics.
//!
//! A durable commit takes about a millisecond, so waiting closures share one. If a closure fails after its
//! first write, the transaction is aborted and the other closures run again without it.

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Arc;
use std::thread::JoinHandle;

use redb::Database;
use tokio::sync::{mpsc, oneshot};
use tokio_util::sync::CancellationToken;
use uuid::Uuid;

use super::engine::WriteTx;
use super::error::StoreError;
use crate::error::{Error, Result, panicked};

/// Closures that may wait in the queue; further callers wait for a place.
const QUEUE: usize = 4096;
/// Closures that share one commit.
const GROUP: usize = 512;

pub(super) struct Writer {
    queue: Option<mpsc::Sender<Box<dyn Job>>>,
    thread: Option<JoinHandle<()>>,
    failed: CancellationToken,
}

impl Writer {
    pub(super) fn start(db: Arc<Database>, instance: Uuid) -> Self {
        let (queue, waiting) = mpsc::channel(QUEUE);
        let failed = CancellationToken::new();
        let flag = failed.clone();
        let thread = std::thread::Builder::new()
            .name("store-writer".into())
            .spawn(move || {
                // However the thread ends, the store takes no more writes.
                let _guard = flag.clone().drop_guard();
                run(&db, instance, waiting, &flag);
            })
            .inspect_err(|error| tracing::error!(%error, "the writer thread did not start"))
            .ok();
        Self { queue: Some(queue), thread, failed }
    }

    pub(super) fn failed(&self) -> &CancellationToken {
        &self.failed
    }

    pub(super) async fn write<T, F>(&self, write: F) -> Result<T>
    where
        T: Send + 'static,
        F: Fn(&WriteTx) -> Result<T> + Send + 'static,
    {
        let (job, answer) = job(write);
        let queue = self.queue.as_ref().ok_or(StoreError::Stopped)?;
        queue.send(job).await.map_err(|_| StoreError::Stopped)?;
        answer.await.map_err(|_| StoreError::Stopped)?
    }

    pub(super) fn write_blocking<T, F>(&self, write: F) -> Result<T>
    where
        T: Send + 'static,
        F: Fn(&WriteTx) -> Result<T> + Send + 'static,
    {
        let (job, answer) = job(write);
        let queue = self.queue.as_ref().ok_or(StoreError::Stopped)?;
        queue.blocking_send(job).map_err(|_| StoreError::Stopped)?;
        answer.blocking_recv().map_err(|_| StoreError::Stopped)?
    }
}

impl Drop for Writer {
    /// Closes the queue and waits for its closures, so that the file is complete and unlocked.
    fn drop(&mut self) {
        self.queue = None;
        if let Some(thread) = self.thread.take()
            && thread.join().is_err()
        {
            tracing::error!("the writer thread had panicked");
        }
    }
}

/// A queued closure and its result.
trait Job: Send {
    /// Runs the closure and keeps its result. Returns whether it succeeded.
    fn run(&mut self, tx: &WriteTx) -> bool;
    /// Sends the kept result to the caller, or `failure` if the commit failed.
    fn answer(self: Box<Self>, failure: Option<Error>);
}

struct TypedJob<T, F> {
    write: F,
    result: Option<Result<T>>,
    reply: oneshot::Sender<Result<T>>,
}

fn job<T, F>(write: F) -> (Box<dyn Job>, oneshot::Receiver<Result<T>>)
where
    T: Send + 'static,
    F: Fn(&WriteTx) -> Result<T> + Send + 'static,
{
    let (reply, answer) = oneshot::channel();
    (Box::new(TypedJob { write, result: None, reply }), answer)
}

impl<T, F> Job for TypedJob<T, F>
where
    T: Send,
    F: Fn(&WriteTx) -> Result<T> + Send,
{
    fn run(&mut self, tx: &WriteTx) -> bool {
        let result = catch_unwind(AssertUnwindSafe(|| (self.write)(tx)))
            .unwrap_or_else(|panic| Err(Error::internal("writing to the store", panicked(&*panic))));
        let done = result.is_ok();
        self.result = Some(result);
        done
    }

    fn answer(self: Box<Self>, failure: Option<Error>) {
        let result = match (failure, self.result) {
            (Some(error), _) => Err(error),
            (None, Some(result)) => result,
            (None, None) => Err(StoreError::Stopped.into()),
        };
        // The caller may have been cancelled.
        drop(self.reply.send(result));
    }
}

fn run(db: &Database, instance: Uuid, mut waiting: mpsc::Receiver<Box<dyn Job>>, failed: &CancellationToken) {
    let mut group = Vec::with_capacity(GROUP);
    while waiting.blocking_recv_many(&mut group, GROUP) > 0 {
        if failed.is_cancelled() {
            group.drain(..).for_each(|job| job.answer(Some(StoreError::Stopped.into())));
            continue;
        }
        if let Err(error) = commit(db, instance, &mut group) {
            // After a failed commit the engine refuses writes until the file is opened again.
            tracing::error!(%error, "a commit failed; the store takes no more writes");
            failed.cancel();
            for job in group.drain(..) {
                job.answer(Some(Error::unavailable("the store's commit failed; whether it was kept is unknown")));
            }
        }
    }
}

/// Runs the group in one transaction and answers its callers; those of failed jobs at once.
fn commit(db: &Database, instance: Uuid, group: &mut Vec<Box<dyn Job>>) -> Result<(), StoreError> {
    loop {
        let tx = WriteTx::new(db.begin_write()?, instance);
        match run_all(&tx, group) {
            None => {
                if tx.writes() == 0 {
                    tx.into_inner().abort()?;
                } else {
                    tx.into_inner().commit()?;
                }
                group.drain(..).for_each(|job| job.answer(None));
                return Ok(());
            }
            Some(index) => {
                tx.into_inner().abort()?;
                group.remove(index).answer(None);
            }
        }
    }
}

/// The index of the first job that failed after it had written, or `None` if the group can be committed. A job
/// that failed before its first write does not disturb the others.
fn run_all(tx: &WriteTx, group: &mut [Box<dyn Job>]) -> Option<usize> {
    group.iter_mut().position(|job| {
        let before = tx.writes();
        !job.run(tx) && tx.writes() != before
    })
}
