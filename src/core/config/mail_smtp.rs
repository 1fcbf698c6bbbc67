//! Accounts at mail servers: the keys `mail.smtp_*` and the fallbacks `[[mail.smtp_backup]]`.

use std::path::Path;

use serde::{Deserialize, Serialize};
use toml::Value;

use super::outgoing_address;
use super::problem::{ConfigProblem, kind, problem, unknown};

pub(super) const BACKUP: &str = "mail.smtp_backup";

const TEXTS: [&str; 6] = ["host", "security", "user", "password", "password_file", "ca_file"];
const NUMBERS: [&str; 2] = ["port", "per_hour"];

/// The encryption of a connection to a mail server.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum SmtpSecurity {
    /// Upgrades to TLS before authentication (port 587).
    #[default]
    Starttls,
    /// TLS from the first byte (port 465).
    Tls,
    /// Unencrypted; only to a server on this machine.
    None,
}

/// One account at a mail server.
#[derive(Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub struct SmtpAccount {
    pub host: String,
    /// 0: the default port of `security`.
    pub port: u32,
    pub security: SmtpSecurity,
    pub user: String,
    /// Never displayed.
    pub password: String,
    /// File that holds the password instead.
    pub password_file: String,
    /// Additional trusted certificates (PEM).
    pub ca_file: String,
    /// Messages per hour; 0: unlimited.
    pub per_hour: u32,
}

impl std::fmt::Debug for SmtpAccount {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("SmtpAccount").field("host", &self.host).finish_non_exhaustive()
    }
}

impl SmtpAccount {
    /// The server's port.
    pub fn port(&self) -> u16 {
        match (self.port, self.security) {
            (0, SmtpSecurity::Starttls) => 587,
            (0, SmtpSecurity::Tls) => 465,
            (0, SmtpSecurity::None) => 25,
            (port, _) => u16::try_from(port).unwrap_or_default(),
        }
    }

    /// Problems of an account, used or not; their keys begin with `prefix`.
    pub(super) fn problems(&self, prefix: &str) -> Vec<ConfigProblem> {
        let mut problems = Vec::new();
        let mut refuse = |key: &str, reason: String| problems.push(problem(&format!("{prefix}{key}"), reason));
        if self.port > u16::MAX.into() {
            refuse("port", "must be at most 65535".into());
        }
        problems
    }

    /// Problems of an account that is used.
    pub(super) fn problems_in_use(&self, prefix: &str) -> Vec<ConfigProblem> {
        let mut problems = Vec::new();
        let mut refuse = |key: &str, reason: String| problems.push(problem(&format!("{prefix}{key}"), reason));
        if self.host.is_empty() {
            refuse("host", "set the mail server, or set mail.transport to \"folder\"".into());
        } else if let Err(reason) = outgoing_address::check_host(&self.host, &format!("{prefix}port")) {
            refuse("host", reason);
        }
        if self.security == SmtpSecurity::None && !is_loopback_host(&self.host) {
            let limit = "\"none\" is only for a server on this machine (localhost, 127.0.0.1, ::1)";
            refuse("security", format!("messages contain secret links: {limit}"));
        }
        if !self.ca_file.is_empty() && !has_pem(Path::new(&self.ca_file), "CERTIFICATE-----") {
            refuse("ca_file", "no readable file with PEM certificates; correct the path".into());
        }
        problems
    }
}

/// Problems of the user and the password of an account that is used.
pub(super) fn login_problems(account: &SmtpAccount, prefix: &str) -> Vec<ConfigProblem> {
    if account.user.is_empty() == account.password.is_empty() {
        return vec![];
    }
    let reason = format!("set {prefix}user and one of {prefix}password and {prefix}password_file, or none of them");
    vec![problem(&format!("{prefix}user"), reason)]
}

/// Reports the unknown keys and wrong types of the account at `name`.
pub(super) fn check_shape(name: &str, item: &Value, problems: &mut Vec<ConfigProblem>) {
    let Value::Table(item) = item else {
        problems.push(problem(name, format!("is {}; write [[{BACKUP}]] with host and the other keys", kind(item))));
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

/// Whether the file is readable and has a PEM block whose label ends with `label`.
pub(super) fn has_pem(path: &Path, label: &str) -> bool {
    let begins = |line: &str| line.starts_with("-----BEGIN ") && line.trim_end().ends_with(label);
    std::fs::read_to_string(path).is_ok_and(|text| text.lines().any(begins))
}

/// Whether the host is this machine.
pub(super) fn is_loopback_host(host: &str) -> bool {
    let bare = host.trim_start_matches('[').trim_end_matches(']');
    host == "localhost" || bare.parse::<std::net::IpAddr>().is_ok_and(|address| address.is_loopback())
}

#[cfg(test)]
mod tests {
    use super::super::{Environment, Secrets, merge};

    const SMTP: &str = "[mail]\ntransport = 'smtp'\nfrom = 'legi@example.ro'\nsmtp_host = 'a.example.ro'\npostal_address = 'Str. X 1'\n";

    fn reasons(backup: &str) -> Vec<String> {
        let merged = merge(&format!("{SMTP}{backup}"), &Environment::new(), Secrets::Read);
        merged.err().unwrap_or_default().iter().map(ToString::to_string).collect()
    }

    #[test]
    fn accounts_keep_their_order() {
        let file = format!(
            "{SMTP}smtp_per_hour = 5\n[[mail.smtp_backup]]\nhost = 'b.example.ro'\nport = 2525\n\
             [[mail.smtp_backup]]\nhost = 'c.example.ro'\nsecurity = 'tls'\nper_hour = 7\n"
        );
        let config = merge(&file, &Environment::new(), Secrets::Read).expect("good");
        let accounts: Vec<_> = config.mail.accounts().iter().map(|a| (a.host.clone(), a.port(), a.per_hour)).collect();
        let host = |name: &str| format!("{name}.example.ro");
        assert_eq!(accounts, [(host("a"), 587, 5), (host("b"), 2525, 0), (host("c"), 465, 7)]);
        let shown = toml::to_string_pretty(&config).expect("TOML");
        assert_eq!(merge(&shown, &Environment::new(), Secrets::Read).expect("what is shown is good"), config);
    }

    #[test]
    fn problems_of_an_account_name_its_key() {
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
            reasons(unusable).iter().map(|reason| reason.split(": ").next().unwrap_or("").to_owned()).collect();
        let name = |key: &str| format!("mail.smtp_backup[0].{key}");
        assert_eq!(keys, [name("port"), name("host"), name("security"), name("user")]);
    }
}
