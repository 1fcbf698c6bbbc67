//! `paragraf mail bounces` and `paragraf mail suppressed ...`

use std::sync::Arc;

use serde::{Deserialize, Serialize};

use crate::app::App;
use crate::control::command::{Command, Io};
use crate::control::declaration::declare_commands;
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

declare_commands! {
    by_hand(ProcessBounces);
    "suppressions.list": ListSuppressions rows(Suppression) -> () = suppressions::list, read_only;
    "suppressions.add": AddSuppressions {
        emails: Vec<Email>,
        /// Why, in the operator's words.
        detail: String,
    } -> Vec<SuppressionChange> = suppressions::add;
    "suppressions.remove": RemoveSuppressions(Vec<Email>) -> Vec<SuppressionChange> = suppressions::remove;
}
