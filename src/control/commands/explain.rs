//! `paragraf explain`

use std::sync::Arc;

use serde::{Deserialize, Serialize};

use crate::app::{App, MissingStore};
use crate::control::command::{Command, Io};
use crate::error::Result;
use crate::ops::explain::{self, ExplainEvent, ExplainRequest, ExplainSummary};

/// Sends a note for each article and replies with the totals.
#[derive(Debug, Clone, Serialize, Deserialize)]
pub struct Explain(pub ExplainRequest);

impl Command for Explain {
    const NAME: &'static str = "articles.explain";
    const NEEDS_SECRETS: bool = true;
    const WITHOUT_STORE: MissingStore = MissingStore::Refuse;
    type Reply = ExplainSummary;

    async fn run(self, app: Arc<App>, io: Io) -> Result<Self::Reply> {
        let (sender, mut receiver) = tokio::sync::mpsc::unbounded_channel();
        let mut report = move |event: ExplainEvent| {
            // The receiver lives as long as the run.
            drop(sender.send(event));
        };
        let forward = async {
            while let Some(event) = receiver.recv().await {
                io.events.note(&event).await;
            }
        };
        let run = async move { explain::explain(&app, &io.actor, self.0, &mut report).await };
        let (reply, ()) = tokio::join!(run, forward);
        reply
    }
}
