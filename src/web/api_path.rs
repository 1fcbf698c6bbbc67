//! The paths of the API, as opposed to those of pages.

/// First segments of the paths that programs call: a 404 below them is JSON, elsewhere it is a page.
const API_SEGMENTS: [&str; 33] = [
    ".well-known",
    "acts",
    "analytics",
    "assets",
    "calendars",
    "concerns",
    "concerns.ics",
    "coverage",
    "deadlines",
    "deadlines.ics",
    "desk",
    "duties",
    "fetch-pdf",
    "figures",
    "figures.csv",
    "follows",
    "healthz",
    "insights",
    "lawchanges",
    "metrics",
    "notifications",
    "og",
    "openapi.json",
    "operator",
    "overviews",
    "readyz",
    "reports",
    "search",
    "site",
    "subscribe",
    "subscriptions",
    "topics",
    "users",
];

pub(super) fn is_api_path(path: &str) -> bool {
    let mut segments = path.trim_start_matches('/').split('/');
    let first = segments.next().unwrap_or_default();
    API_SEGMENTS.contains(&first) || (first == "auth" && segments.next().is_some())
}
