//! The error of a host that gives no connection in time.

use std::io;
use std::pin::Pin;
use std::task::{Context, Poll};
use std::time::Duration;

use tokio::io::{AsyncRead, AsyncWrite, ReadBuf};
use tokio_postgres::{Config, Error, NoTls};

/// How long a host may take to give a connection. The client bounds only the way to it: a host whose storage stalls
/// takes connections and is silent on them.
pub(super) const HOST_PATIENCE: Duration = Duration::from_secs(6);

/// A connection on which nothing arrives in time. The client makes its errors only from what happens on a connection.
struct SilentHost;

/// The error of a host that was silent for [`HOST_PATIENCE`].
pub(super) async fn silence() -> Error {
    match Config::new().user("paragraf").connect_raw(SilentHost, NoTls).await {
        Err(error) => error,
        Ok(_) => unreachable!("a host on which every read and write fails"),
    }
}

fn timed_out<T>() -> Poll<io::Result<T>> {
    let reason = format!("it gave no connection for {} s", HOST_PATIENCE.as_secs());
    Poll::Ready(Err(io::Error::new(io::ErrorKind::TimedOut, reason)))
}

impl AsyncRead for SilentHost {
    fn poll_read(self: Pin<&mut Self>, _: &mut Context<'_>, _: &mut ReadBuf<'_>) -> Poll<io::Result<()>> {
        timed_out()
    }
}

impl AsyncWrite for SilentHost {
    fn poll_write(self: Pin<&mut Self>, _: &mut Context<'_>, _: &[u8]) -> Poll<io::Result<usize>> {
        timed_out()
    }

    fn poll_flush(self: Pin<&mut Self>, _: &mut Context<'_>) -> Poll<io::Result<()>> {
        timed_out()
    }

    fn poll_shutdown(self: Pin<&mut Self>, _: &mut Context<'_>) -> Poll<io::Result<()>> {
        timed_out()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::store::error::StoreError;

    #[tokio::test]
    async fn silence_has_its_length_and_counts_as_a_lost_connection() {
        let error = StoreError::from(silence().await);
        assert!(error.is_lost_connection());
        let words = error.with_source();
        assert!(
            words.starts_with("the database does not answer") && words.ends_with("no connection for 6 s"),
            "{words}"
        );
    }
}
