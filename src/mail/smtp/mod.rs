//! The SMTP transport (RFC 5321): sends over the first usable account, under TLS unless the server is local.

mod account;
mod connection;
mod server;
mod stream;

use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use jiff::Timestamp;
use uuid::Uuid;

use self::account::Account;
use self::connection::EncodedMessage;
use super::cpu::run_cpu_bound;
use super::dkim::Dkim;
use super::failure::{Certainty, SendFailure};
use super::limits::{DomainSlots, HourlyQuota, MessageClass};
use super::message::Message;
use super::mime;
use crate::clock::Clock;
use crate::config::MailConfig;
use crate::domain::email::Email;
use crate::error::Result;

/// The configured accounts, in order of preference.
pub struct Smtp {
    accounts: Vec<Account>,
    dkim: Arc<Option<Dkim>>,
    /// The quota of all accounts together.
    quota: Mutex<HourlyQuota>,
    domains: Mutex<DomainSlots>,
    clock: Clock,
}

impl Smtp {
    /// # Errors
    /// `config` when a certificate, a host or the DKIM key cannot be used.
    pub(super) fn new(config: &MailConfig, clock: Clock) -> Result<Self> {
        crate::tls::install_provider();
        let timeout = Duration::from_secs(config.timeout_secs);
        let accounts = config.accounts().into_iter().map(|account| Account::new(&account, timeout));
        Ok(Self {
            accounts: accounts.collect::<Result<_>>()?,
            dkim: Arc::new(Dkim::new(config)?),
            quota: Mutex::new(HourlyQuota::new(config.per_hour)),
            domains: Mutex::new(DomainSlots::new(config.per_domain_per_minute)),
            clock,
        })
    }

    /// Sends the message over the first account that accepts it. `ignore_limits` skips quotas and backoffs.
    pub(super) async fn send(&self, message: &Message, ignore_limits: bool) -> Result<String, SendFailure> {
        let encoded = self.encode(message).await?;
        let (class, mut last) = (message.class(), None);
        for account in &self.accounts {
            let now = self.clock.now();
            if !ignore_limits && (account.backing_off_until(now).is_some() || !self.reserve(account, now, class)) {
                continue;
            }
            let error = match account.send(&encoded, now).await {
                Ok(reply) => return Ok(reply),
                Err(error) => error,
            };
            if !ignore_limits && error.failure.certainty != Certainty::Unknown {
                self.release(account);
            }
            if !error.is_account_failure || error.failure.certainty == Certainty::Unknown {
                return Err(error.failure);
            }
            last = Some(error.failure);
        }
        Err(last.unwrap_or_else(|| {
            let now = self.clock.now();
            SendFailure::deferred(
                self.ready_at(class).unwrap_or(now),
                "every account backs off or has used up its quota",
            )
        }))
    }

    /// When a message may be sent; `None` when it may be sent now.
    pub(super) fn ready_at(&self, class: MessageClass) -> Option<Timestamp> {
        let now = self.clock.now();
        let accounts = self.accounts.iter().map(|account| {
            let quota = account.quota().exhausted_until(now, class);
            account.backing_off_until(now).max(quota)
        });
        // `None` sorts first: one usable account is enough.
        let account = accounts.min().flatten();
        account.max(self.quota().exhausted_until(now, class))
    }

    /// Reserves a slot for a bulk message to this domain; `None` when it may be sent now.
    pub(super) fn reserve_domain_slot(&self, id: Uuid, to: &Email) -> Option<Timestamp> {
        let domain = to.as_str().rsplit('@').next().unwrap_or_default().to_lowercase();
        let mut domains = self.domains.lock().unwrap_or_else(PoisonError::into_inner);
        domains.reserve(id, &domain, self.clock.now())
    }

    /// Counts messages that an earlier process sent, towards the first accounts with quota left.
    pub(super) fn count_earlier(&self, at: Timestamp, count: u32) {
        self.quota().add(at, count);
        let mut left = count;
        for account in &self.accounts {
            left = account.quota().add_up_to_limit(at, left);
        }
    }

    /// Closes idle connections: the expired ones, or all of them.
    pub(super) async fn close_idle(&self, all: bool) {
        for account in &self.accounts {
            account.close_idle(all).await;
        }
    }

    fn reserve(&self, account: &Account, now: Timestamp, class: MessageClass) -> bool {
        let (mut all, mut own) = (self.quota(), account.quota());
        let free = all.exhausted_until(now, class).is_none() && own.exhausted_until(now, class).is_none();
        if free {
            all.add(now, 1);
            own.add(now, 1);
        }
        free
    }

    fn release(&self, account: &Account) {
        self.quota().release();
        account.quota().release();
    }

    fn quota(&self) -> std::sync::MutexGuard<'_, HourlyQuota> {
        self.quota.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Encodes and signs the message on the blocking pool.
    async fn encode(&self, message: &Message) -> Result<EncodedMessage, SendFailure> {
        let (message, dkim) = (message.clone(), Arc::clone(&self.dkim));
        let encoded = run_cpu_bound(move || {
            let (from, to) = mime::envelope(&message)?;
            let bytes = message.bytes()?;
            let bytes = match dkim.as_ref() {
                Some(dkim) => dkim.sign(bytes)?,
                None => bytes,
            };
            Ok(EncodedMessage { from, to, bytes })
        });
        encoded.await?
    }
}
