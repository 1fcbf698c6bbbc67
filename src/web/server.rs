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

use super::door::Door;
use crate::app::App;

/// A client that has not sent its headers by then is dropped.
const HEADER_TIMEOUT: Duration = Duration::from_secs(10);
/// Request line and headers together.
const MAX_HEADER_BYTES: u32 = 64 << 10;
const MAX_STREAMS: u32 = 128;
/// Open connections; the next ones wait in the system's queue.
const MAX_CONNECTIONS: usize = 8192;
/// Rest after the system refused us a socket, which it does when files run out.
const ACCEPT_PAUSE: Duration = Duration::from_millis(50);

/// Serves until `app.stop`; then no connection is taken and the open ones may end.
pub(super) async fn run(app: &App, listener: TcpListener, door: Arc<Door>) {
    let builder = protocol();
    let graceful = GracefulShutdown::new();
    let places = Arc::new(Semaphore::new(MAX_CONNECTIONS));
    loop {
        let accepted = tokio::select! {
            () = app.stop.cancelled() => break,
            accepted = accept(&listener, &places) => accepted,
        };
        if let Some((stream, peer, place)) = accepted {
            serve_connection(&builder, &graceful, stream, peer, place, Arc::clone(&door));
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
) {
    if let Err(error) = stream.set_nodelay(true) {
        tracing::debug!(%error, "a connection stays with delays");
    }
    let service = service_fn(move |request| {
        let door = Arc::clone(&door);
        async move { Ok::<_, Infallible>(door.answer(request, peer.ip()).await) }
    });
    let connection = builder.serve_connection(TokioIo::new(stream), service).into_owned();
    let connection = graceful.watch(connection);
    tokio::spawn(async move {
        let _place = place;
        if let Err(error) = connection.await {
            tracing::debug!(%error, "a connection ended early");
        }
    });
}
