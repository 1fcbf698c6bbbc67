//! Deadlines as files for calendars: one day, and feeds by topic and role.

pub(super) mod cache;
mod file;
pub(in crate::web) mod private;

use std::sync::Arc;

use axum::body::Body as HttpBody;
use axum::extract::State;
use axum::http::{HeaderValue, header};
use axum::response::IntoResponse;
use jiff::civil::Date;

use super::accepted::Accepted;
use super::articles::ArticleFilters;
use super::body::{Body, BodyWith, Effort};
use super::error::Result;
use super::extract::PathParam;
use super::parameter_values::Lang;
use super::query::{LinkQuery, ParameterValue, Query, query};
use super::reply::{Caching, make, send};
use super::request_body::Json;
use super::state::{VISITOR, Web};
use crate::catalogue::DeadlineQuery;
use crate::domain::concern::ConcernRequest;
use crate::domain::{EntryKind, Language};
use crate::error::Error;
use crate::ops::blocking::blocking;
use crate::ops::calendars::{self, CalendarEvent, CalendarQuery};
use crate::ops::private_calendars;
use crate::web::operation::NoSuchTopic;
use crate::web::shell::words;

query! {
    /// The day and the alarms of a file.
    pub(super) struct FileOfDayParameters {
        /// The last day of a term that the reader begins
        day: Option<Date>,
        /// Days before on which the calendar rings: at most 5 numbers from 1 to 60, such as `30,7,1`
        alarms: Option<Alarms>,
        lang: Lang,
    }

    /// The choice of days of a calendar, and its alarms.
    pub(super) struct CalendarParameters {
        lang: Lang,
        /// With the recurring duties of the same topic and role
        duties: Option<bool>,
        /// Default all
        kind: Option<EntryKind>,
        /// Days before each deadline on which the calendar rings: at most 5 numbers from 1 to 60, such as `30,7,1`
        alarms: Option<Alarms>,
        filters: ArticleFilters,
    }

    /// The alarms of a calendar.
    pub(super) struct AlarmParameters {
        /// Days before each event on which the calendar rings: at most 5 numbers from 1 to 60, such as `30,7,1`
        alarms: Option<Alarms>,
    }
}

/// Numbers of days before an event.
#[derive(Default)]
pub(super) struct Alarms(Vec<u8>);

impl ParameterValue for Alarms {
    fn parse(field: &'static str, text: &str) -> Result<Self, Error> {
        let days = text.split(',').map(str::parse).collect::<Result<Vec<u8>, _>>();
        let days = days.map_err(|_| Error::invalid(field, "Write numbers of days, such as 30,7,1."))?;
        private_calendars::alarms(days).map(Self)
    }
}

const CALENDAR: HeaderValue = HeaderValue::from_static("text/calendar; charset=utf-8");

/// Returns one deadline, or one day of a recurring duty, as a calendar file. A withdrawn deadline is marked as
/// cancelled.
///
/// `{slug}.ics` has all days ahead of an article, `{slug}.start.ics` the day from which it applies.
#[utoipa::path(get, path = "", tag = "feeds", operation_id = "getDeadlineFile", responses(
    (status = 200, description = "The file", content_type = "text/calendar", body = String),
    (status = 404, description = "`not_found`: there is no such deadline"),
))]
pub(super) async fn deadline(
    State(web): State<Arc<Web>>,
    PathParam(file): PathParam,
    accepted: Accepted,
    LinkQuery(parameters): LinkQuery<FileOfDayParameters>,
) -> Result {
    let FileOfDayParameters { day, alarms, lang: Lang(language) } = parameters;
    let Alarms(alarms) = alarms.unwrap_or_default();
    let id = file.strip_suffix(".ics").ok_or_else(|| Error::not_found("There is no such deadline."))?;
    // Ids have letters, digits, hyphens and dots.
    let name = HeaderValue::try_from(format!("attachment; filename=\"{id}.ics\""));
    let name = name.map_err(|_| Error::not_found("There is no such deadline."))?;
    let id = id.to_owned();
    let write = move || {
        let events = calendars::named(&web.app, &VISITOR, &id, day, language)?;
        Ok(body(&web, None, &events, &alarms, language))
    };
    let body = Arc::new(make(&accepted, "writing a deadline", write).await?);
    let mut response = send(&accepted, body, Caching::Revalidate).await?;
    response.headers_mut().insert(header::CONTENT_DISPOSITION, name);
    Ok(response)
}

/// Returns the deadlines as a calendar to subscribe to, from a month ago to a year ahead.
///
/// A deadline that moved keeps its `UID`. A withdrawn deadline stays, marked as cancelled, until a month after its day.
#[utoipa::path(get, path = "", tag = "feeds", operation_id = "getDeadlineFeed", responses(
    (status = 200, description = "The calendar", content_type = "text/calendar", body = String),
    NoSuchTopic,
))]
pub(super) async fn feed(
    State(web): State<Arc<Web>>,
    accepted: Accepted,
    LinkQuery(parameters): LinkQuery<CalendarParameters>,
) -> Result {
    let (query, alarms) = calendar_query(parameters);
    let language = query.deadlines.articles.language;
    let key = (web.catalogue_generation(), web.app.clock.today(), query);
    let is_plain = alarms.is_empty();
    if let Some(body) = web.calendars.feeds.get(&key).filter(|_| is_plain) {
        return Ok(send(&accepted, body, Caching::Revalidate).await?);
    }
    let (shared, query) = (Arc::clone(&web), key.2.clone());
    let write = move || {
        let events = calendars::events(&shared.app, &VISITOR, query)?;
        let body = body(&shared, Some(words(language).calendar), &events, &alarms, language);
        Ok(BodyWith { body, value: events.len() })
    };
    let BodyWith { body, value: events } = make(&accepted, "writing a calendar", write).await?;
    let body = Arc::new(body);
    // Clients choose the days of alarms as freely as words: kept ones would fill the cache.
    if is_plain && key.2.deadlines.articles.may_be_kept(events == 0) {
        web.calendars.feeds.insert(key, Arc::clone(&body));
    }
    Ok(send(&accepted, body, Caching::Revalidate).await?)
}

/// Returns what is due for a reader, from the reader's answers, as a calendar file from today to a year ahead.
///
/// The events are those of the private calendar of an account with these answers. Nothing of the request is kept or
/// logged; `skipped`, `today`, `until` and `reasons` are not used.
#[utoipa::path(post, path = "", tag = "feeds", operation_id = "getConcernCalendar", responses(
    (status = 200, description = "The file", content_type = "text/calendar", body = String),
))]
pub(super) async fn of_answers(
    State(web): State<Arc<Web>>,
    Query(AlarmParameters { alarms }): Query<AlarmParameters>,
    Json(request): Json<ConcernRequest>,
) -> Result {
    let Alarms(alarms) = alarms.unwrap_or_default();
    let write = move || {
        let language = request.lang;
        let events = calendars::of_answers(&web.app, &VISITOR, request)?;
        Ok::<_, Error>(file::calendar(&web.site, Some(words(language).calendar), &events, &alarms, language))
    };
    let text = blocking("writing a reader's calendar", write).await??;
    let headers = [
        (header::CONTENT_TYPE, CALENDAR),
        (header::CACHE_CONTROL, HeaderValue::from_static("no-store")),
        (header::CONTENT_DISPOSITION, HeaderValue::from_static("attachment; filename=\"paragraf.ics\"")),
    ];
    Ok((headers, HttpBody::from(text)).into_response())
}

/// The query, and the days before each event on which calendars ring.
fn calendar_query(parameters: CalendarParameters) -> (CalendarQuery, Vec<u8>) {
    let CalendarParameters { lang, duties, kind, alarms, filters } = parameters;
    let deadlines = DeadlineQuery { articles: filters.list(lang.0), kind, ..DeadlineQuery::default() };
    let with_duties = duties.unwrap_or_default();
    let query = CalendarQuery { deadlines, with_duties, duty_roles: vec![], own: None };
    (query, alarms.unwrap_or_default().0)
}

fn body(web: &Web, name: Option<&str>, events: &[CalendarEvent], alarms: &[u8], language: Language) -> Body {
    Body::new(file::calendar(&web.site, name, events, alarms, language), CALENDAR, Effort::Fast).compacted()
}
