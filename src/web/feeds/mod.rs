//! The feeds of the newest articles: of all, or of one topic or importance. Each is made once for each state of the
//! catalogue.

mod atom;
pub(super) mod cache;
pub(super) mod campaigns;
mod feed;
mod json;

use std::sync::Arc;

use axum::extract::State;
use axum::http::HeaderValue;

use self::cache::{FeedFormat, FeedQuery};
use self::feed::Feed;
use super::accepted::Accepted;
use super::body::{Body, Effort};
use super::error::Result;
use super::pages::content;
use super::parameter_values::Lang;
use super::query::{LinkQuery, query};
use super::reply::{Caching, make, send};
use super::state::{VISITOR, Web};
use crate::catalogue::{ArticleView, ListQuery};
use crate::domain::Importance;
use crate::error::Error;
use crate::ops::browse;
use crate::web::operation::NoSuchTopic;

query! {
    /// The choice of articles.
    pub(super) struct FeedParameters {
        /// A topic's id
        topic: Option<String>,
        /// Exactly this level
        importance: Option<Importance>,
        lang: Lang,
    }
}

const MAX_ARTICLES: u8 = 50;

/// Returns the newest 50 articles as an Atom feed (RFC 4287).
#[utoipa::path(get, path = "", tag = "feeds", operation_id = "getAtomFeed", responses(
    (status = 200, description = "The feed", content_type = "application/atom+xml", body = String),
    NoSuchTopic,
))]
pub(super) async fn atom(
    State(web): State<Arc<Web>>,
    accepted: Accepted,
    LinkQuery(parameters): LinkQuery<FeedParameters>,
) -> Result {
    serve(&web, FeedFormat::Atom, parameters, &accepted).await
}

/// Returns the newest 50 articles as a JSON Feed (version 1.1).
#[utoipa::path(get, path = "", tag = "feeds", operation_id = "getJsonFeed", responses(
    (status = 200, description = "The feed", content_type = "application/feed+json", body = Object),
    NoSuchTopic,
))]
pub(super) async fn json(
    State(web): State<Arc<Web>>,
    accepted: Accepted,
    LinkQuery(parameters): LinkQuery<FeedParameters>,
) -> Result {
    serve(&web, FeedFormat::Json, parameters, &accepted).await
}

async fn serve(web: &Arc<Web>, format: FeedFormat, parameters: FeedParameters, accepted: &Accepted) -> Result {
    let query = read(web, parameters)?;
    // Read before the content, which is then at least as new.
    let generation = web.catalogue_generation();
    let (shared, own) = (Arc::clone(web), query.clone());
    let made = make(accepted, "writing a feed", move || write(&shared, format, &own));
    let body = web.feeds.0.get_or_make((generation, format, query), made).await?;
    Ok(send(accepted, body, Caching::Revalidate).await?)
}

fn read(web: &Web, parameters: FeedParameters) -> Result<FeedQuery, Error> {
    let FeedParameters { topic, importance, lang } = parameters;
    let query = FeedQuery { language: lang.0, topic, importance };
    if let Some(id) = &query.topic
        && browse::topic(&web.app, &VISITOR, id)?.is_none()
    {
        return Err(Error::not_found("There is no such topic."));
    }
    Ok(query)
}

fn write(web: &Web, format: FeedFormat, query: &FeedQuery) -> Result<Body, Error> {
    let FeedQuery { language, topic, importance } = query.clone();
    let wanted = ListQuery::newest(language, topic, importance, MAX_ARTICLES);
    let list = browse::list(&web.app, &VISITOR, &wanted)?;
    let topic = query.topic.as_deref().map(|id| content::topic_name(web, id, language)).transpose()?;
    let newest = list.unpack()?;
    let articles = newest.iter().map(|revision| ArticleView::new(revision, language)).collect();
    let feed = Feed { site: &web.site, query, topic, articles };
    let (bytes, media_type) = match format {
        FeedFormat::Atom => (atom::write(&feed)?, "application/atom+xml; charset=utf-8"),
        FeedFormat::Json => (json::write(&feed)?, "application/feed+json"),
    };
    Ok(Body::new(bytes, HeaderValue::from_static(media_type), Effort::Fast))
}
