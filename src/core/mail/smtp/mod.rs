//! The SMTP transport (RFC 5321): sends over the first usable account, under TLS unless the server is local.

mod account;
mod connection;
mod health;
mod server;
mod stream;

use std::path::PathBuf;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use jiff::Timestamp;
use uuid::Uuid;

use self::account::Account;
use self::connection::{EncodedMessage, Shipment};
pub use self::health::ServerOutage;
pub use self::server::ServerProbe;
use super::cpu::run_cpu_bound;
use super::dkim::Dkim;
use super::failure::{Certainty, SendFailure};
use super::handovers::Handovers;
use super::limits::{DomainSlots, HourlyQuota, MessageClass};
use super::message::Message;
use super::mime;
use crate::clock::Clock;
use crate::config::MailConfig;
use crate::domain::email::Email;
use crate::error::Result;

/// An hourly limit that is used up.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ExhaustedQuota {
    /// Host and port; `None` for the limit of all servers together.
    pub server: Option<String>,
    pub limit: u32,
    /// When a campaign's next message may be sent.
    pub until: Timestamp,
}

/// The configured accounts, in order of preference.
pub struct Smtp {
    accounts: Vec<Account>,
    dkim: Arc<Option<Dkim>>,
    /// The quota of all accounts together.
    quota: Mutex<HourlyQuota>,
    domains: Mutex<DomainSlots>,
    /// The marks of bulk messages, which are sent at most once.
    pub(super) handovers: Handovers,
    clock: Clock,
}

impl Smtp {
    /// # Errors
    /// `config` when a certificate, a host or the DKIM key cannot be used.
    pub(super) fn new(config: &MailConfig, ehlo_name: &str, handovers: PathBuf, clock: Clock) -> Result<Self> {
        crate::tls::install_provider();
        let timeout = Duration::from_secs(config.timeout_secs);
        let accounts = config.accounts().into_iter().enumerate();
        let accounts = accounts.map(|(number, account)| Account::new(&account, &key_of(number), ehlo_name, timeout));
        Ok(Self {
            accounts: accounts.collect::<Result<_>>()?,
            dkim: Arc::new(Dkim::new(config)?),
            quota: Mutex::new(HourlyQuota::new(config.per_hour)),
            domains: Mutex::new(DomainSlots::new(config.per_domain_per_minute)),
            handovers: Handovers::new(handovers),
            clock,
        })
    }

    /// Sends the message over the first account that accepts it. `ignore_limits` skips quotas, rests and marks.
    pub(super) async fn send(&self, message: &Message, ignore_limits: bool) -> Result<String, SendFailure> {
        let encoded = self.encode(message).await?;
        let class = message.class();
        let is_marked = class == MessageClass::Bulk && !ignore_limits;
        let handover = is_marked.then(|| self.handovers.reserve(message.id)).transpose()?;
        let shipment = Shipment { message: &encoded, class, handover: handover.as_ref() };
        let mut last = None;
        for account in &self.accounts {
            let now = self.clock.now();
            if !ignore_limits && (account.rests_until(class, now).is_some() || !self.reserve(account, now, class)) {
                continue;
            }
            let error = match account.send(shipment, now).await {
                Ok(reply) => return Ok(reply),
                Err(error) => error,
            };
            if error.failure.certainty == Certainty::Unknown {
                return Err(error.failure);
            }
            handover.as_ref().inspect(|handover| handover.unmark());
            if !ignore_limits {
                self.release(account);
            }
            if !error.is_account_failure {
                return Err(error.failure);
            }
            last = Some(error.failure);
        }
        Err(last.unwrap_or_else(|| {
            let until = self.ready_at(class).unwrap_or_else(|| self.clock.now());
            SendFailure::deferred(until, "every mail server rests or has sent its messages of the hour")
        }))
    }

    /// When a message may be sent; `None` when it may be sent now.
    pub(super) fn ready_at(&self, class: MessageClass) -> Option<Timestamp> {
        let now = self.clock.now();
        let accounts = self.accounts.iter().map(|account| {
            let quota = account.quota().exhausted_until(now, class);
            account.rests_until(class, now).max(quota)
        });
        // `None` sorts first: one usable account is enough.
        let account = accounts.min().flatten();
        account.max(self.quota().exhausted_until(now, class))
    }

    /// The servers that do not accept messages.
    pub(super) fn outages(&self) -> Vec<ServerOutage> {
        self.accounts.iter().filter_map(Account::outage).collect()
    }

    /// Tries each account without sending.
    pub(super) async fn probe(&self) -> Vec<ServerProbe> {
        let mut probes = Vec::with_capacity(self.accounts.len());
        for account in &self.accounts {
            probes.push(account.probe().await);
        }
        probes
    }

    pub(super) fn is_out(&self) -> bool {
        self.accounts.iter().all(|account| account.outage().is_some())
    }

    /// The hourly limits that hold campaigns now.
    pub(super) fn exhausted(&self) -> Vec<ExhaustedQuota> {
        let now = self.clock.now();
        let of = |server: Option<&str>, quota: &mut HourlyQuota| {
            let until = quota.exhausted_until(now, MessageClass::Bulk)?;
            Some(ExhaustedQuota { server: server.map(ToOwned::to_owned), limit: quota.limit(), until })
        };
        let all = of(None, &mut self.quota());
        let accounts = self.accounts.iter().filter_map(|account| of(Some(account.name()), &mut account.quota()));
        all.into_iter().chain(accounts).collect()
    }

    /// Reserves a slot for a bulk message to this domain; `None` when it may be sent now.
    pub(super) fn reserve_domain_slot(&self, id: Uuid, to: &Email) -> Option<Timestamp> {
        let domain = to.as_str().rsplit('@').next().unwrap_or_default().to_lowercase();
        let mut domains = self.domains.lock().unwrap_or_else(PoisonError::into_inner);
        domains.reserve(id, &domain, self.clock.now())
    }

    /// Forgets what was counted towards the hourly limits.
    pub(super) fn forget_counted(&self) {
        self.quota().clear();
        self.accounts.iter().for_each(|account| account.quota().clear());
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

/// The beginning of the keys of an account in the configuration, by its number.
fn key_of(number: usize) -> String {
    match number.checked_sub(1) {
        Some(backup) => format!("mail.smtp_backup[{backup}]."),
        None => "mail.smtp_".into(),
    }
}
