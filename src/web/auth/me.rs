//! The signed-in account: reading, changing, deleting and exporting it.

use std::sync::Arc;

use axum::extract::State;
use axum::http::{HeaderValue, header};
use serde::Deserialize;
use utoipa::ToSchema;

use super::{SessionAnswer, remove_session_cookie, session};
use crate::domain::Language;
use crate::ops::accounts::export::AccountExport;
use crate::ops::accounts::profile::{self, ProfileChange};
use crate::ops::accounts::user::{self, User};
use crate::ops::accounts::{delete, export};
use crate::web::bearer::{Bearer, EnrollingBearer, UnverifiedBearer};
use crate::web::error::Result;
use crate::web::json::{Nothing, json, nothing};
use crate::web::operation::{TooManyRequests, Unavailable};
use crate::web::request_body::Json;
use crate::web::same_origin::SameOrigin;
use crate::web::state::Web;

#[derive(Deserialize, ToSchema)]
pub(in crate::web) struct ChangeInput {
    #[serde(default)]
    display_name: Option<String>,
    #[serde(default)]
    language: Option<Language>,
    /// The new password; requires a sign-in in the last five minutes.
    #[serde(default)]
    password: Option<String>,
    /// Required with `password` if the account has one.
    #[serde(default)]
    current_password: Option<String>,
}

/// Returns the signed-in account.
#[utoipa::path(get, path = "", tag = "auth", operation_id = "getMe", responses(
    (status = 200, description = "The account", body = User),
))]
pub(in crate::web) async fn me(State(web): State<Arc<Web>>, EnrollingBearer(actor): EnrollingBearer) -> Result {
    json(&user::me(&web.app, &actor).await?)
}

/// Changes the name, the language or the password. A new password ends all other sessions.
#[utoipa::path(post, path = "", tag = "auth", operation_id = "changeMe", responses(
    (status = 200, description = "The account as it is now, with new tokens", body = SessionAnswer),
    (status = 400, description = "`weak_password`, `password_too_long`, `common_password`, `personal_password`, `missing_password`"),
    (status = 403, description = "`requires_recent_login`, `wrong_password`"),
    TooManyRequests,
    Unavailable,
))]
pub(in crate::web) async fn change(
    State(web): State<Arc<Web>>,
    Bearer(actor): Bearer,
    SameOrigin(client): SameOrigin,
    Json(input): Json<ChangeInput>,
) -> Result {
    let ChangeInput { display_name, language, password, current_password } = input;
    let change = ProfileChange { display_name, language, password, current_password };
    session(&web, profile::change(&web.app, &actor, &client, change).await?)
}

/// Deletes the account. Requires a sign-in in the last five minutes.
#[utoipa::path(delete, path = "", tag = "auth", operation_id = "deleteMe", responses(
    (status = 200, description = "Deleted", body = Nothing),
    (status = 403, description = "`requires_recent_login`"),
))]
pub(in crate::web) async fn delete(
    State(web): State<Arc<Web>>,
    UnverifiedBearer(actor): UnverifiedBearer,
    SameOrigin(_): SameOrigin,
) -> Result {
    delete::delete(&web.app, &actor).await?;
    remove_session_cookie(nothing()?, &web)
}

/// Returns all data of the account as a file. Requires a sign-in in the last five minutes.
#[utoipa::path(get, path = "", tag = "auth", operation_id = "exportMe", responses(
    (status = 200, description = "The data", body = AccountExport),
    (status = 403, description = "`requires_recent_login`"),
))]
pub(in crate::web) async fn export(State(web): State<Arc<Web>>, EnrollingBearer(actor): EnrollingBearer) -> Result {
    let mut response = json(&export::export(&web.app, &actor).await?)?;
    let name = HeaderValue::from_static("attachment; filename=\"paragraf-account.json\"");
    response.headers_mut().insert(header::CONTENT_DISPOSITION, name);
    Ok(response)
}
