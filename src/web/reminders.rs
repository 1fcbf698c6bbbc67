//! The settings of a reader's reminders.

use std::sync::Arc;

use axum::extract::State;

use super::bearer::Bearer;
use super::error::Result;
use super::extract::{NoParameters, PathParam};
use super::json::json;
use super::operation::TooManyRequests;
use super::request_body::Json;
use super::state::Web;
use crate::domain::reminder::ReminderSettings;
use crate::ops::reminders::{self, ReminderChange};

/// Returns the settings of the account's reminders.
#[utoipa::path(get, path = "", tag = "readers", operation_id = "getReminders", responses(
    (status = 200, description = "The settings", body = ReminderSettings),
))]
pub(super) async fn settings(
    State(web): State<Arc<Web>>,
    Bearer(actor): Bearer,
    PathParam(uid): PathParam,
    _: NoParameters,
) -> Result {
    json(&reminders::get(&web.app, &actor, &uid).await?)
}

/// Changes the settings of the account's reminders; absent fields keep their values.
///
/// Reminders appear in the application and, if the mail preference `reminders` is on, in one mail a day.
#[utoipa::path(post, path = "", tag = "readers", operation_id = "changeReminders", responses(
    (status = 200, description = "The settings after the change", body = ReminderSettings),
    TooManyRequests,
))]
pub(super) async fn change(
    State(web): State<Arc<Web>>,
    Bearer(actor): Bearer,
    PathParam(uid): PathParam,
    Json(change): Json<ReminderChange>,
) -> Result {
    json(&reminders::change(&web.app, &actor, &uid, change).await?)
}
