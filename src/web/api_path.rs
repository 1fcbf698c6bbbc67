//! The paths of the API, as opposed to those of pages.

/// First segments of the paths that programs call: a 404 below them is JSON, elsewhere it is a page.
const API_SEGMENTS: [&str; 34] = [
    ".well-known", "acts", "analytics", "assets", "calendars", "concerns", "concerns.ics", "coverage", "deadlines",
    "deadlines.ics", "desk", "duties", "fetch-pdf", "figures", "figures.csv", "follows", "healthz", "insights",
    "lawchanges", "metrics", "notifications", "og", "openapi.json", "operator", "overviews", "pictures", "readyz",
    "reports", "search", "site", "subscribe", "subscriptions", "topics", "users",
];

pub(super) fn is_api_path(path: &str) -> bool {
    let mut segments = path.trim_start_matches('/').split('/');
    let first = segments.next().unwrap_or_default();
    API_SEGMENTS.contains(&first) || (first == "auth" && segments.next().is_some())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::web::routes;

    /// First segments of the paths that people open.
    const PAGES: [&str; 16] = [
        "", "act", "app", "auth", "campaigns", "campaigns.xml", "feed.json", "feed.xml", "mail", "og.png", "overview",
        "privacy", "robots.txt", "sitemap.xml", "terms", "topic",
    ];

    #[test]
    fn each_route_begins_with_a_segment_of_the_api_or_of_pages() {
        let table = routes::table();
        let firsts = table.iter().filter_map(|route| route.path.split('/').nth(1));
        let unknown: Vec<_> = firsts.filter(|first| !API_SEGMENTS.contains(first) && !PAGES.contains(first)).collect();
        assert!(unknown.is_empty(), "add these to API_SEGMENTS, or to PAGES if people open them: {unknown:?}");
    }
}
