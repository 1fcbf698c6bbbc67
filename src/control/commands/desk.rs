//! `paragraf articles show --with-source|edit|publish|reject`

use std::sync::Arc;

use serde::{Deserialize, Serialize};

use crate::app::App;
use crate::control::command::{Command, Io};
use crate::domain::Slug;
use crate::error::Result;
use crate::ops::desk::drafts::{self, Draft};
use crate::ops::desk::edit::{self, Edited, SaveOutcome};
use crate::ops::desk::publish::{self, Publication, Published};
use crate::ops::desk::reject::{self, NewRejection};

/// Replies with an article of any status as the desk sees it.
#[derive(Debug, Clone, Serialize, Deserialize)]
pub struct ShowDraft(pub Slug);

impl Command for ShowDraft {
    const NAME: &'static str = "desk.show";
    const READ_ONLY: bool = true;
    type Reply = Draft;

    async fn run(self, app: Arc<App>, io: Io) -> Result<Self::Reply> {
        drafts::show(&app, &io.actor, self.0).await
    }
}

#[derive(Debug, Clone, Serialize, Deserialize)]
pub struct SaveArticle(pub Edited);

impl Command for SaveArticle {
    const NAME: &'static str = "desk.save";
    type Reply = SaveOutcome;

    async fn run(self, app: Arc<App>, io: Io) -> Result<Self::Reply> {
        edit::save(&app, &io.actor, self.0).await
    }
}

#[derive(Debug, Clone, Serialize, Deserialize)]
pub struct PublishArticles(pub Publication);

impl Command for PublishArticles {
    const NAME: &'static str = "desk.publish";
    type Reply = Vec<Published>;

    async fn run(self, app: Arc<App>, io: Io) -> Result<Self::Reply> {
        publish::publish(&app, &io.actor, self.0).await
    }
}

#[derive(Debug, Clone, Serialize, Deserialize)]
pub struct RejectDraftArticle(pub NewRejection);

impl Command for RejectDraftArticle {
    const NAME: &'static str = "desk.reject";
    type Reply = Draft;

    async fn run(self, app: Arc<App>, io: Io) -> Result<Self::Reply> {
        reject::reject(&app, &io.actor, self.0).await
    }
}

/// Takes a rejected draft back.
#[derive(Debug, Clone, Serialize, Deserialize)]
pub struct ReopenDraft(pub Slug);

impl Command for ReopenDraft {
    const NAME: &'static str = "desk.reopen";
    type Reply = Draft;

    async fn run(self, app: Arc<App>, io: Io) -> Result<Self::Reply> {
        reject::reopen(&app, &io.actor, self.0).await
    }
}
