//! Monthly overviews as JSON.

use std::sync::Arc;

use axum::extract::State;
use serde::Serialize;
use utoipa::ToSchema;

use super::accepted::Accepted;
use super::articles::deadlines::DeadlineDto;
use super::articles::dto::{Bilingual, HeadlineDto};
use super::error::Result;
use super::extract::PathParam;
use super::json::to_body;
use super::parameter_values::Lang;
use super::reply::{Caching, make, send};
use super::state::{VISITOR, Web};
use crate::catalogue::ArticleView;
use crate::domain::{CalendarMonth, Language, OverviewId};
use crate::error::Error;
use crate::ops::overviews::{self, ListedOverview, OverviewPage};
use crate::web::operation::NoSuchOverview;

/// A published overview in a list.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = OverviewItem)]
pub(super) struct OverviewItemDto<'a> {
    /// Such as `2026-10`, or `2026-10-munca` for a topic.
    id: String,
    /// Such as `2026-10`.
    #[schema(value_type = String)]
    month: CalendarMonth,
    /// A topic's id; absent for all topics.
    #[serde(skip_serializing_if = "Option::is_none")]
    topic: Option<&'a str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    topic_name: Option<Bilingual<'a>>,
    articles: usize,
}

/// What changed in a month.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = MonthlyOverview)]
pub(super) struct OverviewDto<'a> {
    id: String,
    #[schema(value_type = String)]
    month: CalendarMonth,
    #[serde(skip_serializing_if = "Option::is_none")]
    topic: Option<&'a str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    topic_name: Option<Bilingual<'a>>,
    /// Plain text; an empty line separates paragraphs. Absent if it is not written in the language.
    #[serde(skip_serializing_if = "Option::is_none")]
    introduction: Option<&'a str>,
    /// The most important first.
    articles: Vec<HeadlineDto<'a>>,
    /// The days of the month after, soonest first; at most 30.
    next: Vec<DeadlineDto<'a>>,
    /// How many days the month after has.
    next_total: usize,
    /// The other overviews of the month, or of the topic, newest first.
    others: Vec<OverviewItemDto<'a>>,
}

impl<'a> OverviewItemDto<'a> {
    fn new(listed: &'a ListedOverview) -> Self {
        Self {
            id: listed.id.to_string(),
            month: listed.id.month,
            topic: listed.id.topic.as_deref(),
            topic_name: listed.topic.as_ref().map(Bilingual::of_topic),
            articles: listed.articles,
        }
    }
}

/// Lists the monthly overviews, the newest month first; within a month, the overview of all topics first.
#[utoipa::path(get, path = "", tag = "articles", operation_id = "listOverviews", responses(
    (status = 200, description = "The published overviews", body = Vec<OverviewItemDto<'static>>),
))]
pub(super) async fn list(State(web): State<Arc<Web>>, accepted: Accepted) -> Result {
    let key = web.catalogue_generation();
    let shared = Arc::clone(&web);
    let write = move || {
        let listed = overviews::list(&shared.app, &VISITOR)?;
        to_body(&listed.iter().map(OverviewItemDto::new).collect::<Vec<_>>())
    };
    let body = web.bodies.overview_list.get_or_make(key, make(&accepted, "listing overviews", write)).await?;
    Ok(send(&accepted, body, Caching::Revalidate).await?)
}

/// Returns a monthly overview: its articles, and the days of the month after.
#[utoipa::path(get, path = "", tag = "articles", operation_id = "getOverview", responses(
    (status = 200, description = "The overview", body = OverviewDto<'static>),
    NoSuchOverview,
))]
pub(super) async fn overview(
    State(web): State<Arc<Web>>,
    PathParam(id): PathParam,
    accepted: Accepted,
    Lang(language): Lang,
) -> Result {
    let id = parse(&id)?;
    let generation = web.catalogue_generation();
    let key = (generation, web.app.clock.today(), language, id.clone());
    let shared = Arc::clone(&web);
    let write = move || to_body(&dto(&overviews::page(&shared.app, &VISITOR, &id, language)?, language));
    let body = web.bodies.overviews.get_or_make(key, make(&accepted, "reading an overview", write)).await?;
    Ok(send(&accepted, body, Caching::Revalidate).await?)
}

/// Reads the id of an overview in a path.
pub(super) fn parse(id: &str) -> Result<OverviewId, Error> {
    id.parse().map_err(|_| Error::not_found("There is no such overview."))
}

fn dto(page: &OverviewPage, language: Language) -> OverviewDto<'_> {
    let id = &page.overview.id;
    let headline = |revision| HeadlineDto::new(&ArticleView::new(revision, language));
    OverviewDto {
        id: id.to_string(),
        month: id.month,
        topic: id.topic.as_deref(),
        topic_name: page.topic.as_ref().map(Bilingual::of_topic),
        introduction: page.overview.introduction.get(&language).map(String::as_str),
        articles: page.articles.iter().map(headline).collect(),
        next: page.next.iter().map(|deadline| DeadlineDto::new(deadline, language)).collect(),
        next_total: page.next_total,
        others: page.others.iter().map(OverviewItemDto::new).collect(),
    }
}
