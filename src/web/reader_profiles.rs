//! The profiles of a reader: the answers about what concerns them, kept with the account.

use std::sync::Arc;

use axum::extract::State;
use serde::Serialize;
use serde_json::{Map, Value};
use utoipa::ToSchema;
use uuid::Uuid;

use super::bearer::{Bearer, OwnCall};
use super::error::Result;
use super::extract::{NoParameters, PathParam};
use super::json::json;
use super::operation::TooManyRequests;
use super::request_body::Json;
use super::state::Web;
use crate::domain::concern::ReaderProfile;
use crate::ops::concerns::profiles::{self, AnswersChange, DeviceAnswers};

/// A named set of answers of a reader.
#[derive(Serialize, ToSchema)]
#[schema(as = Profile)]
pub(super) struct ProfileDto {
    #[schema(value_type = String)]
    id: Uuid,
    name: String,
    /// Answers by the ids of facts, as in `POST /concerns`, which refuses those that the server does not know any more.
    #[schema(value_type = Object, example = json!({"subject": "srl", "vat": "monthly"}))]
    facts: Map<String, Value>,
    /// The ids of questions that the reader passed over.
    skipped: Vec<String>,
}

fn listed(profiles: Vec<ReaderProfile>) -> Result {
    let dto = |profile: ReaderProfile| ProfileDto {
        facts: profile.facts(),
        skipped: profile.skipped().map(str::to_owned).collect(),
        id: profile.id,
        name: profile.name.as_str().to_owned(),
    };
    json(&profiles.into_iter().map(dto).collect::<Vec<_>>())
}

/// Lists the reader's profiles, oldest first.
///
/// Answers to questions that the server does not have any more are kept, and decide nothing.
#[utoipa::path(get, path = "", tag = "readers", operation_id = "listProfiles", responses(
    (status = 200, description = "The profiles", body = Vec<ProfileDto>),
))]
pub(super) async fn list(OwnCall { web, actor, uid }: OwnCall, _: NoParameters) -> Result {
    listed(profiles::list(&web.app, &actor, &uid).await?)
}

/// Changes a profile, or adds one.
///
/// An answer of a special category is kept only with `consent`.
#[utoipa::path(post, path = "", tag = "readers", operation_id = "changeProfile", responses(
    (status = 200, description = "The profiles after the change", body = Vec<ProfileDto>),
    TooManyRequests,
))]
pub(super) async fn change(OwnCall { web, actor, uid }: OwnCall, Json(change): Json<AnswersChange>) -> Result {
    listed(profiles::change(&web.app, &actor, &uid, change).await?)
}

/// Adds the answers that a device kept while nobody was signed in.
///
/// They go to the first profile with the same `subject`, else to the first where one of both has none, else they become
/// a profile. The newer answer to a question wins; one without a time in `answered_at` is older than any. Answers of a
/// special category, and those that the server does not know, are left out.
#[utoipa::path(post, path = "", tag = "readers", operation_id = "mergeDeviceAnswers", responses(
    (status = 200, description = "The profiles with these answers", body = Vec<ProfileDto>),
    TooManyRequests,
))]
pub(super) async fn merge(OwnCall { web, actor, uid }: OwnCall, Json(device): Json<DeviceAnswers>) -> Result {
    listed(profiles::merge(&web.app, &actor, &uid, device).await?)
}

/// Removes a profile with its answers. One that is gone already is no error.
#[utoipa::path(delete, path = "", tag = "readers", operation_id = "removeProfile", responses(
    (status = 200, description = "The other profiles", body = Vec<ProfileDto>),
))]
pub(super) async fn remove(
    State(web): State<Arc<Web>>,
    Bearer(actor): Bearer,
    PathParam((uid, id)): PathParam<(String, String)>,
) -> Result {
    // An id of another shape is of no profile.
    let id = Uuid::try_parse(&id).unwrap_or_default();
    listed(profiles::remove(&web.app, &actor, &uid, Some(id)).await?)
}

/// Removes all profiles of the reader with their answers.
#[utoipa::path(delete, path = "", tag = "readers", operation_id = "removeProfiles", responses(
    (status = 200, description = "No profile is left", body = Vec<ProfileDto>),
))]
pub(super) async fn remove_all(OwnCall { web, actor, uid }: OwnCall) -> Result {
    listed(profiles::remove(&web.app, &actor, &uid, None).await?)
}
