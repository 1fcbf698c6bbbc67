//! Where the content lies: a file of this process, or a database that processes share.

use std::sync::Arc;
use std::time::Duration;

use uuid::Uuid;

use super::cluster::Cluster;
use super::damage::Damage;
use super::database::{LiveDatabase, Outage};
use super::engine::ReadTx;
use super::engine::postgres::Sight;
use super::error::StoreError;
use super::schema;

#[derive(Clone)]
pub(super) enum Backend {
    File(Arc<LiveDatabase>),
    Cluster(Arc<Cluster>),
}

impl Backend {
    /// A snapshot for typed tables.
    pub(super) fn read(&self) -> Result<ReadTx, StoreError> {
        self.read_seeing(Sight::OneMoment)
    }

    /// A read whose questions see this; on a file, always one moment.
    pub(super) fn read_seeing(&self, sight: Sight) -> Result<ReadTx, StoreError> {
        match self {
            Self::File(database) => database.read(),
            Self::Cluster(cluster) => cluster.read(sight),
        }
    }

    /// Most snapshots at the same time, if the engine bounds them.
    pub(super) fn most_reads(&self) -> Option<usize> {
        match self {
            Self::File(_) => None,
            Self::Cluster(cluster) => Some(cluster.most_reads()),
        }
    }

    pub(super) fn damage(&self) -> &Damage {
        match self {
            Self::File(database) => database.damage(),
            Self::Cluster(cluster) => cluster.damage(),
        }
    }

    /// The present outage, if any.
    pub(super) fn outage(&self) -> Option<Outage> {
        match self {
            Self::File(database) => database.outage(),
            Self::Cluster(cluster) => cluster.outage(),
        }
    }

    /// Time until [`Backend::resume`] should be called again; `None` while writes are possible.
    pub(super) fn pause(&self) -> Option<Duration> {
        match self {
            Self::File(database) => database.pause(),
            Self::Cluster(cluster) => cluster.pause(),
        }
    }

    /// Refuses a write at once in an outage of the database, while the writer may still wait for an answer.
    pub(super) fn check_writable(&self) -> Result<(), StoreError> {
        match self {
            Self::Cluster(cluster) if cluster.outage().is_some() => Err(cluster.suspended()),
            Self::File(_) | Self::Cluster(_) => Ok(()),
        }
    }

    /// The error of a write during an outage.
    pub(super) fn suspended(&self) -> StoreError {
        match self {
            Self::File(database) => database.suspended(),
            Self::Cluster(cluster) => cluster.suspended(),
        }
    }

    /// Begins an outage after `error`.
    pub(super) fn suspend(&self, error: &StoreError) {
        match self {
            Self::File(database) => database.suspend(Some(error)),
            Self::Cluster(cluster) => cluster.suspend(error),
        }
    }

    /// Tries to end the outage.
    pub(super) fn resume(&self, instance: Uuid) {
        match self {
            Self::File(database) => {
                database.resume(&|tx, now| schema::note_resumed(database.typed(tx, instance), now));
            }
            Self::Cluster(cluster) => cluster.resume(),
        }
    }

    /// Waits until the storage fails outside a commit.
    pub(super) async fn failed(&self) {
        match self {
            Self::File(database) => database.disk().failed().await,
            Self::Cluster(cluster) => cluster.failed().await,
        }
    }

    /// Begins an outage if the storage has failed.
    pub(super) fn suspend_if_failed(&self) {
        match self {
            Self::File(database) if database.disk().failure().is_some() => database.suspend(None),
            Self::File(_) => {}
            Self::Cluster(cluster) => cluster.suspend_if_failed(),
        }
    }
}
