//! Copies of the store for `paragraf upgrade`.

use std::sync::Arc;

use serde::{Deserialize, Serialize};

use crate::app::App;
use crate::control::command::{Command, Io};
use crate::error::Result;
use crate::ops::upgrade::store::{self, CopiedStore};

/// Keeps the store to which an update can return.
#[derive(Debug, Clone, Serialize, Deserialize)]
pub struct KeepStore;

impl Command for KeepStore {
    const NAME: &'static str = "upgrade.keep";
    type Reply = CopiedStore;

    async fn run(self, app: Arc<App>, io: Io) -> Result<Self::Reply> {
        store::keep(&app, &io.actor).await
    }
}

/// Copies the store for a rehearsal.
#[derive(Debug, Clone, Serialize, Deserialize)]
pub struct CopyStore;

impl Command for CopyStore {
    const NAME: &'static str = "upgrade.copy";
    type Reply = CopiedStore;

    async fn run(self, app: Arc<App>, io: Io) -> Result<Self::Reply> {
        store::copy_for_rehearsal(&app, &io.actor).await
    }
}
