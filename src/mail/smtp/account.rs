//! One account at a mail server: its connections, its rests, its hour.

use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use jiff::{SignedDuration, Timestamp};

use super::connection::{Connection, Outgoing, Trouble};
use super::server::Server;
use crate::config::SmtpAccount;
use crate::error::Error;
use crate::mail::Certainty;
use crate::mail::limits::Hour;

/// The first rest of an account that failed; it doubles with each.
const FIRST_REST: SignedDuration = SignedDuration::from_secs(30);
const LONGEST_REST: SignedDuration = SignedDuration::from_mins(10);

pub(super) struct Account {
    server: Server,
    hour: Mutex<Hour>,
    rest: Mutex<Rest>,
    idle: Mutex<Vec<Connection>>,
}

/// How often the account failed one after the other, and until when it is left alone.
#[derive(Default)]
struct Rest {
    failures: u32,
    until: Option<Timestamp>,
}

impl Account {
    pub(super) fn new(config: &SmtpAccount, timeout: Duration) -> Result<Self, Error> {
        Ok(Self {
            server: Server::new(config, timeout)?,
            hour: Mutex::new(Hour::new(config.per_hour)),
            rest: Mutex::default(),
            idle: Mutex::default(),
        })
    }

    pub(super) fn hour(&self) -> MutexGuard<'_, Hour> {
        lock(&self.hour)
    }

    /// Until when the account is left alone.
    pub(super) fn resting(&self, now: Timestamp) -> Option<Timestamp> {
        lock(&self.rest).until.filter(|until| *until > now)
    }

    /// Sends over a connection that is open, or over a new one: one that was kept may have been closed by
    /// the server, and then nothing was sent and the account did nothing wrong.
    pub(super) async fn send(&self, mail: &Outgoing, now: Timestamp) -> Result<String, Trouble> {
        while let Some(mut connection) = self.kept().await {
            match connection.send(mail).await {
                Err(trouble) if trouble.failure.certainty == Certainty::NotSent => connection.quit().await,
                sent => return self.done(connection, sent, now).await,
            }
        }
        match Connection::open(&self.server).await {
            Ok(mut connection) => {
                let sent = connection.send(mail).await;
                self.done(connection, sent, now).await
            }
            Err(trouble) => {
                self.failed(now);
                Err(trouble)
            }
        }
    }

    async fn done(
        &self,
        connection: Connection,
        sent: Result<String, Trouble>,
        now: Timestamp,
    ) -> Result<String, Trouble> {
        match &sent {
            Err(trouble) if trouble.ours => self.failed(now),
            _ => *lock(&self.rest) = Rest::default(),
        }
        if connection.is_good() {
            lock(&self.idle).push(connection);
        } else {
            connection.quit().await;
        }
        sent
    }

    /// A connection that another mail may go over; those that are too old are closed.
    async fn kept(&self) -> Option<Connection> {
        loop {
            let connection = lock(&self.idle).pop()?;
            if connection.is_good() {
                return Some(connection);
            }
            connection.quit().await;
        }
    }

    /// Closes what nobody uses: what is too old, or everything.
    pub(super) async fn close(&self, all: bool) {
        let kept = std::mem::take(&mut *lock(&self.idle));
        for connection in kept {
            if connection.is_good() && !all {
                lock(&self.idle).push(connection);
            } else {
                connection.quit().await;
            }
        }
    }

    /// Begins a rest; those who fail meanwhile had begun before it.
    fn failed(&self, now: Timestamp) {
        let mut rest = lock(&self.rest);
        if rest.until.is_none_or(|until| until <= now) {
            let factor = 2_i32.saturating_pow(rest.failures.min(16));
            rest.until = Some(now + FIRST_REST.saturating_mul(factor).min(LONGEST_REST));
            rest.failures += 1;
        }
    }
}

fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}
