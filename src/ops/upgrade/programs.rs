//! The installed program, and the one that is kept beside it.

use std::fs::{File, Permissions};
use std::io::Read;
use std::os::unix::fs::{OpenOptionsExt, PermissionsExt};
use std::path::{Path, PathBuf};

use serde::{Deserialize, Serialize};

use crate::error::{Error, ErrorCode, Kind, Result};
use crate::ops::backup::digest_of;
use crate::program;
use crate::store::schema_version;
use crate::store::snapshot::durable_rename;

/// Ends the name of the program that is kept.
const KEPT: &str = "previous";
/// Ends the name of the journal.
const JOURNAL: &str = "upgrade";
const EXECUTABLE: u32 = 0o755;

/// A program as a file.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct ProgramFile {
    /// What `--version` prints after the name.
    pub version: String,
    pub sha256: String,
}

/// What a program says of itself to programs of other versions.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct ProgramDescription {
    pub version: String,
    /// The schema to which it brings stores.
    pub schema: u32,
}

impl ProgramDescription {
    /// The description of this program.
    pub fn of_this() -> Self {
        Self { version: program::long_version().into(), schema: schema_version() }
    }
}

/// The path of the installed program. What belongs to it lies beside it, where only its owner writes.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Programs(PathBuf);

impl Programs {
    /// The programs at this path, which may be that of the kept one.
    pub fn at(path: &Path) -> Self {
        let is_kept = path.extension().is_some_and(|extension| extension == KEPT);
        Self(if is_kept { path.with_extension("") } else { path.to_owned() })
    }

    /// The installed program.
    pub fn installed(&self) -> &Path {
        &self.0
    }

    /// The program before the last update.
    pub fn kept(&self) -> PathBuf {
        self.0.with_added_extension(KEPT)
    }

    pub fn journal(&self) -> PathBuf {
        self.0.with_added_extension(JOURNAL)
    }

    /// Keeps a copy of the installed program.
    ///
    /// # Errors
    /// `unreadable_file` and `unwritable`, here and in the functions below.
    pub fn keep(&self) -> Result<()> {
        copy(&self.0, &self.kept())
    }

    /// Puts a copy of `new` in the place of the installed program. A program that runs keeps its old file.
    pub fn install(&self, new: &Path) -> Result<()> {
        copy(new, &self.0)
    }

    /// Puts a copy of the kept program in the place of the installed one.
    pub fn put_back(&self) -> Result<()> {
        copy(&self.kept(), &self.0)
    }
}

/// The SHA-256 of a file in hex.
///
/// # Errors
/// `unreadable_file`.
pub fn sha256(path: &Path) -> Result<String> {
    digest_of(&open(path)?, path)
}

fn copy(from: &Path, to: &Path) -> Result<()> {
    put_file(to, EXECUTABLE, &mut open(from)?)
}

/// Opens a program to read it.
///
/// # Errors
/// `unreadable_file`.
pub fn open(path: &Path) -> Result<File> {
    File::open(path).map_err(|error| {
        let message = format!("cannot read {}", path.display());
        Error::new(Kind::Invalid, ErrorCode::UnreadableFile, message).caused_by(error)
    })
}

/// Writes a file beside its place and renames it, so that the place has the old or the whole new file at all times.
///
/// # Errors
/// `unwritable`.
pub(super) fn put_file(path: &Path, mode: u32, content: &mut dyn Read) -> Result<()> {
    let partial = path.with_added_extension("partial");
    let failed = |error: std::io::Error| {
        let message = format!("cannot write {}", path.display());
        Error::new(Kind::Invalid, ErrorCode::Unwritable, message).caused_by(error)
    };
    let mut file = File::options().create(true).truncate(true).write(true).mode(mode).open(&partial).map_err(failed)?;
    std::io::copy(content, &mut file).map_err(failed)?;
    // The mask of the process may have taken bits away.
    file.set_permissions(Permissions::from_mode(mode)).map_err(failed)?;
    drop(file);
    Ok(durable_rename(&partial, path)?)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_program_is_kept_replaced_and_put_back() {
        let folder = tempfile::tempdir().expect("a folder");
        let [installed, new] = ["paragraf", "new"].map(|name| folder.path().join(name));
        std::fs::write(&installed, "old").expect("a file");
        std::fs::write(&new, "new").expect("a file");
        let programs = Programs::at(&installed);
        let text = |path: &Path| std::fs::read_to_string(path).expect("a file");
        programs.keep().expect("kept");
        programs.install(&new).expect("installed");
        assert_eq!((text(&installed), text(&programs.kept())), ("new".into(), "old".into()));
        let mode = std::fs::metadata(&installed).expect("a file").permissions().mode();
        assert_eq!(mode & 0o777, EXECUTABLE);
        programs.put_back().expect("put back");
        assert_eq!((text(&installed), text(&programs.kept())), ("old".into(), "old".into()));
        let names = std::fs::read_dir(folder.path()).expect("a folder").flatten();
        assert_eq!(names.count(), 3, "no partial file is left");
    }

    #[test]
    fn the_kept_program_knows_the_installed_one() {
        let programs = Programs::at(Path::new("/usr/bin/paragraf.previous"));
        assert_eq!(programs, Programs::at(Path::new("/usr/bin/paragraf")));
        assert_eq!(programs.kept(), Path::new("/usr/bin/paragraf.previous"));
        assert_eq!(programs.journal(), Path::new("/usr/bin/paragraf.upgrade"));
    }

    #[test]
    fn programs_are_compared_by_their_bytes() {
        let folder = tempfile::tempdir().expect("a folder");
        let path = folder.path().join("paragraf");
        std::fs::write(&path, "abc").expect("a file");
        let digest = sha256(&path).expect("a digest");
        assert!(digest.starts_with("ba7816bf") && digest.len() == 64, "{digest}");
        assert!(sha256(&folder.path().join("none")).is_err_and(|error| error.code == ErrorCode::UnreadableFile));
    }
}
