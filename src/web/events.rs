//! Live notifications as server-sent events.
//!
//! An open stream holds a [`StreamPermit`] and a receiver of change events. An event only names the accounts
//! concerned; the stream then reads the current notifications from the store.

use std::convert::Infallible;
use std::sync::Arc;
use std::time::Duration;

use axum::body::Body;
use axum::extract::State;
use axum::http::{HeaderName, HeaderValue, header};
use axum::response::IntoResponse;
use bytes::Bytes;
use futures_util::{StreamExt, stream};
use serde_json::json;
use tokio::sync::broadcast::Receiver;
use tokio::sync::broadcast::error::RecvError;
use tokio::time::{Instant, Interval, MissedTickBehavior};

use super::bearer::BearerUntil;
use super::error::Result;
use super::event_streams::StreamPermit;
use super::extract::{NoParameters, PathParam};
use super::state::Web;
use crate::domain::Slug;
use crate::domain::notification::NotifiedAccounts;
use crate::error::Error;
use crate::ops::notifications::{self, Watch};
use crate::web::operation::Unavailable;

/// Interval of comments on a quiet stream, which keep proxies from closing it.
const KEEP_ALIVE: Duration = Duration::from_secs(25);

/// Streams the reader's notifications: at once and after each change, until the token expires.
#[utoipa::path(get, path = "", tag = "readers", operation_id = "streamNotifications", responses(
    (status = 200, description = "Events named `notifications` with data `{\"articles\": [slug]}`, newest first", body = String, content_type = "text/event-stream"),
    Unavailable,
))]
pub(super) async fn stream(
    State(web): State<Arc<Web>>,
    BearerUntil(actor, until): BearerUntil,
    PathParam(uid): PathParam,
    _: NoParameters,
) -> Result {
    let watch = notifications::watch(&actor, &uid, until)?;
    // Subscribed before the first read, so that no change is missed in between.
    let events = web.app.events.subscribe();
    let first = notifications::current(&web.app, &watch).await?;
    let subscription = StreamSubscription::new(web, watch, events)?;
    let first = stream::iter([Ok::<_, Infallible>(event(&first))]);
    let later =
        stream::unfold(subscription, |mut subscription| async { Some((Ok(subscription.next().await?), subscription)) });
    let headers = [
        (header::CONTENT_TYPE, HeaderValue::from_static("text/event-stream")),
        (header::CACHE_CONTROL, HeaderValue::from_static("no-store")),
        // Proxies must not buffer the stream.
        (HeaderName::from_static("x-accel-buffering"), HeaderValue::from_static("no")),
    ];
    Ok((headers, Body::from_stream(first.chain(later))).into_response())
}

fn event(articles: &[Slug]) -> Bytes {
    format!("event: notifications\ndata: {}\n\n", json!({"articles": articles})).into()
}

/// One open stream.
struct StreamSubscription {
    web: Arc<Web>,
    watch: Watch,
    events: Receiver<NotifiedAccounts>,
    permit: StreamPermit,
    ends_at: Instant,
    keep_alive: Interval,
}

/// Why a stream wakes up.
enum Wake {
    Changed,
    KeepAlive,
    End,
}

impl StreamSubscription {
    fn new(web: Arc<Web>, watch: Watch, events: Receiver<NotifiedAccounts>) -> Result<Self, Error> {
        let left = watch.until.duration_since(web.app.clock.now());
        let mut keep_alive = tokio::time::interval_at(Instant::now() + KEEP_ALIVE, KEEP_ALIVE);
        keep_alive.set_missed_tick_behavior(MissedTickBehavior::Delay);
        Ok(Self {
            permit: web.streams.acquire(&watch.reader.uid)?,
            ends_at: Instant::now() + Duration::try_from(left).unwrap_or_default(),
            keep_alive,
            web,
            watch,
            events,
        })
    }

    /// The next bytes to send; `None` ends the stream.
    async fn next(&mut self) -> Option<Bytes> {
        let wake = self.wake().await;
        if matches!(wake, Wake::End) {
            return None;
        }
        // Also ends the stream of an account that was deleted or disabled.
        let articles = notifications::current(&self.web.app, &self.watch).await.ok()?;
        Some(match wake {
            Wake::Changed => event(&articles),
            Wake::KeepAlive | Wake::End => Bytes::from_static(b": keep-alive\n\n"),
        })
    }

    async fn wake(&mut self) -> Wake {
        loop {
            let received = tokio::select! {
                () = self.web.app.stop.cancelled() => return Wake::End,
                () = self.permit.cancelled.cancelled() => return Wake::End,
                () = tokio::time::sleep_until(self.ends_at) => return Wake::End,
                _ = self.keep_alive.tick() => return Wake::KeepAlive,
                received = self.events.recv() => received,
            };
            match received {
                Ok(concerned) if concerned.includes(&self.watch.reader.uid) => return Wake::Changed,
                Ok(_) => {}
                // Missed events do not matter: the current state is read anyway.
                Err(RecvError::Lagged(_)) => return Wake::Changed,
                Err(RecvError::Closed) => return Wake::End,
            }
        }
    }
}
