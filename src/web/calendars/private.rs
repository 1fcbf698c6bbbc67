//! The private calendar of an account: its settings, its secret address, and the feed at that address.

use std::sync::Arc;

use axum::extract::State;
use axum::http::{HeaderName, HeaderValue};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::body;
use crate::domain::Language;
use crate::error::Error;
use crate::ops::calendars;
use crate::ops::private_calendars::{self, CalendarChange, CalendarSettings, PrivateCalendar};
use crate::web::accepted::Accepted;
use crate::web::bearer::OwnCall;
use crate::web::error::Result;
use crate::web::extract::{NoParameters, PathParam};
use crate::web::json::json;
use crate::web::operation::TooManyRequests;
use crate::web::reply::{Caching, make, send};
use crate::web::request_body::Json;
use crate::web::response_headers::keep_url_secret;
use crate::web::shell::words;
use crate::web::state::{VISITOR, Web};

#[derive(Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(in crate::web) struct AddressInput {
    /// The language of the calendar.
    #[serde(default)]
    language: Option<Language>,
}

/// The secret address of a calendar. It is not stored and cannot be shown again.
#[derive(Debug, Serialize, ToSchema)]
#[schema(as = CalendarAddress)]
struct CalendarAddressDto {
    url: String,
}

/// Returns the settings of the account's private calendar.
#[utoipa::path(get, path = "", tag = "readers", operation_id = "getCalendar", responses(
    (status = 200, description = "The settings", body = CalendarSettings),
))]
pub(in crate::web) async fn settings(OwnCall { web, actor, uid }: OwnCall, _: NoParameters) -> Result {
    json(&private_calendars::get(&web.app, &actor, &uid).await?)
}

/// Changes the settings of the account's private calendar; absent fields keep their values.
#[utoipa::path(post, path = "", tag = "readers", operation_id = "changeCalendar", responses(
    (status = 200, description = "The settings after the change", body = CalendarSettings),
    TooManyRequests,
))]
pub(in crate::web) async fn change(OwnCall { web, actor, uid }: OwnCall, Json(change): Json<CalendarChange>) -> Result {
    json(&private_calendars::change(&web.app, &actor, &uid, change).await?)
}

/// Gives the account's private calendar a new secret address; the previous address stops working.
#[utoipa::path(post, path = "", tag = "readers", operation_id = "renewCalendarAddress", responses(
    (status = 200, description = "The address, which is shown only now", body = CalendarAddressDto),
    TooManyRequests,
))]
pub(in crate::web) async fn renew(OwnCall { web, actor, uid }: OwnCall, Json(input): Json<AddressInput>) -> Result {
    let secret = private_calendars::renew(&web.app, &actor, &uid, input.language).await?;
    json(&CalendarAddressDto { url: format!("{}/calendars/{secret}.ics", web.site.public_url) })
}

/// Removes the address of the account's private calendar.
#[utoipa::path(delete, path = "", tag = "readers", operation_id = "removeCalendarAddress", responses(
    (status = 200, description = "The settings after the change", body = CalendarSettings),
    TooManyRequests,
))]
pub(in crate::web) async fn close(OwnCall { web, actor, uid }: OwnCall) -> Result {
    json(&private_calendars::close(&web.app, &actor, &uid).await?)
}

/// Returns an account's private calendar: the deadlines of what it follows, tracks and bookmarked, and the duties of
/// its roles.
#[utoipa::path(get, path = "", tag = "feeds", operation_id = "getPrivateCalendar", responses(
    (status = 200, description = "The calendar", content_type = "text/calendar", body = String, headers(("ETag" = String))),
    (status = 404, description = "`not_found`: there is no such calendar"),
    TooManyRequests,
))]
pub(in crate::web) async fn feed(
    State(web): State<Arc<Web>>,
    PathParam(file): PathParam,
    accepted: Accepted,
) -> Result {
    let secret = file.strip_suffix(".ics").ok_or_else(|| Error::not_found("There is no such calendar."))?;
    // Read before the content, which is then at least as new.
    let (generation, today) = (web.catalogue_generation(), web.app.clock.today());
    let calendar = private_calendars::with_secret(&web.app, &VISITOR, secret).await?;
    let (shared, own) = (Arc::clone(&web), calendar.clone());
    let write = move || {
        let PrivateCalendar { query, alarms } = own;
        let language = query.deadlines.articles.language;
        let events = calendars::events(&shared.app, &VISITOR, query)?;
        Ok(body(&shared, Some(words(language).calendar), &events, &alarms, language))
    };
    let made = make(&accepted, "writing a calendar", write);
    let body = web.calendars.private.get_or_make((generation, today, calendar), made).await?;
    let mut response = send(&accepted, body, Caching::Revalidate).await?;
    let headers = response.headers_mut();
    headers.insert(HeaderName::from_static("x-robots-tag"), HeaderValue::from_static("noindex"));
    keep_url_secret(headers);
    Ok(response)
}
