//! `paragraf explain`

use std::sync::Arc;

use serde::{Deserialize, Serialize};

use crate::app::App;
use crate::control::command::{Command, Io};
use crate::control::declaration::declare_commands;
use crate::error::Result;
use crate::ops::explain::{self, ExplainRequest, ExplainSummary};

declare_commands! {
    by_hand(Explain);
}

/// Sends [`ExplainEvent`](explain::ExplainEvent)s as notes and replies with the totals.
#[derive(Debug, Clone, Serialize, Deserialize)]
pub struct Explain(pub ExplainRequest);

impl Command for Explain {
    const NAME: &'static str = "articles.explain";
    const NEEDS_SECRETS: bool = true;
    type Reply = ExplainSummary;

    async fn run(self, app: Arc<App>, io: Io) -> Result<Self::Reply> {
        let (mut report, forward) = io.events.reporter();
        let work = async move { explain::explain(&app, &io.actor, self.0, &mut report).await };
        tokio::join!(work, forward).0
    }
}
