//! Articles, topics and deadlines as JSON.

pub(super) mod cache;
pub(super) mod dto;
pub(super) mod lists;

use std::sync::Arc;

use axum::extract::State;
use axum::http::header;

use self::dto::{ArticleDto, ArticleSummaryDto, TopicDto, UpcomingDeadlineDto};
use super::body::Body;
use super::error::Result;
use super::extract::{Accepted, Parameters, PathParam, value};
use super::reply::{Caching, send};
use super::state::{VISITOR, Web};
use crate::catalogue::{ArticleView, ListQuery, ListedArticle};
use crate::domain::{Language, Slug};
use crate::error::Error;
use crate::ops::browse;
use crate::web::operation::{ContentLanguage, InvalidQuery, NoSuchArticle, NotModified};

/// Longest `q`, `topic` and `domain`, in bytes.
const MAX_TEXT: usize = 200;
const MAX_PAGE: u8 = 100;
const DEFAULT_DEADLINES: usize = 20;

pub(super) const LANG: &str = "ro or en";

/// Lists the published articles, newest first.
///
/// Without parameters, or with `lang` only, returns all of them; otherwise a page of at most 100, with a `Link` header
/// to the next page. `q` finds articles that contain all its words, with or without diacritics.
#[utoipa::path(
    get, path = "/lawchanges", tag = "articles", operation_id = "listArticles",
    params(
        ("limit" = Option<u8>, Query, minimum = 1, maximum = 100, description = "Articles on this page"),
        ("cursor" = Option<String>, Query, description = "Where the page begins; from the `Link` header of the page before"),
        ("importance" = Option<u8>, Query, minimum = 1, maximum = 5),
        ("topic" = Option<String>, Query, description = "A topic's id"),
        ("domain" = Option<String>, Query),
        ("q" = Option<String>, Query, description = "Words that must all occur"),
        ContentLanguage,
    ),
    responses(
        (status = 200, description = "The articles", body = Vec<ArticleSummaryDto<'static>>, headers(("Link" = String, description = "`rel=\"next\"`: the following page, if there is one"), ("X-Total-Count" = u64, description = "How many articles match, on all pages"), ("ETag" = String))),
        NotModified,
        InvalidQuery,
    )
)]
pub(super) async fn list(State(web): State<Arc<Web>>, accepted: Accepted, parameters: Parameters) -> Result {
    let list = web.article_bodies.lists.get_or_make(&web.app, list_query(parameters)?).await?;
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
    // Only the complete lists are sent in one piece, because they are made once; of filters there are many.
    if !query.is_complete() && query.limit.is_none() {
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
    PathParam(slug): PathParam,
    accepted: Accepted,
    parameters: Parameters,
) -> Result {
    let mut language = Language::default();
    parameters.each(|name, text| {
        if name == "lang" {
            language = value("lang", text, LANG)?;
        }
        Ok(name == "lang")
    })?;
    let slug = Slug::parse(&slug).ok_or_else(|| Error::not_found("There is no such article."))?;
    let listed = browse::article(&web.app, &VISITOR, &slug)?;
    let key = (listed.article.id, listed.counts.version, language);
    let body = web.article_bodies.articles.get_or_make(key, revisions(&web, &listed, language)).await?;
    Ok(send(&accepted, body, Caching::Revalidate).await?)
}

async fn revisions(web: &Web, listed: &ListedArticle, language: Language) -> Result<Body, Error> {
    let ListedArticle { article, counts } = listed;
    let earlier = browse::earlier_revisions(&web.app, &VISITOR, article).await?;
    let mut views: Vec<_> = earlier
        .iter()
        .map(|earlier| ArticleView::new(&earlier.article, earlier.revision, earlier.updated_at, language))
        .collect();
    views.push(article.view(language));
    to_body(&views.iter().map(|view| ArticleDto::new(view, *counts)).collect::<Vec<_>>())
}

fn to_body(value: &impl serde::Serialize) -> Result<Body, Error> {
    let json = serde_json::to_vec(value).map_err(|error| Error::internal("writing a response", error))?;
    Ok(Body::json(json))
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
pub(super) async fn topics(State(web): State<Arc<Web>>, accepted: Accepted, parameters: Parameters) -> Result {
    parameters.each(|_, _| Ok(false))?;
    let generation = web.app.catalogue.peek(|snapshot| snapshot.generation);
    let make = async {
        let topics = browse::topics(&web.app, &VISITOR).await?;
        to_body(&topics.iter().map(TopicDto::new).collect::<Vec<_>>())
    };
    let body = web.article_bodies.topics.get_or_make(generation, make).await?;
    Ok(send(&accepted, body, Caching::Revalidate).await?)
}

/// Lists deadlines of published articles, soonest first, from today in Romania.
#[utoipa::path(
    get, path = "/deadlines", tag = "articles", operation_id = "listDeadlines",
    params(ContentLanguage, ("limit" = Option<u8>, Query, minimum = 1, maximum = 100, description = "Default 20")),
    responses(
        (status = 200, description = "The deadlines", body = Vec<UpcomingDeadlineDto<'static>>),
        NotModified,
        InvalidQuery,
    )
)]
pub(super) async fn deadlines(State(web): State<Arc<Web>>, accepted: Accepted, parameters: Parameters) -> Result {
    let (mut language, mut limit) = (Language::default(), DEFAULT_DEADLINES);
    parameters.each(|name, text| {
        match name {
            "lang" => language = value("lang", text, LANG)?,
            "limit" => limit = page_size(text)?.into(),
            _ => return Ok(false),
        }
        Ok(true)
    })?;
    let (generation, today) = (web.app.catalogue.peek(|snapshot| snapshot.generation), web.app.clock.today());
    let make = async {
        let deadlines = browse::deadlines(&web.app, &VISITOR, today, language, limit).await?;
        to_body(&deadlines.iter().map(|upcoming| UpcomingDeadlineDto::new(upcoming, language)).collect::<Vec<_>>())
    };
    let body = web.article_bodies.deadlines.get_or_make((generation, today, language, limit), make).await?;
    Ok(send(&accepted, body, Caching::Revalidate).await?)
}
