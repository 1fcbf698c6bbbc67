//! `paragraf reports ...`

use std::sync::Arc;

use serde::{Deserialize, Serialize};
use uuid::Uuid;

use crate::app::App;
use crate::control::command::{Command, Io, ListCommand};
use crate::error::Result;
use crate::ops::reports::{self, Report};

#[derive(Debug, Clone, Serialize, Deserialize)]
pub struct ListReports {
    /// Whether to include closed reports.
    pub all: bool,
}

impl Command for ListReports {
    const NAME: &'static str = "reports.list";
    const READ_ONLY: bool = true;
    type Reply = ();

    async fn run(self, app: Arc<App>, io: Io) -> Result<Self::Reply> {
        reports::list(&app, &io.actor, self.all, io.events.rows()).await
    }
}

impl ListCommand for ListReports {
    type Row = Report;
}

#[derive(Debug, Clone, Serialize, Deserialize)]
pub struct ShowReport(pub Uuid);

impl Command for ShowReport {
    const NAME: &'static str = "reports.show";
    const READ_ONLY: bool = true;
    type Reply = Report;

    async fn run(self, app: Arc<App>, io: Io) -> Result<Self::Reply> {
        reports::show(&app, &io.actor, self.0).await
    }
}

/// Closes a report. Does nothing if it is closed.
#[derive(Debug, Clone, Serialize, Deserialize)]
pub struct CloseReport(pub Uuid);

impl Command for CloseReport {
    const NAME: &'static str = "reports.close";
    type Reply = Report;

    async fn run(self, app: Arc<App>, io: Io) -> Result<Self::Reply> {
        reports::close(&app, &io.actor, self.0).await
    }
}
