//! Search and its suggestions as JSON.

pub(super) mod dto;
mod facets_dto;
pub(super) mod page;
mod suggestion_dto;
mod understood_dto;
pub(super) mod words;

use std::collections::BTreeSet;
use std::sync::Arc;

use axum::extract::State;
use axum::http::{HeaderValue, header};

use self::dto::SearchAnswerDto;
use self::suggestion_dto::SuggestionDto;
use super::accepted::Accepted;
use super::articles::{filter, page_size, query_text, short};
use super::body::BodyWith;
use super::error::Result;
use super::extract::{Parameters, parse_language, value};
use super::json::to_body;
use super::reply::{Caching, make, send};
use super::state::{VISITOR, Web};
use crate::catalogue::{ArticleView, ListQuery, ProvisionFilter};
use crate::domain::Language;
use crate::domain::provision_follow::{PROVISION_PREFIX, ProvisionName};
use crate::error::Error;
use crate::ops::{follows, search};
use crate::web::operation::{ArticleFilters, ContentLanguage, InvalidQuery, NotModified};

/// Hits of a page, unless the client chooses another number.
pub(super) const PAGE: u8 = 24;

/// Searches the published articles; the most relevant first, without `q` the newest.
///
/// `q` is plain text in Romanian or English, without operators except quotation marks (`"`, `„”`, `“”`, `«»`) around
/// words that stand together. Words are found in any form, with or without diacritics. An article needs half of them (of
/// two, both), and ranks by how many it has; where none has as many, those with the most are found. A year beside other
/// words only orders what is found. A word that no article has is replaced by the nearest one or left out, and beside everyday words those of laws
/// are searched, see `understood`. Citations such as `oug 156/2024`, `l/31/1990`, `art. 166 alin. (2) codul muncii` and
/// `MO 1139/2024` find first the articles on that act, provision or issue, then those that name it. For an act that no
/// article names, `nearest` lists acts like it.
///
/// Words such as `D112`, `declarația 112`, `bilanț` and `airbnb` also name recurring duties, which `duties` lists.
///
/// Each choice in `facets` has the number of articles that match the query and all other filters.
///
/// After a start of the server, the index is made within seconds. Until then, the answer covers the articles indexed so
/// far, see `index`.
#[utoipa::path(
    get, path = "/search", tag = "articles", operation_id = "search",
    params(
        ("limit" = Option<u8>, Query, minimum = 1, maximum = 100, description = "Hits on this page; default 24"),
        ("cursor" = Option<String>, Query, description = "Where the page begins; from the `Link` header of the page before"),
        ArticleFilters,
        ("provision" = Option<String>, Query, description = "The id of an act, `:` and one provision (`lege-227-2015:art. 120`): only articles on acts that change it, by its number today"),
        ContentLanguage,
    ),
    responses(
        (status = 200, description = "The answer", body = SearchAnswerDto<'static>, headers(("Link" = String, description = "`rel=\"next\"`: the following page, if there is one"), ("ETag" = String))),
        NotModified,
        InvalidQuery,
    )
)]
pub(super) async fn search(State(web): State<Arc<Web>>, accepted: Accepted, parameters: Parameters) -> Result {
    let query = search_query(parameters)?;
    let answered = Arc::new(make(&accepted, "searching", move || answered(&web, &query)).await?);
    let next = answered.value.clone();
    let mut response = send(&accepted, answered, Caching::Revalidate).await?;
    if let Some(next) = next {
        response.headers_mut().insert(header::LINK, next);
    }
    Ok(response)
}

/// The answer to a search, with the `Link` to the next page.
fn answered(web: &Web, query: &ListQuery) -> Result<BodyWith<Option<HeaderValue>>, Error> {
    let answer = search::search(&web.app, &VISITOR, query)?;
    let next = answer.next.as_ref().map(|cursor| format!("<{}>; rel=\"next\"", query.page_url("/search", cursor)));
    let hits = answer.hits.iter();
    let views: Vec<_> =
        hits.map(|hit| ArticleView::current(&hit.revision, &hit.listed.article, answer.language)).collect();
    let provision = match &query.provision {
        Some(filter) => follows::title(&web.app, &VISITOR, &format!("{PROVISION_PREFIX}{}", filter.name))?,
        None => None,
    };
    let provision = provision.as_ref().map(|title| title.get(query.language));
    let body = to_body(&SearchAnswerDto::new(&answer, &views, provision, web.app.clock.today()))?;
    Ok(BodyWith { body: body.compacted(), value: next.and_then(|link| HeaderValue::try_from(link).ok()) })
}

fn search_query(parameters: Parameters) -> Result<ListQuery, Error> {
    let mut query = ListQuery::newest(Language::default(), None, None, PAGE);
    parameters.each(|name, text| {
        match name {
            "limit" => query.limit = Some(page_size(text)?),
            "cursor" => query.after = Some(value("cursor", text, "taken from a Link header")?),
            _ => return search_filter(&mut query, name, text),
        }
        Ok(true)
    })?;
    super::articles::check_cursor(&query)?;
    Ok(query)
}

/// Reads a parameter that chooses articles; returns false if it is another parameter.
fn search_filter(query: &mut ListQuery, name: &str, text: &str) -> Result<bool, Error> {
    if name != "provision" {
        return filter(query, name, text);
    }
    let name = ProvisionName::parse(short("provision", text)?).ok_or_else(|| {
        let message = "This must be the id of an act, a colon and one provision, such as `lege-227-2015:art. 120`.";
        Error::invalid("provision", message)
    })?;
    query.provision = Some(ProvisionFilter { name, articles: BTreeSet::new() });
    Ok(true)
}

/// Suggests acts, topics and articles for the beginning of a query.
///
/// There are none for fewer than two letters. Each word may be a beginning: `oug 15`, `cod fis`, `salar min`.
#[utoipa::path(
    get, path = "/search/suggest", tag = "articles", operation_id = "suggest",
    params(("q" = String, Query), ContentLanguage),
    responses(
        (status = 200, description = "The suggestions, acts first", body = Vec<SuggestionDto>),
        NotModified,
        InvalidQuery,
    )
)]
pub(super) async fn suggest(State(web): State<Arc<Web>>, accepted: Accepted, parameters: Parameters) -> Result {
    let (mut typed, mut language) = (None, Language::default());
    parameters.each(|name, text| {
        match name {
            "q" => typed = Some(query_text(text)?.to_owned()),
            "lang" => language = parse_language(text)?,
            _ => return Ok(false),
        }
        Ok(true)
    })?;
    let typed = typed.ok_or_else(|| Error::invalid("q", "This parameter is missing."))?;
    let write = move || {
        let suggestions = search::suggest(&web.app, &VISITOR, &typed, language)?;
        to_body(&suggestions.iter().map(|suggestion| SuggestionDto::new(suggestion, language)).collect::<Vec<_>>())
    };
    let body = make(&accepted, "suggesting", write).await?;
    Ok(send(&accepted, Arc::new(body), Caching::Revalidate).await?)
}
