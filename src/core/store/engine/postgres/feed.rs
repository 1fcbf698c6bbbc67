//! The changes of all processes in the order of their commits.
//!
//! A notification wakes the feed; it carries nothing, and a look each second is the net: an engine that refuses LISTEN
//! only makes the feed slower.

use std::future::poll_fn;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};

use deadpool_postgres::Pool;
use tokio::runtime::Handle;
use tokio::sync::{Notify, mpsc};
use tokio::task::JoinHandle;
use tokio::time::timeout;
use tokio_postgres::{AsyncMessage, Client, Row as SqlRow};
use uuid::Uuid;

use super::held::Held;
use super::hosts::Hosts;
use super::pipeline::{self, SqlStep};
use super::statements;
use super::waiting::within;
use crate::store::error::StoreError;

/// Without a notification, changes are looked for this often.
const POLL: Duration = Duration::from_secs(1);
/// From one look to the next: a busy feed is read in pages instead of group by group.
const PACE: Duration = Duration::from_millis(10);
const ROWS_PER_PAGE: i64 = 500;
/// The pause before another attempt to listen: an engine may refuse it for good.
const LISTEN_AGAIN: Duration = Duration::from_secs(30);
/// Pages that wait for the receiver.
const MAX_WAITING_PAGES: usize = 8;

/// A committed group.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(in crate::store) struct CommittedGroup {
    pub seq: i64,
    /// The process that wrote it.
    pub writer: Uuid,
    /// The changed rows that processes hold in memory: table and key.
    pub rows: Vec<(String, Vec<u8>)>,
}

/// What the feed reports.
#[derive(Debug)]
pub(in crate::store) enum News {
    Changes(Vec<CommittedGroup>),
    /// Changes were removed before this process read them, or a host that lacks changes has taken over: everything must
    /// be read again, as of this change.
    Behind(i64),
}

/// How far this process has come with the changes.
#[derive(Debug)]
pub(in crate::store) struct Progress {
    /// The last change that was applied, and when this process had all.
    at: Mutex<(i64, Instant)>,
    /// Whether the database sends notifications.
    is_notified: AtomicBool,
}

impl Progress {
    fn at(seq: i64) -> Self {
        Self { at: Mutex::new((seq, Instant::now())), is_notified: AtomicBool::new(false) }
    }

    /// Notes that everything up to this change was applied.
    pub(in crate::store) fn applied(&self, seq: i64) {
        self.at.lock().unwrap_or_else(PoisonError::into_inner).0 = seq;
    }

    /// Notes that the database has no change after this one.
    fn looked(&self, seq: i64) {
        let mut progress = self.at.lock().unwrap_or_else(PoisonError::into_inner);
        if progress.0 >= seq {
            progress.1 = Instant::now();
        }
    }

    /// The time since this process was known to have all changes.
    pub(in crate::store) fn lag(&self) -> Duration {
        self.at.lock().unwrap_or_else(PoisonError::into_inner).1.elapsed()
    }

    /// Whether notifications wake the feed; else it looks each second.
    pub(in crate::store) fn is_notified(&self) -> bool {
        self.is_notified.load(Ordering::Relaxed)
    }
}

/// The receiving end; the feed ends when it is dropped.
pub(in crate::store) struct ChangeFeed {
    news: mpsc::Receiver<News>,
}

impl ChangeFeed {
    pub(super) fn new(handle: &Handle, source: FeedSource, seq: i64) -> (Self, Arc<Progress>) {
        let (sender, news) = mpsc::channel(MAX_WAITING_PAGES);
        let progress = Arc::new(Progress::at(seq));
        handle.spawn(run(source, FeedPlace { seq, group: None }, sender, Arc::clone(&progress)));
        (Self { news }, progress)
    }

    /// The next changes; `None` when the database was closed.
    pub(in crate::store) async fn next(&mut self) -> Option<News> {
        self.news.recv().await
    }
}

/// Where the changes come from.
pub(super) struct FeedSource {
    pub pool: Pool,
    pub hosts: Arc<Hosts>,
    /// How long an answer may take; then the database is asked on another connection.
    pub patience: Duration,
}

/// The last change that was read.
#[derive(Clone, Copy)]
struct FeedPlace {
    seq: i64,
    /// The group that made it, by its writer and number; `None` where the feed began.
    group: Option<(Uuid, i64)>,
}

async fn run(source: FeedSource, mut place: FeedPlace, sender: mpsc::Sender<News>, progress: Arc<Progress>) {
    let wake = Arc::new(Notify::new());
    let (mut listener, mut tried): (Option<Listener>, Option<Instant>) = (None, None);
    // In an outage nothing is learned about notifications.
    let mut is_reachable = true;
    while !sender.is_closed() {
        if listener.take_if(|listener| listener.has_ended()).is_some() {
            is_reachable = false;
        }
        if is_reachable && listener.is_none() && tried.is_none_or(|tried| tried.elapsed() >= LISTEN_AGAIN) {
            tried = Some(Instant::now());
            listener = source.listen(&wake).await;
        }
        progress.is_notified.store(listener.is_some(), Ordering::Relaxed);
        let next_look = tokio::time::Instant::now() + PACE;
        let answered = source.read(place).await;
        if answered.is_ok() && !is_reachable {
            tried = None;
        }
        is_reachable = answered.is_ok();
        match answered {
            Ok((News::Changes(changes), _)) if changes.is_empty() => {
                progress.looked(place.seq);
                // Whichever comes first: both lead to the same look.
                drop(timeout(POLL, wake.notified()).await);
            }
            Ok((news, reached)) => {
                place = reached;
                if sender.send(news).await.is_err() {
                    return;
                }
            }
            // The writer reports an outage; here it only means waiting.
            Err(error) => {
                tracing::debug!(error = error.with_source(), "the feed of changes waits");
                // Its host may be one that takes no writes any longer, and stay silent.
                listener = None;
                tokio::time::sleep(POLL).await;
            }
        }
        tokio::time::sleep_until(next_look).await;
    }
}

impl FeedSource {
    /// A connection that wakes the feed; `None` if the database gives none.
    async fn listen(&self, wake: &Arc<Notify>) -> Option<Listener> {
        let started = within(self.patience, Listener::start(&self.hosts, wake)).await.inspect_err(|error| {
            let error = error.with_source();
            tracing::warn!(error, "the database sends no notifications; it is asked each second");
        });
        started.ok()
    }

    /// The changes after the last one, and the last one of them.
    async fn read(&self, place: FeedPlace) -> Result<(News, FeedPlace), StoreError> {
        within(self.patience, read(&self.pool, place)).await
    }
}

async fn read(pool: &Pool, place: FeedPlace) -> Result<(News, FeedPlace), StoreError> {
    let seq = place.seq;
    let client = Held::of(pool).await?;
    let steps = vec![
        SqlStep::new(statements::READ_GROUP).with(seq),
        SqlStep::new(statements::READ_WRITER),
        SqlStep::new(statements::READ_CHANGES).with(seq).with(ROWS_PER_PAGE),
    ];
    let answers = pipeline::run(&client, steps).await?;
    client.give_back();
    let [known, writer, changes] = &answers[..] else { return Err(StoreError::Stopped) };
    let known = known.first().map(|row| group(row, 0, 1)).transpose()?;
    let is_same = known.is_none() || place.group.is_none() || known == place.group;
    let last: i64 = writer.first().map(|row| row.try_get(2)).transpose()?.unwrap_or(seq);
    let read = changes.iter().map(change).collect::<Result<Vec<_>, _>>()?;
    // A change that is not there was removed before this process has read it.
    let follows = read.first().map_or(last <= seq, |first| first.seq == seq + 1);
    if !is_same || last < seq || !follows {
        return Ok((News::Behind(last), FeedPlace { seq: last, group: None }));
    }
    let reached = changes.last().map(|row| Ok::<_, StoreError>((row.try_get(0)?, group(row, 1, 4)?))).transpose()?;
    let reached = reached.map_or(place, |(seq, group)| FeedPlace { seq, group: Some(group) });
    Ok((News::Changes(read), reached))
}

/// The group in these columns.
fn group(row: &SqlRow, writer: usize, number: usize) -> Result<(Uuid, i64), StoreError> {
    let writer: Vec<u8> = row.try_get(writer)?;
    Ok((Uuid::from_slice(&writer).unwrap_or_default(), row.try_get(number)?))
}

fn change(row: &SqlRow) -> Result<CommittedGroup, StoreError> {
    let (writer, _) = group(row, 1, 4)?;
    let (tables, keys): (Vec<String>, Vec<Vec<u8>>) = (row.try_get(2)?, row.try_get(3)?);
    let rows = tables.into_iter().zip(keys).collect();
    Ok(CommittedGroup { seq: row.try_get(0)?, writer, rows })
}

/// A connection that only listens.
struct Listener {
    /// The connection ends with its client.
    client: Client,
    driver: JoinHandle<()>,
}

impl Listener {
    async fn start(hosts: &Hosts, wake: &Arc<Notify>) -> Result<Self, StoreError> {
        let (client, mut connection) = hosts.connect().await?;
        let wake = Arc::clone(wake);
        let driver = tokio::spawn(async move {
            while let Some(Ok(message)) = poll_fn(|context| connection.poll_message(context)).await {
                if matches!(message, AsyncMessage::Notification(_)) {
                    wake.notify_one();
                }
            }
        });
        let listener = Self { client, driver };
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
