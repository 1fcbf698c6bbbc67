//! The settings of backups: when one is made, how many are kept, where they lie and who can read them.

use std::fmt;
use std::path::Path;

use serde::{Deserialize, Serialize};

use super::problem::{ConfigProblem, problem};
use super::time_of_day::TimeOfDay;
use super::{age_keys, empty_as_none, outgoing_address};

/// Backups of the store.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct BackupConfig {
    /// When a backup is made each day, Romanian time; `None`: only `paragraf backup create` makes one.
    #[serde(with = "empty_as_none")]
    pub schedule: Option<TimeOfDay>,
    /// Number of days, weeks and months of which the last backup is kept.
    pub keep_daily: u32,
    pub keep_weekly: u32,
    pub keep_monthly: u32,
    /// Folder of the backups; empty: `backups` in the data folder.
    pub dir: String,
    /// Public key of age for which backups are encrypted; empty: see `key_file`.
    pub recipient: String,
    /// File with an identity of age, with which this server encrypts and reads backups; empty with an empty
    /// `recipient`: they are not encrypted.
    pub key_file: String,
    #[serde(flatten)]
    pub s3: S3Config,
}

/// A storage with the interface of S3 for a second copy of each backup, all keys of `[backup]`.
#[derive(Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct S3Config {
    /// Address of the storage; empty: none.
    pub s3_endpoint: String,
    pub s3_region: String,
    pub s3_bucket: String,
    /// Folder in the bucket; empty: its root.
    pub s3_prefix: String,
    pub s3_access_key: String,
    /// Never displayed.
    pub s3_secret_key: String,
    /// File that holds the secret key instead.
    pub s3_secret_key_file: String,
}

impl Default for BackupConfig {
    fn default() -> Self {
        Self {
            schedule: None,
            keep_daily: 7,
            keep_weekly: 4,
            keep_monthly: 6,
            dir: String::new(),
            recipient: String::new(),
            key_file: String::new(),
            s3: S3Config::default(),
        }
    }
}

impl Default for S3Config {
    fn default() -> Self {
        Self {
            s3_endpoint: String::new(),
            s3_region: "us-east-1".into(),
            s3_bucket: String::new(),
            s3_prefix: String::new(),
            s3_access_key: String::new(),
            s3_secret_key: String::new(),
            s3_secret_key_file: String::new(),
        }
    }
}

impl fmt::Debug for S3Config {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("S3Config")
            .field("s3_endpoint", &self.s3_endpoint)
            .field("s3_bucket", &self.s3_bucket)
            .finish_non_exhaustive()
    }
}

impl S3Config {
    /// Whether a storage is configured.
    pub fn is_enabled(&self) -> bool {
        !self.s3_endpoint.is_empty()
    }

    fn problems(&self) -> Vec<ConfigProblem> {
        let mut problems = Vec::new();
        let mut refuse = |key: &str, reason: &str| problems.push(problem(&format!("backup.{key}"), reason.to_owned()));
        let secrets = [&self.s3_access_key, &self.s3_secret_key, &self.s3_secret_key_file];
        if !self.is_enabled() {
            if !self.s3_bucket.is_empty() || secrets.iter().any(|value| !value.is_empty()) {
                refuse("s3_endpoint", "set the address of the storage, or leave the other s3_ keys empty");
            }
            return problems;
        }
        match outgoing_address::parse(&self.s3_endpoint, "use s3_access_key and s3_secret_key") {
            Ok(url) if url.query().is_some() || url.fragment().is_some() => {
                refuse("s3_endpoint", "must be the address of the storage alone");
            }
            Ok(_) => {}
            Err(reason) => refuse("s3_endpoint", &reason),
        }
        let is_name = |text: &str| text.chars().all(|char| char.is_ascii_alphanumeric() || "-._".contains(char));
        if self.s3_bucket.is_empty() || !is_name(&self.s3_bucket) {
            refuse("s3_bucket", "set the name of the bucket: letters, digits, - . _");
        }
        if self.s3_region.is_empty() {
            refuse("s3_region", "set the region of the bucket; storages without regions take us-east-1");
        }
        let mut parts = self.s3_prefix.trim_end_matches('/').split('/');
        if !self.s3_prefix.is_empty() && !parts.all(|part| is_part(part) && is_name(part)) {
            refuse("s3_prefix", "write a folder such as paragraf/backups: letters, digits, - . _ between slashes");
        }
        if self.s3_access_key.is_empty() {
            refuse("s3_access_key", "set the access key of the storage");
        }
        problems
    }
}

fn is_part(part: &str) -> bool {
    !matches!(part, "" | "." | "..")
}

impl BackupConfig {
    /// Whether backups are encrypted.
    pub fn is_encrypted(&self) -> bool {
        !self.recipient.is_empty() || !self.key_file.is_empty()
    }

    pub(super) fn problems(&self) -> Vec<ConfigProblem> {
        let mut problems = self.s3.problems();
        let mut refuse = |key: &str, reason: String| problems.push(problem(&format!("backup.{key}"), reason));
        if self.keep_daily == 0 {
            refuse("keep_daily", "must be at least 1, so that the backup that was just made is kept".into());
        }
        for (key, path) in [("dir", &self.dir), ("key_file", &self.key_file)] {
            if !path.is_empty() && !Path::new(path).is_absolute() {
                refuse(key, format!("{path:?} is not an absolute path"));
            }
        }
        if !self.recipient.is_empty() {
            if !self.key_file.is_empty() {
                let reason = "set either this or backup.key_file: with a recipient this server cannot read its backups";
                refuse("recipient", reason.into());
            }
            if age_keys::recipient(&self.recipient).is_none() {
                refuse(
                    "recipient",
                    "is not a public key of age (age1...); `paragraf backup key FILE` makes one".into(),
                );
            }
        }
        if self.s3.is_enabled() && !self.is_encrypted() {
            let reason = "set this or backup.key_file: a backup has addresses and keys, and is encrypted before it \
                          leaves this machine";
            refuse("recipient", reason.into());
        }
        problems
    }

    /// Problems of the secrets, after their files were read.
    pub(super) fn secret_problems(&self) -> Vec<ConfigProblem> {
        let mut problems = Vec::new();
        if self.s3.is_enabled() && self.s3.s3_secret_key.is_empty() {
            let reason = "set backup.s3_secret_key or backup.s3_secret_key_file to the secret key of the storage";
            problems.push(problem("backup.s3_secret_key", reason.into()));
        }
        if !self.key_file.is_empty()
            && let Err(reason) = age_keys::read_identities(Path::new(&self.key_file))
        {
            problems.push(problem("backup.key_file", reason));
        }
        problems
    }
}

#[cfg(test)]
mod tests {
    use super::super::{Environment, Secrets, merge};
    use super::*;

    const RECIPIENT: &str = "age1ql3z7hjy54pw3hyww5ayyfg7zqgvc7w3j2elw8zmrj2kg5sfn9aqmcac8p";

    fn keys(change: impl FnOnce(&mut BackupConfig)) -> Vec<String> {
        let mut config = BackupConfig::default();
        change(&mut config);
        config.problems().into_iter().map(|problem| problem.key).collect()
    }

    fn storage(it: &mut BackupConfig) {
        it.recipient = RECIPIENT.into();
        it.s3.s3_endpoint = "https://s3.example.com".into();
        it.s3.s3_bucket = "copii".into();
        it.s3.s3_access_key = "AKIA".into();
    }

    #[test]
    fn a_storage_needs_its_keys_and_encryption() {
        assert_eq!(keys(|_| {}), [""; 0]);
        assert_eq!(keys(storage), [""; 0]);
        let with = |change: fn(&mut BackupConfig)| {
            keys(|it| {
                storage(it);
                change(it);
            })
        };
        assert_eq!(with(|it| it.s3.s3_endpoint = String::new()), ["backup.s3_endpoint"]);
        assert_eq!(with(|it| it.s3.s3_endpoint = "http://s3.example.com".into()), ["backup.s3_endpoint"]);
        assert_eq!(with(|it| it.s3.s3_endpoint = "https://s3.example.com?x=1".into()), ["backup.s3_endpoint"]);
        assert_eq!(with(|it| it.s3.s3_bucket = String::new()), ["backup.s3_bucket"]);
        assert_eq!(with(|it| it.s3.s3_region = String::new()), ["backup.s3_region"]);
        assert_eq!(with(|it| it.s3.s3_access_key = String::new()), ["backup.s3_access_key"]);
        assert_eq!(with(|it| it.recipient = String::new()), ["backup.recipient"]);
        for bad in ["/a", "a//b", "a/../b", "a b"] {
            let refused = keys(|it| {
                storage(it);
                it.s3.s3_prefix = bad.into();
            });
            assert_eq!(refused, ["backup.s3_prefix"], "{bad}");
        }
        assert_eq!(with(|it| it.s3.s3_prefix = "paragraf/copii/".into()), [""; 0]);
    }

    #[test]
    fn there_is_one_key_and_a_backup_is_kept() {
        assert_eq!(keys(|it| it.keep_daily = 0), ["backup.keep_daily"]);
        assert_eq!(keys(|it| it.dir = "copii".into()), ["backup.dir"]);
        assert_eq!(keys(|it| it.recipient = "age1x".into()), ["backup.recipient"]);
        let both = |it: &mut BackupConfig| (it.recipient, it.key_file) = (RECIPIENT.into(), "/etc/k".into());
        assert_eq!(keys(both), ["backup.recipient"]);
    }

    #[test]
    fn the_secrets_of_backups_are_read_and_missing_ones_named() {
        let folder = tempfile::tempdir().expect("a folder");
        let (key, secret) = (folder.path().join("copies.key"), folder.path().join("secret"));
        std::fs::write(&secret, "s3cret\n").expect("a file");
        let file = |secret: &str| {
            format!(
                "[backup]\nschedule = '03:30'\nkey_file = '{}'\ns3_endpoint = 'https://s3.example.com'\n\
                 s3_bucket = 'copii'\ns3_access_key = 'AKIA'\n{secret}",
                key.display()
            )
        };
        let reasons = |text: &str| {
            let merged = merge(text, &Environment::new(), Secrets::Read);
            merged.err().unwrap_or_default().iter().map(ToString::to_string).collect::<Vec<_>>()
        };
        let missing = reasons(&file(""));
        assert!(missing[0].starts_with("backup.s3_secret_key: set backup.s3_secret_key or"), "{missing:?}");
        assert!(missing[1].starts_with("backup.key_file: cannot read the file "), "{missing:?}");
        std::fs::write(&key, "not a key").expect("a file");
        let with_secret = file(&format!("s3_secret_key_file = '{}'\n", secret.display()));
        assert!(reasons(&with_secret)[0].contains("has no identity of age (AGE-SECRET-KEY-1...)"));
        age_keys::write_new(&key).expect_err("it exists");
        std::fs::remove_file(&key).expect("removed");
        let public = age_keys::write_new(&key).expect("a key");
        assert!(age_keys::recipient(&public).is_some());
        let config = merge(&with_secret, &Environment::new(), Secrets::Read).expect("good").backup;
        assert_eq!(config.s3.s3_secret_key, "s3cret");
        assert_eq!(config.schedule.map(|at| at.to_string()).as_deref(), Some("03:30"));
        assert!(!format!("{config:?}").contains("s3cret"));
    }
}
