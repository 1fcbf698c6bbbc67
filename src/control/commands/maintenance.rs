//! `paragraf maintenance on|off`

use std::sync::Arc;

use serde::{Deserialize, Serialize};

use crate::app::App;
use crate::control::command::{Command, Io};
use crate::control::declaration::declare_commands;
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

declare_commands! {
    by_hand(BeginMaintenance);
    /// Replies whether maintenance lasted.
    "maintenance.end": EndMaintenance -> bool = maintenance::end;
}
