//! `paragraf stats`

use std::sync::Arc;

use serde::{Deserialize, Serialize};

use crate::app::App;
use crate::control::command::{Command, Io};
use crate::error::Result;
use crate::ops::analytics::{self, Stats};

/// Returns the counts of the last days.
#[derive(Debug, Clone, Serialize, Deserialize)]
pub struct GetStats {
    pub days: u16,
}

impl Command for GetStats {
    const NAME: &'static str = "stats";
    const READ_ONLY: bool = true;
    type Reply = Stats;

    async fn run(self, app: Arc<App>, io: Io) -> Result<Self::Reply> {
        analytics::stats(&app, &io.actor, self.days).await
    }
}
