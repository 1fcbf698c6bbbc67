//! Receiving analytics events of consenting readers.

use std::sync::Arc;

use axum::extract::{FromRequest, Request, State};
use axum::http::{HeaderValue, StatusCode, header};
use axum::response::IntoResponse;
use serde::Deserialize;
use utoipa::ToSchema;

use super::error::Result;
use super::network::ClientNetwork;
use super::request_body::Json;
use super::state::{VISITOR, Web};
use crate::domain::Slug;
use crate::domain::analytics::{AnalyticsEvent, EventName, Rating, Screen, ShareTarget, SubscribeOutcome, WebVital};
use crate::error::Error;
use crate::ops::analytics;
use crate::rate_limit::Limit;
use crate::web::operation::TooManyRequests;

/// Most events in one request.
pub(super) const MAX_EVENTS: usize = 50;

/// The events since the last request.
#[derive(ToSchema)]
#[expect(dead_code, reason = "only for the API document; requests are read as `EventBatch`")]
pub(super) struct AnalyticsEvents {
    events: Vec<AnalyticsEvent>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct EventBatch {
    events: Vec<EventFields>,
}

/// An event as it was sent, with the fields of all kinds, so that an error can name the exact field.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct EventFields {
    name: EventName,
    screen: Option<Screen>,
    slug: Option<Slug>,
    target: Option<ShareTarget>,
    outcome: Option<SubscribeOutcome>,
    metric: Option<WebVital>,
    rating: Option<Rating>,
}

/// Counts events, per day and without anything that identifies the reader.
#[utoipa::path(
    post, path = "", tag = "analytics", operation_id = "recordEvents",
    request_body = AnalyticsEvents,
    responses(
        (status = 204, description = "Counted, except for articles that are not published"),
        (status = 404, description = "`not_found`: analytics are switched off"),
        TooManyRequests,
    ),
)]
pub(super) async fn record(State(web): State<Arc<Web>>, network: ClientNetwork, request: Request) -> Result {
    analytics::check_enabled(&web.app)?;
    web.count(Limit::Analytics(web.app.config.limits.analytics_per_minute), network)?;
    let Json(batch) = Json::<EventBatch>::from_request(request, &web).await?;
    if batch.events.len() > MAX_EVENTS {
        return Err(Error::invalid("events", format!("At most {MAX_EVENTS} events may be sent at once.")).into());
    }
    let events = batch.events.into_iter().enumerate().map(|(index, fields)| fields.into_event(index));
    let events: Vec<AnalyticsEvent> = events.collect::<crate::error::Result<_>>()?;
    analytics::record(&web.app, &VISITOR, &events).await?;
    Ok((StatusCode::NO_CONTENT, [(header::CACHE_CONTROL, HeaderValue::from_static("no-store"))]).into_response())
}

impl EventFields {
    /// # Errors
    /// `invalid`, naming a missing field or one that events of this name do not have.
    fn into_event(self, index: usize) -> crate::error::Result<AnalyticsEvent> {
        let at = |field: &str| format!("events[{index}].{field}");
        let missing = |field: &str| Error::invalid(at(field), "This field is missing.");
        let given = [
            ("screen", self.screen.is_some()),
            ("slug", self.slug.is_some()),
            ("target", self.target.is_some()),
            ("outcome", self.outcome.is_some()),
            ("metric", self.metric.is_some()),
            ("rating", self.rating.is_some()),
        ];
        let (event, own): (_, &[&str]) = match self.name {
            EventName::PageView => {
                (AnalyticsEvent::PageView { screen: self.screen.ok_or_else(|| missing("screen"))? }, &["screen"])
            }
            EventName::ArticleOpen => {
                (AnalyticsEvent::ArticleOpen { slug: self.slug.ok_or_else(|| missing("slug"))? }, &["slug"])
            }
            EventName::Share => {
                (AnalyticsEvent::Share { target: self.target.ok_or_else(|| missing("target"))? }, &["target"])
            }
            EventName::Subscribe => {
                (AnalyticsEvent::Subscribe { outcome: self.outcome.ok_or_else(|| missing("outcome"))? }, &["outcome"])
            }
            EventName::WebVital => {
                let metric = self.metric.ok_or_else(|| missing("metric"))?;
                (
                    AnalyticsEvent::WebVital { metric, rating: self.rating.ok_or_else(|| missing("rating"))? },
                    &["metric", "rating"],
                )
            }
        };
        match given.into_iter().find(|(field, given)| *given && !own.contains(field)) {
            Some((field, _)) => Err(Error::invalid(at(field), "An event of this name does not have this field.")),
            None => Ok(event),
        }
    }
}
