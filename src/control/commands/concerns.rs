//! `paragraf concerns`

use std::sync::Arc;

use serde::{Deserialize, Serialize};

use crate::app::App;
use crate::control::command::{Command, Io};
use crate::domain::concern::{ConcernReport, ConcernRequest};
use crate::error::Result;
use crate::ops::concerns;

#[derive(Debug, Clone, Serialize, Deserialize)]
pub struct AskConcerns(pub ConcernRequest);

impl Command for AskConcerns {
    const NAME: &'static str = "concerns";
    const READ_ONLY: bool = true;
    type Reply = ConcernReport;

    async fn run(self, app: Arc<App>, io: Io) -> Result<Self::Reply> {
        concerns::for_command(&app, &io.actor, self.0).await
    }
}
