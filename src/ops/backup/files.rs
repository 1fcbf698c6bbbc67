//! The files that a server needs beside its store, and which of them its backups hold.

use std::fs::File;
use std::path::{Path, PathBuf};

use super::archive::{MAX_EXTRA, MAX_EXTRAS};
use super::names;
use crate::config::Config;
use crate::ops::accounts::factor_key;

/// The manifest and the list of erasures are in every backup.
const MAX_HELD: usize = MAX_EXTRAS - 2;

/// A file beside the store.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct NeededFile {
    /// Its name in a backup.
    pub(super) name: String,
    pub(super) path: PathBuf,
}

/// The files that a server needs beside its store.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(in crate::ops) struct NeededFiles {
    /// Files that its backups hold. Empty if they are not encrypted: a copy of these keys in the clear would open what
    /// they protect.
    pub(super) held: Vec<NeededFile>,
    /// Files that no backup holds: everything if backups are not encrypted, the key that opens them, and what this
    /// process cannot read.
    pub(in crate::ops) missing: Vec<PathBuf>,
}

impl NeededFiles {
    /// The files that exist or that the configuration names.
    // docs/decisions/0495
    pub(in crate::ops) fn of(config: &Config, data_dir: &Path) -> Self {
        let key = Some((factor_key::FILE_NAME.to_owned(), data_dir.join(factor_key::FILE_NAME)));
        let settings = config.file.clone().map(|path| (names::CONFIG.to_owned(), path));
        let own = [key, settings].into_iter().flatten().filter(|(_, path)| path.exists());
        let named = config.named_files().into_iter().map(|(setting, path)| (setting, PathBuf::from(path)));
        let mut found = Self { held: Vec::new(), missing: Vec::new() };
        for (name, path) in own.chain(named) {
            let file = NeededFile { name, path: absolute(path) };
            if config.backup.is_encrypted() && found.held.len() < MAX_HELD && is_small(&file.path) {
                found.held.push(file);
            } else {
                found.missing.push(file.path);
            }
        }
        let opens_backups = Some(&config.backup.key_file).filter(|file| !file.is_empty());
        found.missing.extend(opens_backups.map(PathBuf::from));
        found
    }

    /// The files that its backups hold.
    pub(super) fn held_paths(&self) -> Vec<PathBuf> {
        self.held.iter().map(|file| file.path.clone()).collect()
    }
}

/// Whether it can be read, and is no larger than a file of a backup.
fn is_small(path: &Path) -> bool {
    let meta = File::open(path).and_then(|file| file.metadata());
    meta.is_ok_and(|meta| meta.is_file() && meta.len() <= MAX_EXTRA)
}

/// The same path for a process that runs in another folder.
fn absolute(path: PathBuf) -> PathBuf {
    std::path::absolute(&path).unwrap_or(path)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A data folder with a key, and settings that name a secret and a file that is not there.
    fn installed() -> (tempfile::TempDir, Config) {
        let folder = tempfile::tempdir().expect("a folder");
        for name in [factor_key::FILE_NAME, "paragraf.toml", "sms-key"] {
            std::fs::write(folder.path().join(name), "content").expect("a file");
        }
        let mut config = Config { file: Some(folder.path().join("paragraf.toml")), ..Config::default() };
        config.sms.secret_file = folder.path().join("sms-key").display().to_string();
        config.mail.smtp_ca_file = "/none/such".into();
        (folder, config)
    }

    #[test]
    fn only_an_encrypted_backup_holds_keys_and_settings() {
        let (folder, mut config) = installed();
        let plain = NeededFiles::of(&config, folder.path());
        assert_eq!((plain.held.len(), plain.missing.len()), (0, 4), "{plain:?}");
        config.backup.key_file = "/root/copies.key".into();
        let encrypted = NeededFiles::of(&config, folder.path());
        let names: Vec<_> = encrypted.held.iter().map(|file| file.name.as_str()).collect();
        assert_eq!(names, [factor_key::FILE_NAME, names::CONFIG, "sms.secret_file"]);
        assert_eq!(encrypted.missing, [Path::new("/none/such"), Path::new("/root/copies.key")]);
    }

    #[test]
    fn a_file_that_a_backup_could_not_give_back_is_named_as_missing() {
        let (folder, mut config) = installed();
        config.backup.recipient = "age1".into();
        let large = File::create(folder.path().join("sms-key")).expect("a file");
        large.set_len(MAX_EXTRA + 1).expect("a large file");
        config.mail.smtp_ca_file = folder.path().display().to_string();
        let found = NeededFiles::of(&config, folder.path());
        assert_eq!((found.held.len(), found.missing.len()), (2, 2), "{found:?}");
    }
}
