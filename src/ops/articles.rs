//! Listing, withdrawing and removing stored articles, for the operator.

use std::ops::ControlFlow;

use jiff::Timestamp;
use jiff::civil::Date;
use serde::{Deserialize, Serialize};

use super::desk::{missing, note};
use super::notify::NotificationRules;
use super::policy::{self, Action, Actor};
use crate::app::App;
use crate::domain::article::Revision;
use crate::domain::{Article, Slug, Status};
use crate::error::Result;
use crate::store::articles::{self, ArticleRecord};
use crate::store::{ReadTx, desk, removal};

/// A filter of stored articles; empty fields match all.
#[derive(Debug, Clone, Default, Serialize, Deserialize)]
pub struct ArticleFilter {
    pub status: Option<Status>,
    pub topic: Option<String>,
    pub importance: Option<u8>,
    /// Maximum number of articles; all when missing.
    pub limit: Option<usize>,
}

impl ArticleFilter {
    fn matches(&self, record: &ArticleRecord) -> bool {
        self.status.is_none_or(|status| status == record.status)
            && self.topic.as_ref().is_none_or(|topic| *topic == record.article.topic)
            && self.importance.is_none_or(|level| level == record.article.importance.level())
    }
}

/// A stored article as `articles list` shows it.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct StoredArticleSummary {
    pub slug: Slug,
    pub status: Status,
    pub importance: u8,
    pub publish_date: Date,
    pub topic: String,
    pub revision: u32,
    pub updated_at: Timestamp,
    pub title: String,
}

/// A stored article with its history, as `articles show` shows it.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct StoredArticle {
    pub status: Status,
    pub revision: u32,
    pub created_at: Timestamp,
    pub updated_at: Timestamp,
    pub likes: u64,
    pub bookmarks: u64,
    pub article: Article,
    /// Earlier revisions, oldest first.
    pub earlier: Vec<Revision>,
}

/// The status of an article before and after an operation.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct ArticleStatusChange {
    pub slug: Slug,
    pub before: Status,
    pub after: Status,
}

/// Passes the articles that match the filter to `take`, newest publish date first, until it breaks.
pub async fn list(
    app: &App,
    actor: &Actor,
    filter: ArticleFilter,
    mut take: impl FnMut(StoredArticleSummary) -> ControlFlow<()> + Send + 'static,
) -> Result<()> {
    policy::authorize(actor, Action::ReadUnpublished)?;
    app.store.read(move |tx| each(tx, &filter, &mut |record| take(summary(record))).map(drop)).await
}

/// Visits the articles that match the filter, newest publish date first, until `visit` breaks. Returns their number.
fn each(tx: &ReadTx, filter: &ArticleFilter, visit: &mut dyn FnMut(ArticleRecord) -> ControlFlow<()>) -> Result<u64> {
    let limit = filter.limit.map_or(u64::MAX, |limit| limit as u64);
    let mut count = 0;
    articles::each_newest_first(tx, &mut |record| {
        if count == limit {
            return ControlFlow::Break(());
        }
        if !filter.matches(&record) {
            return ControlFlow::Continue(());
        }
        count += 1;
        visit(record)
    })?;
    Ok(count)
}

fn summary(record: ArticleRecord) -> StoredArticleSummary {
    StoredArticleSummary {
        slug: record.article.slug,
        status: record.status,
        importance: record.article.importance.level(),
        publish_date: record.article.publish_date,
        topic: record.article.topic,
        revision: record.revision,
        updated_at: record.updated_at,
        title: record.article.title,
    }
}

/// Returns one article with its history.
///
/// # Errors
/// `not_found`, naming the slug.
pub async fn show(app: &App, actor: &Actor, slug: Slug) -> Result<StoredArticle> {
    policy::authorize(actor, Action::ReadUnpublished)?;
    app.store
        .read(move |tx| {
            let record = articles::get(tx, &slug)?.ok_or_else(|| missing(&slug))?;
            let counts = articles::counts(tx, &slug)?;
            Ok(StoredArticle {
                status: record.status,
                revision: record.revision,
                created_at: record.created_at,
                updated_at: record.updated_at,
                likes: counts.likes,
                bookmarks: counts.bookmarks,
                article: record.article,
                earlier: articles::revisions(tx, &slug)?,
            })
        })
        .await
}

/// Withdraws the given articles, all or none.
///
/// # Errors
/// `not_found`.
pub async fn withdraw(app: &App, actor: &Actor, slugs: Vec<Slug>) -> Result<Vec<ArticleStatusChange>> {
    policy::authorize(actor, Action::EditArticles)?;
    let (now, actor) = (app.clock.now(), actor.clone());
    let (named, rules) = (slugs.clone(), NotificationRules::new(app));
    let (changes, concerned) = app
        .store
        .write(move |tx| {
            let mut notifier = rules.begin(tx)?;
            let mut changes = Vec::with_capacity(named.len());
            for slug in &named {
                let before = articles::get(tx, slug)?.ok_or_else(|| missing(slug))?;
                let after = Status::Withdrawn;
                if before.status != after {
                    desk::unschedule(tx, slug)?;
                    let last_public_revision = before.last_public_revision();
                    let record = ArticleRecord { status: after, last_public_revision, ..before.clone() };
                    articles::put(tx, Some(&before), &record)?;
                    notifier.article_changed(tx, Some(&before), &record)?;
                    note(tx, now, &actor, "articles.withdraw", slug)?;
                }
                changes.push(ArticleStatusChange { slug: slug.clone(), before: before.status, after });
            }
            Ok((changes, notifier.concerned()))
        })
        .await?;
    super::browse::refresh(app, &slugs).await?;
    app.notify_streams(concerned);
    Ok(changes)
}

/// Removes the given articles with their revisions, counts and readers' marks, all or none.
///
/// # Errors
/// `not_found`.
pub async fn remove(app: &App, actor: &Actor, slugs: Vec<Slug>) -> Result<()> {
    policy::authorize(actor, Action::EditArticles)?;
    let (now, actor) = (app.clock.now(), actor.clone());
    let (named, rules) = (slugs.clone(), NotificationRules::new(app));
    let concerned = app
        .store
        .write(move |tx| {
            let mut notifier = rules.begin(tx)?;
            for slug in &named {
                notifier.article_removed(tx, slug)?;
                if !removal::article(tx, slug)? {
                    return Err(missing(slug));
                }
                note(tx, now, &actor, "articles.remove", slug)?;
            }
            Ok(notifier.concerned())
        })
        .await?;
    super::browse::refresh(app, &slugs).await?;
    app.notify_streams(concerned);
    Ok(())
}

/// Passes each article that matches the filter to `take` as one exported line, newest first, and returns
/// their number. Stops when `take` returns false.
///
/// Reads one snapshot of the store and blocks the calling thread.
pub fn export(app: &App, actor: &Actor, filter: &ArticleFilter, take: &mut dyn FnMut(String) -> bool) -> Result<u64> {
    policy::authorize(actor, Action::ReadUnpublished)?;
    app.store.read_blocking(|tx| {
        each(tx, filter, &mut |record| {
            if take(super::export::export_line(&record)) { ControlFlow::Continue(()) } else { ControlFlow::Break(()) }
        })
    })
}
