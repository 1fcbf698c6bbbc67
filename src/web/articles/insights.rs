//! What changed in a year, as JSON.

use std::sync::Arc;

use axum::extract::State;
use serde::Serialize;
use utoipa::ToSchema;

use super::dto::{HeadlineDto, TopicDto};
use crate::catalogue::{ArticleView, Insights, InsightsQuery};
use crate::domain::{Importance, Language};
use crate::error::Error;
use crate::ops::browse;
use crate::web::accepted::Accepted;
use crate::web::body::Body;
use crate::web::error::Result;
use crate::web::json::to_body;
use crate::web::operation::NoSuchTopic;
use crate::web::parameter_values::{FilterText, Lang, Year};
use crate::web::query::{Query, query};
use crate::web::reply::{Caching, make, send};
use crate::web::state::{VISITOR, Web};

query! {
    /// The year, and the topic.
    pub(in crate::web) struct InsightsParameters {
        /// A topic's id; default all
        topic: Option<FilterText>,
        /// Default: the newest year with articles
        year: Option<Year>,
        lang: Lang,
    }
}

/// What changed in a year.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = Insights)]
struct InsightsDto<'a> {
    year: i16,
    /// The years with articles, newest first.
    years: &'a [i16],
    /// How many articles the year has.
    total: usize,
    /// The number of articles by importance, from 1 to 5, of each month from January on.
    #[schema(value_type = Vec<Vec<usize>>)]
    months: Vec<[usize; Importance::LEVELS]>,
    /// All topics, each with its number of articles in the year.
    topics: Vec<TopicDto<'a>>,
    /// At most 5 articles, the most important first.
    important: Vec<HeadlineDto<'a>>,
    /// The newest articles, at most 100.
    timeline: Vec<HeadlineDto<'a>>,
}

/// Counts the articles of a year by month, importance and topic, and lists the newest and the most important.
#[utoipa::path(get, path = "", tag = "articles", operation_id = "getInsights", responses(
    (status = 200, description = "The year", body = InsightsDto<'static>),
    NoSuchTopic,
))]
pub(in crate::web) async fn insights(
    State(web): State<Arc<Web>>,
    accepted: Accepted,
    Query(InsightsParameters { topic, year, lang }): Query<InsightsParameters>,
) -> Result {
    let topic = topic.map(|FilterText(topic)| topic);
    let query = InsightsQuery { language: lang.0, topic, year: year.map(|Year(year)| year) };
    let today = web.app.clock.today();
    let key = (web.catalogue_generation(), today, query.clone());
    let shared = Arc::clone(&web);
    let write = move || body(&browse::insights(&shared.app, &VISITOR, &query)?, query.language);
    let made = make(&accepted, "counting articles", write);
    let body = web.article_bodies.insights.get_or_make(key, made).await?;
    Ok(send(&accepted, body, Caching::Revalidate).await?)
}

fn body(insights: &Insights, language: Language) -> Result<Body, Error> {
    let view = |revision| ArticleView::new(revision, language);
    let important: Vec<_> = insights.important.iter().map(view).collect();
    let timeline: Vec<_> = insights.timeline.iter().map(view).collect();
    to_body(&InsightsDto {
        year: insights.year,
        years: &insights.years,
        total: insights.total,
        months: insights.months.iter().map(|month| month.0).collect(),
        topics: insights.topics.iter().map(TopicDto::new).collect(),
        important: important.iter().map(HeadlineDto::new).collect(),
        timeline: timeline.iter().map(HeadlineDto::new).collect(),
    })
}
