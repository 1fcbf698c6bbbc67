//! The listener: accepts connections, serves HTTP/1.1 and HTTP/2 on them, and stops.

use std::convert::Infallible;
use std::net::SocketAddr;
use std::pin::pin;
use std::sync::Arc;
use std::time::Duration;

use hyper::service::service_fn;
use hyper_util::rt::{TokioExecutor, TokioIo, TokioTimer};
use hyper_util::server::conn::auto::Builder;
use tokio::net::{TcpListener, TcpStream};
use tokio_util::sync::CancellationToken;
use tokio_util::task::TaskTracker;

use super::connections::{ConnectionSlot, Connections, Timeouts};
use super::service::HttpService;
use crate::app::App;

/// Time in which a new connection must send its first request.
const FIRST_REQUEST_TIMEOUT: Duration = Duration::from_secs(10);
/// Request line and headers together.
const MAX_HEADER_BYTES: u32 = 64 << 10;
const MAX_STREAMS: u32 = 128;
/// Bytes that a client may send before a handler reads them, on one HTTP/2 stream and on all of a connection.
const STREAM_WINDOW: u32 = 64 << 10;
const CONNECTION_WINDOW: u32 = 256 << 10;
/// Time in which the client of an expired connection can read that it is closed.
const CLOSE_TIMEOUT: Duration = Duration::from_secs(2);
/// Pause after a failed accept, which happens when file descriptors run out.
const ACCEPT_PAUSE: Duration = Duration::from_millis(50);

/// What all connections share.
struct Server {
    protocol: Builder<TokioExecutor>,
    service: Arc<HttpService>,
    timeouts: Timeouts,
    stop: CancellationToken,
}

/// Serves until `app.stop` is cancelled; then accepts no more connections and waits for the open ones to end.
pub(super) async fn run(app: &App, listener: TcpListener, connections: &Arc<Connections>, service: Arc<HttpService>) {
    let idle = Duration::from_secs(app.config.server.idle_timeout_secs);
    let timeouts = Timeouts { first_request: FIRST_REQUEST_TIMEOUT.min(idle), idle };
    let server = Arc::new(Server { protocol: protocol(), service, timeouts, stop: app.stop.clone() });
    let tasks = TaskTracker::new();
    loop {
        let accepted = tokio::select! {
            () = app.stop.cancelled() => break,
            accepted = accept(&listener, connections) => accepted,
        };
        if let Some((stream, place)) = accepted {
            tasks.spawn(Arc::clone(&server).serve(stream, place));
        }
    }
    drop(listener);
    tasks.close();
    let limit = Duration::from_secs(app.config.server.stop_timeout_secs);
    if tokio::time::timeout(limit, tasks.wait()).await.is_err() {
        tracing::warn!("connections were still open when the stop timeout ended");
    }
}

/// HTTP/1.1 and HTTP/2. Their time limits are those of [`Connection::expired`](super::connections::Connection): a
/// timer for each header would be slower, and hyper has none for an idle HTTP/2 connection.
fn protocol() -> Builder<TokioExecutor> {
    let mut builder = Builder::new(TokioExecutor::new());
    builder.http1().max_buf_size(MAX_HEADER_BYTES as usize);
    builder
        .http2()
        .timer(TokioTimer::new())
        .max_header_list_size(MAX_HEADER_BYTES)
        .max_concurrent_streams(MAX_STREAMS)
        .initial_stream_window_size(STREAM_WINDOW)
        .initial_connection_window_size(CONNECTION_WINDOW)
        .keep_alive_interval(Duration::from_secs(30));
    builder
}

async fn accept(listener: &TcpListener, connections: &Arc<Connections>) -> Option<(TcpStream, ConnectionSlot)> {
    use std::io::ErrorKind::{ConnectionAborted, ConnectionRefused, ConnectionReset};
    match listener.accept().await {
        Ok((stream, peer)) => Some((stream, connections.admit(SocketAddr::ip(&peer)).await?)),
        // The client left while it waited.
        Err(error) if matches!(error.kind(), ConnectionAborted | ConnectionRefused | ConnectionReset) => None,
        Err(error) => {
            connections.accept_failed(&error);
            tokio::time::sleep(ACCEPT_PAUSE).await;
            None
        }
    }
}

impl Server {
    async fn serve(self: Arc<Self>, stream: TcpStream, place: ConnectionSlot) {
        if let Err(error) = stream.set_nodelay(true) {
            tracing::debug!(%error, "cannot set TCP_NODELAY");
        }
        // Each connection has a reference count of its own: threads would compete for a shared one.
        let own = Arc::new((Arc::clone(&self.service), Arc::clone(&place.connection)));
        let respond = service_fn(move |request| {
            let own = Arc::clone(&own);
            async move { Ok::<_, Infallible>(own.0.respond(request, &own.1).await) }
        });
        let mut http = pin!(self.protocol.serve_connection(TokioIo::new(stream), respond));
        tokio::select! {
            biased;
            ended = &mut http => {
                if let Err(error) = ended {
                    tracing::debug!(%error, "a connection ended early");
                }
                return;
            }
            () = place.connection.closed() => if !self.stop.is_cancelled() { return },
            () = place.connection.expired(self.timeouts) => {}
        }
        http.as_mut().graceful_shutdown();
        // When the server stops, `run` limits the time.
        let ended =
            if self.stop.is_cancelled() { Ok(http.await) } else { tokio::time::timeout(CLOSE_TIMEOUT, http).await };
        if !matches!(ended, Ok(Ok(()))) {
            tracing::debug!("a connection was closed before its client was done");
        }
    }
}
