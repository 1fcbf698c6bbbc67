//! The table of all routes with the access each needs: the router, the log's route names, the
//! access test and the test of the OpenAPI document are made from it.

use std::sync::Arc;

use axum::handler::Handler;
use axum::http::Method;
use axum::routing::{MethodRouter, delete, get, post};

use super::auth::{codes, config, me, provider, sessions, sign_in};
use super::{
    Web, analytics, articles, assets, campaigns, events, feeds, files, mail, notifications, og, openapi, pages,
    reports, site, sitemap, subscribers, subscriptions, users,
};

/// Who may use a route.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Access {
    /// Anybody, without signing in.
    Everyone,
    /// The bearer of an access token.
    Account,
    /// A program that knows the secret of the configuration, `mail.bounce_token`.
    Secret,
    /// A page of ours, in the browser that keeps the session: its request has the header of `auth/v1`.
    OwnPage,
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
    use Access::{Account, Everyone, OwnPage, Secret};
    vec![
        reading("/", Everyone, pages::root),
        reading("/app", Everyone, pages::app),
        reading("/auth", Everyone, pages::auth),
        reading("/privacy", Everyone, pages::privacy),
        reading("/terms", Everyone, pages::terms),
        reading("/campaigns", Everyone, campaigns::archive),
        reading("/campaigns/{id}", Everyone, campaigns::campaign),
        reading("/campaigns.xml", Everyone, campaigns::feed),
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
        reading("/subscriptions/{token}", Everyone, subscriptions::get),
        writing("/subscriptions/{token}", Everyone, subscriptions::change),
        deleting("/subscriptions/{token}", Everyone, subscriptions::delete),
        writing("/subscriptions/{token}/confirm", Everyone, subscriptions::confirm),
        writing("/subscriptions/{token}/undo-confirm", Everyone, subscriptions::undo_confirm),
        writing("/subscriptions/{token}/leave", Everyone, subscriptions::leave),
        writing("/subscriptions/{token}/rejoin", Everyone, subscriptions::rejoin),
        reading("/mail/confirm", Everyone, mail::pages::confirm_page),
        writing("/mail/confirm", Everyone, mail::pages::confirm),
        reading("/mail/preferences", Everyone, mail::pages::preferences_page),
        writing("/mail/preferences", Everyone, mail::pages::preferences),
        reading("/mail/unsubscribe", Everyone, mail::pages::unsubscribe_page),
        writing("/mail/unsubscribe", Everyone, mail::pages::unsubscribe),
        writing("/mail/bounces", Secret, mail::bounces::report),
        writing("/analytics/events", Everyone, analytics::record),
        writing("/users/like-article", Account, users::like),
        writing("/users/bookmark-article", Account, users::bookmark),
        writing("/users/follow-topic", Account, users::follow),
        writing("/users/track-article", Account, users::track),
        reading("/users/user-data/{uid}", Account, users::user_data),
        reading("/users/liked-articles/{uid}", Account, users::liked),
        reading("/users/bookmarked-articles/{uid}", Account, users::bookmarked),
        reading("/users/mail-preferences/{uid}", Account, subscriptions::settings),
        writing("/users/mail-preferences/{uid}", Account, subscriptions::change_settings),
        reading("/notifications/{uid}", Account, notifications::list),
        writing("/notifications/{uid}/clear-article", Account, notifications::clear),
        writing("/notifications/{uid}/clear", Account, notifications::clear_all),
        reading("/notifications/{uid}/stream", Account, events::stream),
        writing("/reports", Everyone, reports::send),
        reading("/auth/v1/config", Everyone, config::config),
        reading("/auth/v1/jwks.json", Everyone, config::jwks),
        writing("/auth/v1/methods", Everyone, sign_in::methods),
        writing("/auth/v1/sign-up", Everyone, sign_in::sign_up),
        writing("/auth/v1/sign-in/password", Everyone, sign_in::password),
        writing("/auth/v1/sign-in/email-link", Everyone, sign_in::email_link),
        writing("/auth/v1/idp/{provider}/start", Everyone, provider::start),
        reading("/auth/v1/idp/{provider}/callback", Everyone, provider::callback),
        reading("/auth/v1/idp/return.js", Everyone, provider::script),
        writing("/auth/v1/idp/result", Everyone, provider::result),
        writing("/auth/v1/link", Account, provider::connect),
        writing("/auth/v1/reauth/idp", Account, provider::reauth),
        writing("/auth/v1/reauth/password", Account, sign_in::reauth_password),
        writing("/auth/v1/reauth/email-link", Account, sign_in::reauth_email_link),
        writing("/auth/v1/oob/send", Everyone, codes::send),
        writing("/auth/v1/oob/device", Everyone, codes::device),
        writing("/auth/v1/oob/check", Everyone, codes::check),
        writing("/auth/v1/oob/apply", Everyone, codes::apply),
        writing("/auth/v1/oob/reset-password", Everyone, codes::reset_password),
        reading("/auth/v1/me", Account, me::me),
        writing("/auth/v1/me", Account, me::change),
        deleting("/auth/v1/me", Account, me::delete),
        reading("/auth/v1/me/export", Account, me::export),
        writing("/auth/v1/token", OwnPage, sessions::token),
        writing("/auth/v1/sign-out", OwnPage, sessions::sign_out),
        writing("/auth/v1/revoke", Account, sessions::revoke),
        reading("/auth/v1/sessions", Account, sessions::list),
        deleting("/auth/v1/sessions/{id}", Account, sessions::end),
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

fn deleting<H: Handler<T, Arc<Web>>, T: 'static>(path: &'static str, access: Access, handler: H) -> Route {
    Route { method: Method::DELETE, path, access, handler: delete(handler) }
}

/// First segments below which everything is called by programs: what is not found there is told
/// in JSON, elsewhere with a page.
const PROGRAMS: [&str; 17] = [
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
    "reports",
    "site",
    "subscribe",
    "subscriptions",
    "topics",
    "users",
];

pub(super) fn is_for_programs(path: &str) -> bool {
    let mut segments = path.trim_start_matches('/').split('/');
    let first = segments.next().unwrap_or_default();
    PROGRAMS.contains(&first) || (first == "auth" && segments.next().is_some())
}

/// Gives the table's path for a request's path, for the log.
pub(super) struct Names(Vec<Name>);

/// A path of the table, cut at its parameter.
struct Name {
    path: &'static str,
    parameter: Option<Parameter>,
}

struct Parameter {
    before: &'static str,
    after: &'static str,
    /// Whether it may hold several segments.
    is_rest: bool,
}

impl Names {
    pub(super) fn new() -> Self {
        Self(table().iter().map(|route| Name::new(route.path)).collect())
    }

    pub(super) fn of(&self, path: &str) -> &'static str {
        self.0.iter().find(|name| name.is_of(path)).map_or("none", |name| name.path)
    }
}

impl Name {
    fn new(path: &'static str) -> Self {
        let parameter = path.split_once('{').and_then(|(before, rest)| {
            let (name, after) = rest.split_once('}')?;
            Some(Parameter { before, after, is_rest: name.starts_with('*') })
        });
        Self { path, parameter }
    }

    fn is_of(&self, path: &str) -> bool {
        let Some(parameter) = &self.parameter else { return self.path == path };
        let value = path.strip_prefix(parameter.before).and_then(|rest| rest.strip_suffix(parameter.after));
        value.is_some_and(|value| !value.is_empty() && (parameter.is_rest || !value.contains('/')))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_log_names_the_route_and_not_what_was_asked() {
        let names = Names::new();
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
