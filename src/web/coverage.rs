//! Which issues of the gazette were read, by year and by month.

use std::sync::Arc;
use std::sync::atomic::Ordering;

use axum::extract::State;
use jiff::civil::Date;
use serde::Serialize;
use utoipa::ToSchema;

use super::accepted::Accepted;
use super::articles::dto::HeadlineDto;
use super::error::Result;
use super::extract::NoParameters;
use super::json::to_body;
use super::parameter_values::Lang;
use super::query::{Query, query};
use super::reply::{Caching, make, send};
use super::state::{VISITOR, Web};
use crate::catalogue::ArticleView;
use crate::domain::coverage::{IssueState, YearCoverage};
use crate::domain::{CalendarMonth, Language};
use crate::ops::sources::calendar::{self, GazetteDay, GazetteIssue, GazetteMonth};
use crate::ops::sources::coverage;

/// Lists the years of the gazette with the number of issues seen, read and announced, and the missing numbers, last
/// year first.
///
/// An issue was seen when an act in it was found, and read when its PDF file was read act by act. An issue that was
/// only announced is neither seen nor missing. Missing numbers are counted from the first known issue of a year to the
/// last.
#[utoipa::path(get, path = "", tag = "articles", operation_id = "getCoverage", responses(
    (status = 200, description = "The years", body = Vec<YearCoverage>),
))]
pub(super) async fn coverage(State(web): State<Arc<Web>>, accepted: Accepted, _: NoParameters) -> Result {
    let generation = web.app.sources_generation.load(Ordering::Acquire);
    let made = async {
        let years = coverage::coverage(&web.app, &VISITOR).await?;
        make(&accepted, "writing the coverage", move || to_body(&years)).await
    };
    let body = web.bodies.coverage_years.get_or_make(generation, made).await?;
    Ok(send(&accepted, body, Caching::Revalidate).await?)
}

query! {
    /// A month of the gazette.
    pub(super) struct MonthParameters {
        /// From `1990-01` to `2100-12`; default: the newest month with issues
        month: Option<CalendarMonth>,
        lang: Lang,
    }
}

/// The issues of the gazette in one month.
#[derive(Serialize, ToSchema)]
#[schema(as = GazetteMonth)]
struct GazetteMonthDto<'a> {
    /// Such as `2026-05`.
    #[schema(value_type = String)]
    month: CalendarMonth,
    /// The months that have issues, newest first.
    #[schema(value_type = Vec<String>)]
    months: &'a [CalendarMonth],
    /// The days with issues, newest first.
    days: Vec<GazetteDayDto<'a>>,
}

#[derive(Serialize, ToSchema)]
#[schema(as = GazetteDay)]
struct GazetteDayDto<'a> {
    date: Date,
    issues: Vec<GazetteIssueDto<'a>>,
}

/// An issue of the gazette, with its supplements.
#[derive(Serialize, ToSchema)]
#[schema(as = GazetteIssue)]
struct GazetteIssueDto<'a> {
    part: &'a str,
    number: u32,
    state: IssueState,
    /// Whether an act of the issue could not be separated and was left out.
    incomplete: bool,
    /// The articles on its acts, newest first.
    articles: Vec<HeadlineDto<'a>>,
}

/// Lists the issues of a month by day: which were read, and which have articles.
#[utoipa::path(get, path = "", tag = "articles", operation_id = "getCoverageCalendar", responses(
    (status = 200, description = "The month", body = GazetteMonthDto<'static>),
))]
pub(super) async fn calendar(
    State(web): State<Arc<Web>>,
    accepted: Accepted,
    Query(MonthParameters { month, lang: Lang(language) }): Query<MonthParameters>,
) -> Result {
    let made = async {
        let month = calendar::calendar(&web.app, &VISITOR, month).await?;
        make(&accepted, "writing a month", move || to_body(&GazetteMonthDto::new(&month, language))).await
    };
    let body = web.bodies.coverage_months.get_or_make((web.generations(), language, month), made).await?;
    Ok(send(&accepted, body, Caching::Revalidate).await?)
}

impl<'a> GazetteMonthDto<'a> {
    fn new(month: &'a GazetteMonth, language: Language) -> Self {
        let day = |day: &'a GazetteDay| GazetteDayDto {
            date: day.date,
            issues: day.issues.iter().map(|issue| GazetteIssueDto::new(issue, language)).collect(),
        };
        Self { month: month.month, months: &month.months, days: month.days.iter().map(day).collect() }
    }
}

impl<'a> GazetteIssueDto<'a> {
    fn new(issue: &'a GazetteIssue, language: Language) -> Self {
        let headline = |article| HeadlineDto::new(&ArticleView::new(article, language));
        Self {
            part: &issue.part,
            number: issue.number,
            state: issue.state,
            incomplete: issue.is_incomplete,
            articles: issue.articles.iter().map(headline).collect(),
        }
    }
}
