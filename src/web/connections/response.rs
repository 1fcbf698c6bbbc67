//! The body of a response, which reports its progress to its connection.

use std::pin::Pin;
use std::sync::Arc;
use std::task::{Context, Poll, ready};
use std::time::Instant;

use axum::body::{Body, HttpBody};
use bytes::{Buf, Bytes};
use hyper::body::{Frame, SizeHint};

use super::connection::{Connection, OpenRequest};

/// The body of a response together with its request.
pub(in crate::web) struct ResponseBody {
    body: Body,
    /// `None` once the last frame owns it.
    request: Option<OpenRequest>,
}

/// A part of a body on its way to the client. Each write of its bytes is progress of the connection.
pub(in crate::web) struct ResponseData {
    bytes: Bytes,
    owner: DataOwner,
}

enum DataOwner {
    /// The frame is the last one: its end is the end of the request.
    Request(OpenRequest),
    Connection(Arc<Connection>),
    /// The body ended without a request to report to.
    Nobody,
}

impl ResponseBody {
    /// The body of the response to `request`, which waits for the client from now on.
    pub(in crate::web) fn new(body: Body, mut request: OpenRequest) -> Self {
        if body.is_end_stream() {
            request.complete();
        }
        Self { body, request: Some(request) }
    }

    fn data(&mut self, bytes: Bytes) -> ResponseData {
        let owner = if self.body.is_end_stream() {
            self.request.take().map_or(DataOwner::Nobody, DataOwner::Request)
        } else {
            let request = self.request.as_mut();
            request.map_or(DataOwner::Nobody, |request| {
                request.wait_for_client(Instant::now());
                DataOwner::Connection(Arc::clone(&request.connection))
            })
        };
        ResponseData { bytes, owner }
    }
}

impl HttpBody for ResponseBody {
    type Data = ResponseData;
    type Error = axum::Error;

    fn poll_frame(
        self: Pin<&mut Self>,
        cx: &mut Context<'_>,
    ) -> Poll<Option<Result<Frame<ResponseData>, axum::Error>>> {
        let this = self.get_mut();
        let polled = Pin::new(&mut this.body).poll_frame(cx);
        if let Some(request) = &mut this.request {
            match &polled {
                Poll::Pending => request.wait_for_server(),
                Poll::Ready(None) => request.complete(),
                Poll::Ready(Some(_)) => {}
            }
        }
        Poll::Ready(ready!(polled).map(|frame| frame.map(|frame| frame.map_data(|bytes| this.data(bytes)))))
    }

    fn is_end_stream(&self) -> bool {
        self.body.is_end_stream()
    }

    fn size_hint(&self) -> SizeHint {
        self.body.size_hint()
    }
}

impl Buf for ResponseData {
    fn remaining(&self) -> usize {
        self.bytes.remaining()
    }

    fn chunk(&self) -> &[u8] {
        self.bytes.chunk()
    }

    fn advance(&mut self, count: usize) {
        self.bytes.advance(count);
        match &mut self.owner {
            // The request ends next, which counts as progress too.
            DataOwner::Request(request) if self.bytes.is_empty() => request.complete(),
            DataOwner::Request(request) => request.connection.made_progress(Instant::now()),
            DataOwner::Connection(connection) => connection.made_progress(Instant::now()),
            DataOwner::Nobody => {}
        }
    }
}

#[cfg(test)]
mod tests {
    use std::net::IpAddr;

    use http_body_util::BodyExt;
    use tokio_util::sync::CancellationToken;

    use super::*;

    fn connection() -> Arc<Connection> {
        let peer = IpAddr::from([198, 51, 100, 7]);
        Arc::new(Connection::new(peer, peer, CancellationToken::new()))
    }

    fn body(connection: &Arc<Connection>, body: Body) -> ResponseBody {
        let mut request = connection.begin_request();
        request.wait_for_client(Instant::now());
        ResponseBody::new(body, request)
    }

    #[tokio::test]
    async fn writing_the_body_is_progress_and_its_end_completes_the_request() {
        let connection = connection();
        let mut response = body(&connection, Body::from("abcdef"));
        assert_eq!(response.size_hint().exact(), Some(6));
        let frame = response.frame().await.expect("a frame").expect("no error");
        let mut data = frame.into_data().ok().expect("data");
        assert!(response.is_end_stream());
        drop(response);
        let before = connection.idle_since().expect("it waits for the client");
        data.advance(5);
        assert_eq!(data.chunk(), b"f");
        assert!(connection.idle_since().expect("it waits for the client") >= before);
        assert!(matches!(&data.owner, DataOwner::Request(request) if !request.is_complete()));
        data.advance(1);
        assert!(matches!(&data.owner, DataOwner::Request(request) if request.is_complete()));
    }

    #[tokio::test]
    async fn a_stream_that_waits_for_the_server_is_not_idle() {
        let connection = connection();
        let pending = futures_util::stream::pending::<Result<Bytes, axum::Error>>();
        let mut response = body(&connection, Body::from_stream(pending));
        assert!(futures_util::poll!(response.frame()).is_pending());
        assert!(connection.idle_since().is_none());
        drop(response);
        assert!(connection.idle_since().is_some());
    }
}
