//! Reading published articles, and updating the catalogue from the store.

use std::collections::{BTreeSet, HashMap};
use std::sync::Arc;

use jiff::civil::Date;

use super::policy::{self, Action, Actor};
use crate::app::App;
use crate::catalogue::{
    ArticleChange, ArticleList, ArticleTimes, Catalogue, Highlights, Insights, InsightsQuery, ListQuery, ListedArticle,
    LoadedArticle, PackedArticles, Packer, PublishedArticle, Snapshot, TopicSummary, pack_all,
};
use crate::domain::article::Revision;
use crate::domain::deadline_history::DeadlineHistory;
use crate::domain::recurrence::{Shift, Term};
use crate::domain::topic::Topic;
use crate::domain::{Article, ArticleCounts, Language, Slug, Status, working_days};
use crate::error::{Error, Result};
use crate::store::articles::{self, ArticleRecord, ArticleRow, OutlinedRecord};
use crate::store::{ReadTx, duties, law_figures, monthly_overviews, topics};

/// The product's name.
pub const SITE_NAME: &str = "Paragraf";

const ARTICLES_PER_READ: usize = 256;

/// Loads all published articles and the topics into the catalogue, which is live from then on.
pub async fn load(app: &App) -> Result<()> {
    let _guard = app.catalogue.refreshing().await;
    let read = |tx: &ReadTx| {
        let counts: HashMap<Slug, ArticleCounts> = articles::all_counts(tx)?;
        let lists = (topics::list(tx)?, duties::current(tx)?, law_figures::current(tx)?);
        Ok((readable(tx)?, counts, lists, monthly_overviews::published(tx)?))
    };
    let (read, counts, (topics, duties, figures), overviews) = app.store.read(read).await?;
    let PackedArticles { published, withdrawn } = read;
    app.catalogue.set_duties(duties);
    app.catalogue.set_figures(figures);
    app.catalogue.set_overviews(overviews);
    app.catalogue.set_withdrawn(withdrawn);
    app.catalogue.go_live(published, &counts, topics);
    Ok(())
}

/// The published articles, and the withdrawn ones that had deadlines.
fn readable(tx: &ReadTx) -> Result<PackedArticles> {
    let count = usize::try_from(articles::count(tx)?).unwrap_or(usize::MAX);
    let load = |row: ArticleRow| row.decode_outline().and_then(loaded);
    let mut all = pack_all(count, load, |add| Ok(articles::each_row(tx, add)?))?;
    set_histories(tx, &mut all.published)?;
    set_histories(tx, &mut all.withdrawn)?;
    Ok(all)
}

/// Sets the histories of articles that nothing else holds yet.
fn set_histories(tx: &ReadTx, all: &mut [Arc<PublishedArticle>]) -> Result<()> {
    let mut revised: Vec<_> = all.iter_mut().filter(|article| article.revision > 1).collect();
    for batch in revised.chunks_mut(ARTICLES_PER_READ) {
        let slugs: Vec<Slug> = batch.iter().map(|article| article.slug.clone()).collect();
        for (article, earlier) in batch.iter_mut().zip(articles::revisions_of(tx, &slugs)?) {
            // One whose content cannot be read is left out when it is indexed.
            let Ok(current) = article.unpack() else { continue };
            if let Some(article) = Arc::get_mut(article) {
                article.set_history(history_of(earlier, current));
            }
        }
    }
    Ok(())
}

/// The article, if readers see it or calendars may contain its deadlines.
fn loaded(record: OutlinedRecord) -> Option<LoadedArticle> {
    let OutlinedRecord { status, revision, created_at, updated_at, published_at, article } = record;
    let is_published = status == Status::Published;
    if !is_published && !is_withdrawn(status, &article.outline) {
        return None;
    }
    let times = ArticleTimes { revision, updated_at, arrived_at: published_at.unwrap_or(created_at) };
    Some(LoadedArticle { is_published, article, times })
}

/// Whether calendars may contain deadlines of this article although it was withdrawn.
fn is_withdrawn(status: Status, article: &Article) -> bool {
    status == Status::Withdrawn && !article.deadlines.is_empty()
}

/// Packs an article with the revisions `earlier` than the current one.
fn packed(packer: &mut Packer, record: ArticleRecord, earlier: Vec<Revision>) -> Result<Arc<PublishedArticle>> {
    let ArticleRecord { revision, created_at, updated_at, published_at, article, .. } = record;
    let current = Revision { revision, updated_at, article };
    let mut published = PublishedArticle::new(packer, &current, published_at.unwrap_or(created_at))?;
    if revision > 1 {
        published.set_history(history_of(earlier, current));
    }
    Ok(Arc::new(published))
}

/// The history of the entries of an article with this current revision.
fn history_of(earlier: Vec<Revision>, current: Revision) -> DeadlineHistory {
    let revisions: Vec<_> = earlier.into_iter().chain([current]).collect();
    DeadlineHistory::of(revisions.iter().map(|of| (of.revision, of.article.deadlines.as_slice())))
}

/// Reads these articles again after a committed change, and updates the catalogue.
///
/// Does nothing while the catalogue is not live, as in a command without a server.
pub async fn refresh(app: &App, slugs: &[Slug]) -> Result<()> {
    if !app.catalogue.is_live() || slugs.is_empty() {
        return Ok(());
    }
    let _guard = app.catalogue.refreshing().await;
    // Each once: of several changes of an article, the last state counts.
    let slugs: Vec<Slug> = slugs.iter().cloned().collect::<BTreeSet<_>>().into_iter().collect();
    let mut packer = app.catalogue.peek(Snapshot::packer)?;
    let read = move |tx: &ReadTx| -> Result<Vec<_>> {
        let batches = slugs.chunks(ARTICLES_PER_READ).map(|batch| changes(tx, &mut packer, batch));
        Ok(batches.collect::<Result<Vec<_>>>()?.into_iter().flatten().collect())
    };
    app.catalogue.apply(app.store.read(read).await?);
    Ok(())
}

/// The present state of these articles; on a shared database in one trip for each table.
fn changes(tx: &ReadTx, packer: &mut Packer, slugs: &[Slug]) -> Result<Vec<ArticleChange>> {
    let readable = articles::get_many(tx, slugs)?.into_iter();
    let shown =
        readable.filter(|record| record.status == Status::Published || is_withdrawn(record.status, &record.article));
    let mut shown: HashMap<Slug, _> = shown.map(|record| (record.article.slug.clone(), record)).collect();
    let revised: Vec<Slug> =
        slugs.iter().filter(|slug| shown.get(*slug).is_some_and(|record| record.revision > 1)).cloned().collect();
    let earlier = articles::revisions_of(tx, &revised)?;
    let mut earlier: HashMap<Slug, _> = revised.into_iter().zip(earlier).collect();
    let of_article = |(slug, counts): (&Slug, ArticleCounts)| -> Result<ArticleChange> {
        let Some(record) = shown.remove(slug) else { return Ok(ArticleChange::Remove(slug.clone())) };
        let is_published = record.status == Status::Published;
        let article = packed(packer, record, earlier.remove(slug).unwrap_or_default())?;
        Ok(if is_published { ArticleChange::Publish(article, counts) } else { ArticleChange::Withdraw(article) })
    };
    slugs.iter().zip(articles::counts_of(tx, slugs)?).map(of_article).collect()
}

/// Reads a part of the catalogue again after a change.
pub(in crate::ops) async fn reload<T: Send + 'static>(
    app: &App,
    read: fn(&ReadTx) -> Result<T>,
    set: fn(&Catalogue, T),
) -> Result<()> {
    if !app.catalogue.is_live() {
        return Ok(());
    }
    let _guard = app.catalogue.refreshing().await;
    let part = app.store.read(read).await?;
    set(&app.catalogue, part);
    Ok(())
}

pub(in crate::ops) async fn reload_topics(app: &App) -> Result<()> {
    reload(app, |tx| Ok(topics::list(tx)?), Catalogue::set_topics).await
}

pub(in crate::ops) async fn reload_duties(app: &App) -> Result<()> {
    reload(app, |tx| Ok(duties::current(tx)?), Catalogue::set_duties).await
}

pub(in crate::ops) async fn reload_figures(app: &App) -> Result<()> {
    reload(app, |tx| Ok(law_figures::current(tx)?), Catalogue::set_figures).await
}

/// Lists the articles that match the query, or one page of them: the most relevant first if it has words, else the
/// newest. Blocks.
///
/// # Errors
/// `unavailable` while the articles are loaded or indexed.
pub fn list(app: &App, actor: &Actor, query: &ListQuery) -> Result<ArticleList> {
    policy::authorize(actor, Action::ReadPublished)?;
    live(app)?;
    app.catalogue.list(query, app.clock.today())
}

/// Returns the current revision of an article.
///
/// # Errors
/// `not_found` unless the article is published.
pub fn article(app: &App, actor: &Actor, slug: &Slug) -> Result<ListedArticle> {
    policy::authorize(actor, Action::ReadPublished)?;
    match app.catalogue.peek(|snapshot| snapshot.listed(slug)) {
        Some(listed) => Ok(listed),
        None => live(app).and_then(|_| Err(no_such_article())),
    }
}

/// Returns the revisions before the current one, oldest first.
pub async fn earlier_revisions(app: &App, actor: &Actor, article: &PublishedArticle) -> Result<Vec<Revision>> {
    policy::authorize(actor, Action::ReadPublished)?;
    if article.revision == 1 {
        return Ok(vec![]);
    }
    let (slug, current) = (article.slug.clone(), article.revision);
    // Earlier revisions never change.
    let mut revisions = app.store.read_without_snapshot(move |tx| Ok(articles::revisions(tx, &slug)?)).await?;
    // The store may already have a revision that the catalogue does not show yet.
    revisions.retain(|earlier| earlier.revision < current);
    Ok(revisions)
}

/// The current state of the catalogue.
///
/// # Errors
/// `unavailable` until the articles are loaded: an empty list would be wrong.
pub(super) fn live(app: &App) -> Result<Arc<Snapshot>> {
    let snapshot = app.catalogue.snapshot();
    if snapshot.is_live() {
        Ok(snapshot)
    } else {
        Err(Error::unavailable("The articles are being loaded.").retry_after(1))
    }
}

pub(super) fn no_such_article() -> Error {
    Error::not_found("There is no such article.")
}

/// Returns at most `len` articles in the order of their slugs, from index `start` on, and the number of all articles.
/// Changing an article does not move the others.
pub fn by_slug(app: &App, actor: &Actor, start: usize, len: usize) -> Result<(Vec<Arc<PublishedArticle>>, usize)> {
    policy::authorize(actor, Action::ReadPublished)?;
    let snapshot = live(app)?;
    Ok((snapshot.by_slug().iter().skip(start).take(len).cloned().collect(), snapshot.len()))
}

/// Returns the article with the latest publish date; `None` while the catalogue is not live.
pub fn newest(app: &App, actor: &Actor) -> Result<Option<Revision>> {
    policy::authorize(actor, Action::ReadPublished)?;
    app.catalogue.peek(|snapshot| snapshot.newest().map(|article| article.unpack()).transpose())
}

/// Returns the topic with this id.
pub fn topic(app: &App, actor: &Actor, id: &str) -> Result<Option<Topic>> {
    policy::authorize(actor, Action::ReadPublished)?;
    Ok(live(app)?.topic(id).cloned())
}

/// Returns what Home shows on `today`, in `language`. Blocks.
pub fn highlights(app: &App, actor: &Actor, language: Language, today: Date) -> Result<Highlights> {
    policy::authorize(actor, Action::ReadPublished)?;
    live(app)?.highlights(language, today)
}

/// Returns what changed in a year, in all topics or one. Blocks.
///
/// # Errors
/// `not_found` for an unknown topic.
pub fn insights(app: &App, actor: &Actor, query: &InsightsQuery) -> Result<Insights> {
    policy::authorize(actor, Action::ReadPublished)?;
    let (snapshot, today) = (live(app)?, app.clock.today());
    if query.topic.as_deref().is_some_and(|topic| snapshot.topic(topic).is_none()) {
        return Err(Error::not_found("There is no such topic."));
    }
    snapshot.insights(query, today)
}

/// Computes the last day of a term that begins on `from`, moved by `shift`.
pub fn term_end(actor: &Actor, term: Term, from: Date, shift: Option<Shift>) -> Result<Date> {
    policy::authorize(actor, Action::ReadPublished)?;
    Ok(term.end(from, shift))
}

/// Lists the public holidays from the first day to the last, in order.
pub fn holidays(actor: &Actor, first: Date, last: Date) -> Result<Vec<Date>> {
    policy::authorize(actor, Action::ReadPublished)?;
    Ok(working_days::holidays_between(first, last).collect())
}

/// Lists all topics in display order. Blocks.
pub fn topics(app: &App, actor: &Actor) -> Result<Vec<TopicSummary>> {
    policy::authorize(actor, Action::ReadPublished)?;
    Ok(live(app)?.topics())
}
