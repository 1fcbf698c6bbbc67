//! The sockets: accepting, the protocol's limits, and stopping.

use std::convert::Infallible;
use std::net::SocketAddr;
use std::sync::Arc;
use std::time::Duration;

use hyper::service::service_fn;
use hyper_util::rt::{TokioExecutor, TokioIo, TokioTimer};
use hyper_util::server::conn::auto::Builder;
use hyper_util::server::graceful::GracefulShutdown;
use tokio::net::{TcpListener, TcpStream};
use tokio::sync::{OwnedSemaphorePermit, Semaphore};
use tokio_util::sync::CancellationToken;

use super::door::Door;
use crate::app::App;

/// A client that has not sent its headers by then is dropped.
const HEADER_TIMEOUT: Duration = Duration::from_secs(10);
/// Request line and headers together.
const MAX_HEADER_BYTES: u32 = 64 << 10;
const MAX_STREAMS: u32 = 128;
/// Open connections; the next ones wait in the system's queue.
const MAX_CONNECTIONS: usize = 8192;
/// Open files that are kept for the store, the operator and the cache.
const KEPT_FILES: usize = 128;
/// How a client of HTTP/2 begins (RFC 9113, 3.4).
const PREFACE: &[u8] = b"PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n";
/// How often the beginning of a preface is looked at until the rest of it is there.
const PREFACE_PAUSE: Duration = Duration::from_millis(50);
/// Rest after the system refused us a socket, which it does when files run out.
const ACCEPT_PAUSE: Duration = Duration::from_millis(50);

/// Serves until `app.stop`; then no connection is taken and the open ones may end.
pub(super) async fn run(app: &App, listener: TcpListener, door: Arc<Door>) {
    let builder = protocol();
    let graceful = GracefulShutdown::new();
    let places = Arc::new(Semaphore::new(connection_places()));
    loop {
        let accepted = tokio::select! {
            () = app.stop.cancelled() => break,
            accepted = accept(&listener, &places) => accepted,
        };
        if let Some((stream, peer, place)) = accepted {
            serve_connection(&builder, &graceful, stream, peer, place, Arc::clone(&door), app.stop.clone());
        }
    }
    drop(listener);
    let limit = Duration::from_secs(app.config.server.stop_timeout_secs);
    if tokio::time::timeout(limit, graceful.shutdown()).await.is_err() {
        tracing::warn!("connections were still open when the time to stop was over");
    }
}

fn protocol() -> Builder<TokioExecutor> {
    let mut builder = Builder::new(TokioExecutor::new());
    builder
        .http1()
        .timer(TokioTimer::new())
        .header_read_timeout(HEADER_TIMEOUT)
        .max_buf_size(MAX_HEADER_BYTES as usize);
    builder
        .http2()
        .timer(TokioTimer::new())
        .max_header_list_size(MAX_HEADER_BYTES)
        .max_concurrent_streams(MAX_STREAMS)
        .keep_alive_interval(Duration::from_secs(30));
    builder
}

async fn accept(
    listener: &TcpListener,
    places: &Arc<Semaphore>,
) -> Option<(TcpStream, SocketAddr, OwnedSemaphorePermit)> {
    let place = Arc::clone(places).acquire_owned().await.ok()?;
    match listener.accept().await {
        Ok((stream, peer)) => Some((stream, peer, place)),
        Err(error) => {
            tracing::warn!(%error, "a connection could not be accepted");
            tokio::time::sleep(ACCEPT_PAUSE).await;
            None
        }
    }
}

fn serve_connection(
    builder: &Builder<TokioExecutor>,
    graceful: &GracefulShutdown,
    stream: TcpStream,
    peer: SocketAddr,
    place: OwnedSemaphorePermit,
    door: Arc<Door>,
    stop: CancellationToken,
) {
    if let Err(error) = stream.set_nodelay(true) {
        tracing::debug!(%error, "a connection stays with delays");
    }
    let service = service_fn(move |request| {
        let door = Arc::clone(&door);
        async move { Ok::<_, Infallible>(door.answer(request, peer.ip()).await) }
    });
    let (builder, watcher) = (builder.clone(), graceful.watcher());
    tokio::spawn(async move {
        let _place = place;
        tokio::select! {
            begun = tokio::time::timeout(HEADER_TIMEOUT, has_begun(&stream)) => if begun.is_err() { return },
            () = stop.cancelled() => return,
        }
        let connection = builder.serve_connection(TokioIo::new(stream), service).into_owned();
        if let Err(error) = watcher.watch(connection).await {
            tracing::debug!(%error, "a connection ended early");
        }
    });
}

/// Waits until the client has sent enough to tell its protocol, which nothing behind here times.
async fn has_begun(stream: &TcpStream) {
    let mut start = [0; PREFACE.len()];
    loop {
        match stream.peek(&mut start).await {
            Ok(read) if read > 0 && read < PREFACE.len() && PREFACE.starts_with(&start[..read]) => {
                tokio::time::sleep(PREFACE_PAUSE).await;
            }
            // It has begun, or is gone, which its reading will find.
            Ok(_) | Err(_) => return,
        }
    }
}

/// Places for connections: as many as the system lets us open files, less what we need ourselves.
pub(super) fn connection_places() -> usize {
    let limits = std::fs::read_to_string("/proc/self/limits").unwrap_or_default();
    let files =
        limits.lines().find_map(|line| line.strip_prefix("Max open files")?.split_whitespace().next()?.parse().ok());
    files.map_or(MAX_CONNECTIONS, |files: usize| files.saturating_sub(KEPT_FILES).clamp(16, MAX_CONNECTIONS))
}
