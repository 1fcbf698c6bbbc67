//! `paragraf status`

use std::sync::Arc;

use serde::{Deserialize, Serialize};

use crate::app::App;
use crate::control::command::{Command, Io};
use crate::control::declaration::declare_commands;
use crate::error::Result;
use crate::ops::status::{self, ProductStatus};

declare_commands! {
    by_hand(GetStatus);
}

#[derive(Debug, Clone, Serialize, Deserialize)]
pub struct GetStatus;

impl Command for GetStatus {
    const NAME: &'static str = "status";
    const READ_ONLY: bool = true;
    type Reply = ProductStatus;

    async fn run(self, app: Arc<App>, io: Io) -> Result<Self::Reply> {
        status::status(&app, &io.actor, io.serving).await
    }
}
