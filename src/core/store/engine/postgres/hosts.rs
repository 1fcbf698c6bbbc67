//! Connecting to the host that takes writes, whatever the other hosts do.

use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};

use deadpool_postgres::Connect;
use futures_util::future::BoxFuture;
use tokio::task::JoinHandle;
use tokio::time::timeout;
use tokio_postgres::tls::MakeTlsConnect;
use tokio_postgres::{Client, Config, Connection, Error, Socket};
use tokio_postgres_rustls::MakeRustlsConnect;

use super::silent_host::{HOST_PATIENCE, silence};

/// A client and the connection that drives it.
type NewConnection = (Client, Connection<Socket, <MakeRustlsConnect as MakeTlsConnect<Socket>>::Stream>);

/// The hosts of the address.
// docs/decisions/0535
pub(super) struct Hosts {
    settings: Vec<Config>,
    tls: MakeRustlsConnect,
    /// The one to try first: the last that took writes, or the one after the last that did not.
    first: AtomicUsize,
}

impl Hosts {
    /// These hosts, each with the settings of a connection that it gives only if it takes writes.
    pub(super) fn new(settings: Vec<Config>, tls: MakeRustlsConnect) -> Self {
        Self { settings, tls, first: AtomicUsize::new(0) }
    }

    /// A connection to a host that takes writes.
    ///
    /// # Errors
    /// What a host refuses, else why the last one gives no connection.
    pub(super) async fn connect(&self) -> Result<NewConnection, Error> {
        let (count, first) = (self.settings.len(), self.first.load(Ordering::Relaxed));
        let mut failed: Option<Error> = None;
        for host in (0..count).map(|offset| (first + offset) % count) {
            let error = match timeout(HOST_PATIENCE, self.settings[host].connect(self.tls.clone())).await {
                Ok(Ok(connected)) => {
                    self.first.store(host, Ordering::Relaxed);
                    return Ok(connected);
                }
                Ok(Err(error)) => error,
                Err(_) => silence().await,
            };
            // A caller that gives up meanwhile goes on with the next host.
            self.first.store((host + 1) % count, Ordering::Relaxed);
            failed = failed.filter(|failed| failed.as_db_error().is_some()).or(Some(error));
        }
        match failed {
            Some(error) => Err(error),
            None => Err(silence().await),
        }
    }
}

/// Makes the connections of the pool.
pub(super) struct PooledHosts(pub Arc<Hosts>);

impl Connect for PooledHosts {
    fn connect(&self, _: &Config) -> BoxFuture<'_, Result<(Client, JoinHandle<()>), Error>> {
        Box::pin(async move {
            let (client, connection) = self.0.connect().await?;
            let driver = tokio::spawn(async move {
                if let Err(error) = connection.await {
                    tracing::debug!(%error, "a connection to the database ended");
                }
            });
            Ok((client, driver))
        })
    }
}
