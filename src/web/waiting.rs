//! Answers while the server waits for its database.

use std::convert::Infallible;
use std::sync::Arc;
use std::time::Duration;

use axum::http::header::{CACHE_CONTROL, CONNECTION, RETRY_AFTER};
use axum::http::{Request, StatusCode};
use axum::response::{IntoResponse, Response};
use hyper::body::Incoming;
use hyper::server::conn::http1;
use hyper::service::service_fn;
use hyper_util::rt::TokioIo;
use tokio::net::TcpListener;
use tokio::sync::Semaphore;

/// Most connections at the same time.
const MAX_CONNECTIONS: usize = 256;
/// How long a client may take for its request.
const PATIENCE: Duration = Duration::from_secs(5);
/// The pause after a failed accept, which happens when file descriptors run out.
const ACCEPT_PAUSE: Duration = Duration::from_millis(50);
const WORDS: &str = "Site-ul pornește. Încearcă din nou peste câteva clipe.\n\
    The site is starting. Try again in a moment.\n";

/// Answers every request with status 503 until the future is dropped. Without an answer, readers and the checks of a
/// load balancer would wait as long as the server does.
pub async fn refuse(listener: &TcpListener) -> Infallible {
    let room = Arc::new(Semaphore::new(MAX_CONNECTIONS));
    loop {
        // Nobody closes it.
        let place = Arc::clone(&room).acquire_owned().await;
        let Ok((stream, _)) = listener.accept().await else {
            tokio::time::sleep(ACCEPT_PAUSE).await;
            continue;
        };
        tokio::spawn(async move {
            let connection = http1::Builder::new().serve_connection(TokioIo::new(stream), service_fn(answer));
            // A slow client, or one that breaks off, ends its own connection only.
            drop(tokio::time::timeout(PATIENCE, connection).await);
            drop(place);
        });
    }
}

async fn answer(_: Request<Incoming>) -> Result<Response, Infallible> {
    let headers = [(RETRY_AFTER, "2"), (CACHE_CONTROL, "no-store"), (CONNECTION, "close")];
    Ok((StatusCode::SERVICE_UNAVAILABLE, headers, WORDS).into_response())
}
