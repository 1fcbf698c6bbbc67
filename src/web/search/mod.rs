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
use super::articles::{ArticleFilters, check_cursor};
use super::body::BodyWith;
use super::error::Result;
use super::json::to_body;
use super::parameter_values::{FilterText, Lang, PageSize, SearchText};
use super::query::{ParameterValue, Query, query};
use super::reply::{Caching, make, send};
use super::state::{VISITOR, Web};
use crate::catalogue::{ArticleView, ListCursor, ListQuery, ProvisionFilter};
use crate::domain::Language;
use crate::domain::provision_follow::{PROVISION_PREFIX, ProvisionName};
use crate::error::Error;
use crate::ops::{follows, search};

/// Hits of a page, unless the client chooses another number.
pub(super) const HITS_PER_PAGE: u8 = 24;

query! {
    /// The choice of the articles of a search.
    pub(super) struct SearchFilters {
        articles: ArticleFilters,
        /// The id of an act, `:` and one provision (`lege-227-2015:art. 120`): only articles on acts that change it, by its number today
        provision: Option<ProvisionName>,
    }

    /// A page of a search.
    pub(super) struct SearchParameters {
        /// Hits on this page; default 24
        limit: Option<PageSize>,
        /// Where the page begins; from the `Link` header of the page before
        cursor: Option<ListCursor>,
        filters: SearchFilters,
        lang: Lang,
    }

    /// The beginning of a query.
    pub(super) struct SuggestParameters {
        q: SearchText,
        lang: Lang,
    }
}

impl SearchFilters {
    /// The list of all these articles.
    fn list(self, language: Language) -> ListQuery {
        let mut query = self.articles.list(language);
        query.provision = self.provision.map(|name| ProvisionFilter { name, articles: BTreeSet::new() });
        query
    }
}

impl ParameterValue for ProvisionName {
    fn parse(field: &'static str, text: &str) -> Result<Self, Error> {
        let FilterText(text) = FilterText::parse(field, text)?;
        Self::parse(&text).ok_or_else(|| {
            let message = "This must be the id of an act, a colon and one provision, such as `lege-227-2015:art. 120`.";
            Error::invalid(field, message)
        })
    }
}

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
#[utoipa::path(get, path = "", tag = "articles", operation_id = "search", responses(
    (status = 200, description = "The answer", body = SearchAnswerDto<'static>, headers(("Link" = String, description = "`rel=\"next\"`: the following page, if there is one"), ("ETag" = String))),
))]
pub(super) async fn search(
    State(web): State<Arc<Web>>,
    accepted: Accepted,
    Query(parameters): Query<SearchParameters>,
) -> Result {
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

fn search_query(SearchParameters { limit, cursor, filters, lang }: SearchParameters) -> Result<ListQuery, Error> {
    let mut query = filters.list(lang.0);
    query.limit = Some(limit.map_or(HITS_PER_PAGE, |PageSize(size)| size));
    query.after = cursor;
    check_cursor(&query)?;
    Ok(query)
}

/// Suggests acts, topics and articles for the beginning of a query.
///
/// There are none for fewer than two letters. Each word may be a beginning: `oug 15`, `cod fis`, `salar min`.
#[utoipa::path(get, path = "", tag = "articles", operation_id = "suggest", responses(
    (status = 200, description = "The suggestions, acts first", body = Vec<SuggestionDto>),
))]
pub(super) async fn suggest(
    State(web): State<Arc<Web>>,
    accepted: Accepted,
    Query(SuggestParameters { q: SearchText(typed), lang: Lang(language) }): Query<SuggestParameters>,
) -> Result {
    let write = move || {
        let suggestions = search::suggest(&web.app, &VISITOR, &typed, language)?;
        to_body(&suggestions.iter().map(|suggestion| SuggestionDto::new(suggestion, language)).collect::<Vec<_>>())
    };
    let body = make(&accepted, "suggesting", write).await?;
    Ok(send(&accepted, Arc::new(body), Caching::Revalidate).await?)
}
