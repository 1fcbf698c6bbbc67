//! The changes of all processes in the order of their commits.
//!
//! A notification wakes the feed; it carries nothing, and a look each second is the net: an engine that refuses LISTEN
//! only makes the feed slower.

use std::future::poll_fn;
use std::sync::Arc;
use std::time::Duration;

use deadpool_postgres::Pool;
use tokio::runtime::Handle;
use tokio::sync::{Notify, mpsc};
use tokio::task::JoinHandle;
use tokio_postgres::{AsyncMessage, Client, Row as SqlRow};
use uuid::Uuid;

use super::pipeline::{self, Step};
use super::{PostgresConfig, statements};
use crate::store::error::StoreError;

/// Without a notification, changes are looked for this often.
const POLL: Duration = Duration::from_secs(1);
const PAGE: i64 = 500;
/// Pages that wait for the receiver.
const BUFFER: usize = 8;

/// A committed group.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(in crate::store) struct Change {
    pub seq: i64,
    /// The process that wrote it.
    pub writer: Uuid,
    /// The changed rows that processes hold in memory: table and key.
    pub rows: Vec<(String, Vec<u8>)>,
}

/// What the feed reports.
#[derive(Debug)]
pub(in crate::store) enum News {
    Changes(Vec<Change>),
    /// Changes were removed before this process read them: everything must be read again, as of this change.
    Behind(i64),
}

/// The receiving end; the feed ends when it is dropped.
pub(in crate::store) struct Feed {
    news: mpsc::Receiver<News>,
}

impl Feed {
    pub(super) fn new(handle: &Handle, pool: Pool, config: PostgresConfig, seq: i64) -> Self {
        let (sender, news) = mpsc::channel(BUFFER);
        handle.spawn(run(pool, config, seq, sender));
        Self { news }
    }

    /// The next changes; `None` when the database was closed.
    pub(in crate::store) async fn next(&mut self) -> Option<News> {
        self.news.recv().await
    }
}

async fn run(pool: Pool, config: PostgresConfig, mut seq: i64, sender: mpsc::Sender<News>) {
    let wake = Arc::new(Notify::new());
    let mut listener: Option<Listener> = None;
    while !sender.is_closed() {
        if listener.as_ref().is_none_or(Listener::has_ended) {
            listener = Listener::start(&config, &wake).await.inspect_err(|error| {
                tracing::debug!(error = error.with_source(), "no notifications of the database; it is asked each second");
            }).ok();
        }
        match read(&pool, seq).await {
            Ok(News::Changes(changes)) if changes.is_empty() => {
                // Whichever comes first: both lead to the same look.
                drop(tokio::time::timeout(POLL, wake.notified()).await);
            }
            Ok(news) => {
                seq = match &news {
                    News::Changes(changes) => changes.last().map_or(seq, |last| last.seq),
                    News::Behind(last) => *last,
                };
                if sender.send(news).await.is_err() {
                    return;
                }
            }
            // The writer reports an outage; here it only means waiting.
            Err(error) => {
                tracing::debug!(error = error.with_source(), "the feed of changes waits");
                tokio::time::sleep(POLL).await;
            }
        }
    }
}

/// The changes after `seq`.
async fn read(pool: &Pool, seq: i64) -> Result<News, StoreError> {
    let client = pool.get().await?;
    let steps = vec![
        Step::new(statements::FIRST_CHANGE),
        Step::new(statements::READ_WRITER),
        Step::new(statements::READ_CHANGES).with(seq).with(PAGE),
    ];
    let answers = pipeline::run(&client, steps).await?;
    let [first, writer, changes] = &answers[..] else { return Err(StoreError::Stopped) };
    let first: Option<i64> = first.first().map(|row| row.try_get(0)).transpose()?.flatten();
    let last = writer.first().map(|row| row.try_get(2)).transpose()?.unwrap_or(seq);
    if last > seq && first.is_none_or(|first| first > seq + 1) {
        return Ok(News::Behind(last));
    }
    Ok(News::Changes(changes.iter().map(change).collect::<Result<_, _>>()?))
}

fn change(row: &SqlRow) -> Result<Change, StoreError> {
    let writer: Vec<u8> = row.try_get(1)?;
    let (tables, keys): (Vec<String>, Vec<Vec<u8>>) = (row.try_get(2)?, row.try_get(3)?);
    let rows = tables.into_iter().zip(keys).collect();
    Ok(Change { seq: row.try_get(0)?, writer: Uuid::from_slice(&writer).unwrap_or_default(), rows })
}

/// A connection that only listens.
struct Listener {
    /// The connection ends with its client.
    client: Client,
    driver: JoinHandle<()>,
}

impl Listener {
    async fn start(config: &PostgresConfig, wake: &Arc<Notify>) -> Result<Self, StoreError> {
        let (client, mut connection) = config.settings().connect(config.connector()).await?;
        let wake = Arc::clone(wake);
        let driver = tokio::spawn(async move {
            while let Some(Ok(message)) = poll_fn(|context| connection.poll_message(context)).await {
                if matches!(message, AsyncMessage::Notification(_)) {
                    wake.notify_one();
                }
            }
        });
        let listener = Self { client: client, driver };
        let channel: String = listener.client.query_one(statements::CHANNEL, &[]).await?.try_get(0)?;
        listener.client.batch_execute(&statements::listen(&channel)).await?;
        Ok(listener)
    }

    fn has_ended(&self) -> bool {
        self.driver.is_finished()
    }
}

impl Drop for Listener {
    fn drop(&mut self) {
        self.driver.abort();
    }
}
