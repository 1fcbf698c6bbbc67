//! Reading what is published, and keeping the catalogue in step with the store.

use std::collections::HashMap;
use std::ops::ControlFlow;
use std::sync::Arc;

use jiff::Timestamp;

use super::policy::{self, Action, Actor};
use crate::app::App;
use crate::catalogue::dto::{ArticleDto, DeveloperDto, SiteDto, TestimonialDto};
use crate::catalogue::{Body, Change, Entry, List, ListQuery, Maker, Snapshot, Standing};
use crate::config::Testimonial;
use crate::domain::topic::Topic;
use crate::domain::{Language, Slug, Status};
use crate::error::{Error, Result};
use crate::store::articles::{self, ArticleRecord, Counts};
use crate::store::{ReadTx, topics};

/// What the product is called.
pub const SITE_NAME: &str = "Paragraf";

/// Brings all published articles and the topics into the catalogue, which is live from then on.
pub async fn load(app: &App) -> Result<()> {
    let _guard = app.catalogue.refreshing().await;
    let maker = app.catalogue.maker();
    let (entries, topics) = app.store.read(move |tx| Ok((published(tx, &maker)?, topics::list(tx)?))).await?;
    app.catalogue.go_live(entries, topics);
    Ok(())
}

fn published(tx: &ReadTx, maker: &Maker) -> Result<Vec<Arc<Entry>>> {
    let counts: HashMap<Slug, Counts> = articles::all_counts(tx)?;
    let mut entries = Vec::new();
    articles::each(tx, &mut |record| {
        if record.status == Status::Published {
            let counts = counts.get(&record.article.slug).copied().unwrap_or_default();
            entries.push(maker.entry(&record.article, standing(&record, counts)));
        }
        ControlFlow::Continue(())
    })?;
    Ok(entries)
}

/// Reads these articles again, after their change was committed, and shows them as they are now.
///
/// Does nothing in a process that serves nobody.
pub async fn refresh(app: &App, slugs: &[Slug]) -> Result<()> {
    if !app.catalogue.is_live() || slugs.is_empty() {
        return Ok(());
    }
    let _guard = app.catalogue.refreshing().await;
    let maker = app.catalogue.maker();
    let slugs = slugs.to_vec();
    let changes = app
        .store
        .read(move |tx| slugs.into_iter().map(|slug| change(tx, &maker, slug)).collect::<Result<Vec<_>>>())
        .await?;
    app.catalogue.apply(changes);
    Ok(())
}

fn change(tx: &ReadTx, maker: &Maker, slug: Slug) -> Result<Change> {
    let record = articles::get(tx, &slug)?.filter(|record| record.status == Status::Published);
    let Some(record) = record else { return Ok(Change::Remove(slug)) };
    let counts = articles::counts(tx, &slug)?;
    Ok(Change::Upsert(maker.entry(&record.article, standing(&record, counts))))
}

/// Reads the topics again, after the operator changed them.
pub async fn reload_topics(app: &App) -> Result<()> {
    if !app.catalogue.is_live() {
        return Ok(());
    }
    let _guard = app.catalogue.refreshing().await;
    let topics = app.store.read(|tx| Ok(topics::list(tx)?)).await?;
    app.catalogue.set_topics(topics);
    Ok(())
}

fn standing(record: &ArticleRecord, counts: Counts) -> Standing {
    Standing {
        status: record.status,
        revision: record.revision,
        updated_at: record.updated_at,
        likes: counts.likes,
        bookmarks: counts.bookmarks,
        counts_version: counts.version,
    }
}

/// Lists that are written at the same time; each takes memory until it is sent.
static WRITERS: tokio::sync::Semaphore = tokio::sync::Semaphore::const_new(4);

/// The list, or the part of it that `query` asks for.
pub async fn list(app: &App, actor: &Actor, query: ListQuery) -> Result<Arc<List>> {
    policy::authorize(actor, Action::ReadPublished)?;
    if let Some(list) = app.catalogue.peek(|snapshot| snapshot.ready_list(&query)) {
        return Ok(list);
    }
    let snapshot = live(app)?;
    let _place = WRITERS.acquire().await.map_err(|error| Error::internal("writing the list", error))?;
    blocking("writing the list", move || snapshot.list(&query)).await
}

/// The article's revisions, oldest first; the last is the article as it stands.
///
/// Errors: `not_found` when nothing of that name is published.
pub async fn article(app: &App, actor: &Actor, slug: &Slug, language: Language) -> Result<Arc<Body>> {
    policy::authorize(actor, Action::ReadPublished)?;
    let Some(entry) = app.catalogue.peek(|snapshot| snapshot.entry(slug).cloned()) else {
        return live(app).and_then(|_| Err(no_such_article()));
    };
    let version = app.catalogue.tally_version(slug);
    if let Some(body) = app.catalogue.detail(&entry, version, language) {
        return Ok(body);
    }
    let wanted = slug.clone();
    let body = app.store.read(move |tx| revisions(tx, &wanted, language)).await?;
    let body = Arc::new(body.ok_or_else(no_such_article)?);
    app.catalogue.keep_detail(&entry, version, language, Arc::clone(&body));
    Ok(body)
}

/// The present articles.
///
/// Errors: `unavailable` until they are loaded: an empty list would look like the truth.
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

fn revisions(tx: &ReadTx, slug: &Slug, language: Language) -> Result<Option<Body>> {
    let record = articles::get(tx, slug)?.filter(|record| record.status == Status::Published);
    let Some(record) = record else { return Ok(None) };
    let current = standing(&record, articles::counts(tx, slug)?);
    let earlier = articles::revisions(tx, slug)?;
    let mut list: Vec<_> = earlier
        .iter()
        .map(|revision| {
            let standing = Standing { revision: revision.revision, updated_at: revision.updated_at, ..current };
            ArticleDto::new(&revision.article, standing, language)
        })
        .collect();
    list.push(ArticleDto::new(&record.article, current, language));
    let json = serde_json::to_vec(&list).map_err(|error| Error::internal("writing an article", error))?;
    Ok(Some(Body::json(json)))
}

/// What the sitemap says of a published article.
#[derive(Debug)]
pub struct Published {
    pub slug: Slug,
    pub updated_at: Timestamp,
    /// The languages it can be read in, Romanian first.
    pub languages: Vec<Language>,
}

/// `len` published articles from place `start` on in the order of their slugs, with the number of
/// all: a change of one article moves no other.
pub fn published_by_slug(app: &App, actor: &Actor, start: usize, len: usize) -> Result<(Vec<Published>, usize)> {
    policy::authorize(actor, Action::ReadPublished)?;
    let snapshot = live(app)?;
    let part = snapshot.entries_by_slug().iter().skip(start).take(len);
    let part = part.map(|entry| Published {
        slug: entry.slug.clone(),
        updated_at: entry.updated_at,
        languages: entry.languages(),
    });
    Ok((part.collect(), snapshot.len()))
}

/// The topic with this id, if there is one.
pub fn topic(app: &App, actor: &Actor, id: &str) -> Result<Option<Topic>> {
    policy::authorize(actor, Action::ReadPublished)?;
    Ok(live(app)?.topic(id).cloned())
}

/// At most `limit` deadlines from today on, soonest first.
pub async fn deadlines(app: &App, actor: &Actor, language: Language, limit: usize) -> Result<Arc<Body>> {
    policy::authorize(actor, Action::ReadPublished)?;
    let (snapshot, today) = (live(app)?, app.clock.today());
    blocking("writing the deadlines", move || snapshot.deadlines(today, language, limit)).await
}

/// All topics in display order.
pub async fn topics(app: &App, actor: &Actor) -> Result<Arc<Body>> {
    policy::authorize(actor, Action::ReadPublished)?;
    let snapshot = live(app)?;
    blocking("writing the topics", move || snapshot.topics()).await
}

/// What the pages say of the site and its operator.
pub fn site(app: &App, actor: &Actor, public_url: &str) -> Result<Body> {
    policy::authorize(actor, Action::ReadPublished)?;
    let config = &app.config.site;
    let snapshot = app.catalogue.snapshot();
    let site = SiteDto {
        name: SITE_NAME,
        version: crate::VERSION,
        build: crate::BUILD,
        demo: app.demo,
        contact_email: configured(&config.contact_email),
        contact_phone: configured(&config.contact_phone),
        developer: configured(&config.developer_name)
            .map(|name| DeveloperDto { name, url: configured(&config.developer_url) }),
        city: configured(&config.city),
        country: configured(&config.country),
        public_url,
        latest: snapshot.latest(),
        launch_at: config.launch_instant().unwrap_or_default(),
        social_links: &config.social_links,
        testimonials: config.testimonials.iter().map(testimonial).collect(),
        analytics: app.config.analytics.enabled,
    };
    let json = serde_json::to_vec(&site).map_err(|error| Error::internal("writing the site", error))?;
    Ok(Body::json(json))
}

fn testimonial(testimonial: &Testimonial) -> TestimonialDto<'_> {
    let Testimonial { quote, name, role, lang } = testimonial;
    TestimonialDto { quote, name, role, lang: *lang }
}

fn configured(text: &str) -> Option<&str> {
    Some(text).filter(|text| !text.is_empty())
}

/// Runs what takes milliseconds off the async threads.
async fn blocking<T: Send + 'static>(attempted: &str, run: impl FnOnce() -> T + Send + 'static) -> Result<T> {
    tokio::task::spawn_blocking(run).await.map_err(|error| Error::internal(attempted, error))
}
