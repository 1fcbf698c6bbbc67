//! One account at a mail server: its idle connections, its backoff and its hourly quota.

use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use jiff::{SignedDuration, Timestamp};

use super::connection::{Connection, EncodedMessage, SmtpError};
use super::server::Server;
use crate::config::SmtpAccount;
use crate::error::Error;
use crate::mail::failure::Certainty;
use crate::mail::limits::HourlyQuota;

/// The first backoff of a failing account; it doubles with each failure.
const FIRST_BACKOFF: SignedDuration = SignedDuration::from_secs(30);
const LONGEST_BACKOFF: SignedDuration = SignedDuration::from_mins(10);

pub(super) struct Account {
    server: Server,
    quota: Mutex<HourlyQuota>,
    backoff: Mutex<Backoff>,
    idle: Mutex<Vec<Connection>>,
}

/// Consecutive failures of the account, and when it is used again.
#[derive(Default)]
struct Backoff {
    failures: u32,
    until: Option<Timestamp>,
}

impl Account {
    pub(super) fn new(config: &SmtpAccount, timeout: Duration) -> Result<Self, Error> {
        Ok(Self {
            server: Server::new(config, timeout)?,
            quota: Mutex::new(HourlyQuota::new(config.per_hour)),
            backoff: Mutex::default(),
            idle: Mutex::default(),
        })
    }

    pub(super) fn quota(&self) -> MutexGuard<'_, HourlyQuota> {
        lock(&self.quota)
    }

    /// When the account is used again; `None` when it is in use.
    pub(super) fn backing_off_until(&self, now: Timestamp) -> Option<Timestamp> {
        lock(&self.backoff).until.filter(|until| *until > now)
    }

    /// Sends over an idle connection or a new one. The server may have closed an idle connection; that is no
    /// failure of the account.
    pub(super) async fn send(&self, message: &EncodedMessage, now: Timestamp) -> Result<String, SmtpError> {
        while let Some(mut connection) = self.take_idle().await {
            match connection.send(message).await {
                Err(error) if error.failure.certainty == Certainty::NotSent => connection.quit().await,
                sent => return self.finish(connection, sent, now).await,
            }
        }
        match Connection::open(&self.server).await {
            Ok(mut connection) => {
                let sent = connection.send(message).await;
                self.finish(connection, sent, now).await
            }
            Err(error) => {
                self.back_off(now);
                Err(error)
            }
        }
    }

    async fn finish(
        &self,
        connection: Connection,
        sent: Result<String, SmtpError>,
        now: Timestamp,
    ) -> Result<String, SmtpError> {
        match &sent {
            Err(error) if error.is_account_failure => self.back_off(now),
            _ => *lock(&self.backoff) = Backoff::default(),
        }
        if connection.is_usable() {
            lock(&self.idle).push(connection);
        } else {
            connection.quit().await;
        }
        sent
    }

    /// A usable idle connection; closes the expired ones.
    async fn take_idle(&self) -> Option<Connection> {
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

    /// Starts or extends the backoff. Attempts that fail during a backoff started before it and do not count.
    fn back_off(&self, now: Timestamp) {
        let mut backoff = lock(&self.backoff);
        if backoff.until.is_none_or(|until| until <= now) {
            let factor = 2_i32.saturating_pow(backoff.failures.min(16));
            backoff.until = Some(now + FIRST_BACKOFF.saturating_mul(factor).min(LONGEST_BACKOFF));
            backoff.failures += 1;
        }
    }
}

fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}
