//! The names of routes in the log.

use super::routes;

/// Finds the route of a request path, for the log.
///
/// axum's `MatchedPath` exists only inside the router: reading it would cost a layer, and so an allocation, on each
/// request. This is axum's own matcher over the same paths.
// docs/decisions/0068
pub(super) struct RouteNames(matchit::Router<&'static str>);

/// The name of a path that is no route.
const NONE: &str = "none";

/// The names that [`RouteNames::of`] returns.
pub(super) fn all() -> impl Iterator<Item = &'static str> {
    routes::table().into_iter().map(|route| route.path).chain([NONE])
}

impl RouteNames {
    pub(super) fn new() -> Self {
        let mut names = matchit::Router::new();
        for path in routes::table().iter().map(|route| route.path) {
            // A path of several methods is inserted once.
            names.insert(path, path).ok();
        }
        Self(names)
    }

    pub(super) fn of(&self, path: &str) -> &'static str {
        self.0.at(path).map_or(NONE, |route| route.value)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_log_has_the_route_and_not_the_request_path() {
        let names = RouteNames::new();
        for (path, name) in [
            ("/app", "/app"),
            ("/lawchanges/a", "/lawchanges/{articleId}"),
            ("/assets/a/b.js", "/assets/{*file}"),
            ("/notifications/u", "/notifications/{uid}"),
            ("/notifications/u/stream", "/notifications/{uid}/stream"),
            ("/notifications/u/other", "none"),
            ("/notifications/", "none"),
            ("/nothing", "none"),
        ] {
            assert_eq!(names.of(path), name, "{path}");
        }
    }
}
