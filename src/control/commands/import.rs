//! `paragraf import`

use std::sync::Arc;
use std::time::{Duration, Instant};

use serde::{Deserialize, Serialize};

use crate::app::App;
use crate::control::command::{Command, Io};
use crate::domain::Slug;
use crate::domain::notification::Concerned;
use crate::error::{Error, Result};
use crate::ops::browse;
use crate::ops::import::{self, ImportEvent, ImportOptions, ImportSummary};

/// How often the readers' pages take up what a long import has stored.
const REFRESH: Duration = Duration::from_millis(500);

/// Imports the uploads; sends [`ImportEvent`]s as notes.
#[derive(Debug, Clone, Serialize, Deserialize)]
pub struct Import(pub ImportOptions);

impl Command for Import {
    const NAME: &'static str = "import";
    type Reply = ImportSummary;

    async fn run(self, app: Arc<App>, io: Io) -> Result<Self::Reply> {
        let runtime = tokio::runtime::Handle::current();
        let work = move || {
            let mut pages =
                Pages { app: &app, runtime: &runtime, waiting: vec![], untold: vec![], refreshed: Instant::now() };
            let summary = import::import(&app, &io.actor, io.uploads, &self.0, &mut |event| match event {
                ImportEvent::Stored { slugs, concerned } => pages.stored(slugs, concerned),
                event => drop(io.events.note_blocking(&event)),
            });
            // What was stored before a failure is there for the readers too.
            pages.refresh();
            summary
        };
        tokio::task::spawn_blocking(work).await.map_err(|error| Error::internal("importing", error))?
    }
}

/// Brings stored articles to the readers, not oftener than [`REFRESH`].
struct Pages<'a> {
    app: &'a App,
    runtime: &'a tokio::runtime::Handle,
    waiting: Vec<Slug>,
    /// Whose notifications changed with what waits.
    untold: Vec<Concerned>,
    refreshed: Instant,
}

impl Pages<'_> {
    fn stored(&mut self, slugs: Vec<Slug>, concerned: Concerned) {
        self.waiting.extend(slugs);
        self.untold.push(concerned);
        if self.refreshed.elapsed() >= REFRESH {
            self.refresh();
        }
    }

    fn refresh(&mut self) {
        let slugs = std::mem::take(&mut self.waiting);
        if let Err(error) = self.runtime.block_on(browse::refresh(self.app, &slugs)) {
            tracing::error!(error = error.chain(), "the pages could not take up what was imported");
        }
        self.untold.drain(..).for_each(|concerned| self.app.tell(concerned));
        self.app.gather_wake.notify_one();
        self.refreshed = Instant::now();
    }
}
