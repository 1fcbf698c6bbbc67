//! How mails leave, and what they say of their sender.

use serde::{Deserialize, Serialize};

use super::mail_bounces::BounceConfig;
use super::mail_smtp::{BACKUP, SmtpAccount};
use super::merge::{ConfigProblem, problem};
use super::{Config, mail_sending};
use crate::domain::email::Email;

/// What stands in place of a secret where settings are shown.
pub(super) const HIDDEN: &str = "(hidden)";

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

    fn first_account(&self) -> SmtpAccount {
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

impl Config {
    /// The settings as they may be shown: without secrets.
    #[must_use]
    pub fn without_secrets(mut self) -> Self {
        for secret in [&mut self.mail.smtp_password, &mut self.accounts.oidc_client_secret] {
            if !secret.is_empty() {
                *secret = HIDDEN.into();
            }
        }
        self.mail.bounces.hide_secrets();
        for account in self.mail.smtp_backup.iter_mut().filter(|account| !account.password.is_empty()) {
            account.password = HIDDEN.into();
        }
        self
    }
}

pub(super) fn problems(mail: &MailConfig) -> Vec<ConfigProblem> {
    let mut problems = Vec::new();
    let mut refuse = |key: &str, reason: String| problems.push(problem(key, reason));
    if !["folder", "smtp"].contains(&mail.transport.as_str()) {
        refuse("mail.transport", format!("{:?} is not one of folder, smtp", mail.transport));
    }
    for (key, address) in [("mail.from", &mail.from), ("mail.reply_to", &mail.reply_to)] {
        if !address.is_empty() && Email::parse(address).is_none() {
            refuse(key, "this is not an e-mail address; write it without a name, such as legi@example.ro".into());
        }
    }
    if mail.from_name.chars().any(char::is_control) || mail.from_name.chars().count() > 100 {
        refuse("mail.from_name", "write one line of at most 100 characters".into());
    }
    problems.extend(mail.first_account().problems("mail.smtp_"));
    for (place, account) in mail.smtp_backup.iter().enumerate() {
        problems.extend(account.problems(&format!("{BACKUP}[{place}].")));
    }
    problems.extend(super::mailings::problems(mail));
    problems.extend(mail.bounces.problems());
    problems.extend(mail_sending::problems(mail));
    if mail.way() == Transport::Smtp {
        problems.extend(smtp_problems(mail));
    }
    problems
}

/// What is wrong with the settings of mail servers that are to be used.
fn smtp_problems(mail: &MailConfig) -> Vec<ConfigProblem> {
    let mut problems = Vec::new();
    if mail.from.is_empty() {
        let reason = "say which address mails come from, such as legi@example.ro";
        problems.push(problem("mail.from", reason.to_owned()));
    }
    problems.extend(mail.first_account().problems_in_use("mail.smtp_"));
    for (place, account) in mail.smtp_backup.iter().enumerate() {
        problems.extend(account.problems_in_use(&format!("{BACKUP}[{place}].")));
    }
    problems
}

#[cfg(test)]
mod tests {
    use super::*;

    fn told(change: impl FnOnce(&mut MailConfig)) -> Vec<String> {
        let mut mail = MailConfig::default();
        change(&mut mail);
        problems(&mail).iter().map(|problem| problem.key.clone()).collect()
    }

    fn smtp(mail: &mut MailConfig) {
        mail.transport = "smtp".into();
        mail.from = "legi@example.ro".into();
        mail.smtp_host = "mail.example.ro".into();
    }

    #[test]
    fn every_problem_is_told_at_once() {
        assert_eq!(told(|_| {}), [""; 0]);
        assert_eq!(told(smtp), [""; 0]);
        let all = told(|mail| {
            mail.transport = "smtp".into();
            mail.reply_to = "Ana <ana@example.ro>".into();
            mail.from_name = "Ana\r\nBcc: b@x.ro".into();
            mail.smtp_security = "ssl".into();
            mail.smtp_port = 70_000;
            mail.smtp_user = "ana".into();
            mail.smtp_ca_file = "/none/such".into();
        });
        assert_eq!(
            all,
            [
                "mail.reply_to",
                "mail.from_name",
                "mail.smtp_security",
                "mail.smtp_port",
                "mail.from",
                "mail.smtp_host",
                "mail.smtp_user",
                "mail.smtp_ca_file",
            ]
        );
    }

    #[test]
    fn mails_leave_this_machine_only_under_tls() {
        let unprotected = |host: &str| {
            told(|mail| {
                smtp(mail);
                mail.smtp_host = host.into();
                mail.smtp_security = "none".into();
            })
        };
        for host in ["localhost", "127.0.0.1", "127.8.8.8", "[::1]"] {
            assert_eq!(unprotected(host), [""; 0], "{host}");
        }
        for host in ["mail.example.ro", "10.0.0.1", "localhost.example.ro", "0.0.0.0"] {
            assert_eq!(unprotected(host), ["mail.smtp_security"], "{host}");
        }
    }

    #[test]
    fn a_password_is_shown_nowhere() {
        let mut config = Config::default();
        config.mail.smtp_password = "s3cret".into();
        config.mail.smtp_backup = vec![SmtpAccount { password: "s3cret".into(), ..SmtpAccount::default() }];
        assert!(!format!("{config:?}").contains("s3cret"));
        assert!(!format!("{:?}", config.mail.smtp_backup).contains("s3cret"));
        let shown = config.without_secrets().mail;
        assert_eq!([&shown.smtp_password, &shown.smtp_backup[0].password], [HIDDEN; 2]);
        assert_eq!(Config::default().without_secrets(), Config::default());
    }

    #[test]
    fn the_port_is_the_usual_one_unless_named() {
        let port = |security: &str, port| {
            let mail = MailConfig { smtp_security: security.into(), smtp_port: port, ..MailConfig::default() };
            mail.accounts()[0].port()
        };
        assert_eq!([port("starttls", 0), port("tls", 0), port("none", 0), port("tls", 2525)], [587, 465, 25, 2525]);
    }
}
