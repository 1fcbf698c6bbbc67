//! The settings of the seeded address, whose mailbox proves that urgent mails arrive.

use serde::{Deserialize, Serialize};

use super::imap_account::ImapAccount;
use super::mail_smtp::SmtpSecurity;
use super::problem::{ConfigProblem, problem};
use crate::domain::email::Email;

/// Settings of the seeded address, all keys of `[mail]`.
#[derive(Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct SeedConfig {
    /// Address that gets a copy of each urgent mail; empty: none.
    pub seed_address: String,
    /// IMAP server of the address.
    pub seed_imap_host: String,
    /// 0: the default port of `seed_imap_security`.
    pub seed_imap_port: u32,
    pub seed_imap_security: SmtpSecurity,
    pub seed_imap_user: String,
    /// Never displayed.
    pub seed_imap_password: String,
    /// File that holds the password instead.
    pub seed_imap_password_file: String,
    pub seed_imap_folder: String,
    /// Additional trusted certificates (PEM).
    pub seed_imap_ca_file: String,
}

impl Default for SeedConfig {
    fn default() -> Self {
        Self {
            seed_address: String::new(),
            seed_imap_host: String::new(),
            seed_imap_port: 0,
            seed_imap_security: SmtpSecurity::Tls,
            seed_imap_user: String::new(),
            seed_imap_password: String::new(),
            seed_imap_password_file: String::new(),
            seed_imap_folder: "INBOX".into(),
            seed_imap_ca_file: String::new(),
        }
    }
}

impl std::fmt::Debug for SeedConfig {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("SeedConfig").field("seed_address", &self.seed_address).finish_non_exhaustive()
    }
}

impl SeedConfig {
    /// The address, if its mailbox can be read too.
    pub fn address(&self) -> Option<Email> {
        Email::parse(&self.seed_address).filter(|_| !self.seed_imap_host.is_empty())
    }

    /// The mailbox of the address.
    pub fn mailbox(&self) -> ImapAccount {
        ImapAccount {
            key: "mail.seed_imap_",
            host: self.seed_imap_host.clone(),
            configured_port: self.seed_imap_port,
            security: self.seed_imap_security,
            user: self.seed_imap_user.clone(),
            password: self.seed_imap_password.clone(),
            folder: self.seed_imap_folder.clone(),
            ca_file: self.seed_imap_ca_file.clone(),
        }
    }

    pub(super) fn problems(&self) -> Vec<ConfigProblem> {
        let mut problems = self.mailbox().problems();
        if !self.seed_address.is_empty() && Email::parse(&self.seed_address).is_none() {
            let reason = format!("{:?} is not an e-mail address; write it without a name", self.seed_address);
            problems.push(problem("mail.seed_address", reason));
        }
        if self.seed_address.is_empty() != self.seed_imap_host.is_empty() {
            let reason = "set both seed_address and seed_imap_host, or neither".to_owned();
            problems.push(problem("mail.seed_address", reason));
        }
        problems
    }

    pub(super) fn secret_problem(&self) -> Option<ConfigProblem> {
        self.mailbox().login_problem()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_address_and_its_mailbox_are_set_together() {
        let keys = |change: fn(&mut SeedConfig)| {
            let mut config = SeedConfig::default();
            change(&mut config);
            let problems = config.problems().into_iter().chain(config.secret_problem());
            problems.map(|problem| problem.key).collect::<Vec<_>>()
        };
        assert_eq!(keys(|_| {}), [""; 0]);
        assert_eq!(keys(|it| it.seed_address = "dovada@example.ro".into()), ["mail.seed_address"]);
        let host = |it: &mut SeedConfig| it.seed_imap_host = "imap.example.ro".into();
        assert_eq!(keys(host), ["mail.seed_address", "mail.seed_imap_user"]);
        let whole = |it: &mut SeedConfig| {
            (it.seed_address, it.seed_imap_host) = ("dovada@example.ro".into(), "imap.example.ro".into());
            (it.seed_imap_user, it.seed_imap_password) = ("dovada".into(), "s3cret".into());
        };
        assert_eq!(keys(whole), [""; 0]);
        let mut config = SeedConfig::default();
        whole(&mut config);
        assert_eq!(config.mailbox().port(), 993);
        assert!(!format!("{config:?} {:?}", config.mailbox()).contains("s3cret"));
    }
}
