//! `paragraf import`

use std::sync::Arc;
use std::time::{Duration, Instant};

use serde::{Deserialize, Serialize};

use crate::app::{App, MissingStore};
use crate::control::command::{Command, Io};
use crate::control::declaration::declare_commands;
use crate::domain::Slug;
use crate::domain::notification::NotifiedAccounts;
use crate::erased::on_blocking_thread;
use crate::error::{Error, Result};
use crate::ops::browse;
use crate::ops::import::{self, ImportEvent, ImportOptions, ImportSummary};

declare_commands! {
    by_hand(Import);
}

/// Minimum time between two refreshes of the pages during an import.
const REFRESH_INTERVAL: Duration = Duration::from_millis(500);

/// Imports the uploads and sends [`ImportEvent`]s as notes.
#[derive(Debug, Clone, Serialize, Deserialize)]
pub struct Import(pub ImportOptions);

impl Command for Import {
    const NAME: &'static str = "import";
    const WITHOUT_STORE: MissingStore = MissingStore::Create;
    type Reply = ImportSummary;

    async fn run(self, app: Arc<App>, io: Io) -> Result<Self::Reply> {
        let runtime = tokio::runtime::Handle::current();
        let work = move || {
            let mut refresher = Refresher {
                app: &app,
                runtime: &runtime,
                waiting: vec![],
                notified: vec![],
                refreshed: Instant::now(),
            };
            let summary = import::import(&app, &io.actor, io.uploads, &self.0, &mut |event| match event {
                ImportEvent::Stored { slugs, concerned } => refresher.stored(slugs, concerned),
                event => drop(io.events.note_blocking(&event)),
            });
            // Articles stored before a failure become visible too.
            refresher.refresh();
            summary
        };
        on_blocking_thread(work).await.map_err(|error| Error::internal("importing", error))?
    }
}

/// Refreshes the catalogue with stored articles, at most once in [`REFRESH_INTERVAL`].
struct Refresher<'a> {
    app: &'a App,
    runtime: &'a tokio::runtime::Handle,
    waiting: Vec<Slug>,
    /// Recipients of new notifications about the waiting articles.
    notified: Vec<NotifiedAccounts>,
    refreshed: Instant,
}

impl Refresher<'_> {
    fn stored(&mut self, slugs: Vec<Slug>, concerned: NotifiedAccounts) {
        self.waiting.extend(slugs);
        self.notified.push(concerned);
        if self.refreshed.elapsed() >= REFRESH_INTERVAL {
            self.refresh();
        }
    }

    fn refresh(&mut self) {
        let slugs = std::mem::take(&mut self.waiting);
        if let Err(error) = self.runtime.block_on(browse::refresh(self.app, &slugs)) {
            tracing::error!(error = error.chain(), "cannot refresh the pages after an import");
        }
        self.notified.drain(..).for_each(|concerned| self.app.notify_streams(concerned));
        self.app.gather_wake.notify_one();
        self.refreshed = Instant::now();
    }
}
