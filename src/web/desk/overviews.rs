//! Monthly overviews on the desk.

use std::collections::BTreeMap;
use std::sync::Arc;

use axum::extract::State;
use serde::Deserialize;
use utoipa::ToSchema;

use crate::domain::{Language, Slug};
use crate::error::Error;
use crate::ops::overviews::edit::{self, DeskOverview, EditedOverview, OverviewApproval, OverviewSummary};
use crate::web::bearer::EditorBearer;
use crate::web::error::Result;
use crate::web::extract::PathParam;
use crate::web::json::json;
use crate::web::operation::NoSuchOverview;
use crate::web::overviews::parse;
use crate::web::request_body::Json;
use crate::web::state::Web;

#[derive(Debug, Deserialize, ToSchema)]
pub(in crate::web) struct SaveOverview {
    /// The version that was changed.
    version: String,
    /// By language: plain text.
    #[schema(value_type = BTreeMap<String, String>)]
    introduction: BTreeMap<Language, String>,
    /// Slugs of articles of the month, in the order of the overview.
    articles: Vec<String>,
}

#[derive(Debug, Deserialize, ToSchema)]
pub(in crate::web) struct PublishOverview {
    /// The version that the editor read.
    version: String,
}

/// Lists the monthly overviews of every status, the newest month first.
#[utoipa::path(get, path = "", tag = "desk", operation_id = "listDeskOverviews", responses(
    (status = 200, description = "The overviews", body = Vec<OverviewSummary>),
))]
pub(in crate::web) async fn list(State(web): State<Arc<Web>>, EditorBearer(actor): EditorBearer) -> Result {
    json(&edit::list(&web.app, &actor).await?)
}

/// Returns a monthly overview with the articles that it can list.
#[utoipa::path(get, path = "", tag = "desk", operation_id = "getDeskOverview", responses(
    (status = 200, description = "The overview", body = DeskOverview),
    NoSuchOverview,
))]
pub(in crate::web) async fn show(
    State(web): State<Arc<Web>>,
    PathParam(id): PathParam,
    EditorBearer(actor): EditorBearer,
) -> Result {
    json(&edit::show(&web.app, &actor, parse(&id)?).await?)
}

/// Saves the introduction and the articles of a draft.
#[utoipa::path(post, path = "", tag = "desk", operation_id = "saveOverview", responses(
    (status = 200, description = "The saved draft", body = DeskOverview),
    NoSuchOverview,
    (status = 409, description = "`changed_meanwhile`, `not_a_draft`, `name_missing`"),
))]
pub(in crate::web) async fn save(
    State(web): State<Arc<Web>>,
    PathParam(id): PathParam,
    EditorBearer(actor): EditorBearer,
    Json(input): Json<SaveOverview>,
) -> Result {
    let SaveOverview { version, introduction, articles } = input;
    let slug =
        |name: &String| Slug::parse(name).ok_or_else(|| Error::invalid("articles", format!("{name:?} is no slug")));
    let articles = articles.iter().map(slug).collect::<Result<_, _>>()?;
    let edited = EditedOverview { id: parse(&id)?, version, introduction, articles };
    json(&edit::save(&web.app, &actor, edited).await?)
}

/// Publishes a draft.
#[utoipa::path(post, path = "", tag = "desk", operation_id = "publishOverview", responses(
    (status = 200, description = "The published overview", body = DeskOverview),
    NoSuchOverview,
    (status = 409, description = "`changed_meanwhile`, `not_a_draft`, `name_missing`"),
))]
pub(in crate::web) async fn publish(
    State(web): State<Arc<Web>>,
    PathParam(id): PathParam,
    EditorBearer(actor): EditorBearer,
    Json(input): Json<PublishOverview>,
) -> Result {
    let approval = OverviewApproval { id: parse(&id)?, version: Some(input.version), reviewed_by: None };
    json(&edit::publish(&web.app, &actor, approval).await?)
}

/// Rejects a draft: it is neither published nor made again.
#[utoipa::path(post, path = "", tag = "desk", operation_id = "rejectOverview", responses(
    (status = 200, description = "The rejected overview", body = DeskOverview),
    NoSuchOverview,
    (status = 409, description = "`not_a_draft`, `name_missing`"),
))]
pub(in crate::web) async fn reject(
    State(web): State<Arc<Web>>,
    PathParam(id): PathParam,
    EditorBearer(actor): EditorBearer,
) -> Result {
    json(&edit::reject(&web.app, &actor, parse(&id)?).await?)
}

/// Makes a published or rejected overview a draft again.
#[utoipa::path(post, path = "", tag = "desk", operation_id = "reopenOverview", responses(
    (status = 200, description = "The draft", body = DeskOverview),
    NoSuchOverview,
    (status = 409, description = "`name_missing`"),
))]
pub(in crate::web) async fn reopen(
    State(web): State<Arc<Web>>,
    PathParam(id): PathParam,
    EditorBearer(actor): EditorBearer,
) -> Result {
    json(&edit::reopen(&web.app, &actor, parse(&id)?).await?)
}
