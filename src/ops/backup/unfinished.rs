//! What a killed process leaves of a backup, and its removal.

use std::path::{Path, PathBuf};

use super::names::default_folder;
use super::{checksum, plan, restore};
use crate::store::{FILE_NAME, rewrite};

/// The scratch folder of the backup that is being made.
pub(super) fn work(data_dir: &Path) -> PathBuf {
    default_folder(data_dir).join("making")
}

/// The path of a backup that is being written.
pub(super) fn partial(path: &Path) -> PathBuf {
    let mut name = path.as_os_str().to_owned();
    name.push(".partial");
    PathBuf::from(name)
}

/// Removes the remains of a killed process. The caller holds the store's lock and makes no backup.
pub(super) fn remove(data_dir: &Path, folder: &Path) {
    let folders = [folder.to_owned(), default_folder(data_dir)];
    for path in folders.iter().flat_map(|folder| unfinished_in(folder)) {
        log(&path, std::fs::remove_file(&path));
    }
    let work = work(data_dir);
    if work.exists() {
        log(&work, std::fs::remove_dir_all(&work));
    }
}

/// As [`remove`], and of a restore and a rewriting too.
pub(super) fn remove_all(data_dir: &Path, folder: &Path) {
    remove(data_dir, folder);
    let restoring = restore::unfinished(data_dir);
    let [store, copy] = [&data_dir.join(FILE_NAME), &restoring].map(|file| rewrite::unfinished(file));
    for path in [restoring, store, copy].iter().filter(|path| path.exists()) {
        log(path, std::fs::remove_file(path));
    }
    let entries = std::fs::read_dir(data_dir).into_iter().flatten().flatten();
    for entry in entries.filter(|entry| entry.file_name().to_string_lossy().starts_with(plan::FOLDER)) {
        log(&entry.path(), std::fs::remove_dir_all(entry.path()));
    }
}

fn log(path: &Path, removed: std::io::Result<()>) {
    match removed {
        Ok(()) => tracing::info!(path = %path.display(), "an unfinished copy was removed"),
        Err(error) => tracing::warn!(%error, path = %path.display(), "an unfinished copy could not be removed"),
    }
}

/// The unfinished copies in a folder.
fn unfinished_in(folder: &Path) -> impl Iterator<Item = PathBuf> + use<> {
    let entries = std::fs::read_dir(folder).into_iter().flatten().flatten().map(|entry| entry.path());
    entries.filter(|path| is_unfinished(path))
}

fn is_unfinished(path: &Path) -> bool {
    // The folder may hold files of others.
    let is_own = path.file_name().is_some_and(|name| name.to_string_lossy().starts_with("paragraf-"));
    is_own
        && match path.extension().and_then(|extension| extension.to_str()) {
            Some("partial" | "unchecked") => true,
            Some(checksum::EXTENSION) => !path.with_extension("").exists(),
            _ => false,
        }
}
