//! Mails by SMTP (RFC 5321), under TLS unless the server is this machine.

use std::time::Duration;

use lettre::transport::smtp::PoolConfig;
use lettre::transport::smtp::authentication::Credentials;
use lettre::transport::smtp::client::{Certificate, Tls, TlsParameters};
use lettre::{AsyncSmtpTransport, AsyncTransport, Tokio1Executor};

use super::{Message, SendFailure, mime};
use crate::config::{MailConfig, SmtpSecurity};
use crate::error::{Error, Kind, Result};

/// Connections that are open at once; as many mails are sent at once.
const CONNECTIONS: u32 = 4;
/// How long an unused connection is kept.
const IDLE: Duration = Duration::from_secs(30);
/// Longest reason that is kept of what a server says.
const MAX_REASON: usize = 300;
/// Answers that refuse us and not the mail: who we are, or how we come, is not right yet.
const OURS: [u16; 5] = [523, 530, 534, 535, 538];

/// A pool of connections to the mail server.
pub struct Smtp(AsyncSmtpTransport<Tokio1Executor>);

impl Smtp {
    /// Errors: `config` when the certificates or the host cannot be used.
    pub(super) fn new(config: &MailConfig) -> Result<Self> {
        crate::tls::install_provider();
        let tls = match config.security() {
            SmtpSecurity::None => Tls::None,
            SmtpSecurity::Starttls => Tls::Required(parameters(config)?),
            SmtpSecurity::Tls => Tls::Wrapper(parameters(config)?),
        };
        let mut builder = AsyncSmtpTransport::<Tokio1Executor>::builder_dangerous(&config.smtp_host)
            .port(config.port())
            .tls(tls)
            .timeout(Some(Duration::from_secs(config.timeout_secs)))
            .pool_config(PoolConfig::new().max_size(CONNECTIONS).idle_timeout(IDLE));
        if !config.smtp_user.is_empty() {
            builder = builder.credentials(Credentials::new(config.smtp_user.clone(), config.smtp_password.clone()));
        }
        Ok(Self(builder.build()))
    }

    pub(super) async fn send(&self, message: &Message) -> Result<String, SendFailure> {
        match self.0.send(mime::build(message)?).await {
            Ok(response) => {
                let said = response.message().collect::<Vec<_>>().join(" ");
                Ok(shortened(&format!("{} {said}", response.code())))
            }
            Err(error) => Err(failure(&error)),
        }
    }
}

fn parameters(config: &MailConfig) -> Result<TlsParameters> {
    let unusable = |message: &str| Error::new(Kind::Invalid, "config", message.to_owned());
    let mut builder = TlsParameters::builder(config.smtp_host.clone());
    if !config.smtp_ca_file.is_empty() {
        let certificates = std::fs::read(&config.smtp_ca_file).map_err(|error| {
            unusable(&format!("mail.smtp_ca_file: cannot read {}", config.smtp_ca_file)).caused_by(error)
        })?;
        let certificate = Certificate::from_pem(&certificates).map_err(|error| {
            unusable(&format!("mail.smtp_ca_file: {} holds no certificates", config.smtp_ca_file)).caused_by(error)
        })?;
        builder = builder.add_root_certificate(certificate);
    }
    builder.build().map_err(|error| {
        unusable("mail.smtp_ca_file, mail.smtp_host: TLS cannot be set up with these").caused_by(error)
    })
}

fn failure(error: &lettre::transport::smtp::Error) -> SendFailure {
    let code = error.status().map(u16::from);
    let permanent = error.is_permanent() && code.is_none_or(|code| !OURS.contains(&code));
    SendFailure { permanent, code, reason: shortened(&error.to_string()) }
}

fn shortened(text: &str) -> String {
    text.split_whitespace().collect::<Vec<_>>().join(" ").chars().take(MAX_REASON).collect()
}
