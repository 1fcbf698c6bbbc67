//! Checking a copy of a store.

use std::path::{Path, PathBuf};

use serde::{Deserialize, Serialize};

use super::checksum::OpenBackup;
use crate::clock::Clock;
use crate::error::{Error, ErrorCode, Kind, Result};
use crate::ops::accounts::factor_key;
use crate::store::snapshot::check_pages;
use crate::store::verify::{Inconsistency, verify as verify_store};
use crate::store::{self, Store};

/// Cache of the engine while it reads a copy.
pub(super) const CACHE_BYTES: usize = 16 << 20;

/// The result of verifying a backup.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct BackupCheck {
    pub path: PathBuf,
    pub articles: u64,
    pub subscribers: u64,
    /// Accounts whose authenticator apps need the key of second factors, which no backup contains.
    pub accounts_with_apps: u64,
    /// Whether the backup had a checksum to compare.
    pub has_checksum: bool,
    /// Empty for a sound backup.
    pub findings: Vec<Inconsistency>,
}

/// Copies the backup and checks the copy.
pub(super) fn check_copied(backup: &OpenBackup, copy: &Path, clock: &Clock) -> Result<BackupCheck> {
    let path = &backup.path;
    let altered = backup.copy(copy)?;
    let checked = check_pages(copy).map_err(Error::from).and_then(|()| check_records(copy, clock));
    let checked = checked.map_err(|error| rename_in(error, copy, path));
    let has_checksum = backup.has_checksum();
    match (altered, checked) {
        (None, Ok(check)) => Ok(BackupCheck { path: path.clone(), has_checksum, ..check }),
        (None, Err(error)) => Err(error),
        // An altered file may fail any check; the difference of its checksum is the cause.
        (Some(altered), checked) => {
            let check = checked.unwrap_or_default();
            let findings = std::iter::once(altered).chain(check.findings).collect();
            Ok(BackupCheck { path: path.clone(), has_checksum, findings, ..check })
        }
    }
}

/// Replaces the copy's path in the error with the path of the operator's file.
fn rename_in(error: Error, copy: &Path, path: &Path) -> Error {
    let message = error.chain().replace(&copy.display().to_string(), &path.display().to_string());
    Error::new(error.kind, ErrorCode::BackupUnsound, message)
}

/// Reads every record and recomputes the indexes.
pub(super) fn check_records(path: &Path, clock: &Clock) -> Result<BackupCheck> {
    let store = Store::open_copy(path, CACHE_BYTES, clock)?;
    store.read_blocking(|tx| {
        Ok(BackupCheck {
            path: path.to_owned(),
            articles: store::articles::count(tx)?,
            subscribers: store::subscribers::count(tx)?,
            accounts_with_apps: factor_key::count_accounts(tx)?,
            has_checksum: false,
            findings: verify_store(tx)?,
        })
    })
}

/// Refuses a copy with findings. `consequence` begins the error's message.
pub(super) fn refuse_unsound(check: BackupCheck, consequence: &str) -> Result<BackupCheck> {
    let Some(Inconsistency { table, key, problem }) = check.findings.first() else { return Ok(check) };
    let more = match check.findings.len() - 1 {
        0 => String::new(),
        more => format!(" and {more} more"),
    };
    let message = format!("{consequence}: {table} {key}: {problem}{more}");
    Err(Error::new(Kind::Conflict, ErrorCode::BackupUnsound, message))
}
