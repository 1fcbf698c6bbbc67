//! `paragraf mail bounces` and `paragraf mail suppressed ...`

use std::sync::Arc;

use serde::{Deserialize, Serialize};

use crate::app::App;
use crate::control::command::{Command, Io, ListCommand};
use crate::domain::email::Email;
use crate::error::{Error, Result};
use crate::ops::mail::bounces::{self, BounceSummary};
use crate::ops::mail::suppressions::{self, Suppression, SuppressionChange};

/// Processes the messages in the uploads.
#[derive(Debug, Clone, Serialize, Deserialize)]
pub struct ProcessBounces;

impl Command for ProcessBounces {
    const NAME: &'static str = "mail.bounces";
    type Reply = BounceSummary;

    async fn run(self, app: Arc<App>, io: Io) -> Result<Self::Reply> {
        let work = move || bounces::process_files(&app, &io.actor, io.uploads);
        tokio::task::spawn_blocking(work).await.map_err(|error| Error::internal("processing bounces", error))?
    }
}

#[derive(Debug, Clone, Serialize, Deserialize)]
pub struct ListSuppressions;

impl Command for ListSuppressions {
    const NAME: &'static str = "suppressions.list";
    const READ_ONLY: bool = true;
    type Reply = ();

    async fn run(self, app: Arc<App>, io: Io) -> Result<Self::Reply> {
        suppressions::list(&app, &io.actor, io.events.rows()).await
    }
}

impl ListCommand for ListSuppressions {
    type Row = Suppression;
}

#[derive(Debug, Clone, Serialize, Deserialize)]
pub struct AddSuppressions {
    pub emails: Vec<Email>,
    /// Why, in the operator's words.
    pub detail: String,
}

impl Command for AddSuppressions {
    const NAME: &'static str = "suppressions.add";
    type Reply = Vec<SuppressionChange>;

    async fn run(self, app: Arc<App>, io: Io) -> Result<Self::Reply> {
        suppressions::add(&app, &io.actor, self.emails, self.detail).await
    }
}

#[derive(Debug, Clone, Serialize, Deserialize)]
pub struct RemoveSuppressions(pub Vec<Email>);

impl Command for RemoveSuppressions {
    const NAME: &'static str = "suppressions.remove";
    type Reply = Vec<SuppressionChange>;

    async fn run(self, app: Arc<App>, io: Io) -> Result<Self::Reply> {
        suppressions::remove(&app, &io.actor, self.0).await
    }
}
