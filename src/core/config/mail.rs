//! The settings of `[mail]`.

use serde::{Deserialize, Serialize};

use super::day_of_week::DayOfWeek;
use super::mail_bounces::BounceConfig;
use super::mail_seed::SeedConfig;
use super::mail_smtp::{SmtpAccount, SmtpSecurity};
use super::time_of_day::{QuietHours, TimeOfDay};

/// The mail transport.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Transport {
    /// One file per message in `<data>/outbox`, for a first run and for machines without a mail server.
    #[default]
    Folder,
    Smtp,
}

/// Mail settings.
#[derive(Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct MailConfig {
    pub transport: Transport,
    /// The `From` address; empty: `paragraf@` and the public host.
    pub from: String,
    pub from_name: String,
    /// The `Reply-To` address; empty: none.
    pub reply_to: String,
    pub smtp_host: String,
    /// 0: the default port of `smtp_security`.
    pub smtp_port: u32,
    pub smtp_security: SmtpSecurity,
    pub smtp_user: String,
    /// Never displayed.
    pub smtp_password: String,
    /// File that holds the password instead.
    pub smtp_password_file: String,
    /// Additional trusted certificates (PEM).
    pub smtp_ca_file: String,
    /// Messages per hour over this account; 0: unlimited.
    pub smtp_per_hour: u32,
    /// The name in `EHLO`; empty: the host of `server.public_url`.
    pub ehlo_name: String,
    /// Timeout of one SMTP command, in seconds.
    pub timeout_secs: u64,
    /// The sender's postal address in the footer of bulk messages.
    pub postal_address: String,
    /// Time of daily digests, by the clock in Romania.
    pub daily_at: TimeOfDay,
    /// Time of weekly digests and deadlines messages.
    pub weekly_at: TimeOfDay,
    /// Day of weekly digests.
    pub weekly_on: DayOfWeek,
    /// Day of deadlines messages.
    pub deadlines_on: DayOfWeek,
    #[serde(flatten)]
    pub bounces: BounceConfig,
    #[serde(flatten)]
    pub seed: SeedConfig,
    /// Concurrent connections, each sending one message.
    pub connections: u32,
    /// Messages per hour over all accounts; 0: unlimited.
    pub per_hour: u32,
    /// Bulk messages per minute to one domain; 0: unlimited.
    pub per_domain_per_minute: u32,
    /// Hours without bulk messages, by the clock in Romania.
    pub quiet_hours: QuietHours,
    /// DKIM selector in the DNS.
    pub dkim_selector: String,
    /// Signing domain.
    pub dkim_domain: String,
    /// Private key (PEM; RSA or Ed25519); empty: messages are not signed.
    pub dkim_key_file: String,
    /// Fallback accounts, in order.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub smtp_backup: Vec<SmtpAccount>,
}

impl Default for MailConfig {
    fn default() -> Self {
        Self {
            transport: Transport::default(),
            from: String::new(),
            from_name: "Paragraf".into(),
            reply_to: String::new(),
            smtp_host: String::new(),
            smtp_port: 0,
            smtp_security: SmtpSecurity::default(),
            smtp_user: String::new(),
            smtp_password: String::new(),
            smtp_password_file: String::new(),
            smtp_ca_file: String::new(),
            smtp_per_hour: 0,
            ehlo_name: String::new(),
            timeout_secs: 30,
            postal_address: String::new(),
            daily_at: TimeOfDay::constant(7, 30),
            weekly_at: TimeOfDay::constant(8, 0),
            weekly_on: DayOfWeek::Friday,
            deadlines_on: DayOfWeek::Monday,
            bounces: BounceConfig::default(),
            seed: SeedConfig::default(),
            connections: 4,
            per_hour: 0,
            per_domain_per_minute: 0,
            quiet_hours: QuietHours::between(TimeOfDay::constant(22, 0), TimeOfDay::constant(7, 0)),
            dkim_selector: String::new(),
            dkim_domain: String::new(),
            dkim_key_file: String::new(),
            smtp_backup: vec![],
        }
    }
}

impl std::fmt::Debug for MailConfig {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("MailConfig").field("transport", &self.transport).finish_non_exhaustive()
    }
}

impl MailConfig {
    /// The accounts in order of preference.
    pub fn accounts(&self) -> Vec<SmtpAccount> {
        [&[self.first_account()][..], &self.smtp_backup].concat()
    }

    pub(super) fn first_account(&self) -> SmtpAccount {
        SmtpAccount {
            host: self.smtp_host.clone(),
            port: self.smtp_port,
            security: self.smtp_security,
            user: self.smtp_user.clone(),
            password: self.smtp_password.clone(),
            password_file: self.smtp_password_file.clone(),
            ca_file: self.smtp_ca_file.clone(),
            per_hour: self.smtp_per_hour,
        }
    }
}
