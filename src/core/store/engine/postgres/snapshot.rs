//! Reading on a connection of its own, over a consistent snapshot or one statement after the other.

use std::cell::Cell;
use std::sync::Arc;

use tokio::sync::Notify;

use super::super::overlay::{Answer, Request};
use super::super::rows::{Bounds, Order, ReadRow, Row, Rows};
use super::held::Held;
use super::pipeline::{self, SqlStep};
use super::session::{COPY_PATIENCE, roll_back};
use super::statements;
use super::waiting::Waiter;
use crate::store::error::StoreError;

/// What the questions of a read see.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(in crate::store) enum Sight {
    /// All see one moment: a transaction begins with the first question, in the same trip.
    OneMoment,
    /// Each sees its own: only the questions are sent.
    EachItsOwn,
}

/// See the module.
pub(in crate::store) struct RemoteSnapshot {
    waiter: Waiter,
    /// Taken while a question is under way, and at the end.
    client: Cell<Option<Held>>,
    sight: Sight,
    /// Whether there is a transaction to end.
    has_begun: Cell<bool>,
    /// Notified when the database is out of reach.
    lost: Arc<Notify>,
}

impl RemoteSnapshot {
    pub(super) fn new(waiter: Waiter, client: Held, sight: Sight, lost: Arc<Notify>) -> Self {
        Self { waiter, client: Cell::new(Some(client)), sight, has_begun: Cell::new(false), lost }
    }

    /// Waits longer for each page: it reads the whole content.
    pub(in crate::store) fn be_patient(&mut self) {
        self.waiter.patience = COPY_PATIENCE;
    }

    pub(in crate::store) fn len(&self, table: &'static str) -> Result<u64, StoreError> {
        let rows = self.run(move |client, begin| async move {
            let steps = begin.into_iter().chain([SqlStep::new(statements::count(table))]).collect();
            let rows = pipeline::run(&client, steps).await?;
            Ok((client, rows))
        })?;
        let count: i64 = rows.last().and_then(|rows| rows.first()).ok_or(StoreError::Stopped)?.try_get(0)?;
        Ok(u64::try_from(count).unwrap_or(0))
    }

    fn ask(&self, requests: Vec<Request>) -> Result<Vec<Answer>, StoreError> {
        self.run(move |client, begin| async move {
            let (_, answers) = pipeline::fetch_after(&client, begin, requests).await?;
            Ok((client, answers))
        })
    }

    /// Asks on the connection; with the beginning of the transaction the first time.
    fn run<T: Send + 'static, F: Future<Output = Result<(Held, T), StoreError>> + Send + 'static>(
        &self,
        ask: impl FnOnce(Held, Vec<SqlStep>) -> F,
    ) -> Result<T, StoreError> {
        let client = self.client.take().ok_or(StoreError::Stopped)?;
        let begin = match self.sight {
            Sight::OneMoment if !self.has_begun.replace(true) => {
                [statements::BEGIN_SNAPSHOT, statements::SNAPSHOT_PATIENCE].map(SqlStep::new).into()
            }
            Sight::OneMoment | Sight::EachItsOwn => Vec::new(),
        };
        match self.waiter.wait(ask(client, begin)) {
            Ok((client, answer)) => {
                self.client.set(Some(client));
                Ok(answer)
            }
            Err(error) => {
                if error.is_lost_connection() {
                    self.lost.notify_one();
                }
                Err(error)
            }
        }
    }
}

fn page(table: &'static str, Bounds { start, end }: Bounds<'_>, order: Order, limit: usize) -> Request {
    Request::Page { table, start: start.to_vec(), end: end.map(<[u8]>::to_vec), order, limit }
}

impl Rows for RemoteSnapshot {
    fn page(
        &self,
        table: &'static str,
        bounds: Bounds<'_>,
        order: Order,
        limit: usize,
    ) -> Result<Vec<Row>, StoreError> {
        let answers = self.ask(vec![page(table, bounds, order, limit)])?;
        Ok(answers.into_iter().flat_map(|(_, rows)| rows).collect())
    }

    fn get(&self, table: &'static str, key: &[u8], read: ReadRow<'_>) -> Result<bool, StoreError> {
        let rows = self.get_many(table, vec![key.to_vec()])?;
        rows.first().map_or(Ok(false), |(_, value)| read(value).map(|()| true))
    }

    fn get_many(&self, table: &'static str, keys: Vec<Vec<u8>>) -> Result<Vec<Row>, StoreError> {
        if keys.is_empty() {
            return Ok(Vec::new());
        }
        let answers = self.ask(keys.into_iter().map(|key| Request::Row { table, key }).collect())?;
        Ok(answers.into_iter().flat_map(|(_, rows)| rows).collect())
    }

    /// Asks for all ranges in one trip.
    fn first_of_each(
        &self,
        table: &'static str,
        ranges: &[Bounds<'_>],
        limit: usize,
    ) -> Result<Vec<Vec<Row>>, StoreError> {
        if ranges.is_empty() {
            return Ok(Vec::new());
        }
        let requests = ranges.iter().map(|range| page(table, *range, Order::Ascending, limit));
        let answers = self.ask(requests.collect())?;
        Ok(answers.into_iter().map(|(_, rows)| rows).collect())
    }
}

impl Drop for RemoteSnapshot {
    fn drop(&mut self) {
        match self.client.take() {
            Some(client) if self.has_begun.get() => roll_back(&self.waiter.handle, client),
            Some(client) => client.give_back(),
            None => {}
        }
    }
}
