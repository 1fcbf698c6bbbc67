//! The feeds: the newest articles, or those of a topic or an importance, for programs that look
//! regularly. Made once for each state of the catalogue.

mod atom;
pub(super) mod campaigns;
mod entry;
mod json;

use std::sync::Arc;

use axum::extract::State;
use axum::http::HeaderValue;
use moka::sync::Cache;

use self::entry::{Entry, Feed};
use super::articles;
use super::error::Result;
use super::extract::{Asked, Parameters, value};
use super::reply::{Caching, send};
use super::{VISITOR, Web, pages};
use crate::catalogue::{Body, Effort, ListQuery};
use crate::domain::{Importance, Language};
use crate::error::{Error, Problem};
use crate::ops::browse;

/// Entries of a feed.
const NEWEST: u8 = 50;
/// Memory for feeds: a dozen topics in two languages and two forms, and what else is asked for.
const FEEDS_BYTES: u64 = 16 << 20;

/// The two forms of a feed.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
enum Form {
    Atom,
    Json,
}

/// Which articles. The topic is one that exists, so the number of different feeds is small.
#[derive(Debug, Clone, Default, PartialEq, Eq, Hash)]
struct FeedQuery {
    language: Language,
    topic: Option<String>,
    importance: Option<Importance>,
}

/// The feeds that are ready, by the catalogue's generation.
pub(super) struct Feeds(Cache<(u64, Form, FeedQuery), Arc<Body>>);

impl Feeds {
    pub(super) fn new() -> Self {
        let weigher = |_: &_, body: &Arc<Body>| u32::try_from(body.weight()).unwrap_or(u32::MAX);
        Self(Cache::builder().max_capacity(FEEDS_BYTES).weigher(weigher).build())
    }
}

/// The newest 50 articles as an Atom feed (RFC 4287).
///
/// `importance` takes exactly that level, as in the list of articles.
#[utoipa::path(
    get, path = "/feed.xml", tag = "feeds", operation_id = "getAtomFeed",
    params(
        ("topic" = Option<String>, Query, description = "A topic's id"),
        ("importance" = Option<u8>, Query, minimum = 1, maximum = 5, description = "Exactly this level"),
        ("lang" = Option<Language>, Query, description = "Default `ro`"),
    ),
    responses(
        (status = 200, description = "The feed", content_type = "application/atom+xml", body = String),
        (status = 304, description = "Unchanged since the given ETag"),
        (status = 400, description = "A parameter is unknown or has a bad value", body = Problem),
        (status = 404, description = "There is no such topic", body = Problem),
    )
)]
pub(super) async fn atom(State(web): State<Arc<Web>>, asked: Asked, parameters: Parameters) -> Result {
    serve(&web, Form::Atom, parameters, &asked).await
}

/// The newest 50 articles as a JSON Feed (version 1.1).
///
/// `importance` takes exactly that level, as in the list of articles.
#[utoipa::path(
    get, path = "/feed.json", tag = "feeds", operation_id = "getJsonFeed",
    params(
        ("topic" = Option<String>, Query, description = "A topic's id"),
        ("importance" = Option<u8>, Query, minimum = 1, maximum = 5, description = "Exactly this level"),
        ("lang" = Option<Language>, Query, description = "Default `ro`"),
    ),
    responses(
        (status = 200, description = "The feed", content_type = "application/feed+json", body = Object),
        (status = 304, description = "Unchanged since the given ETag"),
        (status = 400, description = "A parameter is unknown or has a bad value", body = Problem),
        (status = 404, description = "There is no such topic", body = Problem),
    )
)]
pub(super) async fn json(State(web): State<Arc<Web>>, asked: Asked, parameters: Parameters) -> Result {
    serve(&web, Form::Json, parameters, &asked).await
}

async fn serve(web: &Arc<Web>, form: Form, parameters: Parameters, asked: &Asked) -> Result {
    let query = read(web, parameters)?;
    // Taken before the content, which is then at least as new.
    let generation = web.app.catalogue.peek(|snapshot| snapshot.generation);
    let key = (generation, form, query);
    let body = match web.feeds.0.get(&key) {
        Some(body) => body,
        None => {
            let body = Arc::new(make(web, form, &key.2).await?);
            web.feeds.0.insert(key, Arc::clone(&body));
            body
        }
    };
    Ok(send(asked, body, Caching::Revalidate).await?)
}

fn read(web: &Web, parameters: Parameters) -> Result<FeedQuery, Error> {
    let mut query = FeedQuery::default();
    parameters.each(|name, text| {
        match name {
            "lang" => query.language = value("lang", text, articles::LANG)?,
            "importance" => query.importance = Some(articles::importance(text)?),
            "topic" => query.topic = Some(text.to_owned()),
            _ => return Ok(false),
        }
        Ok(true)
    })?;
    if let Some(id) = &query.topic
        && browse::topic(&web.app, &VISITOR, id)?.is_none()
    {
        return Err(Error::not_found("There is no such topic."));
    }
    Ok(query)
}

async fn make(web: &Arc<Web>, form: Form, query: &FeedQuery) -> Result<Body, Error> {
    let FeedQuery { language, topic, importance } = query.clone();
    let wanted = ListQuery::newest(language, topic, importance, NEWEST);
    let list = browse::list(&web.app, &VISITOR, wanted).await?;
    let entries: Vec<Entry> = serde_json::from_slice(list.body.identity())
        .map_err(|error| Error::internal("reading the list for a feed", error))?;
    let topic = query.topic.as_deref().map(|id| pages::topic_name(web, id, language)).transpose()?;
    let feed = Feed { site: &web.site, query, topic, entries };
    let (bytes, media_type) = match form {
        Form::Atom => (atom::write(&feed)?, "application/atom+xml; charset=utf-8"),
        Form::Json => (json::write(&feed)?, "application/feed+json"),
    };
    Ok(Body::new(bytes, HeaderValue::from_static(media_type), Effort::Fast))
}
