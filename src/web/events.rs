//! Notifications while the page is open, as server-sent events.
//!
//! An open stream holds a [`Seat`] and a place in the queue of events, nothing else: each event says
//! only that something changed, and what there is now is read from the store when the reader takes it.

use std::collections::HashMap;
use std::convert::Infallible;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use axum::body::Body;
use axum::extract::State;
use axum::http::{HeaderName, HeaderValue, Response, header};
use bytes::Bytes;
use serde_json::json;
use tokio::sync::broadcast::Receiver;
use tokio::sync::broadcast::error::RecvError;
use tokio::time::{Instant, Interval, MissedTickBehavior};
use tokio_util::sync::CancellationToken;

use super::bearer::BearerUntil;
use super::error::Result;
use super::extract::{Parameters, PathUid};
use super::{Web, server};
use crate::domain::notification::Concerned;
use crate::domain::{Slug, Uid};
use crate::error::{Error, Problem};
use crate::ops::notifications::{self, Watch};

/// Something goes over the wire at least so often, or what stands between may take it for dead.
const KEEP_ALIVE: Duration = Duration::from_secs(25);
/// One account's windows and devices; the oldest stream ends when another one begins.
const STREAMS_PER_ACCOUNT: usize = 5;

/// The open streams: few enough that they never take all places for connections.
pub(super) struct Streams {
    places: usize,
    open: Mutex<Open>,
}

#[derive(Default)]
struct Open {
    /// Also those that were told to end and have not yet.
    all: usize,
    next: u64,
    /// Oldest first.
    by_account: HashMap<Uid, Vec<(u64, CancellationToken)>>,
}

/// The place of one open stream; given back when dropped.
struct Seat {
    streams: Arc<Streams>,
    uid: Uid,
    number: u64,
    /// Cancelled when the account opens more streams than it may have.
    ended: CancellationToken,
}

impl Streams {
    pub(super) fn new() -> Arc<Self> {
        Self::with_places(server::connection_places() / 4)
    }

    fn with_places(places: usize) -> Arc<Self> {
        Arc::new(Self { places, open: Mutex::default() })
    }

    /// Errors: `unavailable` when all places are taken.
    fn take(self: &Arc<Self>, uid: &Uid) -> Result<Seat, Error> {
        let mut open = self.open.lock().unwrap_or_else(PoisonError::into_inner);
        if open.all >= self.places {
            return Err(Error::unavailable("Too many streams are open.").retry_after(60));
        }
        open.all += 1;
        open.next += 1;
        let (number, ended) = (open.next, CancellationToken::new());
        let own = open.by_account.entry(uid.clone()).or_default();
        if own.len() >= STREAMS_PER_ACCOUNT {
            own.remove(0).1.cancel();
        }
        own.push((number, ended.clone()));
        Ok(Seat { streams: Arc::clone(self), uid: uid.clone(), number, ended })
    }
}

impl Drop for Seat {
    fn drop(&mut self) {
        let mut open = self.streams.open.lock().unwrap_or_else(PoisonError::into_inner);
        open.all -= 1;
        if let Some(own) = open.by_account.get_mut(&self.uid) {
            own.retain(|(number, _)| *number != self.number);
            if own.is_empty() {
                open.by_account.remove(&self.uid);
            }
        }
    }
}

/// Tells of the reader's notifications at once and after each change, until the token ends.
#[utoipa::path(
    get, path = "/notifications/{uid}/stream", tag = "readers", operation_id = "streamNotifications",
    params(("uid" = String, Path, description = "The token's own account")), security(("bearer" = [])),
    responses(
        (
            status = 200,
            description = "Events `notifications` with data `{\"articles\": [slug]}`, newest first",
            body = String, content_type = "text/event-stream",
        ),
        (status = 401, description = "`id_token_expired`, `invalid_user_token`", body = Problem),
        (status = 403, description = "`forbidden`: another account's; `user_disabled`", body = Problem),
        (status = 503, description = "Too many streams are open; see Retry-After", body = Problem),
    )
)]
pub(super) async fn stream(
    State(web): State<Arc<Web>>,
    BearerUntil(actor, until): BearerUntil,
    PathUid(uid): PathUid,
    parameters: Parameters,
) -> Result {
    parameters.each(|_, _| Ok(false))?;
    let watch = notifications::watch(&actor, &uid, until)?;
    // Before the first look, so that nothing falls in between.
    let events = web.app.events.subscribe();
    let first = notifications::look(&web.app, &watch).await?;
    let feed = Feed::new(web, watch, events)?;
    let first = futures_util::stream::iter([Ok::<_, Infallible>(event(&first))]);
    let later = futures_util::stream::unfold(feed, |mut feed| async { Some((Ok(feed.next().await?), feed)) });
    let mut response = Response::new(Body::from_stream(futures_util::StreamExt::chain(first, later)));
    let headers = response.headers_mut();
    headers.insert(header::CONTENT_TYPE, HeaderValue::from_static("text/event-stream"));
    headers.insert(header::CACHE_CONTROL, HeaderValue::from_static("no-store"));
    // A proxy that gathers before it sends would keep the reader waiting.
    headers.insert(HeaderName::from_static("x-accel-buffering"), HeaderValue::from_static("no"));
    Ok(response)
}

fn event(articles: &[Slug]) -> Bytes {
    format!("event: notifications\ndata: {}\n\n", json!({"articles": articles})).into()
}

/// What one stream waits for.
struct Feed {
    web: Arc<Web>,
    watch: Watch,
    events: Receiver<Concerned>,
    seat: Seat,
    ends: Instant,
    keep_alive: Interval,
}

/// Why a stream wakes up.
enum Wake {
    Changed,
    Quiet,
    Over,
}

impl Feed {
    fn new(web: Arc<Web>, watch: Watch, events: Receiver<Concerned>) -> Result<Self, Error> {
        let left = watch.until.duration_since(web.app.clock.now());
        let mut keep_alive = tokio::time::interval_at(Instant::now() + KEEP_ALIVE, KEEP_ALIVE);
        keep_alive.set_missed_tick_behavior(MissedTickBehavior::Delay);
        Ok(Self {
            seat: web.streams.take(&watch.reader.uid)?,
            ends: Instant::now() + Duration::try_from(left).unwrap_or_default(),
            keep_alive,
            web,
            watch,
            events,
        })
    }

    /// What to send next; `None` when the stream is over.
    async fn next(&mut self) -> Option<Bytes> {
        let wake = self.wake().await;
        if matches!(wake, Wake::Over) {
            return None;
        }
        // The account may have gone without a word.
        let articles = notifications::look(&self.web.app, &self.watch).await.ok()?;
        Some(match wake {
            Wake::Changed => event(&articles),
            Wake::Quiet | Wake::Over => Bytes::from_static(b": keep-alive\n\n"),
        })
    }

    async fn wake(&mut self) -> Wake {
        loop {
            let told = tokio::select! {
                () = self.web.app.stop.cancelled() => return Wake::Over,
                () = self.seat.ended.cancelled() => return Wake::Over,
                () = tokio::time::sleep_until(self.ends) => return Wake::Over,
                _ = self.keep_alive.tick() => return Wake::Quiet,
                told = self.events.recv() => told,
            };
            match told {
                Ok(concerned) if concerned.includes(&self.watch.reader.uid) => return Wake::Changed,
                Ok(_) => {}
                // Too slow to hear of each change: what there is now counts.
                Err(RecvError::Lagged(_)) => return Wake::Changed,
                Err(RecvError::Closed) => return Wake::Over,
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::error::ErrorCode;

    fn uid(name: &str) -> Uid {
        Uid::parse(&format!("{name:0<28}")).expect("a uid")
    }

    #[test]
    fn the_oldest_stream_of_an_account_makes_room() {
        let streams = Streams::with_places(100);
        let seats: Vec<Seat> = (0..STREAMS_PER_ACCOUNT).map(|_| streams.take(&uid("a")).expect("a seat")).collect();
        let other = streams.take(&uid("b")).expect("a seat");
        let newest = streams.take(&uid("a")).expect("a seat");
        let ended: Vec<bool> = seats.iter().map(|seat| seat.ended.is_cancelled()).collect();
        assert_eq!(ended, [true, false, false, false, false]);
        assert!(!other.ended.is_cancelled() && !newest.ended.is_cancelled());
    }

    #[test]
    fn there_are_only_so_many_places_and_they_come_back() {
        let streams = Streams::with_places(2);
        let first = streams.take(&uid("a")).expect("a seat");
        let _second = streams.take(&uid("b")).expect("a seat");
        assert_eq!(streams.take(&uid("c")).err().map(|error| error.code), Some(ErrorCode::Unavailable));
        drop(first);
        let _third = streams.take(&uid("c")).expect("a seat");
        let open = streams.open.lock().expect("the lock");
        assert_eq!((open.all, open.by_account.len()), (2, 2));
    }
}
