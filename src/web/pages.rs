//! The pages: the UI's shell filled for the URL, and redirects to it.

use std::sync::Arc;

use axum::body::Body as HttpBody;
use axum::extract::State;
use axum::http::{HeaderValue, Method, Response, StatusCode, Uri, header};
use moka::sync::Cache;

use super::assets::Assets;
use super::error::{Result, not_found};
use super::extract::Asked;
use super::reply::{Caching, send};
use super::shell::{self, Page, ShellArticle, Template};
use super::{VISITOR, Web, routes};
use crate::catalogue::{Body, Effort};
use crate::domain::{Language, Slug};
use crate::error::{Error, Kind};
use crate::ops::browse;

/// Memory for filled pages.
const PAGES_BYTES: u64 = 16 << 20;
/// Titles in the list for readers without JavaScript.
const NEWEST: usize = 24;

/// What is shown at a page's address.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
enum View {
    Home,
    /// Any screen that is neither the list nor an article.
    Screen,
    Article(Slug),
    Missing,
}

/// The template and the pages filled from it.
pub(super) struct Pages {
    template: Template,
    /// By the catalogue's generation, so that no page outlives a change.
    filled: Cache<(u64, Language, View), Arc<Body>>,
}

impl Pages {
    pub(super) fn new(assets: &Assets) -> Result<Self, Error> {
        let index = assets.index();
        let index = index.ok_or_else(|| Error::new(Kind::Internal, "ui_bundle", "the UI bundle has no index.html"))?;
        let filled = Cache::builder()
            .max_capacity(PAGES_BYTES)
            .weigher(|_, body: &Arc<Body>| u32::try_from(body.weight()).unwrap_or(u32::MAX))
            .build();
        Ok(Self { template: Template::parse(&index)?, filled })
    }
}

/// Leads to the app, until there is a landing page.
#[utoipa::path(
    get, path = "/", tag = "pages", operation_id = "getRoot",
    responses((status = 302, description = "To /app"))
)]
pub(super) async fn root(uri: Uri) -> Result {
    redirect("/app", &uri)
}

/// Leads to the sign-in screen.
#[utoipa::path(
    get, path = "/auth", tag = "pages", operation_id = "getAuth",
    responses((status = 302, description = "To /app?screen=auth"))
)]
pub(super) async fn auth(uri: Uri) -> Result {
    redirect("/app?screen=auth", &uri)
}

/// The app. With `articleId` the page carries that article's text, title and preview.
#[utoipa::path(
    get, path = "/app", tag = "pages", operation_id = "getApp",
    params(
        ("articleId" = Option<String>, Query, description = "The slug of the article to show"),
        ("screen" = Option<String>, Query, description = "The screen to show"),
        ("lang" = Option<Language>, Query, description = "Default `en`"),
    ),
    responses(
        (status = 200, description = "The page", content_type = "text/html", body = String),
        (status = 404, description = "The page, saying that there is no such article", content_type = "text/html", body = String),
    )
)]
pub(super) async fn app(State(web): State<Arc<Web>>, uri: Uri, asked: Asked) -> Result {
    let view = match (parameter(&uri, "articleId"), parameter(&uri, "screen")) {
        (Some(id), _) => Slug::parse(&id).map_or(View::Missing, View::Article),
        (None, Some(_)) => View::Screen,
        (None, None) => View::Home,
    };
    show(&web, view, language(&uri), &asked).await
}

/// Everything outside the table: a file of the bundle's root, or nothing.
pub(super) async fn fallback(State(web): State<Arc<Web>>, method: Method, uri: Uri, asked: Asked) -> Result {
    if !matches!(method, Method::GET | Method::HEAD) || routes::is_for_programs(uri.path()) {
        return Err(not_found());
    }
    match web.assets.get(uri.path()) {
        Some(file) => Ok(send(&asked, file, Caching::Revalidate).await?),
        None => show(&web, View::Missing, language(&uri), &asked).await,
    }
}

fn redirect(target: &str, uri: &Uri) -> Result {
    let mark = if target.contains('?') { '&' } else { '?' };
    let target = match parameter(uri, "lang").and_then(|code| code.parse::<Language>().ok()) {
        Some(language) => format!("{target}{mark}lang={language}"),
        None => target.to_owned(),
    };
    let mut response = Response::new(HttpBody::empty());
    *response.status_mut() = StatusCode::FOUND;
    let location = HeaderValue::try_from(target).map_err(|error| Error::internal("writing a redirect", error))?;
    response.headers_mut().insert(header::LOCATION, location);
    response.headers_mut().insert(header::CACHE_CONTROL, HeaderValue::from_static("no-cache"));
    Ok(response)
}

/// Pages ignore what they do not know: links arrive with all kinds of parameters.
fn parameter(uri: &Uri, wanted: &str) -> Option<String> {
    let mut parameters = url::form_urlencoded::parse(uri.query()?.as_bytes());
    parameters.find(|(name, _)| name == wanted).map(|(_, value)| value.into_owned())
}

fn language(uri: &Uri) -> Language {
    parameter(uri, "lang").and_then(|code| code.parse().ok()).unwrap_or(Language::En)
}

async fn show(web: &Web, view: View, language: Language, asked: &Asked) -> Result {
    // Taken before the content, which is then at least as new.
    let generation = web.app.catalogue.peek(|snapshot| snapshot.generation);
    let key = (generation, language, view);
    if let Some(body) = web.pages.filled.get(&key) {
        return answer(&key.2, body, asked).await;
    }
    let (page, view) = match page(web, &key.2, language).await {
        Err(error) if error.kind == Kind::NotFound => (shell::missing(language), View::Missing),
        page => (page?, key.2),
    };
    let html = web.pages.template.fill(&page, &web.public_url);
    let media_type = HeaderValue::from_static("text/html; charset=utf-8");
    let body = Arc::new(Body::new(html, media_type, Effort::Fast));
    web.pages.filled.insert((generation, language, view.clone()), Arc::clone(&body));
    answer(&view, body, asked).await
}

async fn page(web: &Web, view: &View, language: Language) -> Result<Page, Error> {
    Ok(match view {
        View::Home => shell::home(language, &browse::headlines(&web.app, &VISITOR, language, NEWEST)?),
        View::Screen => shell::screen(language),
        View::Missing => shell::missing(language),
        View::Article(slug) => {
            let revisions = browse::article(&web.app, &VISITOR, slug, language).await?;
            let revisions: Vec<ShellArticle> = serde_json::from_slice(revisions.identity())
                .map_err(|error| Error::internal("reading an article for its page", error))?;
            let last = revisions.last().ok_or_else(|| Error::not_found("There is no such article."))?;
            shell::article(language, last)
        }
    })
}

async fn answer(view: &View, body: Arc<Body>, asked: &Asked) -> Result {
    if *view != View::Missing {
        return Ok(send(asked, body, Caching::Revalidate).await?);
    }
    // Conditions count only where the answer would be a success (RFC 9110, 13.2.1).
    let asked = Asked { encoding: asked.encoding, if_none_match: None };
    let mut response = send(&asked, body, Caching::Revalidate).await?;
    *response.status_mut() = StatusCode::NOT_FOUND;
    Ok(response)
}
