//! The journal of an update: a small file beside the program.
//!
//! It lies there, and not in the data folder, because root acts on it and the user of the server must not change it.

use std::io::ErrorKind;
use std::path::Path;

use jiff::Timestamp;
use serde::{Deserialize, Serialize};

use super::plan::{UpgradeStage, effective};
use super::programs::{ProgramFile, Programs, put_file, sha256};
use crate::error::{Error, ErrorCode, Kind, Result};

/// What the journal says about the last update.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct UpgradeJournal {
    pub stage: UpgradeStage,
    /// The program that is kept.
    pub from: ProgramFile,
    /// Whether the operator's maintenance lasted before; then it is not ended.
    pub was_in_maintenance: bool,
    /// Whether a return loses what was written since the update.
    #[serde(default)]
    pub loses_writes: bool,
    pub kept_at: Timestamp,
}

impl UpgradeJournal {
    /// Reads the journal; `None` before the first update.
    ///
    /// # Errors
    /// `unreadable_file` if the file is damaged.
    pub fn read(path: &Path) -> Result<Option<Self>> {
        let text = match std::fs::read(path) {
            Ok(text) => text,
            Err(error) if error.kind() == ErrorKind::NotFound => return Ok(None),
            Err(error) => return Err(unreadable(path).caused_by(error)),
        };
        serde_json::from_slice(&text).map(Some).map_err(|error| unreadable(path).caused_by(error))
    }

    /// The stage as the installed program shows it, which is read only where it decides.
    ///
    /// # Errors
    /// `unreadable_file` if the program cannot be read.
    pub fn effective_stage(&self, programs: &Programs) -> Result<UpgradeStage> {
        let is_replaced = self.stage == UpgradeStage::Kept && sha256(programs.installed())? != self.from.sha256;
        Ok(effective(self.stage, is_replaced))
    }

    /// Whether the update, or the return from it, is under way or was killed.
    pub fn is_unfinished(&self) -> bool {
        !matches!(self.stage, UpgradeStage::Done | UpgradeStage::Returned)
    }

    /// Writes the journal so that it survives a power cut.
    ///
    /// # Errors
    /// `unwritable`.
    pub fn write(&self, path: &Path) -> Result<()> {
        let text = serde_json::to_vec_pretty(self).map_err(|error| Error::internal("writing the journal", error))?;
        put_file(path, 0o644, &mut text.as_slice())
    }
}

fn unreadable(path: &Path) -> Error {
    let message = format!("cannot read the journal of the last update, {}", path.display());
    Error::new(Kind::Invalid, ErrorCode::UnreadableFile, message)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_journal_is_read_as_it_was_written_and_a_damaged_one_is_refused() {
        let folder = tempfile::tempdir().expect("a folder");
        let path = folder.path().join("paragraf.upgrade");
        assert_eq!(UpgradeJournal::read(&path).expect("no journal"), None);
        let journal = UpgradeJournal {
            stage: UpgradeStage::Kept,
            from: ProgramFile { version: "0.1.0 (dev)".into(), sha256: "00".into() },
            was_in_maintenance: false,
            loses_writes: false,
            kept_at: Timestamp::UNIX_EPOCH,
        };
        journal.write(&path).expect("written");
        assert_eq!(UpgradeJournal::read(&path).expect("readable"), Some(journal));
        std::fs::write(&path, "{").expect("a file");
        assert!(UpgradeJournal::read(&path).is_err_and(|error| error.to_string().contains("paragraf.upgrade")));
    }
}
