//! Addresses, encryption and the pool of connections.

use std::str::FromStr;
use std::sync::Arc;
use std::time::Duration;

use deadpool_postgres::{Hook, HookError, Manager, ManagerConfig, Pool, RecyclingMethod, Runtime, Timeouts};
use rustls::pki_types::CertificateDer;
use rustls::pki_types::pem::PemObject;
use rustls::{ClientConfig, RootCertStore};
use tokio_postgres::config::{Host, SslMode, TargetSessionAttrs};
use tokio_postgres_rustls::MakeRustlsConnect;

use super::hosts::{Hosts, PooledHosts};
use super::silent_host::HOST_PATIENCE;
use super::statements;
use crate::store::error::StoreError;

/// One each for a snapshot, the writer, the feed of changes and its notifications.
const LEAST_CONNECTIONS: usize = 4;
const DEFAULT_PORT: u16 = 5432;
/// How long a free connection of the pool is waited for.
const POOL_TIMEOUT: Duration = Duration::from_secs(5);
/// How long each address of a host may take to answer.
const CONNECT_TIMEOUT: Duration = Duration::from_secs(3);
/// A connection whose bytes are not acknowledged for this long is given up, and an idle one is asked whether its host is
/// still there.
const UNACKNOWLEDGED: Duration = Duration::from_secs(10);
/// From one such question to the next, of which so many may stay without an answer.
const ASKED_AGAIN: Duration = Duration::from_secs(5);
const MOST_UNANSWERED: u32 = 2;
/// How long an answer may take. Longer than another writer that stopped keeps its lock, and shorter than a request of a
/// reader may take.
const PATIENCE: Duration = Duration::from_secs(20);

/// How to reach the database.
#[derive(Debug, Clone)]
pub struct PostgresConfig {
    settings: tokio_postgres::Config,
    tls: Arc<ClientConfig>,
    /// Most connections of this process, one of them for the feed.
    connections: usize,
    patience: Duration,
}

impl PostgresConfig {
    /// Reads `postgres://user@host1:5432,host2:5432/database`; the host that takes writes is used.
    ///
    /// # Errors
    /// [`StoreError::Address`] if the address or the file of certificates cannot be read.
    pub fn new(url: &str, password: &str, ca_pem: Option<&[u8]>, connections: usize) -> Result<Self, StoreError> {
        let mut settings = tokio_postgres::Config::from_str(url).map_err(address)?;
        if !password.is_empty() {
            settings.password(password);
        }
        if settings.get_hosts().is_empty() && settings.get_hostaddrs().is_empty() {
            return Err(StoreError::Address { source: anyhow::anyhow!("no host is named") });
        }
        let is_local = settings.get_hosts().iter().all(is_local);
        match settings.get_ssl_mode() {
            _ if !is_local => settings.ssl_mode(SslMode::Require),
            // Debian's server offers TLS with a certificate that nobody can check, and the client never goes on without.
            SslMode::Prefer => settings.ssl_mode(SslMode::Disable),
            _ => &mut settings,
        };
        let (tls, connections) = (Arc::new(tls(ca_pem)?), connections.max(LEAST_CONNECTIONS));
        Ok(Self { settings, tls, connections, patience: PATIENCE })
    }

    /// The same database, which is given up when an answer takes longer.
    #[must_use]
    pub fn with_patience(self, patience: Duration) -> Self {
        Self { patience, ..self }
    }

    pub(super) fn patience(&self) -> Duration {
        self.patience
    }

    /// Most snapshots at the same time: the writer, the feed of changes and its notifications have connections of their
    /// own.
    pub(in crate::store) fn most_reads(&self) -> usize {
        self.connections - (LEAST_CONNECTIONS - 1)
    }

    /// How long a connection may take: each host may be silent.
    fn longest_connect(&self) -> Duration {
        let hosts = u32::try_from(self.settings.get_hosts().len().max(1)).unwrap_or(u32::MAX);
        HOST_PATIENCE.saturating_mul(hosts)
    }

    /// The hosts and the name of the database, for the operator.
    pub fn place(&self) -> String {
        let hosts: Vec<_> = self.of_each_host().into_iter().map(|(name, _)| name).collect();
        format!("{}/{}", hosts.join(","), self.settings.get_dbname().unwrap_or_default())
    }

    /// Whether connections need TLS.
    pub(super) fn requires_tls(&self) -> bool {
        self.settings.get_ssl_mode() == SslMode::Require
    }

    /// Settings for a connection to each host, whether it takes writes or not, with the host's name and port.
    pub(super) fn of_each_host(&self) -> Vec<(String, tokio_postgres::Config)> {
        let (hosts, ports) = (self.settings.get_hosts(), self.settings.get_ports());
        let of_host = |(index, host): (usize, &Host)| {
            let port = ports.get(index).or(ports.first()).copied().unwrap_or(DEFAULT_PORT);
            let mut settings = tokio_postgres::Config::new();
            settings.application_name("paragraf").connect_timeout(CONNECT_TIMEOUT).port(port);
            settings.ssl_mode(self.settings.get_ssl_mode());
            if let Some(user) = self.settings.get_user() {
                settings.user(user);
            }
            if let Some(password) = self.settings.get_password() {
                settings.password(password);
            }
            if let Some(name) = self.settings.get_dbname() {
                settings.dbname(name);
            }
            if let Some(address) = self.settings.get_hostaddrs().get(index) {
                settings.hostaddr(*address);
            }
            let name = match host {
                Host::Tcp(name) => {
                    settings.host(name);
                    format!("{name}:{port}")
                }
                Host::Unix(folder) => {
                    settings.host_path(folder);
                    folder.display().to_string()
                }
            };
            (name, settings)
        };
        hosts.iter().enumerate().map(of_host).collect()
    }

    /// Settings for a connection to each host that gives one only if it takes writes.
    fn of_each_writer(&self) -> Vec<tokio_postgres::Config> {
        let mut all: Vec<_> = self.of_each_host().into_iter().map(|(_, settings)| settings).collect();
        if all.is_empty() {
            // Only numbers are named.
            all.push(self.settings.clone());
        }
        for settings in &mut all {
            settings.application_name("paragraf").connect_timeout(CONNECT_TIMEOUT);
            settings.target_session_attrs(TargetSessionAttrs::ReadWrite);
            settings.tcp_user_timeout(UNACKNOWLEDGED).keepalives_idle(UNACKNOWLEDGED);
            settings.keepalives_interval(ASKED_AGAIN).keepalives_retries(MOST_UNANSWERED);
            settings.channel_binding(self.settings.get_channel_binding());
            settings.ssl_negotiation(self.settings.get_ssl_negotiation());
            if let Some(options) = self.settings.get_options() {
                settings.options(options);
            }
        }
        all
    }

    pub(super) fn connector(&self) -> MakeRustlsConnect {
        MakeRustlsConnect::new(ClientConfig::clone(&self.tls))
    }
}

/// Whether nobody can listen on the way.
fn is_local(host: &Host) -> bool {
    match host {
        Host::Tcp(name) => {
            name == "localhost" || name.parse::<std::net::IpAddr>().is_ok_and(|address| address.is_loopback())
        }
        Host::Unix(_) => true,
    }
}

fn tls(ca_pem: Option<&[u8]>) -> Result<ClientConfig, StoreError> {
    let mut roots = RootCertStore::empty();
    match ca_pem {
        None => roots.extend(webpki_roots::TLS_SERVER_ROOTS.iter().cloned()),
        Some(pem) => {
            for certificate in CertificateDer::pem_slice_iter(pem) {
                roots.add(certificate.map_err(address)?).map_err(address)?;
            }
        }
    }
    let provider = Arc::new(rustls::crypto::ring::default_provider());
    let builder = ClientConfig::builder_with_provider(provider).with_safe_default_protocol_versions();
    Ok(builder.map_err(address)?.with_root_certificates(roots).with_no_client_auth())
}

/// The hosts to connect to.
pub(super) fn hosts(config: &PostgresConfig) -> Arc<Hosts> {
    Arc::new(Hosts::new(config.of_each_writer(), config.connector()))
}

/// The connections of a process, which are made to these hosts.
pub(super) fn pool(config: &PostgresConfig, hosts: Arc<Hosts>) -> Result<Pool, StoreError> {
    let recycling = ManagerConfig { recycling_method: RecyclingMethod::Fast };
    let manager = Manager::from_connect(config.settings.clone(), PooledHosts(hosts), recycling);
    let create = Some(config.longest_connect());
    let timeouts = Timeouts { wait: Some(POOL_TIMEOUT), create, recycle: Some(POOL_TIMEOUT) };
    // Not in the options of the address, where a pooler refuses them.
    let limit = Hook::async_fn(|client, _| {
        Box::pin(async move { client.batch_execute(statements::SESSION_SETTINGS).await.map_err(HookError::Backend) })
    });
    let pool = Pool::builder(manager).max_size(config.connections - 1).timeouts(timeouts).post_create(limit);
    pool.runtime(Runtime::Tokio1).build().map_err(address)
}

fn address(source: impl std::error::Error + Send + Sync + 'static) -> StoreError {
    StoreError::Address { source: source.into() }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_connection_may_take_as_long_as_all_silent_hosts() {
        for (hosts, secs) in [("db1", 6), ("db1,db2,db3", 18)] {
            let config = PostgresConfig::new(&format!("postgres://p@{hosts}/p"), "", None, 4).expect("an address");
            assert_eq!(config.longest_connect(), Duration::from_secs(secs));
        }
    }
}
