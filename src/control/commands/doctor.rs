//! `paragraf doctor [--try-alarm]`

use std::sync::Arc;

use serde::{Deserialize, Serialize};

use crate::app::App;
use crate::control::command::{Command, Io};
use crate::control::declaration::declare_commands;
use crate::error::Result;
use crate::ops::backup::{self, AlarmTrial};
use crate::ops::doctor::{self, Diagnosis};

#[derive(Debug, Clone, Serialize, Deserialize)]
pub struct ExamineServer;

impl Command for ExamineServer {
    const NAME: &'static str = "doctor";
    const READ_ONLY: bool = true;
    const NEEDS_SECRETS: bool = true;
    type Reply = Vec<Diagnosis>;

    async fn run(self, app: Arc<App>, io: Io) -> Result<Self::Reply> {
        doctor::examine(&app, &io.actor, io.serving).await
    }
}

declare_commands! {
    by_hand(ExamineServer);
    /// Damages a scratch copy of the store and shows whether that is noticed.
    "doctor.alarm": TryAlarm -> AlarmTrial = backup::try_alarm;
}
