//! The store in an update: kept for a return, and copied for a rehearsal.

use std::path::{Path, PathBuf};
use std::time::Duration;

use serde::{Deserialize, Serialize};

use crate::app::{App, create_private_dir};
use crate::error::{Error, ErrorCode, Kind, Result};
use crate::ops::backup::check_space;
use crate::ops::blocking::blocking;
use crate::ops::maintenance;
use crate::ops::policy::{self, Action, Actor};
pub use crate::store::FILE_NAME as STORE;

/// The store before the last update, in the data folder. Retention removes it after thirty days.
pub const KEPT_STORE: &str = "paragraf.previous.redb";
/// The folder of a rehearsal, in the data folder.
pub const REHEARSAL: &str = "rehearsal";

/// How often, and how many times, the end of accepted writes is looked for.
const PAUSE: Duration = Duration::from_millis(20);
const TRIES: usize = 500;

/// A copy of the store.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct CopiedStore {
    pub path: PathBuf,
    pub size_bytes: u64,
}

/// The refusal to keep a database that servers share: they go on while one of them is updated, so no copy of it is one
/// to return to.
pub fn is_shared() -> Error {
    let message = "an update cannot keep a database to return to; make a dump with pg_dump or a snapshot of your \
        provider, then update one server after the other: `systemctl disable --now paragraf`, install the new version, \
        `systemctl enable --now paragraf`";
    Error::new(Kind::Conflict, ErrorCode::StoreIo, message)
}

/// Keeps a copy of the store to which an update can return. Nothing may be written after it, so maintenance must last.
///
/// # Errors
/// `maintenance` if writes are allowed, `store_io` without space and on a database.
pub async fn keep(app: &App, actor: &Actor) -> Result<CopiedStore> {
    policy::authorize(actor, Action::ManageServer)?;
    if app.store.is_shared() {
        return Err(is_shared());
    }
    if !maintenance::lasts(&app.data_dir) {
        let message = "the store can be kept for an update only while nothing is written; begin maintenance first";
        return Err(Error::new(Kind::Conflict, ErrorCode::Maintenance, message));
    }
    await_accepted_writes(app).await?;
    copy(app, app.data_dir.join(KEPT_STORE), 1).await
}

/// Copies the store into the empty folder of a rehearsal.
///
/// # Errors
/// `store_io` without space for three copies: the new program verifies a copy of its own.
pub async fn copy_for_rehearsal(app: &App, actor: &Actor) -> Result<CopiedStore> {
    policy::authorize(actor, Action::ManageServer)?;
    let folder = app.data_dir.join(REHEARSAL);
    create_private_dir(&folder)?;
    copy(app, folder.join(STORE), 3).await
}

async fn copy(app: &App, target: PathBuf, copies: u64) -> Result<CopiedStore> {
    let (store, folder) = (app.store.clone(), app.data_dir.clone());
    blocking("copying the store", move || {
        check_space(&folder, store.size_bytes().saturating_mul(copies))?;
        store.snapshot(&target)?;
        Ok(CopiedStore { size_bytes: size(&target), path: target })
    })
    .await?
}

fn size(path: &Path) -> u64 {
    std::fs::metadata(path).map_or(0, |meta| meta.len())
}

/// Waits for the writes that were accepted before maintenance began.
async fn await_accepted_writes(app: &App) -> Result<()> {
    for _ in 0..TRIES {
        if app.store.waiting_writes() == 0 {
            return Ok(());
        }
        tokio::time::sleep(PAUSE).await;
    }
    Err(Error::unavailable("writes that began before the maintenance are not finished; try again"))
}

/// The name of the store while it is being kept.
pub fn unfinished_copy() -> String {
    format!("{KEPT_STORE}.partial")
}

/// Removes the copies that a killed update or rehearsal left in the data folder. The caller holds the store's lock.
pub fn remove_unfinished(data_dir: &Path) {
    let copies = [(data_dir.join(REHEARSAL), true), (data_dir.join(unfinished_copy()), false)];
    for (path, is_folder) in copies.into_iter().filter(|(path, _)| path.exists()) {
        let removed = if is_folder { std::fs::remove_dir_all(&path) } else { std::fs::remove_file(&path) };
        if let Err(error) = removed {
            tracing::warn!(%error, path = %path.display(), "an unfinished copy could not be removed");
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn copies_of_a_killed_rehearsal_and_update_are_removed_and_the_kept_store_stays() {
        let folder = tempfile::tempdir().expect("a folder");
        let path = |name: &str| folder.path().join(name);
        std::fs::create_dir_all(path("rehearsal/new")).expect("a folder");
        for name in ["rehearsal/new/paragraf.redb", "paragraf.previous.redb.partial", "paragraf.previous.redb"] {
            std::fs::write(path(name), "store").expect("a file");
        }
        remove_unfinished(folder.path());
        let left = std::fs::read_dir(folder.path()).expect("a folder").flatten().map(|entry| entry.file_name());
        assert_eq!(left.collect::<Vec<_>>(), [KEPT_STORE]);
    }
}
