//! `paragraf duties ...`

use std::sync::Arc;

use serde::{Deserialize, Serialize};

use crate::app::{App, MissingStore};
use crate::control::command::{Command, Io};
use crate::domain::duty::Duty;
use crate::error::Result;
use crate::ops::duties::{self, DutyImport};

#[derive(Debug, Clone, Serialize, Deserialize)]
pub struct ListDuties;

impl Command for ListDuties {
    const NAME: &'static str = "duties.list";
    const READ_ONLY: bool = true;
    type Reply = Vec<Duty>;

    async fn run(self, app: Arc<App>, io: Io) -> Result<Self::Reply> {
        duties::export(&app, &io.actor).await
    }
}

#[derive(Debug, Clone, Serialize, Deserialize)]
pub struct ImportDuties(pub Vec<Duty>);

impl Command for ImportDuties {
    const NAME: &'static str = "duties.import";
    const WITHOUT_STORE: MissingStore = MissingStore::Create;
    type Reply = DutyImport;

    async fn run(self, app: Arc<App>, io: Io) -> Result<Self::Reply> {
        duties::import(&app, &io.actor, self.0).await
    }
}
