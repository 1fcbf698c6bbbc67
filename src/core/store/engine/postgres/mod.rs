//! Tables on PostgreSQL: one SQL table of bytes for each table of the schema.
//!
//! One writer at a time over all processes: a group of closures first runs over rows that were fetched without a lock,
//! until it misses none; then one trip locks the row of `paragraf_writer` and fetches the same rows again, the group
//! runs for good, and one trip sends its changes, their row of `paragraf_changes`, a wake-up and the commit. Rows that no
//! other process has changed since an earlier group are not fetched (`kept`).
//! `statements` has all SQL.

mod connection;
mod facts;
mod feed;
mod held;
mod hosts;
mod pipeline;
mod session;
mod silent_host;
mod snapshot;
mod statements;
mod waiting;

use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Duration;

use deadpool_postgres::{Object, Pool};
use tokio::runtime::{Handle, Runtime};
use tokio::sync::Notify;
use tokio_postgres::error::SqlState;
use uuid::Uuid;

pub use self::connection::PostgresConfig;
pub use self::facts::{DatabaseFacts, DatabaseHost, HostState, Standbys};
use self::feed::FeedSource;
pub(in crate::store) use self::feed::{ChangeFeed, CommittedGroup, News, Progress};
use self::held::Held;
use self::hosts::Hosts;
use self::pipeline::SqlStep;
use self::session::LockedState;
pub(in crate::store) use self::session::{GroupChanges, GroupSession, NotedRows, WriterRow};
pub(super) use self::snapshot::RemoteSnapshot;
pub(in crate::store) use self::snapshot::Sight;
pub(in crate::store) use self::statements::WRITER_TABLE;
use self::waiting::Waiter;
use super::kept::KeptRows;
use super::overlay::{Fetched, Request};
use crate::store::error::StoreError;

/// Tries to create what another process creates at the same time.
const MAX_TRIES: u32 = 20;

/// The connections of this process and its name among the writers.
pub(in crate::store) struct Postgres {
    /// Drives the connections; taken at the end.
    runtime: Option<Runtime>,
    pool: Pool,
    hosts: Arc<Hosts>,
    config: PostgresConfig,
    /// Names the groups of this process in `paragraf_changes`.
    writer: Uuid,
    groups: AtomicU64,
    /// Notified when a question finds the database out of reach.
    lost: Arc<Notify>,
}

impl Postgres {
    /// Prepares connections; the first one is made when it is needed.
    pub(in crate::store) fn new(config: PostgresConfig) -> Result<Self, StoreError> {
        let runtime = tokio::runtime::Builder::new_multi_thread()
            .worker_threads(1)
            .thread_name("store-postgres")
            .enable_all()
            .build()
            .map_err(|source| StoreError::Address { source: source.into() })?;
        let hosts = connection::hosts(&config);
        let pool = connection::pool(&config, Arc::clone(&hosts))?;
        let (writer, groups, lost) = (Uuid::now_v7(), AtomicU64::new(0), Arc::default());
        Ok(Self { runtime: Some(runtime), pool, hosts, config, writer, groups, lost })
    }

    /// Waits until a snapshot finds the database out of reach.
    pub(in crate::store) async fn lost(&self) {
        self.lost.notified().await;
    }

    pub(in crate::store) fn writer(&self) -> Uuid {
        self.writer
    }

    /// See [`PostgresConfig::most_reads`].
    pub(in crate::store) fn most_reads(&self) -> usize {
        self.config.most_reads()
    }

    /// A number that no other group of this process has.
    pub(in crate::store) fn next_group(&self) -> i64 {
        i64::try_from(self.groups.fetch_add(1, Ordering::Relaxed)).unwrap_or(i64::MAX)
    }

    fn handle(&self) -> Result<&Handle, StoreError> {
        self.runtime.as_ref().map(Runtime::handle).ok_or(StoreError::Stopped)
    }

    fn waiter(&self) -> Result<Waiter, StoreError> {
        Ok(Waiter { handle: self.handle()?.clone(), patience: self.config.patience() })
    }

    /// Runs `work` on the runtime of the connections and waits for it on this thread, which must be allowed to block.
    fn wait<T: Send + 'static>(
        &self,
        work: impl Future<Output = Result<T, StoreError>> + Send + 'static,
    ) -> Result<T, StoreError> {
        self.waiter()?.wait(work)
    }

    /// Does this on a connection, which returns to the pool unless it fails.
    fn on_connection<T: Send + 'static, F>(
        &self,
        work: impl FnOnce(Held) -> F + Send + 'static,
    ) -> Result<T, StoreError>
    where
        F: Future<Output = Result<(Held, T), StoreError>> + Send + 'static,
    {
        let pool = self.pool.clone();
        self.wait(async move {
            let (client, done) = work(Held::of(&pool).await?).await?;
            client.give_back();
            Ok(done)
        })
    }

    /// A read, which holds a connection until it is dropped.
    pub(in crate::store) fn snapshot(&self, sight: Sight) -> Result<RemoteSnapshot, StoreError> {
        let (pool, waiter) = (self.pool.clone(), self.waiter()?);
        let client = self.wait(async move { Held::of(&pool).await }).inspect_err(|_| self.lost.notify_one())?;
        Ok(RemoteSnapshot::new(waiter, client, sight, Arc::clone(&self.lost)))
    }

    /// Closes the connections that nobody uses: their host may be silent, or take no writes any longer.
    pub(in crate::store) fn close_idle(&self) {
        drop(self.pool.retain(|_, _| false));
    }

    /// Fetches rows without a lock and without one snapshot: good enough to learn what a group reads.
    pub(in crate::store) fn fetch(&self, requests: Vec<Request>, into: &mut Fetched) -> Result<(), StoreError> {
        let answered = self.on_connection(|client| async move {
            let answers = pipeline::fetch(&client, requests).await?;
            Ok((client, answers))
        })?;
        answered.into_iter().for_each(|(request, rows)| into.learn(&request, rows));
        Ok(())
    }

    /// Locks the row of the writers, fetches the rows again and brings the kept ones up to date, in one trip.
    pub(in crate::store) fn lock(
        &self,
        requests: Vec<Request>,
        kept: &mut KeptRows,
    ) -> Result<(GroupSession, Fetched), StoreError> {
        let (pool, waiter, since) = (self.pool.clone(), self.waiter()?, kept.seq());
        let (group, locked) = self.wait(async move {
            let (client, locked) = session::lock(Held::of(&pool).await?, since, requests).await?;
            // A session that nobody waits for any longer unlocks the row.
            Ok((GroupSession::new(waiter, client, locked.row), locked))
        })?;
        let LockedState { row, connected_at, noted, answers } = locked;
        kept.advance(row.seq, connected_at, &noted);
        let mut fetched = Fetched::default();
        session::learn(answers, &mut fetched, kept);
        Ok((group, fetched))
    }

    /// Whether the commit of this group arrived, after its answer was lost. Waits no longer than `patience`.
    pub(in crate::store) fn has_committed(&self, number: i64, patience: Duration) -> Result<bool, StoreError> {
        let (pool, writer, handle) = (self.pool.clone(), self.writer, self.handle()?.clone());
        let waiter = Waiter { patience, ..self.waiter()? };
        waiter.wait(async move {
            // The lock waits for a commit that the server is still working on.
            let (client, _) = session::lock(Held::of(&pool).await?, None, Vec::new()).await?;
            let find = SqlStep::new(statements::FIND_GROUP).with(writer.as_bytes().to_vec()).with(number);
            let found = pipeline::run(&client, vec![find]).await?;
            session::roll_back(&handle, client);
            Ok(found.first().is_some_and(|rows| !rows.is_empty()))
        })
    }

    /// Creates what the lock of the writers needs, unless it exists. Of several processes at once one creates it; the
    /// server refuses the others, which look again.
    pub(in crate::store) fn create_writer(&self) -> Result<(), StoreError> {
        self.on_connection(|client| async move {
            // A statement that finds nothing to change still locks its table: it would wait for a dump, and all writers
            // behind it.
            let is_prepared: bool = client.query_one(statements::IS_PREPARED, &[]).await?.try_get(0)?;
            if !is_prepared {
                create_tables(&client).await?;
            }
            Ok((client, ()))
        })
    }

    /// The facts about the database.
    pub(in crate::store) fn writer_row(&self) -> Result<WriterRow, StoreError> {
        self.on_connection(|client| async move {
            let statement = client.prepare_cached(statements::READ_WRITER).await?;
            let row = WriterRow::read(&client.query_one(&statement, &[]).await?)?;
            Ok((client, row))
        })
    }

    /// What the host that takes writes reports.
    pub(in crate::store) fn facts(&self) -> Result<DatabaseFacts, StoreError> {
        let requires_tls = self.config.requires_tls();
        self.on_connection(move |client| async move {
            let facts = facts::read(&client, requires_tls).await?;
            Ok((client, facts))
        })
    }

    /// What each host of the address does.
    pub(in crate::store) fn hosts(&self) -> Result<Vec<DatabaseHost>, StoreError> {
        let config = self.config.clone();
        self.wait(async move { Ok(facts::hosts(&config).await) })
    }

    /// The names of the tables that the schema has.
    pub(in crate::store) fn table_names(&self) -> Result<Vec<String>, StoreError> {
        self.on_connection(|client| async move {
            let rows = pipeline::run(&client, vec![SqlStep::new(statements::TABLE_NAMES)]).await?;
            let names = rows.iter().flatten().map(|row| row.try_get::<_, String>(0));
            Ok((client, names.collect::<Result<Vec<_>, _>>()?))
        })
    }

    /// Opens the feed of changes after `seq`.
    pub(in crate::store) fn feed(&self, seq: i64) -> Result<(ChangeFeed, Arc<Progress>), StoreError> {
        let source =
            FeedSource { pool: self.pool.clone(), hosts: Arc::clone(&self.hosts), patience: self.config.patience() };
        Ok(ChangeFeed::new(self.handle()?, source, seq))
    }

    /// Removes the changes that every process that is not far behind has read.
    pub(in crate::store) fn prune_changes(&self) -> Result<(), StoreError> {
        self.on_connection(|client| async move {
            client.batch_execute(statements::PRUNE_CHANGES).await?;
            Ok((client, ()))
        })
    }
}

impl Drop for Postgres {
    fn drop(&mut self) {
        if let Some(runtime) = self.runtime.take() {
            // A runtime may be dropped where blocking is allowed only.
            runtime.shutdown_background();
        }
    }
}

/// Creates what the lock of the writers needs, also in a database of an earlier program.
async fn create_tables(client: &Object) -> Result<(), StoreError> {
    let statements = [
        statements::CREATE_WRITER,
        statements::CREATE_CHANGES,
        statements::ADD_CHANGED,
        statements::INDEX_CHANGES,
        statements::INSERT_WRITER,
    ];
    let statements = statements.join(";");
    let mut tries = 0;
    loop {
        match client.batch_execute(&statements).await {
            Err(error) if tries < MAX_TRIES && is_created_by_another(&error) => tries += 1,
            created => return Ok(created?),
        }
    }
}

/// Whether another process created the same object at the same time, which `IF NOT EXISTS` does not prevent.
fn is_created_by_another(error: &tokio_postgres::Error) -> bool {
    let codes = [
        SqlState::UNIQUE_VIOLATION,
        SqlState::DUPLICATE_TABLE,
        SqlState::DUPLICATE_OBJECT,
        SqlState::T_R_DEADLOCK_DETECTED,
    ];
    error.code().is_some_and(|code| codes.contains(code))
}
