//! The settings of incoming mail: bounces, complaints, requests to unsubscribe.

use serde::{Deserialize, Serialize};

use super::imap_account::ImapAccount;
use super::mail_smtp::SmtpSecurity;
use super::problem::{ConfigProblem, problem};
use crate::domain::email::Email;

/// Shortest token, in bytes.
const MIN_TOKEN: usize = 16;

/// Settings of incoming mail, all keys of `[mail]`.
#[derive(Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct BounceConfig {
    /// Return path and unsubscribe address; empty: `mail.from`, and unsubscribing works by link only.
    pub bounce_address: String,
    /// Bearer token for POST `/mail/bounces`; empty: disabled. Never displayed.
    pub bounce_token: String,
    /// File that holds the token instead.
    pub bounce_token_file: String,
    /// IMAP server of `bounce_address`; empty: disabled.
    pub bounce_imap_host: String,
    /// 0: the default port of `bounce_imap_security`.
    pub bounce_imap_port: u32,
    pub bounce_imap_security: SmtpSecurity,
    pub bounce_imap_user: String,
    /// Never displayed.
    pub bounce_imap_password: String,
    /// File that holds the password instead.
    pub bounce_imap_password_file: String,
    pub bounce_imap_folder: String,
    /// Folder of reports about mails of this server; empty: they are deleted.
    pub bounce_imap_done_folder: String,
    /// Additional trusted certificates (PEM).
    pub bounce_imap_ca_file: String,
    /// Minutes between polls.
    pub bounce_imap_every: u32,
}

impl Default for BounceConfig {
    fn default() -> Self {
        Self {
            bounce_address: String::new(),
            bounce_token: String::new(),
            bounce_token_file: String::new(),
            bounce_imap_host: String::new(),
            bounce_imap_port: 0,
            bounce_imap_security: SmtpSecurity::Tls,
            bounce_imap_user: String::new(),
            bounce_imap_password: String::new(),
            bounce_imap_password_file: String::new(),
            bounce_imap_folder: "INBOX".into(),
            bounce_imap_done_folder: String::new(),
            bounce_imap_ca_file: String::new(),
            bounce_imap_every: 5,
        }
    }
}

impl std::fmt::Debug for BounceConfig {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("BounceConfig").field("bounce_address", &self.bounce_address).finish_non_exhaustive()
    }
}

impl BounceConfig {
    /// The mailbox of the address.
    pub fn mailbox(&self) -> ImapAccount {
        ImapAccount {
            key: "mail.bounce_imap_",
            host: self.bounce_imap_host.clone(),
            configured_port: self.bounce_imap_port,
            security: self.bounce_imap_security,
            user: self.bounce_imap_user.clone(),
            password: self.bounce_imap_password.clone(),
            folder: self.bounce_imap_folder.clone(),
            ca_file: self.bounce_imap_ca_file.clone(),
        }
    }

    pub(super) fn problems(&self) -> Vec<ConfigProblem> {
        let mut problems = Vec::new();
        let mut refuse = |key: &str, reason: &str| problems.push(problem(key, reason.to_owned()));
        if !self.bounce_address.is_empty() && Email::parse(&self.bounce_address).is_none() {
            let reason = format!("{:?} is not an e-mail address; write it without a name", self.bounce_address);
            refuse("mail.bounce_address", &reason);
        }
        if !(1..=1440).contains(&self.bounce_imap_every) {
            refuse("mail.bounce_imap_every", "must be from 1 to 1440 minutes");
        }
        let (folder, done) = (&self.bounce_imap_folder, &self.bounce_imap_done_folder);
        if !self.bounce_imap_host.is_empty() && (done.chars().any(char::is_control) || folder == done) {
            refuse("mail.bounce_imap_done_folder", "set a folder other than bounce_imap_folder, on one line");
        }
        problems.extend(self.mailbox().problems());
        problems
    }

    /// Problems of the token and of the mailbox's user and password.
    pub(super) fn secret_problems(&self) -> Vec<ConfigProblem> {
        let mut problems = Vec::new();
        let mut refuse = |key: &str, reason: &str| problems.push(problem(key, reason.to_owned()));
        let token = &self.bounce_token;
        if !token.is_empty() && (token.len() < MIN_TOKEN || !token.bytes().all(|byte| byte.is_ascii_graphic())) {
            let reason = format!("use at least {MIN_TOKEN} letters and digits, such as from `openssl rand -hex 24`");
            refuse("mail.bounce_token", &reason);
        }
        problems.extend(self.mailbox().login_problem());
        problems
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn keys_with_problems(change: impl FnOnce(&mut BounceConfig)) -> Vec<String> {
        let mut config = BounceConfig::default();
        change(&mut config);
        [config.problems(), config.secret_problems()].concat().into_iter().map(|problem| problem.key).collect()
    }

    #[test]
    fn invalid_settings_are_reported() {
        assert_eq!(keys_with_problems(|_| {}), [""; 0]);
        assert_eq!(keys_with_problems(|it| it.bounce_token = "short".into()), ["mail.bounce_token"]);
        assert_eq!(keys_with_problems(|it| it.bounce_token = "with spaces and more".into()), ["mail.bounce_token"]);
        assert_eq!(keys_with_problems(|it| it.bounce_address = "Ana <a@x.ro>".into()), ["mail.bounce_address"]);
        assert_eq!(keys_with_problems(|it| it.bounce_imap_every = 0), ["mail.bounce_imap_every"]);
        let host = |it: &mut BounceConfig| it.bounce_imap_host = "imap.example.ro".into();
        assert_eq!(keys_with_problems(host), ["mail.bounce_imap_user"]);
        let open = |it: &mut BounceConfig| {
            host(it);
            (it.bounce_imap_user, it.bounce_imap_password) = ("u".into(), "p".into());
            it.bounce_imap_security = SmtpSecurity::None;
        };
        assert_eq!(keys_with_problems(open), ["mail.bounce_imap_security"]);
    }

    #[test]
    fn secrets_are_not_in_the_debug_output() {
        let config = BounceConfig { bounce_token: "s3cret-s3cret-s3cret".into(), ..BounceConfig::default() };
        assert!(!format!("{config:?}").contains("s3cret"));
    }
}
