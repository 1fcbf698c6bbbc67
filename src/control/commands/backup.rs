//! `paragraf backup create|list|remove`; `verify` and `restore` work on files and are no commands of the socket.

use crate::control::declaration::declare_commands;
use crate::ops::backup::{self, Backup, CreatedBackup, RemovedBackup};

declare_commands! {
    "backup.create": CreateBackup -> CreatedBackup = backup::create, needs_secrets;
    // Backups outlive a lost store.
    "backup.list": ListBackups -> Vec<Backup> = backup::list, read_only, works_without_store;
    "backup.remove": RemoveBackup { name: String }
        -> RemovedBackup = backup::remove, needs_secrets, works_without_store;
}
