//! The body of a request, which must arrive at a minimum pace.
//!
//! A request that waits for its body is not in progress: it has no place among the requests, and its connection is
//! idle. Only a limited number of requests may wait, and a limited number of one network.

use std::net::IpAddr;
use std::pin::Pin;
use std::sync::Arc;
use std::task::{Context, Poll};
use std::time::{Duration, Instant};

use axum::body::HttpBody;
use bytes::Bytes;
use hyper::body::{Frame, SizeHint};
use tokio::time::Sleep;

use super::connection::Connection;
use crate::web::request_limit::{RequestLimit, Share};

/// How fast a body must arrive.
#[derive(Debug, Clone, Copy)]
pub(in crate::web) struct BodyPace {
    /// Time allowed for any body.
    pub grace: Duration,
    pub bytes_per_sec: u64,
}

impl BodyPace {
    /// 64 KiB in 26 seconds, as over a bad mobile connection.
    pub(in crate::web) const DEFAULT: Self = Self { grace: Duration::from_secs(10), bytes_per_sec: 4096 };

    fn allowed(self, received: u64) -> Duration {
        self.grace + Duration::from_millis(received.saturating_mul(1000) / self.bytes_per_sec)
    }
}

/// Why the body was not read to its end.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
pub(in crate::web) enum BodyError {
    #[error("the body arrives too slowly")]
    TooSlow,
    #[error("too many requests wait for their bodies")]
    TooMany,
}

/// The body of a request.
pub(in crate::web) struct RequestBody<B> {
    body: B,
    received: u64,
    pace: BodyPace,
    /// When the next bytes must have arrived; set at the first wait.
    deadline: Option<Pin<Box<Sleep>>>,
    begun: Option<Instant>,
    waiting: Option<Share>,
    connection: Arc<Connection>,
    limit: Arc<RequestLimit>,
    network: IpAddr,
}

impl<B> RequestBody<B> {
    pub(in crate::web) fn new(
        body: B,
        pace: BodyPace,
        connection: Arc<Connection>,
        limit: Arc<RequestLimit>,
        network: IpAddr,
    ) -> Self {
        let (deadline, begun, waiting) = (None, None, None);
        Self { body, received: 0, pace, deadline, begun, waiting, connection, limit, network }
    }

    /// Gives up the request's place and waits for the client.
    fn wait(&mut self, cx: &mut Context<'_>) -> Poll<BodyError> {
        if self.waiting.is_none() {
            let Some(share) = self.limit.try_wait_for_body(self.network) else {
                return Poll::Ready(BodyError::TooMany);
            };
            self.waiting = Some(share);
            self.limit.pause();
            self.connection.pause(Instant::now());
        }
        let begun = *self.begun.get_or_insert_with(Instant::now);
        let end = tokio::time::Instant::from_std(begun + self.pace.allowed(self.received));
        let deadline = self.deadline.get_or_insert_with(|| Box::pin(tokio::time::sleep_until(end)));
        while deadline.as_mut().poll(cx).is_ready() {
            if deadline.deadline() >= end {
                return Poll::Ready(BodyError::TooSlow);
            }
            // Bytes that arrived in the meantime have moved the deadline.
            deadline.as_mut().reset(end);
        }
        Poll::Pending
    }

    fn end_wait(&mut self) {
        if self.waiting.take().is_some() {
            self.limit.resume();
            self.connection.resume();
        }
    }
}

impl<B> HttpBody for RequestBody<B>
where
    B: HttpBody<Data = Bytes> + Unpin,
    B::Error: Into<axum::BoxError>,
{
    type Data = Bytes;
    type Error = axum::BoxError;

    fn poll_frame(self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<Option<Result<Frame<Bytes>, axum::BoxError>>> {
        let this = self.get_mut();
        let Poll::Ready(frame) = Pin::new(&mut this.body).poll_frame(cx) else {
            return this.wait(cx).map(|error| Some(Err(error.into())));
        };
        if let Some(Ok(frame)) = &frame {
            this.received += frame.data_ref().map_or(0, |data| data.len() as u64);
        }
        // The request takes its place again only at the end of its body: the rest may take long.
        if !matches!(frame, Some(Ok(_))) || this.body.is_end_stream() {
            this.end_wait();
        }
        Poll::Ready(frame.map(|frame| frame.map_err(Into::into)))
    }

    fn is_end_stream(&self) -> bool {
        self.body.is_end_stream()
    }

    fn size_hint(&self) -> SizeHint {
        self.body.size_hint()
    }
}

impl<B> Drop for RequestBody<B> {
    fn drop(&mut self) {
        self.end_wait();
    }
}

#[cfg(test)]
mod tests {
    use axum::body::Body;
    use http_body_util::BodyExt;
    use tokio_util::sync::CancellationToken;

    use super::*;

    const NETWORK: IpAddr = IpAddr::V4(std::net::Ipv4Addr::new(198, 51, 100, 7));

    fn request_body(body: Body, limit: &Arc<RequestLimit>, connection: &Arc<Connection>) -> RequestBody<Body> {
        let pace = BodyPace { grace: Duration::from_millis(50), bytes_per_sec: 1000 };
        RequestBody::new(body, pace, Arc::clone(connection), Arc::clone(limit), NETWORK)
    }

    fn pending() -> Body {
        Body::from_stream(futures_util::stream::pending::<Result<Bytes, axum::Error>>())
    }

    fn fixtures() -> (Arc<RequestLimit>, Arc<Connection>) {
        (
            Arc::new(RequestLimit::new(Arc::default(), 2)),
            Arc::new(Connection::new(NETWORK, NETWORK, CancellationToken::new())),
        )
    }

    #[tokio::test]
    async fn a_request_gives_up_its_place_while_it_waits_for_its_body() {
        let (limit, connection) = fixtures();
        let (request, permit) = (connection.begin_request(), limit.try_acquire(NETWORK));
        let mut body = request_body(pending(), &limit, &connection);
        assert_eq!((limit.in_flight(), connection.idle_since()), (1, None));
        assert!(futures_util::poll!(body.frame()).is_pending());
        assert_eq!(limit.in_flight(), 0);
        assert!(connection.idle_since().is_some());
        drop(body);
        assert_eq!((limit.in_flight(), connection.idle_since()), (1, None));
        drop((permit, request));
        assert_eq!(limit.in_flight(), 0);
    }

    #[tokio::test]
    async fn a_body_that_does_not_arrive_is_given_up() {
        let (limit, connection) = fixtures();
        let mut body = request_body(pending(), &limit, &connection);
        let error = body.frame().await.expect("an end").expect_err("an error");
        assert_eq!(error.downcast_ref(), Some(&BodyError::TooSlow));
    }

    #[test]
    fn bytes_that_arrive_earn_time_for_the_rest() {
        let pace = BodyPace::DEFAULT;
        assert_eq!(pace.allowed(0), Duration::from_secs(10), "one byte in two seconds earns nothing");
        assert_eq!(pace.allowed(5), Duration::from_millis(10_001));
        assert_eq!(pace.allowed(65_536), Duration::from_secs(26));
    }

    #[tokio::test]
    async fn one_network_may_not_hold_all_places_for_bodies() {
        let (limit, connection) = fixtures();
        let mut bodies: Vec<_> = (0..500).map(|_| request_body(pending(), &limit, &connection)).collect();
        let mut refused = 0;
        for body in &mut bodies {
            if let Poll::Ready(Some(Err(error))) = futures_util::poll!(body.frame()) {
                assert_eq!(error.downcast_ref(), Some(&BodyError::TooMany));
                refused += 1;
            }
        }
        assert!((400..500).contains(&refused), "{refused}");
        let other = IpAddr::from([203, 0, 113, 1]);
        assert!(limit.try_wait_for_body(other).is_some(), "another network is not refused");
    }
}
