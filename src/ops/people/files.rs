//! Files with data of people beside the store: messages of the folder transport, and copies.

use std::path::{Path, PathBuf};

use crate::mail::FOLDER;
use crate::ops::backup;
use crate::store::FILE_NAME;
use crate::store::holdings::Traces;

/// The messages in the folder transport's files that name the person.
pub(super) fn messages_of(data_dir: &Path, traces: &Traces) -> Vec<PathBuf> {
    let names_person = |path: &PathBuf| std::fs::read(path).is_ok_and(|bytes| traces.are_in(&bytes));
    files_in(&data_dir.join(FOLDER)).filter(names_person).collect()
}

/// The copies of the store in the data folder: backups, and the files that updates and restores keep.
pub(super) fn copies(data_dir: &Path) -> Vec<PathBuf> {
    let has_extension = |path: &PathBuf, name: &str| path.extension().is_some_and(|extension| extension == name);
    let backups = files_in(&backup::folder(data_dir)).filter(|path| !has_extension(path, "sha256"));
    let kept = files_in(data_dir).filter(|path| {
        let name = path.file_name().unwrap_or_default();
        has_extension(path, "redb") && name != FILE_NAME && name.to_string_lossy().starts_with("paragraf.")
    });
    backups.chain(kept).collect()
}

fn files_in(folder: &Path) -> impl Iterator<Item = PathBuf> + use<> {
    let entries = std::fs::read_dir(folder).into_iter().flatten().flatten();
    entries.map(|entry| entry.path()).filter(|path| path.is_file())
}
