//! `paragraf overviews ...`

use std::sync::Arc;

use serde::{Deserialize, Serialize};

use crate::app::App;
use crate::control::command::{Command, Io};
use crate::domain::{CalendarMonth, OverviewId};
use crate::error::Result;
use crate::ops::overviews::edit::{self, DeskOverview, OverviewApproval, OverviewSummary};
use crate::ops::overviews::make;

#[derive(Debug, Clone, Serialize, Deserialize)]
pub struct ListOverviews;

impl Command for ListOverviews {
    const NAME: &'static str = "overviews.list";
    const READ_ONLY: bool = true;
    type Reply = Vec<OverviewSummary>;

    async fn run(self, app: Arc<App>, io: Io) -> Result<Self::Reply> {
        edit::list(&app, &io.actor).await
    }
}

/// Makes the overviews of a month; replies with the ids of the new ones.
#[derive(Debug, Clone, Serialize, Deserialize)]
pub struct MakeOverviews(pub CalendarMonth);

impl Command for MakeOverviews {
    const NAME: &'static str = "overviews.make";
    type Reply = Vec<OverviewId>;

    async fn run(self, app: Arc<App>, io: Io) -> Result<Self::Reply> {
        make::make(&app, &io.actor, self.0).await
    }
}

#[derive(Debug, Clone, Serialize, Deserialize)]
pub struct PublishMonthlyOverview(pub OverviewApproval);

impl Command for PublishMonthlyOverview {
    const NAME: &'static str = "overviews.publish";
    type Reply = DeskOverview;

    async fn run(self, app: Arc<App>, io: Io) -> Result<Self::Reply> {
        edit::publish(&app, &io.actor, self.0).await
    }
}

#[derive(Debug, Clone, Serialize, Deserialize)]
pub struct RejectOverview(pub OverviewId);

impl Command for RejectOverview {
    const NAME: &'static str = "overviews.reject";
    type Reply = DeskOverview;

    async fn run(self, app: Arc<App>, io: Io) -> Result<Self::Reply> {
        edit::reject(&app, &io.actor, self.0).await
    }
}

#[derive(Debug, Clone, Serialize, Deserialize)]
pub struct ReopenOverview(pub OverviewId);

impl Command for ReopenOverview {
    const NAME: &'static str = "overviews.reopen";
    type Reply = DeskOverview;

    async fn run(self, app: Arc<App>, io: Io) -> Result<Self::Reply> {
        edit::reopen(&app, &io.actor, self.0).await
    }
}
