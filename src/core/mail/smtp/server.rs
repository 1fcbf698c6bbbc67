//! Opens connections to a mail server: address, TLS, credentials.

use std::sync::Arc;
use std::time::Duration;

use lettre::transport::smtp::authentication::{Credentials, DEFAULT_MECHANISMS};
use lettre::transport::smtp::client::{AsyncSmtpConnection, Certificate, TlsParameters};
use lettre::transport::smtp::extension::ClientId;
use rustls::pki_types::pem::PemObject;
use rustls::pki_types::{CertificateDer, ServerName};
use rustls::{ClientConfig, RootCertStore};
use tokio::net::TcpStream;
use tokio_rustls::TlsConnector;

use super::stream::Encrypted;
use crate::config::{SmtpAccount, SmtpSecurity};
use crate::error::{Error, ErrorCode, Kind};
use crate::mail::failure::SendFailure;

/// Whether a mail server greets, sets up TLS and accepts the credentials.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ServerProbe {
    /// Host and port.
    pub server: String,
    /// What failed, and the server's reply.
    pub failure: Option<String>,
}

/// Everything needed to open a connection.
pub(super) struct SmtpServer {
    /// Host and port.
    pub name: String,
    host: String,
    port: u16,
    encryption: Encryption,
    credentials: Option<Credentials>,
    client_id: ClientId,
    /// The timeout of one SMTP command.
    pub timeout: Duration,
}

enum Encryption {
    None,
    Starttls(TlsParameters),
    Tls(TlsConnector, ServerName<'static>),
}

impl SmtpServer {
    /// `key` is the beginning of the account's keys in the configuration, such as `mail.smtp_`.
    ///
    /// # Errors
    /// `config` when the certificates or the host cannot be used.
    pub(super) fn new(account: &SmtpAccount, key: &str, ehlo_name: &str, timeout: Duration) -> Result<Self, Error> {
        let host = account.host.trim_start_matches('[').trim_end_matches(']').to_owned();
        let encryption = match account.security {
            SmtpSecurity::None => Encryption::None,
            SmtpSecurity::Starttls => Encryption::Starttls(parameters(account, key)?),
            SmtpSecurity::Tls => {
                let name = ServerName::try_from(host.clone()).map_err(|error| no_tls(account, key, error))?;
                Encryption::Tls(connector(account, key)?, name)
            }
        };
        let credentials =
            (!account.user.is_empty()).then(|| Credentials::new(account.user.clone(), account.password.clone()));
        let (name, port) = (format!("{}:{}", account.host, account.port()), account.port());
        // An address in brackets is sent as it is written.
        let client_id = ClientId::Domain(ehlo_name.to_owned());
        Ok(Self { name, host, port, encryption, credentials, client_id, timeout })
    }

    /// Opens an encrypted, authenticated connection.
    ///
    /// # Errors
    /// Never permanent: they concern the account or the connection, not a message.
    pub(super) async fn open(&self) -> Result<AsyncSmtpConnection, SendFailure> {
        let opening = tokio::time::timeout(self.timeout, self.connect());
        let mut connection = opening.await.map_err(|_| SendFailure::not_sent("timed out when connecting"))??;
        let authenticating = tokio::time::timeout(self.timeout, self.authenticate(&mut connection));
        let authenticated = authenticating.await.map_err(|_| SendFailure::not_sent("timed out when signing in"))?;
        authenticated.map(|()| connection).map_err(|error| opening_failure(&error))
    }

    async fn connect(&self) -> Result<AsyncSmtpConnection, SendFailure> {
        let broken = |error| SendFailure::not_sent(format!("Connection error: {error}"));
        let tcp = TcpStream::connect((self.host.as_str(), self.port)).await.map_err(broken)?;
        // A message is sent in several writes; none may wait for the server to acknowledge the previous one.
        tcp.set_nodelay(true).map_err(broken)?;
        let greeted = match &self.encryption {
            Encryption::Tls(connector, name) => {
                let tls = connector.connect(name.clone(), tcp).await.map_err(broken)?;
                AsyncSmtpConnection::connect_with_transport(Box::new(Encrypted(tls)), &self.client_id).await
            }
            _ => AsyncSmtpConnection::connect_with_transport(Box::new(tcp), &self.client_id).await,
        };
        greeted.map_err(|error| opening_failure(&error))
    }

    async fn authenticate(&self, connection: &mut AsyncSmtpConnection) -> Result<(), lettre::transport::smtp::Error> {
        if let Encryption::Starttls(parameters) = &self.encryption {
            connection.starttls(parameters.clone(), &self.client_id).await?;
        }
        if let Some(credentials) = &self.credentials {
            connection.auth(DEFAULT_MECHANISMS, credentials).await?;
        }
        Ok(())
    }
}

/// A reply before the first message concerns the client, also a 554 instead of a greeting.
fn opening_failure(error: &lettre::transport::smtp::Error) -> SendFailure {
    let reason = error.to_string();
    match error.status() {
        Some(code) => SendFailure { permanent: false, ..SendFailure::refused(code.into(), reason) },
        None => SendFailure::not_sent(reason),
    }
}

fn unusable(message: &str) -> Error {
    Error::new(Kind::Invalid, ErrorCode::Config, message.to_owned())
}

fn certificates(account: &SmtpAccount, key: &str) -> Result<Option<Vec<u8>>, Error> {
    if account.ca_file.is_empty() {
        return Ok(None);
    }
    let read = std::fs::read(&account.ca_file);
    read.map(Some).map_err(|error| unusable(&format!("{key}ca_file: cannot read {}", account.ca_file)).caused_by(error))
}

fn parameters(account: &SmtpAccount, key: &str) -> Result<TlsParameters, Error> {
    let mut builder = TlsParameters::builder(account.host.clone());
    if let Some(certificates) = certificates(account, key)? {
        let certificate = Certificate::from_pem(&certificates).map_err(|error| no_certificates(account, key, error))?;
        builder = builder.add_root_certificate(certificate);
    }
    builder.build().map_err(|error| no_tls(account, key, error))
}

fn connector(account: &SmtpAccount, key: &str) -> Result<TlsConnector, Error> {
    let mut roots = RootCertStore { roots: webpki_roots::TLS_SERVER_ROOTS.to_vec() };
    if let Some(certificates) = certificates(account, key)? {
        for certificate in CertificateDer::pem_slice_iter(&certificates) {
            let certificate = certificate.map_err(|error| no_certificates(account, key, error))?;
            roots.add(certificate).map_err(|error| no_certificates(account, key, error))?;
        }
    }
    let config = ClientConfig::builder().with_root_certificates(roots).with_no_client_auth();
    Ok(TlsConnector::from(Arc::new(config)))
}

fn no_certificates(account: &SmtpAccount, key: &str, error: impl std::error::Error + Send + Sync + 'static) -> Error {
    unusable(&format!("{key}ca_file: {} holds no certificates", account.ca_file)).caused_by(error)
}

fn no_tls(account: &SmtpAccount, key: &str, error: impl std::error::Error + Send + Sync + 'static) -> Error {
    let message = format!("{key}ca_file, {key}host: TLS cannot be set up with {}", account.host);
    unusable(&message).caused_by(error)
}
