//! `paragraf backup create|list|remove`; `verify` and `restore` work on files and are no commands of the socket.

use std::sync::Arc;

use serde::{Deserialize, Serialize};

use crate::app::{App, MissingStore};
use crate::control::command::{Command, Io};
use crate::error::Result;
use crate::ops::backup::{self, Backup, CreatedBackup, RemovedBackup};

#[derive(Debug, Clone, Serialize, Deserialize)]
pub struct CreateBackup;

impl Command for CreateBackup {
    const NAME: &'static str = "backup.create";
    const NEEDS_SECRETS: bool = true;
    type Reply = CreatedBackup;

    async fn run(self, app: Arc<App>, io: Io) -> Result<Self::Reply> {
        backup::create(&app, &io.actor).await
    }
}

#[derive(Debug, Clone, Serialize, Deserialize)]
pub struct ListBackups;

impl Command for ListBackups {
    const NAME: &'static str = "backup.list";
    const READ_ONLY: bool = true;
    // Backups outlive a lost store.
    const WITHOUT_STORE: MissingStore = MissingStore::Empty;
    type Reply = Vec<Backup>;

    async fn run(self, app: Arc<App>, io: Io) -> Result<Self::Reply> {
        backup::list(&app, &io.actor).await
    }
}

#[derive(Debug, Clone, Serialize, Deserialize)]
pub struct RemoveBackup {
    pub name: String,
}

impl Command for RemoveBackup {
    const NAME: &'static str = "backup.remove";
    const NEEDS_SECRETS: bool = true;
    const WITHOUT_STORE: MissingStore = MissingStore::Empty;
    type Reply = RemovedBackup;

    async fn run(self, app: Arc<App>, io: Io) -> Result<Self::Reply> {
        backup::remove(&app, &io.actor, self.name).await
    }
}
