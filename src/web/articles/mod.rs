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
use super::extract::{NoParameters, PathParam, slug};
use super::json::to_body;
use super::parameter_values::{FilterText, Lang, MAX_PAGE, PageSize, SearchText, Year};
use super::query::{Query, query};
use super::reply::{Caching, make, send};
use super::state::{VISITOR, Web};
use crate::catalogue::{ArticleView, ListCursor, ListQuery, ListedArticle};
use crate::domain::article::Revision;
use crate::domain::{AudienceRole, Importance, Language};
use crate::error::{Error, Kind};
use crate::ops::{self, act_pages, browse};
use crate::web::operation::NoSuchArticle;

query! {
    /// The choice of articles, by words and by properties.
    pub(in crate::web) struct ArticleFilters {
        /// Words of the articles, see `/search`.
        q: Option<SearchText>,
        importance: Option<Importance>,
        /// A topic's id.
        topic: Option<FilterText>,
        domain: Option<FilterText>,
        /// Articles that concern readers of this role.
        role: Option<AudienceRole>,
        /// The `type` of the act, such as `OUG`.
        act_type: Option<FilterText>,
        /// The `issuer` of the act.
        issuer: Option<FilterText>,
        /// The year of publication.
        year: Option<Year>,
        /// Only articles with something due from today on.
        duty_ahead: Option<bool>,
    }

    /// A page of a list of articles.
    pub(super) struct ListParameters {
        /// Articles on this page
        limit: Option<PageSize>,
        /// Where the page begins; from the `Link` header of the page before
        cursor: Option<ListCursor>,
        filters: ArticleFilters,
        lang: Lang,
    }
}

impl ArticleFilters {
    /// The list of all these articles.
    pub(in crate::web) fn list(self, language: Language) -> ListQuery {
        let own = |text: Option<FilterText>| text.map(|FilterText(text)| text);
        let mut query = ListQuery::default().with_words(self.q.as_ref().map_or("", |SearchText(words)| words.as_str()));
        if let Some(FilterText(domain)) = &self.domain {
            query = query.with_domain(domain);
        }
        query.language = language;
        query.importance = self.importance;
        query.topic = own(self.topic);
        query.role = self.role;
        query.act_type = own(self.act_type);
        query.issuer = own(self.issuer);
        query.year = self.year.map(|Year(year)| year);
        query.duty_ahead = self.duty_ahead.unwrap_or_default();
        query
    }
}

/// Lists the published articles, newest first; with `q`, the most relevant first.
///
/// Within a day, the most important come first, then those that arrived last.
///
/// Without parameters, or with `lang` only, returns all articles; otherwise a page of at most 100, with a `Link` header
/// to the next page. `q` is read as by `/search`, which also marks the found words and counts the choices of filters.
/// In the first seconds after a start of the server, a list with `q` is `unavailable`.
#[utoipa::path(get, path = "", tag = "articles", operation_id = "listArticles", responses(
    (status = 200, description = "The articles", body = Vec<ArticleSummaryDto<'static>>, headers(("Link" = String, description = "`rel=\"next\"`: the following page, if there is one"), ("X-Total-Count" = u64, description = "How many articles match, on all pages"), ("ETag" = String))),
))]
pub(super) async fn list(
    State(web): State<Arc<Web>>,
    accepted: Accepted,
    Query(parameters): Query<ListParameters>,
) -> Result {
    let list = web.article_bodies.lists.get_or_make(&web.app, &accepted, list_query(parameters)?).await?;
    let mut response = send(&accepted, Arc::clone(&list), Caching::Revalidate).await?;
    let headers = response.headers_mut();
    headers.insert("x-total-count", list.total.clone());
    if let Some(next) = &list.next {
        headers.insert(header::LINK, next.clone());
    }
    Ok(response)
}

fn list_query(ListParameters { limit, cursor, filters, lang }: ListParameters) -> Result<ListQuery, Error> {
    let mut query = filters.list(lang.0);
    query.limit = limit.map(|PageSize(size)| size);
    query.after = cursor;
    check_cursor(&query)?;
    // Only the complete lists are sent in one piece: they are made once, while filters are many.
    if !query.is_complete() && query.limit.is_none() {
        query.limit = Some(MAX_PAGE);
    }
    Ok(query)
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

/// Returns the revisions of an article, oldest first; the last one is current.
#[utoipa::path(get, path = "", tag = "articles", operation_id = "getArticle", responses(
    (status = 200, description = "The revisions", body = Vec<ArticleDto<'static>>),
    NoSuchArticle,
))]
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
#[utoipa::path(get, path = "", tag = "articles", operation_id = "listTopics", responses(
    (status = 200, description = "The topics", body = Vec<TopicDto<'static>>),
))]
pub(super) async fn topics(State(web): State<Arc<Web>>, accepted: Accepted, _: NoParameters) -> Result {
    let generation = web.catalogue_generation();
    let shared = Arc::clone(&web);
    let write = move || to_body(&browse::topics(&shared.app, &VISITOR)?.iter().map(TopicDto::new).collect::<Vec<_>>());
    let body = web.article_bodies.topics.get_or_make(generation, make(&accepted, "listing topics", write)).await?;
    Ok(send(&accepted, body, Caching::Revalidate).await?)
}
