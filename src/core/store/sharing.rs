//! What a store offers to processes that share a database.

use std::time::Duration;

use uuid::Uuid;

use super::Store;
use super::backend::Backend;
use super::changes::ForeignChanges;
use super::engine::WriteTx;
use super::engine::postgres::{DatabaseFacts, DatabaseHost, Postgres, PostgresConfig};
use super::error::StoreError;
use super::transfer;
use crate::error::Result;

impl Store {
    /// Whether several processes may have the store open.
    pub fn is_shared(&self) -> bool {
        matches!(self.backend, Backend::Cluster(_))
    }

    /// The id of this process among those that have the store open.
    pub fn process(&self) -> Uuid {
        match &self.backend {
            Backend::File(_) => self.instance,
            Backend::Cluster(cluster) => cluster.writer(),
        }
    }

    /// The time since this process was known to have all changes of the others; `None` for a file and during an outage.
    pub fn lag(&self) -> Option<Duration> {
        match &self.backend {
            Backend::File(_) => None,
            Backend::Cluster(cluster) => cluster.lag(),
        }
    }

    /// Whether the database notifies this process of changes; `None` for a file and without [`Store::changes`].
    pub fn is_notified(&self) -> Option<bool> {
        match &self.backend {
            Backend::File(_) => None,
            Backend::Cluster(cluster) => cluster.is_notified(),
        }
    }

    /// What the database reports about itself; `None` for a file. Blocks this thread.
    pub fn database_facts(&self) -> Result<Option<DatabaseFacts>, StoreError> {
        match &self.backend {
            Backend::File(_) => Ok(None),
            Backend::Cluster(cluster) => cluster.facts().map(Some),
        }
    }

    /// What each host of the database does; none for a file. Blocks this thread.
    pub fn database_hosts(&self) -> Result<Vec<DatabaseHost>, StoreError> {
        match &self.backend {
            Backend::File(_) => Ok(Vec::new()),
            Backend::Cluster(cluster) => cluster.hosts(),
        }
    }

    /// Removes changes that every process has read long ago. Blocks this thread.
    pub fn prune_changes(&self) -> Result<(), StoreError> {
        match &self.backend {
            Backend::File(_) => Ok(()),
            Backend::Cluster(cluster) => cluster.prune_changes(),
        }
    }

    /// Waits until this process must end, because another version migrated the schema of the database, or its content
    /// was replaced as a whole.
    pub async fn replaced(&self) {
        match &self.backend {
            Backend::File(_) => std::future::pending().await,
            Backend::Cluster(cluster) => cluster.replaced().await,
        }
    }

    /// Checks that this process may go on.
    ///
    /// # Errors
    /// [`StoreError::Replaced`]; see [`Store::replaced`].
    pub fn require_current(&self) -> Result<(), StoreError> {
        match &self.backend {
            Backend::Cluster(cluster) if cluster.is_replaced() => Err(StoreError::Replaced),
            Backend::Cluster(_) | Backend::File(_) => Ok(()),
        }
    }

    /// The engine's name, for the operator.
    pub fn engine(&self) -> &'static str {
        match &self.backend {
            Backend::File(_) => "file",
            Backend::Cluster(_) => "postgresql",
        }
    }

    /// Puts the rows of this store into a database, in one transaction. Processes that use it end.
    ///
    /// # Errors
    /// [`StoreError::NotEmpty`] if the database has content that must not be replaced; `unavailable` if it does not answer.
    pub fn fill_database(&self, config: PostgresConfig, may_replace: bool) -> Result<(), StoreError> {
        transfer::to_database(&self.backend.read()?, &Postgres::new(config)?, may_replace)
    }

    /// What other processes change from now on; `None` for a file, which belongs to one process.
    pub fn changes(&self) -> Result<Option<ForeignChanges>, StoreError> {
        match &self.backend {
            Backend::File(_) => Ok(None),
            Backend::Cluster(cluster) => ForeignChanges::of(cluster).map(Some),
        }
    }

    /// As [`Store::write`], also in maintenance: for what the processes on one database tell each other.
    pub async fn write_in_maintenance<T, F>(&self, write: F) -> Result<T>
    where
        T: Send + 'static,
        F: Fn(&WriteTx) -> Result<T> + Send + 'static,
    {
        self.backend.check_writable()?;
        self.writer.write(write).await
    }

    /// As [`Store::write_in_maintenance`], for a thread that may block.
    pub fn write_in_maintenance_blocking<T, F>(&self, write: F) -> Result<T>
    where
        T: Send + 'static,
        F: Fn(&WriteTx) -> Result<T> + Send + 'static,
    {
        self.backend.check_writable()?;
        self.writer.write_blocking(write)
    }
}
