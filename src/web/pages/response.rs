//! Responses with pages, and redirects between them.

use std::sync::Arc;

use axum::body::Body as HttpBody;
use axum::http::{HeaderName, HeaderValue, Response, StatusCode, Uri, header};
use axum::response::IntoResponse;
use jiff::civil::Date;

use super::cache::View;
use super::content::{article_alone, page};
use super::parameters::parameter;
use crate::domain::Language;
use crate::error::{Error, Kind};
use crate::web::accepted::Accepted;
use crate::web::body::{Body, Effort, HTML};
use crate::web::error::Result;
use crate::web::reply::{Caching, send};
use crate::web::response_headers::keep_url_secret;
use crate::web::shell::{Page, screens};
use crate::web::state::Web;

const X_ROBOTS_TAG: HeaderName = HeaderName::from_static("x-robots-tag");

/// The page for a URL that does not exist.
pub(in crate::web) async fn missing(web: &Arc<Web>, language: Language, accepted: &Accepted) -> Result {
    show(web, View::Missing, language, accepted).await
}

/// Redirects to a page in the language that the URL names.
pub(super) fn redirect(status: StatusCode, target: &str, uri: &Uri) -> Result {
    let mark = if target.contains('?') { '&' } else { '?' };
    let target = match parameter(uri, "lang").and_then(|code| code.parse::<Language>().ok()) {
        Some(language) => format!("{target}{mark}lang={language}"),
        None => target.to_owned(),
    };
    let location = HeaderValue::try_from(target).map_err(|error| Error::internal("writing a redirect", error))?;
    let headers = [(header::LOCATION, location), (header::CACHE_CONTROL, HeaderValue::from_static("no-cache"))];
    Ok((status, headers).into_response())
}

/// Sends the page of a view, or the page for a missing one.
pub(super) async fn show(web: &Arc<Web>, view: View, language: Language, accepted: &Accepted) -> Result {
    let generations = web.generations();
    let key = (generations, web.app.clock.today(), language, view);
    if let Some(body) = web.pages.filled.get(&key) {
        return answer(&key.3, body, accepted).await;
    }
    let (_, today, _, view) = key;
    let (page, view) = match page(web, &view, language, today).await {
        Err(error) if error.kind == Kind::NotFound => (screens::missing(language), View::Missing),
        Err(error) if error.kind == Kind::Unavailable => {
            return without_store(web, &view, (language, today), accepted, &error).await;
        }
        page => (page?, view),
    };
    let body = filled(web, &view, language, &page);
    web.pages.filled.insert((generations, today, language, view.clone()), Arc::clone(&body));
    answer(&view, body, accepted).await
}

fn filled(web: &Web, view: &View, language: Language, page: &Page) -> Arc<Body> {
    let html = web.pages.template(view, language).fill(page, &web.site);
    Arc::new(Body::new(html, HTML, Effort::Fast))
}

/// Sends the page of an article from memory. In place of another page, the empty app says what it cannot load. Neither
/// is kept: the store answers again soon.
async fn without_store(
    web: &Arc<Web>,
    view: &View,
    (language, today): (Language, Date),
    accepted: &Accepted,
    error: &Error,
) -> Result {
    if let View::Article(slug) = view
        && let Ok(page) = article_alone(web, slug, language, today)
    {
        return answer(view, filled(web, view, language, &page), accepted).await;
    }
    let accepted = Accepted { if_none_match: None, ..*accepted };
    let body = filled(web, &View::AppShell, language, &screens::app_shell());
    let mut response = send(&accepted, body, Caching::Never).await?;
    *response.status_mut() = StatusCode::SERVICE_UNAVAILABLE;
    if let Some(secs) = error.retry_after_secs {
        response.headers_mut().insert(header::RETRY_AFTER, HeaderValue::from(secs));
    }
    Ok(response)
}

async fn answer(view: &View, body: Arc<Body>, accepted: &Accepted) -> Result {
    if *view != View::Missing {
        return Ok(send(accepted, body, Caching::Revalidate).await?);
    }
    // Conditions count only where the answer would be a success (RFC 9110, 13.2.1).
    let accepted = Accepted { if_none_match: None, ..*accepted };
    let mut response = send(&accepted, body, Caching::Revalidate).await?;
    *response.status_mut() = StatusCode::NOT_FOUND;
    Ok(response)
}

/// Responds with a page whose URL holds a secret, for the app or as a document without scripts.
pub(in crate::web) fn secret_page(web: &Web, page: Page, status: StatusCode, by_app: bool) -> Response<HttpBody> {
    let html = match by_app {
        true => web.pages.app.fill(&page, &web.site),
        false => web.pages.document().fill(&screens::framed_bare(page), &web.site),
    };
    let headers = [(header::CONTENT_TYPE, HTML), (X_ROBOTS_TAG, HeaderValue::from_static("noindex"))];
    let mut response = (status, headers, html).into_response();
    keep_url_secret(response.headers_mut());
    response
}
