//! Mails by SMTP (RFC 5321), under TLS unless the server is this machine: over the first account that can.

mod account;
mod connection;
mod server;
mod stream;

use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use jiff::Timestamp;
use uuid::Uuid;

use self::account::Account;
use self::connection::Outgoing;
use super::dkim::Dkim;
use super::limits::{Hour, Minutes, Weight};
use super::{Certainty, Message, SendFailure, mime};
use crate::clock::Clock;
use crate::config::MailConfig;
use crate::domain::email::Email;
use crate::error::Result;

/// The mail servers, in the order in which they are used.
pub struct Smtp {
    accounts: Vec<Account>,
    dkim: Arc<Option<Dkim>>,
    /// What all accounts may send together.
    hour: Mutex<Hour>,
    domains: Mutex<Minutes>,
    clock: Clock,
}

impl Smtp {
    /// Errors: `config` when certificates, a host or the key of signatures cannot be used.
    pub(super) fn new(config: &MailConfig, clock: Clock) -> Result<Self> {
        crate::tls::install_provider();
        let timeout = Duration::from_secs(config.timeout_secs);
        let accounts = config.accounts().into_iter().map(|account| Account::new(&account, timeout));
        Ok(Self {
            accounts: accounts.collect::<Result<_>>()?,
            dkim: Arc::new(Dkim::new(config)?),
            hour: Mutex::new(Hour::new(config.per_hour)),
            domains: Mutex::new(Minutes::new(config.per_domain_per_minute)),
            clock,
        })
    }

    /// Sends the mail by the first account that can. Unless `at_once`, limits and rests are kept.
    pub(super) async fn send(&self, message: &Message, at_once: bool) -> Result<String, SendFailure> {
        let mail = self.encode(message).await?;
        let (weight, mut last) = (message.weight(), None);
        for account in &self.accounts {
            let now = self.clock.now();
            if !at_once && (account.resting(now).is_some() || !self.take(account, now, weight)) {
                continue;
            }
            let trouble = match account.send(&mail, now).await {
                Ok(said) => return Ok(said),
                Err(trouble) => trouble,
            };
            if !at_once && trouble.failure.certainty != Certainty::Unknown {
                self.give_back(account);
            }
            if !trouble.ours || trouble.failure.certainty == Certainty::Unknown {
                return Err(trouble.failure);
            }
            last = Some(trouble.failure);
        }
        Err(last.unwrap_or_else(|| {
            let now = self.clock.now();
            SendFailure::held(self.ready_at(weight).unwrap_or(now), "every account rests or has used up its hour")
        }))
    }

    /// When a mail may go; `None` when it may go now.
    pub(super) fn ready_at(&self, weight: Weight) -> Option<Timestamp> {
        let now = self.clock.now();
        let accounts = self.accounts.iter().map(|account| {
            let hour = account.hour().full_until(now, weight);
            account.resting(now).max(hour)
        });
        // `None` sorts first: an account that can is all that is needed.
        let account = accounts.min().flatten();
        account.max(self.hour().full_until(now, weight))
    }

    /// When a mail of a mail-out may go to this address's domain; `None` when it may go now.
    pub(super) fn turn_of(&self, id: Uuid, to: &Email) -> Option<Timestamp> {
        let domain = to.as_str().rsplit('@').next().unwrap_or_default().to_lowercase();
        let mut domains = self.domains.lock().unwrap_or_else(PoisonError::into_inner);
        domains.turn(id, &domain, self.clock.now())
    }

    /// Counts mails that an earlier process sent, as those of the first accounts that have room.
    pub(super) fn sent_before(&self, at: Timestamp, count: u32) {
        self.hour().add(at, count);
        let mut left = count;
        for account in &self.accounts {
            left = account.hour().add_up_to_limit(at, left);
        }
    }

    /// Closes the connections that nobody uses: those that are too old, or all.
    pub(super) async fn close(&self, all: bool) {
        for account in &self.accounts {
            account.close(all).await;
        }
    }

    fn take(&self, account: &Account, now: Timestamp, weight: Weight) -> bool {
        let (mut all, mut own) = (self.hour(), account.hour());
        let free = all.full_until(now, weight).is_none() && own.full_until(now, weight).is_none();
        if free {
            all.add(now, 1);
            own.add(now, 1);
        }
        free
    }

    fn give_back(&self, account: &Account) {
        self.hour().give_back();
        account.hour().give_back();
    }

    fn hour(&self) -> std::sync::MutexGuard<'_, Hour> {
        self.hour.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Writes and signs the mail, beside the threads that answer readers.
    async fn encode(&self, message: &Message) -> Result<Outgoing, SendFailure> {
        let (message, dkim) = (message.clone(), Arc::clone(&self.dkim));
        let encoded = super::beside_readers(move || {
            let (from, to) = mime::envelope(&message)?;
            let bytes = message.bytes()?;
            let bytes = match dkim.as_ref() {
                Some(dkim) => dkim.sign(bytes)?,
                None => bytes,
            };
            Ok(Outgoing { from, to, bytes })
        });
        encoded.await?
    }
}
