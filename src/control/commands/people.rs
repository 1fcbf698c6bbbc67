//! `paragraf people ...`

use std::sync::Arc;

use serde::{Deserialize, Serialize};
use serde_json::Value;

use crate::app::App;
use crate::control::command::{Command, Io};
use crate::domain::email::Email;
use crate::error::Result;
use crate::ops::people::{self, ErasedPerson, PersonData};

#[derive(Debug, Clone, Serialize, Deserialize)]
pub struct ShowPerson(pub Email);

impl Command for ShowPerson {
    const NAME: &'static str = "people.show";
    const READ_ONLY: bool = true;
    type Reply = PersonData;

    async fn run(self, app: Arc<App>, io: Io) -> Result<Self::Reply> {
        people::show(&app, &io.actor, self.0).await
    }
}

#[derive(Debug, Clone, Serialize, Deserialize)]
pub struct ExportPerson(pub Email);

impl Command for ExportPerson {
    const NAME: &'static str = "people.export";
    const READ_ONLY: bool = true;
    type Reply = Value;

    async fn run(self, app: Arc<App>, io: Io) -> Result<Self::Reply> {
        people::export(&app, &io.actor, self.0).await
    }
}

#[derive(Debug, Clone, Serialize, Deserialize)]
pub struct ErasePerson(pub Email);

impl Command for ErasePerson {
    const NAME: &'static str = "people.erase";
    type Reply = ErasedPerson;

    async fn run(self, app: Arc<App>, io: Io) -> Result<Self::Reply> {
        people::erase(&app, &io.actor, self.0).await
    }
}
