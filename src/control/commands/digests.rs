//! `paragraf mail digest`

use std::sync::Arc;

use serde::{Deserialize, Serialize};

use crate::app::App;
use crate::control::command::{Command, Io};
use crate::error::Result;
use crate::ops::mail::automatic::Routine;
use crate::ops::mail::automatic::manual::{self, DigestPlan};
use crate::ops::mail::campaigns::status::CampaignView;

/// Replies with the digest that would be made now. Stores nothing.
#[derive(Debug, Clone, Serialize, Deserialize)]
pub struct PlanDigest(pub Routine);

impl Command for PlanDigest {
    const NAME: &'static str = "mail.plan_digest";
    const READ_ONLY: bool = true;
    type Reply = DigestPlan;

    async fn run(self, app: Arc<App>, io: Io) -> Result<Self::Reply> {
        manual::plan(&app, &io.actor, self.0).await
    }
}

/// Makes a digest now. A running server starts sending it.
#[derive(Debug, Clone, Serialize, Deserialize)]
pub struct MakeDigest(pub Routine);

impl Command for MakeDigest {
    const NAME: &'static str = "mail.digest";
    const NEEDS_SECRETS: bool = true;
    type Reply = CampaignView;

    async fn run(self, app: Arc<App>, io: Io) -> Result<Self::Reply> {
        manual::create(&app, &io.actor, self.0).await
    }
}
