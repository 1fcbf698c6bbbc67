//! What restoring a backup would do, and the backup that is ready for it.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use serde::{Deserialize, Serialize};

use super::archive::Extras;
use super::check::{BackupCheck, CACHE_BYTES, check_copied, refuse_unsound};
use super::checksum::not_copied;
use super::opened::OpenBackup;
use super::restore::prepare;
use crate::clock::Clock;
use crate::config::MailConfig;
use crate::error::Result;
use crate::ops::blocking::blocking;
use crate::ops::policy::{self, Action, Actor};
use crate::store::snapshot::row_counts;
use crate::store::{self, Store};

/// Begins the name of the folder of a copy that is being restored.
pub(super) const FOLDER: &str = "restoring-";

/// What restoring a backup would do.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct RestorePlan {
    pub check: BackupCheck,
    /// `file`, or `postgresql` with its version.
    pub engine: String,
    /// The file, or the hosts and the name of the database.
    pub target: String,
    /// The schema that the target gets.
    pub schema: u32,
    /// The schema of the database that is replaced; `None` for a file and for an empty database.
    pub replaced_schema: Option<i64>,
    /// The file that is replaced, and kept under another name.
    pub kept: Option<PathBuf>,
    /// Servers on the database, which end.
    pub servers: Vec<String>,
    /// Tables with rows, by name.
    pub tables: Vec<TableRows>,
}

/// The rows of a table.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct TableRows {
    pub table: String,
    /// Rows that the target gets.
    pub restored: u64,
    /// Rows of the database that are replaced.
    pub replaced: u64,
}

/// A verified copy of a backup, brought to the present day; removed with this value, or by the next server of the data
/// folder if the process is killed.
pub(super) struct PreparedCopy {
    folder: tempfile::TempDir,
    pub check: BackupCheck,
    pub extras: Extras,
}

impl PreparedCopy {
    /// Copies a backup into the data folder, or beside the backup where there is none.
    ///
    /// # Errors
    /// `backup_unsound`.
    pub(super) fn of(backup: &OpenBackup, mail: &MailConfig, data_dir: &Path, clock: &Clock) -> Result<Self> {
        let beside = if data_dir.is_dir() { data_dir.to_owned() } else { backup.scratch() };
        let folder = tempfile::Builder::new().prefix(FOLDER).tempdir_in(&beside);
        let folder = folder.map_err(|error| not_copied(&backup.path, error))?;
        let copy = folder.path().join(store::FILE_NAME);
        let (check, extras) = check_copied(backup, &copy, clock)?;
        let check = refuse_unsound(check, "the backup is not sound and nothing was changed")?;
        prepare(&copy, mail, clock)?;
        Ok(Self { folder, check, extras })
    }

    pub(super) fn path(&self) -> PathBuf {
        self.folder.path().join(store::FILE_NAME)
    }

    /// The rows of each table beside those that they replace.
    pub(super) fn tables(&self, replaced: &BTreeMap<String, u64>, clock: &Clock) -> Result<Vec<TableRows>> {
        let copy = Store::open_copy(&self.path(), CACHE_BYTES, clock)?;
        let restored = copy.read_blocking(|tx| Ok(row_counts(tx)?))?;
        let of = |(table, restored): (String, u64)| {
            let replaced = replaced.get(&table).copied().unwrap_or(0);
            TableRows { table, restored, replaced }
        };
        Ok(restored.into_iter().map(of).filter(|rows| rows.restored + rows.replaced > 0).collect())
    }
}

/// Verifies a backup and lists what restoring it into the data folder would do. Changes nothing.
///
/// # Errors
/// `backup_unsound`.
pub async fn plan_restore(
    actor: &Actor,
    clock: &Clock,
    mail: &MailConfig,
    backup: OpenBackup,
    data_dir: PathBuf,
) -> Result<RestorePlan> {
    policy::authorize(actor, Action::ManageBackups)?;
    let (clock, mail) = (clock.clone(), mail.clone());
    blocking("planning a restore", move || {
        let copy = PreparedCopy::of(&backup, &mail, &data_dir, &clock)?;
        let file = data_dir.join(store::FILE_NAME);
        Ok(RestorePlan {
            tables: copy.tables(&BTreeMap::new(), &clock)?,
            check: copy.check.clone(),
            engine: "file".into(),
            target: file.display().to_string(),
            schema: store::schema_version(),
            replaced_schema: None,
            kept: file.exists().then_some(file),
            servers: Vec::new(),
        })
    })
    .await?
}
