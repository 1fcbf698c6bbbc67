//! Accounts at mail servers: the keys `mail.smtp_*`, and those that stand in for them, `[[mail.smtp_backup]]`.

use std::path::Path;

use serde::{Deserialize, Serialize};
use toml::Value;

use super::problem::{ConfigProblem, kind, problem, unknown};

pub(super) const BACKUP: &str = "mail.smtp_backup";

const TEXTS: [&str; 5] = ["host", "security", "user", "password", "ca_file"];
const NUMBERS: [&str; 2] = ["port", "per_hour"];

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

/// One account at a mail server.
#[derive(Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub struct SmtpAccount {
    pub host: String,
    /// 0: the usual one of `security`.
    pub port: u32,
    /// `starttls`, `tls` or `none`.
    pub security: String,
    pub user: String,
    /// Never shown.
    pub password: String,
    /// Certificates (PEM) that are trusted besides the usual ones.
    pub ca_file: String,
    /// Mails in an hour; 0: as many as one likes.
    pub per_hour: u32,
}

impl Default for SmtpAccount {
    fn default() -> Self {
        Self {
            host: String::new(),
            port: 0,
            security: "starttls".into(),
            user: String::new(),
            password: String::new(),
            ca_file: String::new(),
            per_hour: 0,
        }
    }
}

impl std::fmt::Debug for SmtpAccount {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("SmtpAccount").field("host", &self.host).finish_non_exhaustive()
    }
}

impl SmtpAccount {
    /// [`SmtpAccount::security`] as a value; the safest for a text that was never checked.
    pub fn security(&self) -> SmtpSecurity {
        match self.security.as_str() {
            "tls" => SmtpSecurity::Tls,
            "none" => SmtpSecurity::None,
            _ => SmtpSecurity::Starttls,
        }
    }

    /// The server's port.
    pub fn port(&self) -> u16 {
        match (self.port, self.security()) {
            (0, SmtpSecurity::Starttls) => 587,
            (0, SmtpSecurity::Tls) => 465,
            (0, SmtpSecurity::None) => 25,
            (port, _) => u16::try_from(port).unwrap_or_default(),
        }
    }

    /// What is wrong whether or not it is used; keys begin with `prefix`.
    pub(super) fn problems(&self, prefix: &str) -> Vec<ConfigProblem> {
        let mut problems = Vec::new();
        let mut refuse = |key: &str, reason: String| problems.push(problem(&format!("{prefix}{key}"), reason));
        if !["starttls", "tls", "none"].contains(&self.security.as_str()) {
            refuse("security", format!("{:?} is not one of starttls, tls, none", self.security));
        }
        if self.port > u16::MAX.into() {
            refuse("port", "must be at most 65535".into());
        }
        problems
    }

    /// What is wrong with an account that is to be used.
    pub(super) fn problems_in_use(&self, prefix: &str) -> Vec<ConfigProblem> {
        let mut problems = Vec::new();
        let mut refuse = |key: &str, reason: String| problems.push(problem(&format!("{prefix}{key}"), reason));
        if self.host.is_empty() {
            refuse("host", "name the mail server, or set mail.transport to \"folder\"".into());
        } else if url::Host::parse(&self.host).is_err() {
            refuse("host", format!("this is not the name of a host; the port stands in {prefix}port"));
        }
        if self.security() == SmtpSecurity::None && !is_loopback(&self.host) {
            let place = "\"none\" is only for a server on this machine (localhost, 127.0.0.1, ::1)";
            refuse("security", format!("mails hold secret links: {place}"));
        }
        if self.user.is_empty() != self.password.is_empty() {
            refuse("user", format!("give both {prefix}user and {prefix}password, or neither"));
        }
        if !self.ca_file.is_empty() && !has_pem(Path::new(&self.ca_file), "CERTIFICATE-----") {
            refuse("ca_file", "there is no readable file of certificates in PEM form; correct the path".into());
        }
        problems
    }
}

/// Tells each key of the account at `name` that is unknown or of the wrong kind.
pub(super) fn check_shape(name: &str, item: &Value, problems: &mut Vec<ConfigProblem>) {
    let Value::Table(item) = item else {
        problems.push(problem(name, format!("is {}; write [[{BACKUP}]] with host and the like", kind(item))));
        return;
    };
    for (key, value) in item {
        let name = format!("{name}.{key}");
        let reason = match value {
            Value::String(_) if TEXTS.contains(&key.as_str()) => continue,
            Value::Integer(number) if NUMBERS.contains(&key.as_str()) => match u32::try_from(*number) {
                Ok(_) => continue,
                Err(_) => format!("must be a number from 0 to {}", u32::MAX),
            },
            other if TEXTS.contains(&key.as_str()) => format!("is {}, must be a text in quotes", kind(other)),
            other if NUMBERS.contains(&key.as_str()) => format!("is {}, must be a whole number", kind(other)),
            _ => unknown(
                "key",
                key,
                &[&TEXTS[..], &NUMBERS[..]].concat().iter().map(|key| (*key).into()).collect::<Vec<_>>(),
            ),
        };
        problems.push(problem(&name, reason));
    }
}

/// Whether the file can be read and has a block of PEM whose label ends so.
pub(super) fn has_pem(path: &Path, label: &str) -> bool {
    let begins = |line: &str| line.starts_with("-----BEGIN ") && line.trim_end().ends_with(label);
    std::fs::read_to_string(path).is_ok_and(|text| text.lines().any(begins))
}

fn is_loopback(host: &str) -> bool {
    let bare = host.trim_start_matches('[').trim_end_matches(']');
    host == "localhost" || bare.parse::<std::net::IpAddr>().is_ok_and(|address| address.is_loopback())
}

#[cfg(test)]
mod tests {
    use super::super::{Environment, merge};

    const SMTP: &str = "[mail]\ntransport = 'smtp'\nfrom = 'legi@example.ro'\nsmtp_host = 'a.example.ro'\npostal_address = 'Str. X 1'\n";

    fn reasons(backup: &str) -> Vec<String> {
        let told = merge(&format!("{SMTP}{backup}"), &Environment::new());
        told.err().unwrap_or_default().iter().map(ToString::to_string).collect()
    }

    #[test]
    fn accounts_are_used_in_the_order_in_which_they_are_written() {
        let file = format!(
            "{SMTP}smtp_per_hour = 5\n[[mail.smtp_backup]]\nhost = 'b.example.ro'\nport = 2525\n\
             [[mail.smtp_backup]]\nhost = 'c.example.ro'\nsecurity = 'tls'\nper_hour = 7\n"
        );
        let config = merge(&file, &Environment::new()).expect("good");
        let told: Vec<_> = config.mail.accounts().iter().map(|a| (a.host.clone(), a.port(), a.per_hour)).collect();
        let host = |name: &str| format!("{name}.example.ro");
        assert_eq!(told, [(host("a"), 587, 5), (host("b"), 2525, 0), (host("c"), 465, 7)]);
        let shown = toml::to_string_pretty(&config).expect("TOML");
        assert_eq!(merge(&shown, &Environment::new()).expect("what is shown is good"), config);
    }

    #[test]
    fn a_wrong_account_is_told_by_its_key() {
        let backup = "[[mail.smtp_backup]]\nhost = 'b.example.ro'\nprot = 25\nuser = 5\nper_hour = -1\n";
        assert_eq!(
            reasons(backup),
            [
                "mail.smtp_backup[0].per_hour: must be a number from 0 to 4294967295",
                "mail.smtp_backup[0].prot: unknown key; did you mean port?",
                "mail.smtp_backup[0].user: is a whole number, must be a text in quotes",
            ]
        );
        let unusable = "[[mail.smtp_backup]]\nsecurity = 'none'\nuser = 'x'\nport = 70000\n";
        let keys: Vec<_> =
            reasons(unusable).iter().map(|told| told.split(": ").next().unwrap_or("").to_owned()).collect();
        let name = |key: &str| format!("mail.smtp_backup[0].{key}");
        assert_eq!(keys, [name("port"), name("host"), name("security"), name("user")]);
    }
}
