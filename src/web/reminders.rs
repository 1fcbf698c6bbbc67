//! Which deadlines a reader is reminded of, and when.

use std::sync::Arc;

use axum::extract::State;
use serde::Deserialize;
use utoipa::ToSchema;

use super::bearer::Bearer;
use super::error::Result;
use super::extract::{Json, Parameters, PathParam};
use super::operation::{InvalidQuery, TooManyRequests, UidPath};
use super::site::json;
use super::state::Web;
use crate::domain::reminder::ReminderSettings;
use crate::ops::reminders::{self, ReminderChange};

#[derive(Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(super) struct RemindersInput {
    /// 30, 7 and 1, or some of them.
    #[serde(default)]
    days: Option<Vec<u8>>,
    #[serde(default)]
    in_app: Option<bool>,
    #[serde(default)]
    followed: Option<bool>,
    #[serde(default)]
    bookmarks: Option<bool>,
    #[serde(default)]
    interests: Option<bool>,
    #[serde(default)]
    duties: Option<bool>,
}

/// Returns the settings of the account's reminders.
#[utoipa::path(
    get, path = "/users/reminders/{uid}", tag = "readers", operation_id = "getReminders",
    params(UidPath),
    responses(
        (status = 200, description = "The settings", body = ReminderSettings),
        InvalidQuery,
    )
)]
pub(super) async fn settings(
    State(web): State<Arc<Web>>,
    Bearer(actor): Bearer,
    PathParam(uid): PathParam,
    parameters: Parameters,
) -> Result {
    parameters.each(|_, _| Ok(false))?;
    json(&reminders::get(&web.app, &actor, &uid).await?)
}

/// Changes the settings of the account's reminders; absent fields keep their values.
///
/// Reminders come in the application and, if the mail preference `reminders` is on, in one mail a day.
#[utoipa::path(
    post, path = "/users/reminders/{uid}", tag = "readers", operation_id = "changeReminders",
    params(UidPath),
    request_body = RemindersInput,
    responses(
        (status = 200, description = "The settings after the change", body = ReminderSettings),
        TooManyRequests,
    )
)]
pub(super) async fn change(
    State(web): State<Arc<Web>>,
    Bearer(actor): Bearer,
    PathParam(uid): PathParam,
    Json(input): Json<RemindersInput>,
) -> Result {
    let RemindersInput { days, in_app, followed, bookmarks, interests, duties } = input;
    let change = ReminderChange { days, in_app, followed, bookmarks, interests, duties };
    json(&reminders::change(&web.app, &actor, &uid, change).await?)
}
