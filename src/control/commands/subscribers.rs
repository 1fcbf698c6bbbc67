//! `paragraf subscribers ...`

use std::sync::Arc;

use serde::{Deserialize, Serialize};

use crate::app::{App, MissingStore};
use crate::control::command::{Command, Event, Io};
use crate::control::declaration::declare_commands;
use crate::domain::email::Email;
use crate::erased::on_blocking_thread;
use crate::error::{Error, Result};
use crate::ops::mail::deliver;
use crate::ops::subscribers::{
    self, ExportFormat, Removal, Subscriber, SubscriberExport, SubscriberImportOptions, SubscriberImportSummary,
};

declare_commands! {
    by_hand(ExportSubscribers, ImportSubscribers);
    /// Replies with the number of unreadable records, which the list lacks.
    "subscribers.list": ListSubscribers {
        /// Only those who have not confirmed.
        unconfirmed: bool,
        /// Only those who signed up before the launch.
        #[serde(default)]
        early: bool,
    } rows(Subscriber) -> u64 = subscribers::list, read_only;
    /// Removes subscribers; replies with one result per address.
    "subscribers.remove": RemoveSubscribers(Vec<Email>) -> Vec<Removal> = subscribers::remove;
}

/// Sends one [`Event::Output`] per line; replies with the number of subscribers.
#[derive(Debug, Clone, Serialize, Deserialize)]
pub struct ExportSubscribers(pub ExportFormat);

impl Command for ExportSubscribers {
    const NAME: &'static str = "subscribers.export";
    const READ_ONLY: bool = true;
    type Reply = SubscriberExport;

    async fn run(self, app: Arc<App>, io: Io) -> Result<Self::Reply> {
        let work = move || {
            subscribers::export(&app, &io.actor, self.0, &mut |line| io.events.send_blocking(Event::Output(line)))
        };
        on_blocking_thread(work).await.map_err(|error| Error::internal("exporting subscribers", error))?
    }
}

/// Imports the uploads; sends [`SubscriberImportEvent`](subscribers::SubscriberImportEvent)s as notes.
#[derive(Debug, Clone, Serialize, Deserialize)]
pub struct ImportSubscribers(pub SubscriberImportOptions);

impl Command for ImportSubscribers {
    const NAME: &'static str = "subscribers.import";
    const WITHOUT_STORE: MissingStore = MissingStore::Create;
    type Reply = SubscriberImportSummary;

    async fn run(self, app: Arc<App>, io: Io) -> Result<Self::Reply> {
        let (actor, serving, here) = (io.actor.clone(), io.serving, Arc::clone(&app));
        let work = move || {
            subscribers::import(&here, &io.actor, io.uploads, &self.0, &mut |event| {
                io.events.note_blocking(&event);
            })
        };
        let imported = on_blocking_thread(work).await;
        let summary = imported.map_err(|error| Error::internal("importing subscribers", error))??;
        if summary.asked > 0 && !summary.dry_run {
            deliver::after_command(&app, &actor, serving).await?;
        }
        Ok(summary)
    }
}
