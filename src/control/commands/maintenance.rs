//! `paragraf maintenance on|off`

use std::sync::Arc;

use serde::{Deserialize, Serialize};

use crate::app::App;
use crate::control::command::{Command, Io};
use crate::error::Result;
use crate::ops::maintenance::{self, Maintenance};

#[derive(Debug, Clone, Serialize, Deserialize)]
pub struct BeginMaintenance {
    pub message: String,
}

impl Command for BeginMaintenance {
    const NAME: &'static str = "maintenance.begin";
    type Reply = Maintenance;

    async fn run(self, app: Arc<App>, io: Io) -> Result<Self::Reply> {
        maintenance::begin(&app, &io.actor, &self.message).await
    }
}

/// Replies whether maintenance lasted.
#[derive(Debug, Clone, Serialize, Deserialize)]
pub struct EndMaintenance;

impl Command for EndMaintenance {
    const NAME: &'static str = "maintenance.end";
    type Reply = bool;

    async fn run(self, app: Arc<App>, io: Io) -> Result<Self::Reply> {
        maintenance::end(&app, &io.actor).await
    }
}
