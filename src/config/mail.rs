//! How mails leave, and what they say of their sender.

use std::path::Path;

use serde::{Deserialize, Serialize};

use super::Config;
use super::merge::{ConfigProblem, problem};
use crate::domain::email::Email;

/// What stands in place of a secret where settings are shown.
const HIDDEN: &str = "(hidden)";

/// The way of mails.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Transport {
    /// A file per mail in `<data>/outbox`, for a first run and for machines without mail.
    #[default]
    Folder,
    Smtp,
}

/// How the connection to the mail server is protected.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum SmtpSecurity {
    /// Begins in the clear and must become TLS before anything is said (port 587).
    #[default]
    Starttls,
    /// TLS from the first byte (port 465).
    Tls,
    /// Nothing; only to a server on this machine.
    None,
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
    /// How long the server may take for one step.
    pub timeout_secs: u64,
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
            timeout_secs: 30,
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

    /// [`MailConfig::smtp_security`] as a value; the safest for a text that was never checked.
    pub fn security(&self) -> SmtpSecurity {
        match self.smtp_security.as_str() {
            "tls" => SmtpSecurity::Tls,
            "none" => SmtpSecurity::None,
            _ => SmtpSecurity::Starttls,
        }
    }

    /// The server's port.
    pub fn port(&self) -> u16 {
        match (self.smtp_port, self.security()) {
            (0, SmtpSecurity::Starttls) => 587,
            (0, SmtpSecurity::Tls) => 465,
            (0, SmtpSecurity::None) => 25,
            (port, _) => u16::try_from(port).unwrap_or_default(),
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
    if !["starttls", "tls", "none"].contains(&mail.smtp_security.as_str()) {
        refuse("mail.smtp_security", format!("{:?} is not one of starttls, tls, none", mail.smtp_security));
    }
    if mail.smtp_port > u16::MAX.into() {
        refuse("mail.smtp_port", "must be at most 65535".into());
    }
    if mail.way() == Transport::Smtp {
        problems.extend(smtp_problems(mail));
    }
    problems
}

/// What is wrong with the settings of a mail server that is to be used.
fn smtp_problems(mail: &MailConfig) -> Vec<ConfigProblem> {
    let mut problems = Vec::new();
    let mut refuse = |key: &str, reason: &str| problems.push(problem(key, reason.to_owned()));
    if mail.from.is_empty() {
        refuse("mail.from", "say which address mails come from, such as legi@example.ro");
    }
    if mail.smtp_host.is_empty() {
        refuse("mail.smtp_host", "name the mail server, or set mail.transport to \"folder\"");
    } else if url::Host::parse(&mail.smtp_host).is_err() {
        refuse("mail.smtp_host", "this is not the name of a host; the port stands in mail.smtp_port");
    }
    if mail.security() == SmtpSecurity::None && !is_loopback(&mail.smtp_host) {
        refuse(
            "mail.smtp_security",
            "mails hold secret links: \"none\" is only for a server on this machine (localhost, 127.0.0.1, ::1)",
        );
    }
    if mail.smtp_user.is_empty() != mail.smtp_password.is_empty() {
        refuse("mail.smtp_user", "give both mail.smtp_user and mail.smtp_password, or neither");
    }
    if !mail.smtp_ca_file.is_empty() && !is_pem(Path::new(&mail.smtp_ca_file)) {
        refuse("mail.smtp_ca_file", "there is no readable file of certificates in PEM form; correct the path");
    }
    problems
}

fn is_pem(path: &Path) -> bool {
    std::fs::read_to_string(path).is_ok_and(|text| text.contains("-----BEGIN CERTIFICATE-----"))
}

fn is_loopback(host: &str) -> bool {
    let bare = host.trim_start_matches('[').trim_end_matches(']');
    host == "localhost" || bare.parse::<std::net::IpAddr>().is_ok_and(|address| address.is_loopback())
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
        assert!(!format!("{config:?}").contains("s3cret"));
        assert_eq!(config.clone().without_secrets().mail.smtp_password, HIDDEN);
        assert_eq!(Config::default().without_secrets(), Config::default());
    }

    #[test]
    fn the_port_is_the_usual_one_unless_named() {
        let port = |security: &str, port| {
            MailConfig { smtp_security: security.into(), smtp_port: port, ..MailConfig::default() }.port()
        };
        assert_eq!([port("starttls", 0), port("tls", 0), port("none", 0), port("tls", 2525)], [587, 465, 25, 2525]);
    }
}
