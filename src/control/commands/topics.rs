//! `paragraf topics ...`

use std::sync::Arc;

use serde::{Deserialize, Serialize};

use crate::app::App;
use crate::control::command::{Command, Io};
use crate::domain::topic::Topic;
use crate::error::Result;
use crate::ops::topics::{self, TopicChange};

#[derive(Debug, Clone, Serialize, Deserialize)]
pub struct ListTopics;

impl Command for ListTopics {
    const NAME: &'static str = "topics.list";
    const READ_ONLY: bool = true;
    type Reply = Vec<Topic>;

    async fn run(self, app: Arc<App>, io: Io) -> Result<Self::Reply> {
        topics::list(&app, &io.actor).await
    }
}

#[derive(Debug, Clone, Serialize, Deserialize)]
pub struct SetTopic(pub TopicChange);

impl Command for SetTopic {
    const NAME: &'static str = "topics.set";
    type Reply = Topic;

    async fn run(self, app: Arc<App>, io: Io) -> Result<Self::Reply> {
        topics::set(&app, &io.actor, self.0).await
    }
}
