//! The store on PostgreSQL: its schema, its outages, and its place among other processes.

use std::cell::RefCell;
use std::rc::Rc;
use std::sync::{Arc, Mutex, MutexGuard, OnceLock, PoisonError};
use std::time::{Duration, Instant};

use tokio_util::sync::CancellationToken;
use uuid::Uuid;

use super::damage::Damage;
use super::database::Outage;
use super::engine::kept::KeptRows;
use super::engine::overlay::{Fetched, KeptView, KnownSource, Request, RowSource};
use super::engine::postgres::{
    ChangeFeed, DatabaseFacts, DatabaseHost, GroupChanges, GroupSession, Postgres, PostgresConfig, Progress, Sight,
};
use super::engine::{ReadTx, WriteTx};
use super::error::StoreError;
use super::migrations::{self, Migration};
use super::schema;
use super::watched::noted;
use crate::clock::{Clock, uuid_at};

/// How long the answer of a lost commit is looked up before its callers are refused.
const LOOK_UP: Duration = Duration::from_secs(5);
const LOOK_UP_PAUSE: Duration = Duration::from_millis(250);
/// How often the database is tried again in an outage: after a failover, writes wait no longer than this.
const OUTAGE_PAUSE: Duration = Duration::from_millis(500);

/// The database that several processes share.
pub(super) struct Cluster {
    postgres: Postgres,
    clock: Clock,
    steps: &'static [Migration],
    damage: Arc<Damage>,
    outage: Mutex<Option<Outage>>,
    /// The epoch at the start; another one means that the content was replaced.
    epoch: i64,
    /// Cancelled when this process must end: another version migrated the schema, or the content was replaced.
    replaced: CancellationToken,
    /// How far the first feed of this process has come.
    progress: OnceLock<Arc<Progress>>,
}

impl Cluster {
    /// Connects, creates the schema if the database has none, and brings an older one up to date. With several
    /// processes at once one does the work and the others wait for it.
    ///
    /// `steps` are those of the schema that this program knows.
    pub(super) fn open(config: PostgresConfig, clock: &Clock, steps: &'static [Migration]) -> Result<Self, StoreError> {
        let postgres = Postgres::new(config)?;
        postgres.create_writer()?;
        let (session, _) = postgres.lock(Vec::new(), &mut KeptRows::default())?;
        let epoch = session.row().epoch;
        let cluster = Self {
            postgres,
            clock: clock.clone(),
            steps,
            damage: Arc::default(),
            outage: Mutex::default(),
            epoch,
            replaced: CancellationToken::new(),
            progress: OnceLock::new(),
        };
        cluster.prepare(session)?;
        Ok(cluster)
    }

    /// Creates or migrates the schema under the lock.
    fn prepare(&self, mut session: GroupSession) -> Result<(), StoreError> {
        session.be_patient();
        match session.row().schema_version {
            0 => {
                let tx = self.write_over(&Fetched::default(), KeptView::default(), Uuid::nil());
                let now = self.clock.now();
                schema::fill(&tx, uuid_at(now), now, migrations::latest(self.steps))?;
                let changes = GroupChanges { schema_version: Some(self.schema_version()), ..tx.into_changes() };
                self.send(session, changes)
            }
            found if found == self.schema_version() => Ok(()),
            found if found > self.schema_version() => {
                Err(StoreError::NewerDatabase { found, known: self.schema_version() })
            }
            found => self.migrate(session, found),
        }
    }

    /// Runs the steps that the schema lacks, all in the transaction that holds the lock: an old process, which looks
    /// at the version under the lock, never writes in between.
    fn migrate(&self, mut session: GroupSession, found: i64) -> Result<(), StoreError> {
        let (mut fetched, mut kept) = (Fetched::default(), KeptRows::default());
        loop {
            let tx = self.write_over(&fetched, KeptView::default(), Uuid::nil());
            let ran = migrations::run_missing(&tx, u32::try_from(found).unwrap_or(0), self.steps);
            let missing = tx.missing();
            if !missing.is_empty() {
                session.fetch(missing, &mut fetched, &mut kept)?;
                continue;
            }
            ran?;
            let changes = GroupChanges { schema_version: Some(self.schema_version()), ..tx.into_changes() };
            return self.send(session, changes);
        }
    }

    /// A read of typed tables. During an outage it fails at once, so that requests do not wait for connections; a process
    /// that must end reads on.
    pub(super) fn read(&self, sight: Sight) -> Result<ReadTx, StoreError> {
        match self.outage() {
            Some(Outage { cause, retry_secs, .. }) if !self.replaced.is_cancelled() => {
                Err(StoreError::Unread { cause, retry_secs })
            }
            _ => Ok(ReadTx::of_snapshot(self.postgres.snapshot(sight)?, Arc::clone(&self.damage))),
        }
    }

    /// Most snapshots at the same time.
    pub(super) fn most_reads(&self) -> usize {
        self.postgres.most_reads()
    }

    /// A transaction over rows that were fetched or kept.
    pub(super) fn write_over(&self, fetched: &Fetched, kept: KeptView, instance: Uuid) -> WriteTx {
        WriteTx::over(fetched, kept, None, instance, Arc::clone(&self.damage))
    }

    /// A transaction that fetches the rows that it misses.
    pub(super) fn write_asking(
        &self,
        source: &Rc<RefCell<KnownSource<GroupSession>>>,
        kept: KeptView,
        instance: Uuid,
    ) -> WriteTx {
        let fetched = source.borrow().fetched.clone();
        let source: Rc<RefCell<dyn RowSource>> = Rc::<RefCell<KnownSource<GroupSession>>>::clone(source);
        WriteTx::over(&fetched, kept, Some(source), instance, Arc::clone(&self.damage))
    }

    pub(super) fn fetch(&self, requests: Vec<Request>, into: &mut Fetched) -> Result<(), StoreError> {
        self.postgres.fetch(requests, into)
    }

    /// Locks the writers, fetches the rows, and brings the kept ones up to date.
    ///
    /// # Errors
    /// [`StoreError::Replaced`] if another version migrated the schema or the content was replaced: this process must
    /// end.
    pub(super) fn lock(
        &self,
        requests: Vec<Request>,
        kept: &mut KeptRows,
    ) -> Result<(GroupSession, Fetched), StoreError> {
        let (session, fetched) = self.postgres.lock(requests, kept)?;
        let row = session.row();
        if row.schema_version != self.schema_version() || row.epoch != self.epoch {
            self.replaced.cancel();
            return Err(StoreError::Replaced);
        }
        Ok((session, fetched))
    }

    fn send(&self, session: GroupSession, changes: GroupChanges) -> Result<(), StoreError> {
        let noted = noted(&changes);
        session.commit(self.postgres.writer(), self.postgres.next_group(), changes, noted)
    }

    /// Commits the changes, also to the kept rows. When the answer is lost, finds out whether the commit arrived. After an
    /// error the kept rows are not those of the database.
    pub(super) fn commit(
        &self,
        session: GroupSession,
        changes: GroupChanges,
        kept: &mut KeptRows,
    ) -> Result<(), StoreError> {
        let number = self.postgres.next_group();
        let noted = noted(&changes);
        kept.take_own(session.row().seq + 1, &changes.tables);
        let Err(error) = session.commit(self.postgres.writer(), number, changes, noted) else { return Ok(()) };
        if !error.is_lost_connection() {
            return Err(error);
        }
        let begun = Instant::now();
        while begun.elapsed() < LOOK_UP {
            match self.postgres.has_committed(number, LOOK_UP.saturating_sub(begun.elapsed())) {
                Ok(true) => return Ok(()),
                Ok(false) => return Err(error),
                Err(_) => std::thread::sleep(LOOK_UP_PAUSE),
            }
        }
        Err(error)
    }

    /// The changes of all processes from now on, and how far this process has come with them.
    pub(super) fn feed(&self) -> Result<(ChangeFeed, Arc<Progress>), StoreError> {
        let (feed, progress) = self.postgres.feed(self.postgres.writer_row()?.seq)?;
        // Without effect for a second feed.
        drop(self.progress.set(Arc::clone(&progress)));
        Ok((feed, progress))
    }

    /// The time since this process was known to have all changes; `None` without a feed and during an outage, in which
    /// nobody has changes.
    pub(super) fn lag(&self) -> Option<Duration> {
        self.progress.get().filter(|_| self.outage().is_none()).map(|progress| progress.lag())
    }

    /// Whether the database notifies this process of changes; `None` without a feed.
    pub(super) fn is_notified(&self) -> Option<bool> {
        self.progress.get().map(|progress| progress.is_notified())
    }

    /// What the host that takes writes reports.
    pub(super) fn facts(&self) -> Result<DatabaseFacts, StoreError> {
        self.postgres.facts()
    }

    /// What each host of the address does.
    pub(super) fn hosts(&self) -> Result<Vec<DatabaseHost>, StoreError> {
        self.postgres.hosts()
    }

    /// Removes old changes.
    pub(super) fn prune_changes(&self) -> Result<(), StoreError> {
        self.postgres.prune_changes()
    }

    pub(super) fn is_replaced(&self) -> bool {
        self.replaced.is_cancelled()
    }

    /// Waits until this process must end.
    pub(super) async fn replaced(&self) {
        self.replaced.cancelled().await;
    }

    /// This process among the writers.
    pub(super) fn writer(&self) -> Uuid {
        self.postgres.writer()
    }

    pub(super) fn damage(&self) -> &Damage {
        &self.damage
    }

    /// The present outage, if any.
    pub(super) fn outage(&self) -> Option<Outage> {
        self.lock_outage().clone()
    }

    /// Time until [`Cluster::resume`] should be called again; `None` while writes are possible.
    pub(super) fn pause(&self) -> Option<Duration> {
        self.lock_outage().as_ref().map(|_| OUTAGE_PAUSE)
    }

    fn lock_outage(&self) -> MutexGuard<'_, Option<Outage>> {
        self.outage.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// The error of a write during an outage.
    pub(super) fn suspended(&self) -> StoreError {
        let outage = self.outage();
        let retry_secs = outage.as_ref().map_or(1, |outage| outage.retry_secs);
        StoreError::Suspended { cause: outage.map_or_else(|| "it is closed".into(), |outage| outage.cause), retry_secs }
    }

    /// Begins an outage: writes are refused at once, and readers are served from memory.
    pub(super) fn suspend(&self, error: &StoreError) {
        self.postgres.close_idle();
        let cause = error.with_source();
        tracing::error!(
            store.cause = cause,
            "nothing can be saved, readers are served from memory; the database is tried again until it answers"
        );
        *self.lock_outage() = Some(Outage { since: self.clock.now(), cause, readable: false, retry_secs: 1 });
    }

    /// Waits until a read finds the database out of reach.
    pub(super) async fn failed(&self) {
        self.postgres.lost().await;
    }

    /// Finds out whether this process may write.
    fn check(&self) -> Result<(), StoreError> {
        self.lock(Vec::new(), &mut KeptRows::default()).map(drop)
    }

    /// Begins an outage if the database does not answer: a read finds it before a write does.
    pub(super) fn suspend_if_failed(&self) {
        if self.outage().is_some() {
            return;
        }
        self.postgres.close_idle();
        if let Err(error) = self.check() {
            self.suspend(&error);
        }
    }

    /// Tries to end the outage.
    pub(super) fn resume(&self) {
        if let Err(error) = self.check() {
            return tracing::debug!(error = error.with_source(), "no writes yet");
        }
        if let Some(outage) = self.lock_outage().take() {
            let secs = self.clock.now().duration_since(outage.since).as_secs();
            tracing::warn!(store.cause = outage.cause, outage.seconds = secs, "changes are saved again");
        }
    }

    fn schema_version(&self) -> i64 {
        i64::from(migrations::latest(self.steps))
    }
}
