//! The writer thread: group commit, replay without failed closures, containment of panics.
//!
//! A durable commit takes about a millisecond, so waiting closures share one. If a closure fails after its
//! first write, the transaction is aborted and the other closures run again without it.
//!
//! A commit that fails begins an [outage](super::Outage): closures are refused at once, and the writer tries again
//! with growing pauses until a commit succeeds.

mod cluster;
mod embedded;
mod job;

use std::sync::Arc;
use std::thread::JoinHandle;
use std::time::Instant;

use tokio::sync::mpsc;
use uuid::Uuid;

use super::backend::Backend;
use super::database::LiveDatabase;
use super::engine::WriteTx;
use super::error::StoreError;
use crate::domain::latency::LatencyHistogram;
use crate::erased::{Erased, erase, restore};
use crate::error::Result;
use cluster::ClusterWriter;
use job::{Job, Write};

/// Closures that may wait in the queue; further callers wait for a place.
const QUEUE: usize = 4096;
/// Closures that share one commit.
// docs/decisions/0001
const GROUP: usize = 512;

pub(super) struct Writer {
    queue: Option<mpsc::Sender<Job>>,
    /// Durations of the commits.
    commits: Arc<LatencyHistogram>,
    thread: Option<JoinHandle<()>>,
}

impl Writer {
    pub(super) fn start(backend: Backend, instance: Uuid) -> Self {
        let (queue, waiting) = mpsc::channel(QUEUE);
        let commits = Arc::<LatencyHistogram>::default();
        let counted = Arc::clone(&commits);
        let thread = std::thread::Builder::new()
            .name("store-writer".into())
            .spawn(move || run(&backend, instance, waiting, &counted))
            .inspect_err(|error| tracing::error!(%error, "the writer thread did not start"))
            .ok();
        Self { queue: Some(queue), commits, thread }
    }

    /// The durations of the commits.
    pub(super) fn commits(&self) -> &LatencyHistogram {
        &self.commits
    }

    /// The closures that wait for a commit.
    pub(super) fn waiting(&self) -> usize {
        self.queue.as_ref().map_or(0, |queue| queue.max_capacity() - queue.capacity())
    }

    pub(super) async fn write<T, F>(&self, write: F) -> Result<T>
    where
        T: Send + 'static,
        F: Fn(&WriteTx) -> Result<T> + Send + 'static,
    {
        self.write_erased(Box::new(move |tx| write(tx).map(erase))).await.map(restore)
    }

    async fn write_erased(&self, write: Write) -> Result<Erased> {
        let (job, answer) = Job::new(write);
        let queue = self.queue.as_ref().ok_or(StoreError::Stopped)?;
        queue.send(job).await.map_err(|_| StoreError::Stopped)?;
        answer.await.map_err(|_| StoreError::Stopped)?
    }

    pub(super) fn write_blocking<T, F>(&self, write: F) -> Result<T>
    where
        T: Send + 'static,
        F: Fn(&WriteTx) -> Result<T> + Send + 'static,
    {
        self.write_blocking_erased(Box::new(move |tx| write(tx).map(erase))).map(restore)
    }

    fn write_blocking_erased(&self, write: Write) -> Result<Erased> {
        let (job, answer) = Job::new(write);
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

/// What the writer does next.
enum WriterStep {
    /// Runs this number of closures; 0 after the queue was closed.
    Group(usize),
    /// Begins an outage: the storage failed outside a commit.
    Suspend,
    /// Tries to end an outage, after a pause.
    Resume,
}

fn run(backend: &Backend, instance: Uuid, mut waiting: mpsc::Receiver<Job>, commits: &LatencyHistogram) {
    let runtime = match tokio::runtime::Builder::new_current_thread().enable_time().build() {
        Ok(runtime) => runtime,
        Err(error) => return tracing::error!(%error, "the writer thread did not start"),
    };
    let groups = GroupWriter::of(backend, instance, commits);
    let mut group = Vec::with_capacity(GROUP);
    let mut resume_at = None;
    loop {
        let next = match group.len() {
            0 => runtime.block_on(next(backend, &mut waiting, &mut group, resume_at)),
            left => WriterStep::Group(left),
        };
        let _guard = match backend {
            Backend::File(database) => Some(database.exclusive()),
            Backend::Cluster(_) => None,
        };
        match next {
            WriterStep::Group(0) => break,
            WriterStep::Group(_) if resume_at.is_some() => refuse(backend, &mut group),
            WriterStep::Group(_) => {
                if let Err(error) = groups.commit(&mut group, &mut waiting) {
                    backend.suspend(&error);
                    refuse(backend, &mut group);
                }
            }
            // A failure that a commit has already reported needs no second outage.
            WriterStep::Suspend if resume_at.is_some() => {}
            WriterStep::Suspend => backend.suspend_if_failed(),
            WriterStep::Resume => backend.resume(instance),
        }
        resume_at = match (backend.pause(), resume_at) {
            (None, _) => None,
            (Some(_), Some(at)) if at > Instant::now() => Some(at),
            (Some(pause), _) => Some(Instant::now() + pause),
        };
    }
}

fn refuse(backend: &Backend, group: &mut Vec<Job>) {
    group.drain(..).for_each(|job| job.answer(Some(backend.suspended().into())));
}

/// How groups are committed.
enum GroupWriter<'a> {
    File { database: &'a LiveDatabase, instance: Uuid, commits: &'a LatencyHistogram },
    Cluster(ClusterWriter<'a>),
}

impl<'a> GroupWriter<'a> {
    fn of(backend: &'a Backend, instance: Uuid, commits: &'a LatencyHistogram) -> Self {
        match backend {
            Backend::File(database) => Self::File { database, instance, commits },
            Backend::Cluster(cluster) => Self::Cluster(ClusterWriter::new(cluster, instance, commits)),
        }
    }

    /// Runs the group and answers its callers. What it leaves in the group belongs to the next one; on an error, that is
    /// everything.
    fn commit(&self, group: &mut Vec<Job>, waiting: &mut mpsc::Receiver<Job>) -> Result<(), StoreError> {
        match self {
            Self::File { database, instance, commits } => embedded::commit_group(database, *instance, group, commits),
            Self::Cluster(cluster) => cluster.commit_group(group, waiting, GROUP),
        }
    }
}

async fn next(
    backend: &Backend,
    waiting: &mut mpsc::Receiver<Job>,
    group: &mut Vec<Job>,
    resume_at: Option<Instant>,
) -> WriterStep {
    let pause = async {
        match resume_at {
            Some(at) => tokio::time::sleep_until(at.into()).await,
            None => std::future::pending().await,
        }
    };
    tokio::select! {
        biased;
        () = pause => WriterStep::Resume,
        count = waiting.recv_many(group, GROUP) => WriterStep::Group(count),
        () = backend.failed() => WriterStep::Suspend,
    }
}
