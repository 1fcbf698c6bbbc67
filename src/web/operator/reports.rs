//! The reports of readers about articles.

use std::sync::Arc;

use axum::extract::State;
use jiff::Timestamp;
use serde::Serialize;
use utoipa::ToSchema;
use uuid::Uuid;

use super::rows::{Offset, PageRows};
use crate::domain::report::{ReportKind, ReportState};
use crate::error::Error;
use crate::ops::reports::{self, Report};
use crate::web::bearer::OperatorBearer;
use crate::web::error::Result;
use crate::web::extract::PathParam;
use crate::web::json::json;
use crate::web::query::{Query, query};
use crate::web::state::Web;

query! {
    /// The choice of reports.
    pub(in crate::web) struct ReportParameters {
        /// Whether closed reports are listed too; default `false`
        closed: Option<bool>,
        /// Reports before the page
        offset: Option<Offset>,
    }
}

/// A page of the reports.
#[derive(Debug, Serialize, ToSchema)]
pub(in crate::web) struct ReportPageDto {
    /// Newest first.
    reports: Vec<ReportRowDto>,
    /// Whether there are older ones.
    more: bool,
}

/// A report of a reader.
#[derive(Debug, Serialize, ToSchema)]
pub(in crate::web) struct ReportRowDto {
    id: String,
    at: Timestamp,
    /// An article's slug.
    slug: String,
    kind: ReportKind,
    message: String,
    /// The address for an answer.
    #[serde(skip_serializing_if = "Option::is_none")]
    email: Option<String>,
    is_open: bool,
}

/// Lists the open reports, newest first.
#[utoipa::path(get, path = "", tag = "operator", operation_id = "listReports", responses(
    (status = 200, description = "The reports of the page", body = ReportPageDto),
))]
pub(in crate::web) async fn list(
    State(web): State<Arc<Web>>,
    OperatorBearer(actor): OperatorBearer,
    Query(ReportParameters { closed, offset }): Query<ReportParameters>,
) -> Result {
    let page = PageRows::new(offset.unwrap_or_default());
    let take = page.taker(|report: Report| Some(ReportRowDto::from(report)));
    reports::list(&web.app, &actor, closed.unwrap_or_default(), take).await?;
    let (reports, more) = page.finish();
    json(&ReportPageDto { reports, more })
}

/// Closes a report.
#[utoipa::path(post, path = "", tag = "operator", operation_id = "closeReport", responses(
    (status = 200, description = "The report", body = ReportRowDto),
    (status = 404, description = "`not_found`"),
))]
pub(in crate::web) async fn close(
    State(web): State<Arc<Web>>,
    OperatorBearer(actor): OperatorBearer,
    PathParam(id): PathParam,
) -> Result {
    let id = Uuid::try_parse(&id).map_err(|_| Error::not_found("There is no such report."))?;
    json(&ReportRowDto::from(reports::close(&web.app, &actor, id).await?))
}

impl From<Report> for ReportRowDto {
    fn from(report: Report) -> Self {
        let Report { id, at, slug, kind, message, email, state, .. } = report;
        Self {
            id: id.to_string(),
            at,
            slug: slug.to_string(),
            kind,
            message,
            email: email.map(|email| email.as_str().to_owned()),
            is_open: state == ReportState::Open,
        }
    }
}
