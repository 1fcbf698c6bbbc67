//! `paragraf articles ...`

use std::sync::Arc;

use serde::{Deserialize, Serialize};

use crate::app::App;
use crate::control::command::{Command, Event, Io, ListCommand};
use crate::domain::Slug;
use crate::erased::on_blocking_thread;
use crate::error::{Error, Result};
use crate::ops::articles::{self, ArticleFilter, ArticleStatusChange, StoredArticle, StoredArticleSummary};

#[derive(Debug, Clone, Serialize, Deserialize)]
pub struct ListArticles(pub ArticleFilter);

impl Command for ListArticles {
    const NAME: &'static str = "articles.list";
    const READ_ONLY: bool = true;
    type Reply = ();

    async fn run(self, app: Arc<App>, io: Io) -> Result<Self::Reply> {
        articles::list(&app, &io.actor, self.0, io.events.rows()).await
    }
}

impl ListCommand for ListArticles {
    type Row = StoredArticleSummary;
}

#[derive(Debug, Clone, Serialize, Deserialize)]
pub struct ShowArticle(pub Slug);

impl Command for ShowArticle {
    const NAME: &'static str = "articles.show";
    const READ_ONLY: bool = true;
    type Reply = StoredArticle;

    async fn run(self, app: Arc<App>, io: Io) -> Result<Self::Reply> {
        articles::show(&app, &io.actor, self.0).await
    }
}

#[derive(Debug, Clone, Serialize, Deserialize)]
pub struct WithdrawArticles(pub Vec<Slug>);

impl Command for WithdrawArticles {
    const NAME: &'static str = "articles.withdraw";
    type Reply = Vec<ArticleStatusChange>;

    async fn run(self, app: Arc<App>, io: Io) -> Result<Self::Reply> {
        articles::withdraw(&app, &io.actor, self.0).await
    }
}

#[derive(Debug, Clone, Serialize, Deserialize)]
pub struct RemoveArticles(pub Vec<Slug>);

impl Command for RemoveArticles {
    const NAME: &'static str = "articles.remove";
    type Reply = ();

    async fn run(self, app: Arc<App>, io: Io) -> Result<Self::Reply> {
        articles::remove(&app, &io.actor, self.0).await
    }
}

/// Sends an [`Event::Output`] for each article and replies with their count.
#[derive(Debug, Clone, Serialize, Deserialize)]
pub struct ExportArticles(pub ArticleFilter);

impl Command for ExportArticles {
    const NAME: &'static str = "articles.export";
    const READ_ONLY: bool = true;
    type Reply = u64;

    async fn run(self, app: Arc<App>, io: Io) -> Result<Self::Reply> {
        let work = move || {
            articles::export(&app, &io.actor, &self.0, &mut |line| io.events.send_blocking(Event::Output(line)))
        };
        on_blocking_thread(work).await.map_err(|error| Error::internal("exporting articles", error))?
    }
}
