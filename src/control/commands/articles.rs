//! `paragraf articles ...`

use std::sync::Arc;

use serde::{Deserialize, Serialize};

use crate::app::App;
use crate::control::command::{Command, Event, Io};
use crate::control::declaration::declare_commands;
use crate::domain::Slug;
use crate::erased::on_blocking_thread;
use crate::error::{Error, Result};
use crate::ops::articles::{self, ArticleFilter, ArticleStatusChange, StoredArticle, StoredArticleSummary};

declare_commands! {
    by_hand(ExportArticles);
    "articles.list": ListArticles(ArticleFilter) rows(StoredArticleSummary) -> () = articles::list, read_only;
    "articles.show": ShowArticle(Slug) -> StoredArticle = articles::show, read_only;
    "articles.withdraw": WithdrawArticles(Vec<Slug>) -> Vec<ArticleStatusChange> = articles::withdraw;
    "articles.remove": RemoveArticles(Vec<Slug>) -> () = articles::remove;
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
