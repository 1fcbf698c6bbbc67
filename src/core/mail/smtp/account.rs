//! One account at a mail server: its idle connections, its rests and its hourly quota.

use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use jiff::Timestamp;

use super::connection::{Shipment, SmtpConnection, SmtpError};
use super::health::{ServerFailure, ServerHealth, ServerOutage};
use super::server::{ServerProbe, SmtpServer};
use crate::config::SmtpAccount;
use crate::error::Error;
use crate::mail::failure::{Certainty, SendFailure};
use crate::mail::limits::{HourlyQuota, MessageClass};

pub(super) struct Account {
    server: SmtpServer,
    quota: Mutex<HourlyQuota>,
    health: Mutex<ServerHealth>,
    idle: Mutex<Vec<SmtpConnection>>,
}

impl Account {
    /// `key` is the beginning of the account's keys in the configuration.
    ///
    /// # Errors
    /// `config` when the certificates or the host cannot be used.
    pub(super) fn new(config: &SmtpAccount, key: &str, ehlo_name: &str, timeout: Duration) -> Result<Self, Error> {
        Ok(Self {
            server: SmtpServer::new(config, key, ehlo_name, timeout)?,
            quota: Mutex::new(HourlyQuota::new(config.per_hour)),
            health: Mutex::default(),
            idle: Mutex::default(),
        })
    }

    pub(super) fn quota(&self) -> MutexGuard<'_, HourlyQuota> {
        lock(&self.quota)
    }

    /// Host and port.
    pub(super) fn name(&self) -> &str {
        &self.server.name
    }

    /// When the account sends messages of this class again; `None` when it sends them now.
    pub(super) fn rests_until(&self, class: MessageClass, now: Timestamp) -> Option<Timestamp> {
        lock(&self.health).rests_until(class, now)
    }

    pub(super) fn outage(&self) -> Option<ServerOutage> {
        lock(&self.health).outage(self.name())
    }

    /// Sends over an idle connection or a new one. The server may have closed an idle connection; that is no
    /// failure of the account.
    pub(super) async fn send(&self, shipment: Shipment<'_>, now: Timestamp) -> Result<String, SmtpError> {
        while let Some(mut connection) = self.take_idle().await {
            match connection.send(shipment).await {
                Err(error) if error.failure.certainty == Certainty::NotSent => connection.quit().await,
                sent => return self.finish(connection, shipment.class, sent, now).await,
            }
        }
        match SmtpConnection::open(&self.server).await {
            Ok(mut connection) => {
                let sent = connection.send(shipment).await;
                self.finish(connection, shipment.class, sent, now).await
            }
            Err(error) => {
                self.failed(shipment.class, ServerFailure::Connecting, &error.failure, now);
                Err(error)
            }
        }
    }

    /// Opens a connection of its own, signs in and closes it. Changes nothing that sending depends on.
    pub(super) async fn probe(&self) -> ServerProbe {
        let failure = match SmtpConnection::open(&self.server).await {
            Ok(connection) => {
                connection.quit().await;
                None
            }
            Err(error) => Some(error.failure.reason),
        };
        ServerProbe { server: self.name().to_owned(), failure }
    }

    async fn finish(
        &self,
        connection: SmtpConnection,
        class: MessageClass,
        sent: Result<String, SmtpError>,
        now: Timestamp,
    ) -> Result<String, SmtpError> {
        match &sent {
            Err(error) if error.is_account_failure => self.failed(class, ServerFailure::Connected, &error.failure, now),
            _ => self.succeeded(),
        }
        if connection.is_usable() {
            lock(&self.idle).push(connection);
        } else {
            connection.quit().await;
        }
        sent
    }

    /// A usable idle connection; closes the expired ones.
    async fn take_idle(&self) -> Option<SmtpConnection> {
        loop {
            let connection = lock(&self.idle).pop()?;
            if connection.is_usable() {
                return Some(connection);
            }
            connection.quit().await;
        }
    }

    /// Closes idle connections: the expired ones, or all of them.
    pub(super) async fn close_idle(&self, all: bool) {
        let idle = std::mem::take(&mut *lock(&self.idle));
        for connection in idle {
            if connection.is_usable() && !all {
                lock(&self.idle).push(connection);
            } else {
                connection.quit().await;
            }
        }
    }

    /// Records a failure; logs the first of an outage. A reply to a recipient's address may repeat the address, so its
    /// text is left out.
    fn failed(&self, class: MessageClass, failure: ServerFailure, cause: &SendFailure, now: Timestamp) {
        if lock(&self.health).failed(class, failure, &cause.reason, now) {
            let is_loggable = failure == ServerFailure::Connecting || cause.code.is_none();
            tracing::warn!(
                smtp.server = self.name(),
                smtp.code = cause.code,
                error = is_loggable.then_some(cause.reason.as_str()),
                "a mail server rests until it accepts mail again; see `paragraf mail status`"
            );
        }
    }

    fn succeeded(&self) {
        let ended = lock(&self.health).succeeded();
        if let Some(since) = ended {
            tracing::info!(
                smtp.server = self.name(),
                mail.since = since.to_string(),
                "a mail server accepts mail again"
            );
        }
    }
}

fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}
