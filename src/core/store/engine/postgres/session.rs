//! The transaction of a group of writes.

use std::collections::BTreeMap;
use std::time::{Duration, Instant};

use deadpool_postgres::Object;
use tokio::runtime::Handle;
use tokio::time::timeout;
use tokio_postgres::Row as SqlRow;
use uuid::Uuid;

use super::super::kept::{self, KeptRows};
use super::super::overlay::{Answer, Fetched, Request, RowSource};
use super::super::rows::{Row, TableChanges};
use super::held::Held;
use super::pipeline::{self, SqlStep};
use super::statements;
use super::waiting::Waiter;
use crate::store::error::StoreError;

/// The row that every writer locks.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(in crate::store) struct WriterRow {
    /// 0 while the schema is not complete.
    pub schema_version: i64,
    /// Grows when the content is replaced as a whole.
    pub epoch: i64,
    /// The number of the last change.
    pub seq: i64,
}

impl WriterRow {
    pub(super) fn read(row: &SqlRow) -> Result<Self, StoreError> {
        Ok(Self { schema_version: row.try_get(0)?, epoch: row.try_get(1)?, seq: row.try_get(2)? })
    }
}

/// What a group sends.
pub(in crate::store) struct GroupChanges {
    pub tables: BTreeMap<&'static str, TableChanges>,
    pub created: Vec<&'static str>,
    /// The schema's new version.
    pub schema_version: Option<i64>,
}

/// Most groups of which a process reads what they noted. One that has missed more forgets its rows.
const MOST_MISSED: i64 = 2_000;

/// The rows that the feed names: tables and keys.
pub(in crate::store) type NotedRows = (Vec<&'static str>, Vec<Vec<u8>>);

/// What groups have noted of the rows that they changed, one entry for each; `None` by a program that notes nothing.
type GroupNotes = Vec<Option<Vec<u8>>>;

/// How long the end of a transaction may take that has changed nothing.
const ROLLBACK_PATIENCE: Duration = Duration::from_secs(5);

/// How long one step may take that moves or migrates the whole content.
pub(super) const COPY_PATIENCE: Duration = Duration::from_mins(10);

/// A transaction that holds the lock of the writers.
pub(in crate::store) struct GroupSession {
    waiter: Waiter,
    /// Taken when the transaction ends.
    client: Option<Held>,
    row: WriterRow,
}

impl GroupSession {
    pub(super) fn new(waiter: Waiter, client: Held, row: WriterRow) -> Self {
        Self { waiter, client: Some(client), row }
    }

    /// Waits longer for each step: it has the whole content to move.
    pub(in crate::store) fn be_patient(&mut self) {
        self.waiter.patience = COPY_PATIENCE;
    }

    pub(in crate::store) fn row(&self) -> WriterRow {
        self.row
    }

    /// Fetches more rows under the lock.
    pub(in crate::store) fn fetch(
        &mut self,
        requests: Vec<Request>,
        into: &mut Fetched,
        kept: &mut KeptRows,
    ) -> Result<(), StoreError> {
        learn(self.answer(requests)?, into, kept);
        Ok(())
    }

    /// Creates the table unless it exists, and removes its rows.
    pub(in crate::store) fn empty(&mut self, table: &str) -> Result<(), StoreError> {
        self.run(vec![statements::create_table(table), statements::delete_all(table)])
    }

    /// Runs statements without parameters.
    fn run(&mut self, statements: Vec<String>) -> Result<(), StoreError> {
        if statements.is_empty() {
            return Ok(());
        }
        self.on_connection(|client| async move {
            client.batch_execute(&statements.join("; ")).await?;
            Ok((client, ()))
        })
    }

    /// Does this on the connection, which goes on with the transaction afterwards.
    fn on_connection<T: Send + 'static, F>(&mut self, work: impl FnOnce(Held) -> F) -> Result<T, StoreError>
    where
        F: Future<Output = Result<(Held, T), StoreError>> + Send + 'static,
    {
        let client = self.client.take().ok_or(StoreError::Stopped)?;
        let (client, done) = self.waiter.wait(work(client))?;
        self.client = Some(client);
        Ok(done)
    }

    /// Adds rows to a table.
    pub(in crate::store) fn put(&mut self, table: &str, rows: &[Row]) -> Result<(), StoreError> {
        if rows.is_empty() {
            return Ok(());
        }
        let (keys, values): (Vec<_>, Vec<_>) = rows.iter().cloned().unzip();
        let step = SqlStep::new(statements::put_rows(table)).with(keys).with(values);
        self.on_connection(|client| async move {
            pipeline::run(&client, vec![step]).await?;
            Ok((client, ()))
        })
    }

    /// Makes what was put the content of the database, and commits: every process that has it open must end.
    pub(in crate::store) fn replace(self, writer: Uuid, number: i64, schema_version: i64) -> Result<(), StoreError> {
        let (tables, keys) = NotedRows::default();
        let note = SqlStep::new(statements::ADD_CHANGES).with(writer.as_bytes().to_vec()).with(number);
        self.end(vec![
            SqlStep::new(statements::SET_SCHEMA_VERSION).with(schema_version),
            SqlStep::new(statements::NEXT_EPOCH),
            note.with(tables).with(keys).with(Vec::<u8>::new()),
            SqlStep::new(statements::NOTIFY),
        ])
    }

    /// Sends the changes and commits, in one trip. After an error the outcome is unknown, see
    /// `Postgres::has_committed`.
    pub(in crate::store) fn commit(
        mut self,
        writer: Uuid,
        number: i64,
        changes: GroupChanges,
        (tables, keys): NotedRows,
    ) -> Result<(), StoreError> {
        // First: a statement cannot be prepared before its table is there.
        self.run(changes.created.iter().map(|table| statements::create_table(table)).collect())?;
        let (changed, mut steps) = (kept::noted(&changes.tables), Vec::new());
        changes.tables.into_iter().for_each(|(table, changes)| steps.extend(table_steps(table, changes)));
        let note = SqlStep::new(statements::ADD_CHANGES);
        steps.push(note.with(writer.as_bytes().to_vec()).with(number).with(tables).with(keys).with(changed));
        steps.extend(changes.schema_version.map(|version| SqlStep::new(statements::SET_SCHEMA_VERSION).with(version)));
        steps.push(SqlStep::new(statements::NOTIFY));
        self.end(steps)
    }

    /// Runs the steps and commits. A step that fails turns the commit into a rollback, and its error is returned.
    fn end(mut self, mut steps: Vec<SqlStep>) -> Result<(), StoreError> {
        let client = self.client.take().ok_or(StoreError::Stopped)?;
        steps.push(SqlStep::new(statements::COMMIT));
        self.waiter.wait(async move {
            pipeline::run(&client, steps).await?;
            client.give_back();
            Ok(())
        })
    }
}

impl RowSource for GroupSession {
    fn answer(&mut self, requests: Vec<Request>) -> Result<Vec<Answer>, StoreError> {
        self.on_connection(|client| async move {
            let answers = pipeline::fetch(&client, requests).await?;
            Ok((client, answers))
        })
    }
}

impl Drop for GroupSession {
    /// Unlocks the row unless the transaction has ended.
    fn drop(&mut self) {
        if let Some(client) = self.client.take() {
            roll_back(&self.waiter.handle, client);
        }
    }
}

/// Ends a transaction without changes; the connection returns to the pool afterwards.
pub(super) fn roll_back(handle: &Handle, client: Held) {
    handle.spawn(async move {
        match timeout(ROLLBACK_PATIENCE, client.batch_execute(statements::ROLLBACK)).await {
            Ok(Ok(())) => client.give_back(),
            Ok(Err(error)) => tracing::debug!(%error, "a connection to the database was closed"),
            Err(_) => tracing::debug!("a connection to a silent database is closed"),
        }
    });
}

/// Takes rows that were fetched under the lock.
pub(super) fn learn(answers: Vec<Answer>, into: &mut Fetched, kept: &mut KeptRows) {
    for (request, rows) in answers {
        if let Request::Row { table, key } = &request {
            kept.learn(table, key, rows.first().map(|(_, value)| &value[..]));
        }
        into.learn(&request, rows);
    }
}

/// What a transaction finds when it has locked the row of the writers.
pub(super) struct LockedState {
    pub row: WriterRow,
    /// When the connection was made.
    pub connected_at: Instant,
    /// What each group since `since` has noted.
    pub noted: GroupNotes,
    pub answers: Vec<Answer>,
}

/// Locks the row of the writers, then reads what groups have noted after the change `since` and answers the requests, in
/// one trip.
pub(super) async fn lock(
    client: Held,
    since: Option<i64>,
    requests: Vec<Request>,
) -> Result<(Held, LockedState), StoreError> {
    let mut begin = vec![SqlStep::new(statements::BEGIN_WRITE), SqlStep::new(statements::LOCK_WRITER)];
    begin.extend(since.map(|since| SqlStep::new(statements::NOTED_SINCE).with(since).with(MOST_MISSED)));
    let (begun, answers) = pipeline::fetch_after(&client, begin, requests).await?;
    let (row, noted) = locked(&begun)?;
    let connected_at = Object::metrics(&client).created;
    Ok((client, LockedState { row, connected_at, noted, answers }))
}

/// The row of the writers and what was noted, from the answers of [`lock`].
fn locked(begun: &[Vec<SqlRow>]) -> Result<(WriterRow, GroupNotes), StoreError> {
    let row = begun.get(1).and_then(|rows| rows.first()).ok_or(StoreError::NoWriterRow)?;
    let noted = begun.get(2).into_iter().flatten().map(|row| row.try_get(0));
    Ok((WriterRow::read(row)?, noted.collect::<Result<_, _>>()?))
}

fn table_steps(table: &str, TableChanges { ranges, rows }: TableChanges) -> Vec<SqlStep> {
    let mut steps: Vec<SqlStep> = ranges
        .into_iter()
        .map(|(start, end)| SqlStep::new(statements::delete_range(table)).with(start).with(end))
        .collect();
    let (mut deleted, mut keys, mut values) = (Vec::new(), Vec::new(), Vec::new());
    for (key, value) in rows {
        match value {
            Some(value) => {
                keys.push(key);
                values.push(value);
            }
            None => deleted.push(key),
        }
    }
    if !deleted.is_empty() {
        steps.push(SqlStep::new(statements::delete_rows(table)).with(deleted));
    }
    if !keys.is_empty() {
        steps.push(SqlStep::new(statements::put_rows(table)).with(keys).with(values));
    }
    steps
}
