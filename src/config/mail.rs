//! How mails leave, and what they say of their sender.

use serde::{Deserialize, Serialize};

use super::mail_bounces::BounceConfig;
use super::mail_smtp::SmtpAccount;

/// The way of mails.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Transport {
    /// A file per mail in `<data>/outbox`, for a first run and for machines without mail.
    #[default]
    Folder,
    Smtp,
}

/// The mails that the product sends.
#[derive(Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct MailConfig {
    /// `folder` or `smtp`.
    pub transport: String,
    /// The address that mails come from; empty: `paragraf@` and the public host.
    pub from: String,
    pub from_name: String,
    /// Where answers go; empty: to `from`.
    pub reply_to: String,
    pub smtp_host: String,
    /// 0: the usual one of `smtp_security`.
    pub smtp_port: u32,
    /// `starttls`, `tls` or `none`.
    pub smtp_security: String,
    pub smtp_user: String,
    /// Never shown.
    pub smtp_password: String,
    /// Certificates (PEM) that are trusted besides the usual ones.
    pub smtp_ca_file: String,
    /// Mails in an hour over this account; 0: as many as one likes.
    pub smtp_per_hour: u32,
    /// How long the server may take for one step.
    pub timeout_secs: u64,
    /// The sender's postal address, which stands below every mail to many.
    pub postal_address: String,
    /// When daily digests are made, such as `07:30`, by the clock of Romania.
    pub daily_at: String,
    /// When weekly digests and the deadlines are made on their days.
    pub weekly_at: String,
    /// The day on which weekly digests are made, in English.
    pub weekly_on: String,
    /// The day on which the deadlines of the coming two weeks are told, in English.
    pub deadlines_on: String,
    #[serde(flatten)]
    pub bounces: BounceConfig,
    /// Connections that are open at once; as many mails are sent at once.
    pub connections: u32,
    /// Mails in an hour over all accounts; 0: as many as one likes.
    pub per_hour: u32,
    /// Mails of mail-outs in a minute to one domain; 0: as many as one likes.
    pub per_domain_per_minute: u32,
    /// When mails of mail-outs wait, on the clocks of Romania; empty: never.
    pub quiet_hours: String,
    /// Where in the DNS of the domain the public key stands.
    pub dkim_selector: String,
    /// The domain that signs.
    pub dkim_domain: String,
    /// The private key (PEM; RSA or Ed25519); empty: mails are not signed.
    pub dkim_key_file: String,
    /// Accounts that are used when the one above cannot.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub smtp_backup: Vec<SmtpAccount>,
}

impl Default for MailConfig {
    fn default() -> Self {
        Self {
            transport: "folder".into(),
            from: String::new(),
            from_name: "Paragraf".into(),
            reply_to: String::new(),
            smtp_host: String::new(),
            smtp_port: 0,
            smtp_security: "starttls".into(),
            smtp_user: String::new(),
            smtp_password: String::new(),
            smtp_ca_file: String::new(),
            smtp_per_hour: 0,
            timeout_secs: 30,
            postal_address: String::new(),
            daily_at: "07:30".into(),
            weekly_at: "08:00".into(),
            weekly_on: "friday".into(),
            deadlines_on: "monday".into(),
            bounces: BounceConfig::default(),
            connections: 4,
            per_hour: 0,
            per_domain_per_minute: 0,
            quiet_hours: "22:00-07:00".into(),
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
    /// [`MailConfig::transport`] as a value; the folder for a text that was never checked.
    pub fn way(&self) -> Transport {
        if self.transport == "smtp" { Transport::Smtp } else { Transport::Folder }
    }

    /// The accounts in the order in which they are used.
    pub fn accounts(&self) -> Vec<SmtpAccount> {
        [&[self.first_account()][..], &self.smtp_backup].concat()
    }

    pub(super) fn first_account(&self) -> SmtpAccount {
        SmtpAccount {
            host: self.smtp_host.clone(),
            port: self.smtp_port,
            security: self.smtp_security.clone(),
            user: self.smtp_user.clone(),
            password: self.smtp_password.clone(),
            ca_file: self.smtp_ca_file.clone(),
            per_hour: self.smtp_per_hour,
        }
    }
}
