//! `paragraf subscribers ...`

use std::sync::Arc;

use serde::{Deserialize, Serialize};

use crate::app::App;
use crate::control::{Command, Event, Io};
use crate::domain::email::Email;
use crate::error::{Error, Result};
use crate::ops::subscribers::{self, Removal, SubscriberExport, SubscriberList};

#[derive(Debug, Clone, Serialize, Deserialize)]
pub struct ListSubscribers {
    /// Only those who have not confirmed.
    pub unconfirmed: bool,
}

impl Command for ListSubscribers {
    const NAME: &'static str = "subscribers.list";
    const READS: bool = true;
    type Reply = SubscriberList;

    async fn run(self, app: Arc<App>, io: Io) -> Result<Self::Reply> {
        subscribers::list(&app, &io.actor, self.unconfirmed).await
    }
}

/// Removes those that there are; the reply tells of each.
#[derive(Debug, Clone, Serialize, Deserialize)]
pub struct RemoveSubscribers(pub Vec<Email>);

impl Command for RemoveSubscribers {
    const NAME: &'static str = "subscribers.remove";
    type Reply = Vec<Removal>;

    async fn run(self, app: Arc<App>, io: Io) -> Result<Self::Reply> {
        subscribers::remove(&app, &io.actor, self.0).await
    }
}

/// Sends one [`Event::Output`] for the header and each subscriber; replies with their count.
#[derive(Debug, Clone, Serialize, Deserialize)]
pub struct ExportSubscribers;

impl Command for ExportSubscribers {
    const NAME: &'static str = "subscribers.export";
    type Reply = SubscriberExport;

    async fn run(self, app: Arc<App>, io: Io) -> Result<Self::Reply> {
        let work =
            move || subscribers::export(&app, &io.actor, &mut |line| io.events.send_blocking(Event::Output(line)));
        tokio::task::spawn_blocking(work).await.map_err(|error| Error::internal("exporting subscribers", error))?
    }
}
