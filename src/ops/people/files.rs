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

/// The number of copies of the store: those in the folder of backups, and the files that updates and restores keep.
pub(super) fn count_copies(backups: &Path, data_dir: &Path) -> u64 {
    let kept = files_in(data_dir).filter(|path| {
        let name = path.file_name().unwrap_or_default();
        path.extension().is_some_and(|extension| extension == "redb")
            && name != FILE_NAME
            && name.to_string_lossy().starts_with("paragraf.")
    });
    let made = backup::list_in(backups).map_or(0, |backups| backups.len());
    (made + kept.count()) as u64
}

fn files_in(folder: &Path) -> impl Iterator<Item = PathBuf> + use<> {
    let entries = std::fs::read_dir(folder).into_iter().flatten().flatten();
    entries.map(|entry| entry.path()).filter(|path| path.is_file())
}
