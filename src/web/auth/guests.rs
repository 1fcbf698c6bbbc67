//! Guests: signing in without an account, and moving a guest's marks into an account.

use std::sync::Arc;

use axum::extract::State;
use serde::Deserialize;
use utoipa::ToSchema;

use super::{SessionAnswer, signed_in};
use crate::domain::{Language, Persistence};
use crate::ops::accounts::guests;
use crate::web::bearer::{Bearer, actor_of};
use crate::web::error::Result;
use crate::web::json::{Nothing, nothing};
use crate::web::operation::TooManyRequests;
use crate::web::request_body::{Json, OptionalJson};
use crate::web::same_origin::SameOrigin;
use crate::web::state::{VISITOR, Web};

#[derive(Default, Deserialize, ToSchema)]
pub(in crate::web) struct GuestInput {
    #[serde(default)]
    persistence: Option<Persistence>,
    /// Default `en`.
    #[serde(default)]
    lang: Option<Language>,
}

#[derive(Deserialize, ToSchema)]
pub(in crate::web) struct MergeInput {
    /// The guest's access token.
    #[serde(default)]
    #[schema(required = true)]
    guest_token: String,
}

/// Signs in as a new guest, whose data only this session can reach. Signing up, or signing in for the first time, with
/// the guest's access token turns the guest into an account with the same uid.
#[utoipa::path(post, path = "", tag = "auth", operation_id = "signInAsGuest", responses(
    (status = 200, description = "Signed in", body = SessionAnswer),
    (status = 403, description = "`admin_restricted_operation`: guests are not configured"),
    TooManyRequests,
))]
pub(in crate::web) async fn sign_in(
    State(web): State<Arc<Web>>,
    SameOrigin(client): SameOrigin,
    OptionalJson(input): OptionalJson<GuestInput>,
) -> Result {
    let GuestInput { persistence, lang } = input;
    signed_in(&web, guests::sign_in(&web.app, &VISITOR, &client, persistence, lang).await?)
}

/// Moves what belongs to a guest into the account, and removes the guest. For use after a `merge_conflict`.
#[utoipa::path(post, path = "", tag = "auth", operation_id = "mergeGuest", responses(
    (status = 200, description = "Moved", body = Nothing),
    (status = 400, description = "`invalid`: this is not the access token of a guest"),
))]
pub(in crate::web) async fn merge(
    State(web): State<Arc<Web>>,
    Bearer(actor): Bearer,
    SameOrigin(_): SameOrigin,
    Json(input): Json<MergeInput>,
) -> Result {
    let guest = actor_of(&web, &input.guest_token).unwrap_or(VISITOR);
    guests::merge(&web.app, &actor, &guest).await?;
    nothing()
}
