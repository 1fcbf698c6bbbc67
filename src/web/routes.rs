//! The table of all routes with the access each needs: the router, the log's route names, the
//! access test and the test of the OpenAPI document are made from it.

use std::sync::Arc;

use axum::handler::Handler;
use axum::http::Method;
use axum::routing::{MethodRouter, get, post};

use super::{Web, analytics, articles, assets, feeds, files, og, openapi, pages, site, sitemap, subscribers};

/// Who may use a route.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Access {
    /// Anybody, without signing in.
    Everyone,
    /// The bearer of an access token.
    Account,
}

/// One line of the table.
pub struct Route {
    pub method: Method,
    /// Parameters in braces.
    pub path: &'static str,
    pub access: Access,
    pub(super) handler: MethodRouter<Arc<Web>>,
}

/// All routes. What is not here is a file of the bundle's root, or not found.
pub fn table() -> Vec<Route> {
    use Access::Everyone;
    vec![
        reading("/", Everyone, pages::root),
        reading("/app", Everyone, pages::app),
        reading("/auth", Everyone, pages::auth),
        reading("/privacy", Everyone, pages::privacy),
        reading("/terms", Everyone, pages::terms),
        reading("/feed.xml", Everyone, feeds::atom),
        reading("/feed.json", Everyone, feeds::json),
        reading("/sitemap.xml", Everyone, sitemap::sitemap),
        reading("/robots.txt", Everyone, sitemap::robots),
        reading("/og.png", Everyone, og::site),
        reading("/og/{file}", Everyone, og::article),
        reading("/assets/{*file}", Everyone, assets::file),
        reading("/lawchanges", Everyone, articles::list),
        reading("/lawchanges/{articleId}", Everyone, articles::article),
        reading("/topics", Everyone, articles::topics),
        reading("/deadlines", Everyone, articles::deadlines),
        reading("/site", Everyone, site::site),
        reading("/fetch-pdf", Everyone, files::fetch_pdf),
        writing("/subscribe", Everyone, subscribers::subscribe),
        writing("/analytics/events", Everyone, analytics::record),
        reading("/openapi.json", Everyone, openapi::serve),
        reading("/healthz", Everyone, site::healthz),
        reading("/readyz", Everyone, site::readyz),
    ]
}

fn reading<H: Handler<T, Arc<Web>>, T: 'static>(path: &'static str, access: Access, handler: H) -> Route {
    Route { method: Method::GET, path, access, handler: get(handler) }
}

fn writing<H: Handler<T, Arc<Web>>, T: 'static>(path: &'static str, access: Access, handler: H) -> Route {
    Route { method: Method::POST, path, access, handler: post(handler) }
}

/// First segments below which everything is called by programs: what is not found there is told
/// in JSON, elsewhere with a page.
const PROGRAMS: [&str; 15] = [
    "analytics",
    "assets",
    "deadlines",
    "fetch-pdf",
    "healthz",
    "lawchanges",
    "metrics",
    "notifications",
    "og",
    "openapi.json",
    "readyz",
    "site",
    "subscribe",
    "topics",
    "users",
];

pub(super) fn is_for_programs(path: &str) -> bool {
    let mut segments = path.trim_start_matches('/').split('/');
    let first = segments.next().unwrap_or_default();
    PROGRAMS.contains(&first) || (first == "auth" && segments.next().is_some())
}

/// Gives the table's path for a request's path, for the log.
pub(super) struct Names(Vec<(&'static str, Option<&'static str>)>);

impl Names {
    pub(super) fn new() -> Self {
        Self(table().iter().map(|route| (route.path, route.path.split_once('{').map(|(prefix, _)| prefix))).collect())
    }

    pub(super) fn of(&self, path: &str) -> &'static str {
        let found = self.0.iter().find(|(pattern, prefix)| match prefix {
            None => *pattern == path,
            Some(prefix) => path.starts_with(prefix) && path.len() > prefix.len(),
        });
        found.map_or("none", |(pattern, _)| pattern)
    }
}
