//! An account at an IMAP server.

use std::path::Path;

use super::mail_smtp::{SmtpSecurity, has_pem, is_loopback_host};
use super::outgoing_address;
use super::problem::{ConfigProblem, problem};

/// A mailbox that is read over IMAP.
#[derive(Clone, PartialEq, Eq)]
pub struct ImapAccount {
    /// The beginning of its keys in the configuration, such as `mail.bounce_imap_`.
    pub key: &'static str,
    pub host: String,
    /// 0: the default port of `security`.
    pub configured_port: u32,
    pub security: SmtpSecurity,
    pub user: String,
    /// Never displayed.
    pub password: String,
    pub folder: String,
    /// Additional trusted certificates (PEM).
    pub ca_file: String,
}

impl std::fmt::Debug for ImapAccount {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("ImapAccount").field("host", &self.host).finish_non_exhaustive()
    }
}

impl ImapAccount {
    pub fn port(&self) -> u16 {
        match (self.configured_port, self.security) {
            (0, SmtpSecurity::Tls) => 993,
            (0, _) => 143,
            (port, _) => u16::try_from(port).unwrap_or_default(),
        }
    }

    /// Problems of all but user and password; most are checked only when a host is set.
    pub(super) fn problems(&self) -> Vec<ConfigProblem> {
        let mut problems = Vec::new();
        let mut refuse = |key: &str, reason: &str| problems.push(problem(&format!("{}{key}", self.key), reason.into()));
        if self.configured_port > u16::MAX.into() {
            refuse("port", "must be at most 65535");
        }
        if self.host.is_empty() {
            return problems;
        }
        if let Err(reason) = outgoing_address::check_host(&self.host, &format!("{}port", self.key)) {
            refuse("host", &reason);
        }
        if self.security == SmtpSecurity::None && !is_loopback_host(&self.host) {
            refuse("security", "only a server on this machine may be used without TLS");
        }
        if self.folder.is_empty() || self.folder.chars().any(char::is_control) {
            refuse("folder", "set the folder, such as INBOX, on one line");
        }
        if !self.ca_file.is_empty() && !has_pem(Path::new(&self.ca_file), "CERTIFICATE-----") {
            refuse("ca_file", "no readable file with PEM certificates; correct the path");
        }
        problems
    }

    /// Problems of user and password, after the password was read from its file.
    pub(super) fn login_problem(&self) -> Option<ConfigProblem> {
        let is_missing = self.user.is_empty() || self.password.is_empty();
        let key = self.key.trim_start_matches("mail.");
        let reason = format!("set {key}user, and {key}password or {key}password_file");
        (!self.host.is_empty() && is_missing).then(|| problem(&format!("{}user", self.key), reason))
    }
}
