//! `paragraf import portal` and `paragraf acts`

use std::sync::Arc;

use serde::{Deserialize, Serialize};
use tokio::sync::mpsc;

use crate::app::App;
use crate::control::command::{Command, Io};
use crate::domain::ActKey;
use crate::domain::coverage::YearCoverage;
use crate::error::Result;
use crate::ops::acts::{self, ActFilter, ActRecord, SourceText};
use crate::ops::sources::coverage;
use crate::ops::sources::portal::{self, PortalImport};
use crate::ops::sources::report::SourceSummary;

/// Reads Portal Legislativ and sends [`SourceEvent`](crate::ops::sources::report::SourceEvent)s as notes.
#[derive(Debug, Clone, Serialize, Deserialize)]
pub struct ImportPortal(pub PortalImport);

impl Command for ImportPortal {
    const NAME: &'static str = "import.portal";
    type Reply = SourceSummary;

    async fn run(self, app: Arc<App>, io: Io) -> Result<Self::Reply> {
        let (sender, mut events) = mpsc::unbounded_channel();
        let work = async {
            // Nobody listens after the caller left; the acts are stored all the same.
            let mut report = move |event| drop(sender.send(event));
            portal::import(&app, &io.actor, &self.0, &mut report).await
        };
        let forward = async {
            while let Some(event) = events.recv().await {
                io.events.note(&event).await;
            }
        };
        let (summary, ()) = tokio::join!(work, forward);
        summary
    }
}

#[derive(Debug, Clone, Serialize, Deserialize)]
pub struct ListActs(pub ActFilter);

impl Command for ListActs {
    const NAME: &'static str = "acts.list";
    const READ_ONLY: bool = true;
    type Reply = Vec<ActRecord>;

    async fn run(self, app: Arc<App>, io: Io) -> Result<Self::Reply> {
        acts::list(&app, &io.actor, self.0).await
    }
}

#[derive(Debug, Clone, Serialize, Deserialize)]
pub struct ShowAct(pub ActKey);

impl Command for ShowAct {
    const NAME: &'static str = "acts.show";
    const READ_ONLY: bool = true;
    type Reply = ActRecord;

    async fn run(self, app: Arc<App>, io: Io) -> Result<Self::Reply> {
        acts::show(&app, &io.actor, self.0).await
    }
}

/// Replies with an archived text.
#[derive(Debug, Clone, Serialize, Deserialize)]
pub struct GetSourceText(pub String);

impl Command for GetSourceText {
    const NAME: &'static str = "acts.text";
    const READ_ONLY: bool = true;
    type Reply = SourceText;

    async fn run(self, app: Arc<App>, io: Io) -> Result<Self::Reply> {
        acts::source_text(&app, &io.actor, self.0).await
    }
}

#[derive(Debug, Clone, Serialize, Deserialize)]
pub struct GetCoverage;

impl Command for GetCoverage {
    const NAME: &'static str = "acts.coverage";
    const READ_ONLY: bool = true;
    type Reply = Vec<YearCoverage>;

    async fn run(self, app: Arc<App>, io: Io) -> Result<Self::Reply> {
        coverage::coverage(&app, &io.actor).await
    }
}
