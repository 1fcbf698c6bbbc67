//! Articles, topics and dated entries as JSON.

pub(super) mod act;
pub(super) mod amendments;
pub(super) mod cache;
pub(super) mod deadlines;
pub(super) mod dto;
pub(super) mod duties;
pub(super) mod entries;
pub(super) mod holidays;
pub(super) mod insights;
pub(in crate::web) mod lists;
pub(super) mod terms;

use std::sync::Arc;
use std::sync::atomic::Ordering;

use axum::extract::State;
use axum::http::header;
use jiff::civil::Date;

use self::dto::{ArticleDto, ArticleSummaryDto, NamedActs, TopicDto};
use super::accepted::Accepted;
use super::body::Body;
use super::error::Result;
use super::extract::{
    Lang, NoParameters, Parameters, PathParam, parse_importance, parse_language, slug, value, whole_number,
};
use super::json::to_body;
use super::reply::{Caching, make, send};
use super::state::{VISITOR, Web};
use crate::catalogue::{ArticleView, ListQuery, ListedArticle, MAX_FILTER_TEXT};
use crate::domain::article::Revision;
use crate::domain::{AudienceRole, Language};
use crate::error::{Error, Kind};
use crate::ops::{self, act_pages, browse};
use crate::web::operation::{ArticleFilters, ContentLanguage, InvalidQuery, NoSuchArticle, NotModified};

const MAX_PAGE: u8 = 100;

/// Lists the published articles, newest first; with `q`, the most relevant first.
///
/// Within a day, the most important come first, then those that arrived last.
///
/// Without parameters, or with `lang` only, returns all articles; otherwise a page of at most 100, with a `Link` header
/// to the next page. `q` is read as by `/search`, which also marks the found words and counts the choices of filters.
/// In the first seconds after a start of the server, a list with `q` is `unavailable`.
#[utoipa::path(
    get, path = "/lawchanges", tag = "articles", operation_id = "listArticles",
    params(
        ("limit" = Option<u8>, Query, minimum = 1, maximum = 100, description = "Articles on this page"),
        ("cursor" = Option<String>, Query, description = "Where the page begins; from the `Link` header of the page before"),
        ArticleFilters,
        ContentLanguage,
    ),
    responses(
        (status = 200, description = "The articles", body = Vec<ArticleSummaryDto<'static>>, headers(("Link" = String, description = "`rel=\"next\"`: the following page, if there is one"), ("X-Total-Count" = u64, description = "How many articles match, on all pages"), ("ETag" = String))),
        NotModified,
        InvalidQuery,
    )
)]
pub(super) async fn list(State(web): State<Arc<Web>>, accepted: Accepted, parameters: Parameters) -> Result {
    let list = web.article_bodies.lists.get_or_make(&web.app, &accepted, list_query(parameters)?).await?;
    let mut response = send(&accepted, Arc::clone(&list), Caching::Revalidate).await?;
    let headers = response.headers_mut();
    headers.insert("x-total-count", list.total.clone());
    if let Some(next) = &list.next {
        headers.insert(header::LINK, next.clone());
    }
    Ok(response)
}

fn list_query(parameters: Parameters) -> Result<ListQuery, Error> {
    let mut query = ListQuery::default();
    parameters.each(|name, text| {
        match name {
            "limit" => query.limit = Some(page_size(text)?),
            "cursor" => query.after = Some(value("cursor", text, "taken from a Link header")?),
            _ => return filter(&mut query, name, text),
        }
        Ok(true)
    })?;
    check_cursor(&query)?;
    // Only the complete lists are sent in one piece: they are made once, while filters are many.
    if !query.is_complete() && query.limit.is_none() {
        query.limit = Some(MAX_PAGE);
    }
    Ok(query)
}

/// Reads a parameter that chooses articles or their language; returns false if it is another parameter.
pub(in crate::web) fn filter(query: &mut ListQuery, name: &str, text: &str) -> Result<bool, Error> {
    match name {
        "lang" => query.language = parse_language(text)?,
        "importance" => query.importance = Some(parse_importance("importance", text)?),
        "topic" => query.topic = Some(short("topic", text)?.to_owned()),
        "domain" => *query = std::mem::take(query).with_domain(short("domain", text)?),
        "role" => query.role = Some(value("role", text, &format!("one of {}", AudienceRole::list()))?),
        "act_type" => query.act_type = Some(short("act_type", text)?.to_owned()),
        "issuer" => query.issuer = Some(short("issuer", text)?.to_owned()),
        "year" => query.year = Some(year(text)?),
        "duty_ahead" => query.duty_ahead = value("duty_ahead", text, "true or false")?,
        "q" => *query = std::mem::take(query).with_words(query_text(text)?),
        _ => return Ok(false),
    }
    Ok(true)
}

/// Checks the length of a query.
pub(in crate::web) fn query_text(text: &str) -> Result<&str, Error> {
    if text.chars().count() <= MAX_FILTER_TEXT {
        Ok(text)
    } else {
        let message = format!("This parameter has more than {MAX_FILTER_TEXT} characters. Search for fewer words.");
        Err(Error::invalid("q", message))
    }
}

/// Refuses a cursor of a list in another order.
pub(in crate::web) fn check_cursor(query: &ListQuery) -> Result<(), Error> {
    if query.fits_cursor() {
        Ok(())
    } else {
        let message =
            "This cursor belongs to a list in another order. Take it from the Link header of the page before.";
        Err(Error::invalid("cursor", message))
    }
}

pub(in crate::web) fn page_size(text: &str) -> Result<u8, Error> {
    whole_number("limit", text, 1..=MAX_PAGE)
}

fn year(text: &str) -> Result<i16, Error> {
    let year: Option<i16> = text.parse().ok().filter(|year| (1..=9999).contains(year));
    year.ok_or_else(|| Error::invalid("year", "This parameter must be a year from 1 to 9999."))
}

/// Checks the length of the text of a filter.
pub(in crate::web) fn short<'a>(field: &'static str, text: &'a str) -> Result<&'a str, Error> {
    if text.chars().count() <= MAX_FILTER_TEXT {
        Ok(text)
    } else {
        Err(Error::invalid(field, format!("This parameter has more than {MAX_FILTER_TEXT} characters.")))
    }
}

/// Returns the revisions of an article, oldest first; the last one is current.
#[utoipa::path(
    get, path = "/lawchanges/{articleId}", tag = "articles", operation_id = "getArticle",
    params(("articleId" = String, Path, description = "The article's slug"), ContentLanguage),
    responses(
        (status = 200, description = "The revisions", body = Vec<ArticleDto<'static>>),
        NotModified,
        InvalidQuery,
        NoSuchArticle,
    )
)]
pub(super) async fn article(
    State(web): State<Arc<Web>>,
    PathParam(name): PathParam,
    accepted: Accepted,
    Lang(language): Lang,
) -> Result {
    let listed = browse::article(&web.app, &VISITOR, &slug(&name)?)?;
    let today = web.app.clock.today();
    let generation = web.app.amendments_generation.load(Ordering::Acquire);
    let acts = web.app.catalogue.acts_generation();
    let key = (listed.article.id, listed.counts.version, [generation, acts], language, today);
    // Boxed, so that the usual request does not carry the state of making a body.
    let made = async { Box::pin(revisions(&web, &listed, &accepted, language, today)).await };
    let body = match web.article_bodies.articles.get_or_make(key, made).await {
        // Not kept: the other revisions are read again when the store answers.
        Err(error) if error.kind == Kind::Unavailable => {
            Arc::new(Box::pin(current_alone(&web, &listed, &accepted, language, today)).await?)
        }
        made => made?,
    };
    Ok(send(&accepted, body, Caching::Revalidate).await?)
}

/// The current revision from memory, without what only the store has: earlier revisions, and how much the act amends.
async fn current_alone(
    web: &Arc<Web>,
    listed: &ListedArticle,
    accepted: &Accepted,
    language: Language,
    today: Date,
) -> Result<Body, Error> {
    let revisions = vec![listed.article.unpack()?];
    let (web, listed) = (Arc::clone(web), listed.clone());
    let write = move || write_revisions(&web, &listed, &revisions, 0, language, today);
    make(accepted, "writing an article", write).await
}

async fn revisions(
    web: &Arc<Web>,
    listed: &ListedArticle,
    accepted: &Accepted,
    language: Language,
    today: Date,
) -> Result<Body, Error> {
    let mut revisions = browse::earlier_revisions(&web.app, &VISITOR, &listed.article).await?;
    let current = listed.article.unpack()?;
    let amendments = ops::amendments::count_published(&web.app, &VISITOR, listed.article.id, &current.article).await?;
    revisions.push(current);
    let (web, listed) = (Arc::clone(web), listed.clone());
    let write = move || write_revisions(&web, &listed, &revisions, amendments, language, today);
    make(accepted, "writing an article", write).await
}

fn write_revisions(
    web: &Web,
    listed: &ListedArticle,
    revisions: &[Revision],
    amendments: u32,
    language: Language,
    today: Date,
) -> Result<Body, Error> {
    let ListedArticle { article, counts } = listed;
    let last = revisions.len() - 1;
    let view = |(index, revision)| match index == last {
        true => ArticleView::current(revision, article, language),
        false => ArticleView::new(revision, language),
    };
    let views: Vec<_> = revisions.iter().enumerate().map(view).collect();
    let steps: Vec<_> = views.iter().map(ArticleView::steps).collect();
    let (none, current) = (NamedActs::default(), views.last().map(|view| named_acts(web, view)).transpose()?);
    let revisions = views.iter().zip(&steps).enumerate().map(|(index, (view, steps))| {
        let acts = current.as_ref().filter(|_| index == last).unwrap_or(&none);
        ArticleDto::new(view, steps, *counts, (amendments, acts), today)
    });
    to_body(&revisions.collect::<Vec<_>>())
}

/// The pages of the acts that an article is about and names.
pub(in crate::web) fn named_acts(web: &Web, article: &ArticleView<'_>) -> Result<NamedActs, Error> {
    let own = article.act.map(|act| act_pages::id_of(&web.app, &VISITOR, act)).transpose()?.flatten();
    Ok(NamedActs { own, citations: act_pages::citations(&web.app, &VISITOR, article)? })
}

/// Lists the topics in display order.
#[utoipa::path(
    get, path = "/topics", tag = "articles", operation_id = "listTopics",
    responses(
        (status = 200, description = "The topics", body = Vec<TopicDto<'static>>),
        NotModified,
        InvalidQuery,
    )
)]
pub(super) async fn topics(State(web): State<Arc<Web>>, accepted: Accepted, _: NoParameters) -> Result {
    let generation = web.catalogue_generation();
    let shared = Arc::clone(&web);
    let write = move || to_body(&browse::topics(&shared.app, &VISITOR)?.iter().map(TopicDto::new).collect::<Vec<_>>());
    let body = web.article_bodies.topics.get_or_make(generation, make(&accepted, "listing topics", write)).await?;
    Ok(send(&accepted, body, Caching::Revalidate).await?)
}
