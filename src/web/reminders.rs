//! The settings of a reader's reminders.

use super::bearer::OwnCall;
use super::error::Result;
use super::extract::NoParameters;
use super::json::json;
use super::operation::TooManyRequests;
use super::request_body::Json;
use crate::domain::reminder::ReminderSettings;
use crate::ops::reminders::{self, ReminderChange};

/// Returns the settings of the account's reminders.
#[utoipa::path(get, path = "", tag = "readers", operation_id = "getReminders", responses(
    (status = 200, description = "The settings", body = ReminderSettings),
))]
pub(super) async fn settings(OwnCall { web, actor, uid }: OwnCall, _: NoParameters) -> Result {
    json(&reminders::get(&web.app, &actor, &uid).await?)
}

/// Changes the settings of the account's reminders; absent fields keep their values.
///
/// Reminders appear in the application and, if the mail preference `reminders` is on, in one mail a day.
#[utoipa::path(post, path = "", tag = "readers", operation_id = "changeReminders", responses(
    (status = 200, description = "The settings after the change", body = ReminderSettings),
    TooManyRequests,
))]
pub(super) async fn change(OwnCall { web, actor, uid }: OwnCall, Json(change): Json<ReminderChange>) -> Result {
    json(&reminders::change(&web.app, &actor, &uid, change).await?)
}
