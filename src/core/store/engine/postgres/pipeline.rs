//! Statements that are sent together and answered together.

use std::collections::BTreeMap;
use std::future::poll_fn;
use std::pin::pin;
use std::task::Poll;

use deadpool_postgres::Object;
use futures_util::future::{BoxFuture, join_all};
use tokio_postgres::types::ToSql;
use tokio_postgres::{Row as SqlRow, Statement};

use super::super::overlay::{Answer, Request};
use super::super::rows::{Order, Row};
use super::statements;
use crate::store::error::StoreError;

type Parameter = Box<dyn ToSql + Sync + Send>;

/// A statement with its parameters.
pub(super) struct SqlStep {
    sql: String,
    parameters: Vec<Parameter>,
}

impl SqlStep {
    pub(super) fn new(sql: impl Into<String>) -> Self {
        Self { sql: sql.into(), parameters: Vec::new() }
    }

    pub(super) fn with(mut self, parameter: impl ToSql + Sync + Send + 'static) -> Self {
        self.parameters.push(Box::new(parameter));
        self
    }
}

/// Runs the steps in this order. A trip prepares those that the connection has not run before, another one runs all.
/// Every answer is waited for; the first error is returned.
pub(super) async fn run(client: &Object, steps: Vec<SqlStep>) -> Result<Vec<Vec<SqlRow>>, StoreError> {
    let prepared = join_all(steps.iter().map(|step| client.prepare_cached(&step.sql))).await;
    let prepared = prepared.into_iter().collect::<Result<Vec<Statement>, _>>()?;
    let parameters: Vec<Vec<&(dyn ToSql + Sync)>> =
        steps.iter().map(|step| step.parameters.iter().map(|one| &**one as &(dyn ToSql + Sync)).collect()).collect();
    let mut runs: Vec<BoxFuture<'_, _>> = Vec::with_capacity(steps.len());
    for (statement, parameters) in prepared.iter().zip(&parameters) {
        runs.push(Box::pin(client.query(statement, parameters)));
    }
    let mut answers = Vec::with_capacity(runs.len());
    // A statement is sent when its future is polled first: in this order, whatever is ready when.
    for run in &mut runs {
        answers.push(poll_fn(|context| Poll::Ready(run.as_mut().poll(context))).await);
    }
    let mut rows = Vec::with_capacity(runs.len());
    let mut error = None;
    for (answer, run) in answers.into_iter().zip(runs) {
        let answer = match answer {
            Poll::Ready(answer) => answer,
            Poll::Pending => pin!(run).await,
        };
        match answer {
            Ok(answer) => rows.push(answer),
            Err(failed) => error = error.or(Some(failed)),
        }
    }
    error.map_or(Ok(rows), |error| Err(error.into()))
}

/// Answers the requests in one trip.
pub(super) async fn fetch(client: &Object, requests: Vec<Request>) -> Result<Vec<Answer>, StoreError> {
    Ok(fetch_after(client, Vec::new(), requests).await?.1)
}

/// Runs the steps, then answers the requests, in one trip.
pub(super) async fn fetch_after(
    client: &Object,
    before: Vec<SqlStep>,
    requests: Vec<Request>,
) -> Result<(Vec<Vec<SqlRow>>, Vec<Answer>), StoreError> {
    let batches = batches(requests);
    let count = before.len();
    let steps = before.into_iter().chain(batches.iter().map(FetchBatch::step)).collect();
    let mut rows = run(client, steps).await?;
    let found = rows.split_off(count);
    let answers = batches.into_iter().zip(found).map(|(batch, rows)| batch.answers(&rows));
    let answers = answers.collect::<Result<Vec<_>, _>>()?;
    Ok((rows, answers.into_iter().flatten().collect()))
}

/// Requests that one statement answers.
enum FetchBatch {
    Rows { table: &'static str, keys: Vec<Vec<u8>> },
    Page(Request),
}

/// Groups look-ups by table.
fn batches(requests: Vec<Request>) -> Vec<FetchBatch> {
    let mut rows: BTreeMap<&'static str, Vec<Vec<u8>>> = BTreeMap::new();
    let mut batches = Vec::new();
    for request in requests {
        match request {
            Request::Row { table, key } => rows.entry(table).or_default().push(key),
            page @ Request::Page { .. } => batches.push(FetchBatch::Page(page)),
        }
    }
    batches.extend(rows.into_iter().map(|(table, keys)| FetchBatch::Rows { table, keys }));
    batches
}

impl FetchBatch {
    fn step(&self) -> SqlStep {
        match self {
            Self::Rows { table, keys } => SqlStep::new(statements::rows_with_keys(table)).with(keys.clone()),
            Self::Page(Request::Page { table, start, end, order, limit }) => {
                let text = statements::page(table, end.is_some(), *order == Order::Descending);
                let limit = i64::try_from(*limit).unwrap_or(i64::MAX);
                let step = SqlStep::new(text).with(start.clone()).with(limit);
                match end {
                    Some(end) => step.with(end.clone()),
                    None => step,
                }
            }
            Self::Page(Request::Row { table, key }) => {
                SqlStep::new(statements::rows_with_keys(table)).with(vec![key.clone()])
            }
        }
    }

    fn answers(self, rows: &[SqlRow]) -> Result<Vec<Answer>, StoreError> {
        let rows = rows.iter().map(pair).collect::<Result<Vec<Row>, _>>()?;
        match self {
            Self::Page(request) => Ok(vec![(request, rows)]),
            Self::Rows { table, keys } => {
                let found: BTreeMap<_, _> = rows.into_iter().collect();
                let answer = |key: Vec<u8>| {
                    let rows = found.get(&key).map(|value| (key.clone(), value.clone())).into_iter().collect();
                    (Request::Row { table, key }, rows)
                };
                Ok(keys.into_iter().map(answer).collect())
            }
        }
    }
}

pub(super) fn pair(row: &SqlRow) -> Result<Row, StoreError> {
    Ok((row.try_get(0)?, row.try_get(1)?))
}
