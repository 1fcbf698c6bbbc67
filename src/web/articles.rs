//! Articles, topics and deadlines as JSON (calls 6 and 7 of the specification).

use std::sync::Arc;

use axum::extract::State;
use axum::http::header;

use super::error::Result;
use super::extract::{Asked, Parameters, PathSlug, value};
use super::reply::{Caching, send};
use super::{VISITOR, Web};
use crate::catalogue::ListQuery;
use crate::catalogue::dto::{ArticleDto, ArticleSummary, TopicDto, UpcomingDeadlineDto};
use crate::domain::Language;
use crate::error::{Error, Problem};
use crate::ops::browse;

/// Longest `q`, `topic` and `domain`, in bytes.
const MAX_TEXT: usize = 200;
const MAX_PAGE: u8 = 100;
const DEFAULT_DEADLINES: usize = 20;
pub(super) const LANG: &str = "ro or en";

/// The published articles, newest first.
///
/// Without any filter the whole list, else at most 100 on a page. `q` finds articles with all its words, letters with and
/// without diacritics being the same.
#[utoipa::path(
    get, path = "/lawchanges", tag = "articles", operation_id = "listArticles",
    params(
        ("limit" = Option<u8>, Query, minimum = 1, maximum = 100, description = "Articles on this page"),
        ("cursor" = Option<String>, Query, description = "Where the page begins; from the `Link` header of the page before"),
        ("importance" = Option<u8>, Query, minimum = 1, maximum = 5),
        ("topic" = Option<String>, Query, description = "A topic's id"),
        ("domain" = Option<String>, Query),
        ("q" = Option<String>, Query, description = "Words that must all occur"),
        ("lang" = Option<Language>, Query, description = "Default `ro`, which also stands in for missing translations"),
    ),
    responses(
        (status = 200, description = "The articles", body = Vec<ArticleSummary<'static>>, headers(
            ("Link" = String, description = "`rel=\"next\"`: the following page, if there is one"),
            ("X-Total-Count" = u64, description = "How many articles match, on all pages"),
            ("ETag" = String),
        )),
        (status = 304, description = "Unchanged since the given ETag"),
        (status = 400, description = "A parameter is unknown or has a bad value", body = Problem),
    )
)]
pub(super) async fn list(State(web): State<Arc<Web>>, asked: Asked, parameters: Parameters) -> Result {
    let list = browse::list(&web.app, &VISITOR, list_query(parameters)?).await?;
    let mut response = send(&asked, Arc::clone(&list), Caching::Revalidate).await?;
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
            "lang" => query.language = value("lang", text, LANG)?,
            "limit" => query.limit = Some(page_size(text)?),
            "cursor" => query.after = Some(value("cursor", text, "taken from a Link header")?),
            "importance" => query.importance = Some(importance(text)?),
            "topic" => query.topic = Some(short("topic", text)?.to_owned()),
            "domain" => query = std::mem::take(&mut query).with_domain(short("domain", text)?),
            "q" => query = std::mem::take(&mut query).with_words(short("q", text)?),
            _ => return Ok(false),
        }
        Ok(true)
    })?;
    // Only the two whole lists come in one piece: they are made once, filtered ones for whoever asks.
    if !query.is_whole() && query.limit.is_none() {
        query.limit = Some(MAX_PAGE);
    }
    Ok(query)
}

fn page_size(text: &str) -> Result<u8, Error> {
    let must_be = "a whole number from 1 to 100";
    let limit: u8 = value("limit", text, must_be)?;
    if (1..=MAX_PAGE).contains(&limit) {
        Ok(limit)
    } else {
        Err(Error::invalid("limit", format!("This parameter must be {must_be}.")))
    }
}

/// A level of importance as a parameter gives it.
pub(super) fn importance(text: &str) -> Result<crate::domain::Importance, Error> {
    let level: Option<u8> = text.parse().ok();
    level
        .and_then(crate::domain::Importance::new)
        .ok_or_else(|| Error::invalid("importance", "This parameter must be a whole number from 1 to 5."))
}

fn short<'a>(field: &'static str, text: &'a str) -> Result<&'a str, Error> {
    if text.len() <= MAX_TEXT {
        Ok(text)
    } else {
        Err(Error::invalid(field, format!("This parameter is longer than {MAX_TEXT} bytes.")))
    }
}

/// The revisions of an article, oldest first; the last is the article as it stands.
#[utoipa::path(
    get, path = "/lawchanges/{articleId}", tag = "articles", operation_id = "getArticle",
    params(
        ("articleId" = String, Path, description = "The article's slug"),
        ("lang" = Option<Language>, Query, description = "Default `ro`, which also stands in for a missing translation"),
    ),
    responses(
        (status = 200, description = "The revisions", body = Vec<ArticleDto<'static>>),
        (status = 304, description = "Unchanged since the given ETag"),
        (status = 400, description = "A parameter is unknown or has a bad value", body = Problem),
        (status = 404, description = "No such article", body = Problem),
    )
)]
pub(super) async fn article(
    State(web): State<Arc<Web>>,
    PathSlug(slug): PathSlug,
    asked: Asked,
    parameters: Parameters,
) -> Result {
    let mut language = Language::default();
    parameters.each(|name, text| {
        if name == "lang" {
            language = value("lang", text, LANG)?;
        }
        Ok(name == "lang")
    })?;
    let slug = slug.ok_or_else(|| Error::not_found("There is no such article."))?;
    let body = browse::article(&web.app, &VISITOR, &slug, language).await?;
    Ok(send(&asked, body, Caching::Revalidate).await?)
}

/// All topics in display order.
#[utoipa::path(
    get, path = "/topics", tag = "articles", operation_id = "listTopics",
    responses(
        (status = 200, description = "The topics", body = Vec<TopicDto<'static>>),
        (status = 304, description = "Unchanged since the given ETag"),
        (status = 400, description = "A parameter is unknown", body = Problem),
    )
)]
pub(super) async fn topics(State(web): State<Arc<Web>>, asked: Asked, parameters: Parameters) -> Result {
    parameters.each(|_, _| Ok(false))?;
    let body = browse::topics(&web.app, &VISITOR).await?;
    Ok(send(&asked, body, Caching::Revalidate).await?)
}

/// Dated deadlines of published articles from today (in Romania) on, soonest first.
#[utoipa::path(
    get, path = "/deadlines", tag = "articles", operation_id = "listDeadlines",
    params(
        ("lang" = Option<Language>, Query, description = "Default `ro`"),
        ("limit" = Option<u8>, Query, minimum = 1, maximum = 100, description = "Default 20"),
    ),
    responses(
        (status = 200, description = "The deadlines", body = Vec<UpcomingDeadlineDto<'static>>),
        (status = 304, description = "Unchanged since the given ETag"),
        (status = 400, description = "A parameter is unknown or has a bad value", body = Problem),
    )
)]
pub(super) async fn deadlines(State(web): State<Arc<Web>>, asked: Asked, parameters: Parameters) -> Result {
    let (mut language, mut limit) = (Language::default(), DEFAULT_DEADLINES);
    parameters.each(|name, text| {
        match name {
            "lang" => language = value("lang", text, LANG)?,
            "limit" => limit = page_size(text)?.into(),
            _ => return Ok(false),
        }
        Ok(true)
    })?;
    let body = browse::deadlines(&web.app, &VISITOR, language, limit).await?;
    Ok(send(&asked, body, Caching::Revalidate).await?)
}
