//! The listener: accepts connections within the connection limit, serves HTTP/1.1 and HTTP/2 on them, and stops.

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

use super::connection_limit::connection_limit;
use super::service::HttpService;
use crate::app::App;

/// Time in which a client must send its headers.
const HEADER_TIMEOUT: Duration = Duration::from_secs(10);
/// Request line and headers together.
const MAX_HEADER_BYTES: u32 = 64 << 10;
const MAX_STREAMS: u32 = 128;

/// The HTTP/2 connection preface (RFC 9113, 3.4).
const PREFACE: &[u8] = b"PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n";
/// Interval between looks at an incomplete preface.
const PREFACE_INTERVAL: Duration = Duration::from_millis(50);
/// Pause after a failed accept, which happens when file descriptors run out.
const ACCEPT_PAUSE: Duration = Duration::from_millis(50);

/// Serves until `app.stop` is cancelled; then accepts no more connections and waits for the open ones to end.
pub(super) async fn run(app: &App, listener: TcpListener, service: Arc<HttpService>) {
    let builder = protocol();
    let graceful = GracefulShutdown::new();
    let permits = Arc::new(Semaphore::new(connection_limit()));
    loop {
        let accepted = tokio::select! {
            () = app.stop.cancelled() => break,
            accepted = accept(&listener, &permits) => accepted,
        };
        if let Some((stream, peer, permit)) = accepted {
            serve_connection(&builder, &graceful, stream, peer, permit, Arc::clone(&service), app.stop.clone());
        }
    }
    drop(listener);
    let limit = Duration::from_secs(app.config.server.stop_timeout_secs);
    if tokio::time::timeout(limit, graceful.shutdown()).await.is_err() {
        tracing::warn!("connections were still open when the stop timeout ended");
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
    permits: &Arc<Semaphore>,
) -> Option<(TcpStream, SocketAddr, OwnedSemaphorePermit)> {
    let permit = Arc::clone(permits).acquire_owned().await.ok()?;
    match listener.accept().await {
        Ok((stream, peer)) => Some((stream, peer, permit)),
        Err(error) => {
            tracing::warn!(%error, "cannot accept a connection");
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
    permit: OwnedSemaphorePermit,
    service: Arc<HttpService>,
    stop: CancellationToken,
) {
    if let Err(error) = stream.set_nodelay(true) {
        tracing::debug!(%error, "cannot set TCP_NODELAY");
    }
    let service = service_fn(move |request| {
        let service = Arc::clone(&service);
        async move { Ok::<_, Infallible>(service.respond(request, peer.ip()).await) }
    });
    let (builder, watcher) = (builder.clone(), graceful.watcher());
    tokio::spawn(async move {
        let _permit = permit;
        tokio::select! {
            ready = tokio::time::timeout(HEADER_TIMEOUT, protocol_is_known(&stream)) => if ready.is_err() { return },
            () = stop.cancelled() => return,
        }
        let connection = builder.serve_connection(TokioIo::new(stream), service).into_owned();
        if let Err(error) = watcher.watch(connection).await {
            tracing::debug!(%error, "a connection ended early");
        }
    });
}

/// Waits until the client has sent enough to choose between HTTP/1.1 and HTTP/2; hyper has no timeout for this.
async fn protocol_is_known(stream: &TcpStream) {
    let mut start = [0; PREFACE.len()];
    loop {
        match stream.peek(&mut start).await {
            Ok(read) if read > 0 && read < PREFACE.len() && PREFACE.starts_with(&start[..read]) => {
                tokio::time::sleep(PREFACE_INTERVAL).await;
            }
            // A request has begun, or the client is gone, which the next read finds.
            Ok(_) | Err(_) => return,
        }
    }
}
