//! The HTML pages: the templates of the UI bundle filled for a URL.
//!
//! A handler chooses the [`View`] of its URL; [`content`] fills it, [`response`] sends it or a cached copy.

pub(super) mod cache;
pub(super) mod content;
pub(super) mod parameters;
pub(super) mod response;

use std::sync::Arc;

use axum::extract::State;
use axum::http::{Method, StatusCode, Uri, header};
use jiff::ToSpan;

use self::cache::View;
use self::parameters::{PageUri, language, parameter, parameters};
use self::response::{redirect, show};
use super::accepted::Accepted;
use super::api_path::is_api_path;
use super::assets;
use super::error::{Result, not_found};
use super::extract::PathParam;
use super::legal::LegalPage;
use super::reply::{Caching, send};
use super::response_headers::keep_url_secret;
use super::search::page as search;
use super::shell::act_path;
use super::shell::home::greeting;
use super::shell::screens::Screen;
use super::state::{VISITOR, Web};
use crate::catalogue::NamedAct;
use crate::domain::{ActId, AudienceRole, CalendarMonth, Importance, Slug};
use crate::error::Error;
use crate::ops::{act_pages, browse};
use crate::web::operation::{HtmlPage, MissingPage};

/// The worker decides what browsers cache, so it is revalidated on each use.
const SERVICE_WORKER: &str = "/service-worker.js";
/// The screen that the worker requests for the page that it shows offline.
const APP_SHELL: &str = "shell";
/// How far from today the months of the deadlines go, in years.
const DEADLINE_YEARS: i32 = 2;

/// Returns the landing page.
#[utoipa::path(get, path = "", tag = "pages", operation_id = "getRoot", responses(HtmlPage))]
pub(super) async fn root(State(web): State<Arc<Web>>, PageUri(uri): PageUri, accepted: Accepted) -> Result {
    show(&web, View::Landing, language(&uri), &accepted).await
}

/// Returns the sign-in screen that account mails link to; without a code, redirects to the sign-in screen of the app.
#[utoipa::path(
    get, path = "", tag = "pages", operation_id = "getAuth",
    params(
        ("mode" = Option<String>, Query, description = "What the link is for, such as `resetPassword`"),
        ("oobCode" = Option<String>, Query, description = "The code"),
    ),
    responses(HtmlPage, (status = 302, description = "To `/app?screen=auth`")),
)]
pub(super) async fn auth(State(web): State<Arc<Web>>, PageUri(uri): PageUri, accepted: Accepted) -> Result {
    if parameter(&uri, "mode").is_none() && parameter(&uri, "oobCode").is_none() {
        return redirect(StatusCode::FOUND, "/app?screen=auth", &uri);
    }
    let mut response = show(&web, View::Screen(Screen::Auth), language(&uri), &accepted).await?;
    response.headers_mut().remove(header::ETAG);
    keep_url_secret(response.headers_mut());
    Ok(response)
}

/// Returns the app. With `articleId`, the page has that article's text, title and preview.
#[utoipa::path(
    get, path = "", tag = "pages", operation_id = "getApp",
    params(
        ("articleId" = Option<String>, Query, description = "The slug of the article to show"),
        ("screen" = Option<String>, Query, description = "The screen to show"),
        ("q" = Option<String>, Query, description = "What to search: the page lists what is found, with the filters of `/search`"),
        ("topic" = Option<String>, Query, description = "A topic's id: the list shows only that topic"),
        ("importance" = Option<u8>, Query, minimum = 1, maximum = 5),
        ("month" = Option<String>, Query, description = "With `screen=coverage` the month of the gazette, with `screen=deadlines` of the deadlines, such as `2026-05`"),
        ("role" = Option<AudienceRole>, Query, description = "The screen `deadlines` shows only those of this role"),
        ("on" = Option<String>, Query, format = Date, description = "The day of the screen `figures`; default today"),
    ),
    responses(HtmlPage, MissingPage),
)]
pub(super) async fn app(State(web): State<Arc<Web>>, PageUri(uri): PageUri, accepted: Accepted) -> Result {
    let ids: Vec<String> = parameters(&uri, "articleId").collect();
    if ids.is_empty() && search::is_search(&uri) {
        return search::show(&web, &uri, &accepted).await;
    }
    let name = parameter(&uri, "screen");
    let view = match (ids.as_slice(), name.as_deref().and_then(Screen::parse)) {
        ([id], _) => Slug::parse(id).map_or(View::Missing, View::Article),
        ([], Some(Screen::Coverage)) => View::Coverage(parameter(&uri, "month").and_then(|month| month.parse().ok())),
        ([], Some(Screen::Deadlines)) => deadlines_view(&web, &uri)?,
        ([], Some(Screen::Figures)) => figures_view(&web, &uri)?,
        ([], Some(screen)) => View::Screen(screen),
        ([], None) if name.as_deref() == Some(APP_SHELL) => View::AppShell,
        ([], None) => home(&web, &uri)?,
        // No link of ours names two articles, and choosing one would help forged links.
        _ => View::Missing,
    };
    show(&web, view, language(&uri), &accepted).await
}

/// Returns the page of a topic: what changed in its newest year, and its next deadlines.
#[utoipa::path(get, path = "", tag = "pages", operation_id = "getTopicPage", responses(HtmlPage, MissingPage))]
pub(super) async fn topic(
    State(web): State<Arc<Web>>,
    PathParam(id): PathParam,
    PageUri(uri): PageUri,
    accepted: Accepted,
) -> Result {
    let topic = browse::topic(&web.app, &VISITOR, &id)?;
    show(&web, topic.map_or(View::Missing, |topic| View::Topic(topic.id)), language(&uri), &accepted).await
}

/// Returns the page of an act: what it is, what changed it, and the articles about it.
///
/// An address that writes the issuer in another way redirects to the act's own address. An address without the issuer
/// redirects to a search if several acts have the number.
#[utoipa::path(
    get, path = "", tag = "pages", operation_id = "getActPage",
    responses(
        HtmlPage,
        (status = 302, description = "To a search for the number, which several acts have"),
        (status = 308, description = "To the act's own address"),
        MissingPage,
    ),
)]
pub(super) async fn act(
    State(web): State<Arc<Web>>,
    PathParam(name): PathParam,
    PageUri(uri): PageUri,
    accepted: Accepted,
) -> Result {
    let named = ActId::parse(&name).map(|id| act_pages::named(&web.app, &VISITOR, &id)).transpose()?;
    let view = match named {
        Some(NamedAct::One(id)) if id.as_str() == name => View::Act(id),
        Some(NamedAct::One(id)) => return redirect(StatusCode::PERMANENT_REDIRECT, &act_path(&id), &uri),
        Some(NamedAct::Several) => return redirect(StatusCode::FOUND, &search::path(&name.replace('-', " ")), &uri),
        Some(NamedAct::Unknown) | None => View::Missing,
    };
    show(&web, view, language(&uri), &accepted).await
}

/// Returns a monthly overview.
#[utoipa::path(get, path = "", tag = "pages", operation_id = "getOverviewPage", responses(HtmlPage, MissingPage))]
pub(super) async fn overview(
    State(web): State<Arc<Web>>,
    PathParam(id): PathParam,
    PageUri(uri): PageUri,
    accepted: Accepted,
) -> Result {
    show(&web, id.parse().map_or(View::Missing, View::Overview), language(&uri), &accepted).await
}

fn home(web: &Web, uri: &Uri) -> Result<View, Error> {
    let topic = known_topic(web, uri)?;
    let importance = parameter(uri, "importance").and_then(|level| Importance::new(level.parse().ok()?));
    Ok(if topic.is_none() && importance.is_none() {
        View::Home { greeting: greeting(web.app.clock.minute()) }
    } else {
        View::List { topic, importance }
    })
}

fn deadlines_view(web: &Web, uri: &Uri) -> Result<View, Error> {
    let role = parameter(uri, "role").and_then(|role| role.parse().ok());
    let today = web.app.clock.today();
    let asked = parameter(uri, "month").and_then(|month| month.parse().ok());
    let near = CalendarMonth::of(today.saturating_sub(DEADLINE_YEARS.years()))
        ..=CalendarMonth::of(today.saturating_add(DEADLINE_YEARS.years()));
    let month = asked.filter(|month| near.contains(month)).unwrap_or_else(|| CalendarMonth::of(today));
    Ok(View::Deadlines { month, topic: known_topic(web, uri)?, role })
}

fn figures_view(web: &Web, uri: &Uri) -> Result<View, Error> {
    let asked = parameter(uri, "on").and_then(|on| on.parse().ok());
    Ok(View::Figures { on: asked.unwrap_or_else(|| web.app.clock.today()), topic: known_topic(web, uri)? })
}

fn known_topic(web: &Web, uri: &Uri) -> Result<Option<String>, Error> {
    Ok(match parameter(uri, "topic") {
        Some(id) => browse::topic(&web.app, &VISITOR, &id)?.map(|topic| topic.id),
        None => None,
    })
}

/// Returns the privacy policy.
#[utoipa::path(get, path = "", tag = "pages", operation_id = "getPrivacy", responses(HtmlPage))]
pub(super) async fn privacy(State(web): State<Arc<Web>>, PageUri(uri): PageUri, accepted: Accepted) -> Result {
    show(&web, View::Legal(LegalPage::Privacy), language(&uri), &accepted).await
}

/// Returns the terms of use.
#[utoipa::path(get, path = "", tag = "pages", operation_id = "getTerms", responses(HtmlPage))]
pub(super) async fn terms(State(web): State<Arc<Web>>, PageUri(uri): PageUri, accepted: Accepted) -> Result {
    show(&web, View::Legal(LegalPage::Terms), language(&uri), &accepted).await
}

/// Every path without a route: a file in the bundle's root, or the page for a missing one.
pub(super) async fn fallback(State(web): State<Arc<Web>>, method: Method, uri: Uri, accepted: Accepted) -> Result {
    if !matches!(method, Method::GET | Method::HEAD) || is_api_path(uri.path()) {
        return Err(not_found());
    }
    let caching = if uri.path() == SERVICE_WORKER { Caching::Never } else { Caching::Revalidate };
    match assets::get(uri.path()) {
        Some(file) => Ok(send(&accepted, file, caching).await?),
        None => show(&web, View::Missing, language(&uri), &accepted).await,
    }
}

/// Returns a file of the UI bundle; its name changes with its content.
#[utoipa::path(get, path = "", tag = "pages", operation_id = "getAsset", responses(
    (status = 200, description = "The file", content_type = "application/octet-stream", body = Vec<u8>),
    (status = 404, description = "`not_found`: there is no such file"),
))]
pub(super) async fn asset(uri: Uri, accepted: Accepted) -> Result {
    let body = assets::get(uri.path()).ok_or_else(not_found)?;
    Ok(send(&accepted, body, Caching::Forever).await?)
}
