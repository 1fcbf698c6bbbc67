//! Where returned mails come in, and who may report them.

use serde::{Deserialize, Serialize};

use super::mail_smtp::SmtpSecurity;
use super::problem::{ConfigProblem, problem};
use crate::domain::email::Email;

/// A shorter secret could be guessed.
const MIN_TOKEN: usize = 16;

/// Settings of returned mails, all of them keys of `[mail]`.
#[derive(Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct BounceConfig {
    /// Where mails that cannot be delivered go back to, and mails that unsubscribe go to; empty: to `mail.from`,
    /// and unsubscribing is by link only.
    pub bounce_address: String,
    /// Who knows it may post returned mails to `/mail/bounces`; empty: nobody. Never shown.
    pub bounce_token: String,
    /// The IMAP server with the mailbox of `bounce_address`; empty: none is read.
    pub bounce_imap_host: String,
    /// 0: the usual one of `bounce_imap_security`.
    pub bounce_imap_port: u32,
    /// `tls`, `starttls`, or `none`, for a server on this machine.
    pub bounce_imap_security: String,
    pub bounce_imap_user: String,
    /// Never shown.
    pub bounce_imap_password: String,
    pub bounce_imap_folder: String,
    /// Where mails go that were understood; empty: they are deleted.
    pub bounce_imap_done_folder: String,
    /// Certificates (PEM) that are trusted besides the usual ones.
    pub bounce_imap_ca_file: String,
    /// Minutes between looks.
    pub bounce_imap_every: u32,
}

impl Default for BounceConfig {
    fn default() -> Self {
        Self {
            bounce_address: String::new(),
            bounce_token: String::new(),
            bounce_imap_host: String::new(),
            bounce_imap_port: 0,
            bounce_imap_security: "tls".into(),
            bounce_imap_user: String::new(),
            bounce_imap_password: String::new(),
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
    /// [`BounceConfig::bounce_imap_security`] as a value; the safest for a text that was never checked.
    pub fn security(&self) -> SmtpSecurity {
        match self.bounce_imap_security.as_str() {
            "starttls" => SmtpSecurity::Starttls,
            "none" => SmtpSecurity::None,
            _ => SmtpSecurity::Tls,
        }
    }

    /// The IMAP server's port.
    pub fn port(&self) -> u16 {
        match (self.bounce_imap_port, self.security()) {
            (0, SmtpSecurity::Tls) => 993,
            (0, _) => 143,
            (port, _) => u16::try_from(port).unwrap_or_default(),
        }
    }

    pub(super) fn problems(&self) -> Vec<ConfigProblem> {
        let mut problems = Vec::new();
        let mut refuse = |key: &str, reason: &str| problems.push(problem(key, reason.to_owned()));
        if !self.bounce_address.is_empty() && Email::parse(&self.bounce_address).is_none() {
            refuse("mail.bounce_address", "this is not an e-mail address; write it without a name");
        }
        let token = &self.bounce_token;
        if !token.is_empty() && (token.len() < MIN_TOKEN || !token.bytes().all(|byte| byte.is_ascii_graphic())) {
            refuse("mail.bounce_token", "write at least 16 letters and digits, such as `openssl rand -hex 24` makes");
        }
        if !["tls", "starttls", "none"].contains(&self.bounce_imap_security.as_str()) {
            refuse("mail.bounce_imap_security", "write tls, starttls or none");
        }
        if self.bounce_imap_port > u16::MAX.into() {
            refuse("mail.bounce_imap_port", "must be at most 65535");
        }
        if !(1..=1440).contains(&self.bounce_imap_every) {
            refuse("mail.bounce_imap_every", "must be from 1 to 1440 minutes");
        }
        if !self.bounce_imap_host.is_empty() {
            problems.extend(self.imap_problems());
        }
        problems
    }

    /// What is wrong with the settings of a mailbox that is to be read.
    fn imap_problems(&self) -> Vec<ConfigProblem> {
        let mut problems = Vec::new();
        let mut refuse = |key: &str, reason: &str| problems.push(problem(key, reason.to_owned()));
        let local = ["localhost", "127.0.0.1", "::1"].contains(&self.bounce_imap_host.as_str());
        if self.security() == SmtpSecurity::None && !local {
            refuse("mail.bounce_imap_security", "only a mailbox on this machine may be read without TLS");
        }
        if self.bounce_imap_user.is_empty() || self.bounce_imap_password.is_empty() {
            refuse("mail.bounce_imap_user", "give bounce_imap_user and bounce_imap_password");
        }
        if self.bounce_imap_folder.is_empty() {
            refuse("mail.bounce_imap_folder", "name the folder, such as INBOX");
        }
        let (folder, done) = (&self.bounce_imap_folder, &self.bounce_imap_done_folder);
        if [folder, done].into_iter().any(|name| name.chars().any(char::is_control)) || folder == done {
            refuse("mail.bounce_imap_done_folder", "name another folder than bounce_imap_folder, in one line");
        }
        let file = &self.bounce_imap_ca_file;
        let readable = |text: String| text.contains("-----BEGIN CERTIFICATE-----");
        if !file.is_empty() && !std::fs::read_to_string(file).is_ok_and(readable) {
            refuse(
                "mail.bounce_imap_ca_file",
                "there is no readable file of certificates in PEM form; correct the path",
            );
        }
        problems
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn told(change: impl FnOnce(&mut BounceConfig)) -> Vec<String> {
        let mut config = BounceConfig::default();
        change(&mut config);
        config.problems().into_iter().map(|problem| problem.key).collect()
    }

    #[test]
    fn settings_that_cannot_work_are_told() {
        assert_eq!(told(|_| {}), [""; 0]);
        assert_eq!(told(|it| it.bounce_token = "short".into()), ["mail.bounce_token"]);
        assert_eq!(told(|it| it.bounce_token = "with spaces and more".into()), ["mail.bounce_token"]);
        assert_eq!(told(|it| it.bounce_address = "Ana <a@x.ro>".into()), ["mail.bounce_address"]);
        assert_eq!(told(|it| it.bounce_imap_every = 0), ["mail.bounce_imap_every"]);
        let host = |it: &mut BounceConfig| it.bounce_imap_host = "imap.example.ro".into();
        assert_eq!(told(host), ["mail.bounce_imap_user"]);
        let open = |it: &mut BounceConfig| {
            host(it);
            (it.bounce_imap_user, it.bounce_imap_password) = ("u".into(), "p".into());
            it.bounce_imap_security = "none".into();
        };
        assert_eq!(told(open), ["mail.bounce_imap_security"]);
    }

    #[test]
    fn secrets_are_not_in_the_debug_output() {
        let config = BounceConfig { bounce_token: "s3cret-s3cret-s3cret".into(), ..BounceConfig::default() };
        assert!(!format!("{config:?}").contains("s3cret"));
    }
}
