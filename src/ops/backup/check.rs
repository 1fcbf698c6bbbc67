//! Checking a backup: its file, every page and record of its store, and what its manifest says.

use std::path::{Path, PathBuf};

use serde::{Deserialize, Serialize};

use super::archive::Extras;
use super::manifest::{self, Manifest};
use super::opened::OpenBackup;
use crate::clock::Clock;
use crate::error::{Error, ErrorCode, Kind, Result};
use crate::ops::accounts::factor_key;
use crate::store::snapshot::check_pages;
use crate::store::verify::{Inconsistency, verify as verify_store};
use crate::store::{self, RESTORE_A_BACKUP, Store};

/// Cache of the engine while it reads a copy.
pub(super) const CACHE_BYTES: usize = 16 << 20;

/// The result of verifying a backup.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct BackupCheck {
    pub path: PathBuf,
    pub articles: u64,
    pub subscribers: u64,
    /// Accounts whose authenticator apps need the key of second factors.
    pub accounts_with_apps: u64,
    /// Whether the backup had a checksum to compare.
    pub has_checksum: bool,
    /// Articles that were compared with the store from which the backup was made.
    #[serde(default)]
    pub compared_articles: u64,
    /// Files that the backup has beside the store.
    #[serde(default)]
    pub files: Vec<String>,
    /// Empty for a sound backup.
    pub findings: Vec<Inconsistency>,
}

/// Writes the store of the backup to `copy` and checks it. Returns the other files too.
pub(super) fn check_copied(backup: &OpenBackup, copy: &Path, clock: &Clock) -> Result<(BackupCheck, Extras)> {
    let path = &backup.path;
    let altered = backup.alteration()?;
    let checked = backup.unpack(copy).and_then(|extras| {
        let checked = check_unpacked(copy, &extras, clock).map_err(|error| rename_in(error, copy, path));
        checked.map(|check| (check, extras))
    });
    let has_checksum = backup.has_checksum();
    match (altered, checked) {
        (None, Ok((check, extras))) => Ok((BackupCheck { path: path.clone(), has_checksum, ..check }, extras)),
        (None, Err(error)) => Err(error),
        // An altered file may fail any check; the difference of its checksum is the cause.
        (Some(altered), checked) => {
            let (check, extras) = checked.unwrap_or_default();
            let findings = std::iter::once(altered).chain(check.findings).collect();
            Ok((BackupCheck { path: path.clone(), has_checksum, findings, ..check }, extras))
        }
    }
}

/// Replaces the copy's path in the error with the path of the operator's file, and the remedy for a store with one for
/// a backup.
fn rename_in(error: Error, copy: &Path, path: &Path) -> Error {
    let message = error.chain().replace(&copy.display().to_string(), &path.display().to_string());
    let message = message.replace(RESTORE_A_BACKUP, "`paragraf backup list` lists the backups");
    Error::new(error.kind, ErrorCode::BackupUnsound, message)
}

/// The manifest of a backup; `None` for one of a version before 27 November 2026.
pub(super) fn manifest_in(extras: &Extras) -> Result<Option<Manifest>> {
    let file = extras.iter().find(|(name, _)| name == manifest::FILE_NAME);
    let read = file.map(|(_, json)| serde_json::from_slice(json)).transpose();
    read.map_err(|error| {
        let message = "the manifest of the backup cannot be read";
        Error::new(Kind::Conflict, ErrorCode::BackupUnsound, message).caused_by(error)
    })
}

/// Checks every page, reads every record, recomputes the indexes, and compares with the manifest.
fn check_unpacked(copy: &Path, extras: &Extras, clock: &Clock) -> Result<BackupCheck> {
    check_pages(copy)?;
    let manifest = manifest_in(extras)?;
    let store = Store::open_copy(copy, CACHE_BYTES, clock)?;
    store.read_blocking(|tx| {
        let mut findings = verify_store(tx)?;
        if let Some(manifest) = &manifest {
            findings.extend(manifest.differences(tx)?);
        }
        Ok(BackupCheck {
            path: copy.to_owned(),
            articles: store::articles::count(tx)?,
            subscribers: store::subscribers::count(tx)?,
            accounts_with_apps: factor_key::count_accounts(tx)?,
            has_checksum: false,
            compared_articles: manifest.as_ref().map_or(0, Manifest::article_count),
            files: extras.iter().map(|(name, _)| name.clone()).collect(),
            findings,
        })
    })
}

/// Refuses a copy with findings. `consequence` begins the error's message.
pub(super) fn refuse_unsound(check: BackupCheck, consequence: &str) -> Result<BackupCheck> {
    match unsound(&check) {
        None => Ok(check),
        Some(problem) => Err(Error::new(Kind::Conflict, ErrorCode::BackupUnsound, format!("{consequence}: {problem}"))),
    }
}

/// The first finding, and the number of others.
pub(super) fn unsound(check: &BackupCheck) -> Option<String> {
    let Inconsistency { table, key, problem } = check.findings.first()?;
    let more = match check.findings.len() - 1 {
        0 => String::new(),
        more => format!(" and {more} more"),
    };
    Some(format!("{table} {key}: {problem}{more}"))
}
