//! The table of all routes: method, path, access and handler. The router, the route names of the log, the OpenAPI
//! document and the access test are made from it.

use std::sync::Arc;

use axum::handler::Handler;
use axum::http::Method;
use axum::routing::{self, MethodRouter};

pub use super::access::{AFTER_SECOND_FACTOR, Access, BEFORE_SECOND_FACTOR, BEFORE_VERIFICATION};
use super::auth::{
    browser_account, codes, config, factor_enrolment, first_operator, guests, link, me, passkeys, phone, provider,
    provider_callback, second_factor, sessions, sign_in,
};
use super::handler_input::Inputs;
use super::state::Web;
use super::{
    acts, analytics, articles, calendars, campaigns, concerns, coverage, desk, done_steps, events, feeds, files,
    follow_volume, follows, law_figures, mail, marks, notifications, og, operator, overviews, pages, pictures,
    read_notifications, reader_profiles, reminders, reports, search, site, sitemap, subscribers, subscriptions, users,
    well_known,
};

/// A row of the table.
pub struct Route {
    pub method: Method,
    /// Parameters in braces.
    pub path: &'static str,
    pub access: Access,
    pub(super) handler: MethodRouter<Arc<Web>>,
}

impl Route {
    /// Whether the call requires a verified address when `verify_email` is `hard`.
    pub fn requires_verified_email(&self) -> bool {
        let name = format!("{} {}", self.method, self.path);
        self.access.needs_account()
            && !self.method.is_safe()
            && BEFORE_VERIFICATION.iter().all(|(open, _)| *open != name)
    }
}

/// Makes the table of routes and the operations of the API document from one list. utoipa requires a path in the
/// attribute of a handler; it is empty there, and the document takes the path of the row.
macro_rules! routes {
    ($($method:ident($path:literal, $access:ident, $($handler:ident)::+),)*) => {
        /// All routes. Any other path is a file at the root of the UI bundle, or not found.
        pub fn table() -> Vec<Route> {
            vec![$($method($path, Access::$access, $($handler)::+)),*]
        }

        /// What the attribute of each route's handler declares and what its arguments add, in the order of the table.
        pub(super) const OPERATIONS: &[fn() -> (utoipa::openapi::OpenApi, Inputs)] = &[$({
            #[derive(utoipa::OpenApi)]
            #[openapi(paths($($handler)::+))]
            struct Declared;
            || (<Declared as utoipa::OpenApi>::openapi(), Inputs::of($($handler)::+))
        }),*];
    };
}

routes![
    get("/", Everyone, pages::root),
    get("/app", Everyone, pages::app),
    get("/topic/{id}", Everyone, pages::topic),
    get("/act/{id}", Everyone, pages::act),
    get("/overview/{id}", Everyone, pages::overview),
    get("/auth", Everyone, pages::auth),
    get("/privacy", Everyone, pages::privacy),
    get("/terms", Everyone, pages::terms),
    get("/campaigns", Everyone, campaigns::archive),
    get("/campaigns/{id}", Everyone, campaigns::campaign),
    get("/campaigns.xml", Everyone, campaigns::feed),
    get("/feed.xml", Everyone, feeds::atom),
    get("/feed.json", Everyone, feeds::json),
    get("/sitemap.xml", Everyone, sitemap::sitemap),
    get("/robots.txt", Everyone, sitemap::robots),
    get("/og.png", Everyone, og::site),
    get("/og/{file}", Everyone, og::article),
    get("/assets/{*file}", Everyone, pages::asset),
    get("/lawchanges", Everyone, articles::list),
    get("/lawchanges/{articleId}", Everyone, articles::article),
    get("/lawchanges/{articleId}/amendments", Everyone, articles::amendments::amendments),
    get("/acts/{id}", Everyone, acts::act),
    get("/acts/{id}/history", Everyone, acts::history),
    get("/search", Everyone, search::search),
    get("/search/suggest", Everyone, search::suggest),
    get("/follows/volume", Everyone, follow_volume::volume),
    get("/topics", Everyone, articles::topics),
    get("/insights", Everyone, articles::insights::insights),
    get("/overviews", Everyone, overviews::list),
    get("/overviews/{id}", Everyone, overviews::overview),
    get("/deadlines", Everyone, articles::deadlines::deadlines),
    get("/duties", Everyone, articles::duties::duties),
    get("/figures", Everyone, law_figures::figures),
    get("/figures.csv", Everyone, law_figures::table),
    get("/deadlines.ics", Everyone, calendars::feed),
    get("/deadlines/{file}", Everyone, calendars::deadline),
    get("/calendars/{file}", Everyone, calendars::private::feed),
    get("/deadlines/within", Everyone, articles::terms::term_end),
    get("/deadlines/holidays", Everyone, articles::holidays::holidays),
    get("/coverage", Everyone, coverage::coverage),
    get("/coverage/calendar", Everyone, coverage::calendar),
    get("/site", Everyone, site::site),
    get("/fetch-pdf", Everyone, files::fetch_pdf),
    post("/subscribe", Everyone, subscribers::subscribe),
    get("/subscriptions/{token}", Everyone, subscriptions::get),
    post("/subscriptions/{token}", Everyone, subscriptions::change),
    delete("/subscriptions/{token}", Everyone, subscriptions::delete),
    post("/subscriptions/{token}/confirm", Everyone, subscriptions::confirm),
    post("/subscriptions/{token}/undo-confirm", Everyone, subscriptions::undo_confirm),
    post("/subscriptions/{token}/leave", Everyone, subscriptions::leave),
    post("/subscriptions/{token}/rejoin", Everyone, subscriptions::rejoin),
    post("/subscriptions/{token}/new-link", Everyone, subscriptions::send_link),
    get("/mail/confirm", Everyone, mail::pages::confirm_page),
    post("/mail/confirm", Everyone, mail::pages::confirm),
    get("/mail/preferences", Everyone, mail::pages::preferences_page),
    post("/mail/preferences", Everyone, mail::pages::preferences),
    get("/mail/unsubscribe", Everyone, mail::pages::unsubscribe_page),
    post("/mail/unsubscribe", Everyone, mail::pages::unsubscribe),
    post("/mail/bounces", Secret, mail::bounces::report),
    post("/concerns", Everyone, concerns::concerns),
    post("/concerns.ics", Everyone, calendars::of_answers),
    get("/concerns/questions", Everyone, concerns::questions),
    post("/analytics/events", Everyone, analytics::record),
    post("/users/like-article", Account, marks::like),
    post("/users/bookmark-article", Account, marks::bookmark),
    post("/users/follow-topic", Account, marks::follow),
    post("/users/track-article", Account, marks::track),
    post("/users/done-steps", Account, done_steps::tick),
    get("/users/profiles/{uid}", Account, reader_profiles::list),
    post("/users/profiles/{uid}", Account, reader_profiles::change),
    delete("/users/profiles/{uid}", Account, reader_profiles::remove_all),
    post("/users/profiles/{uid}/merge", Account, reader_profiles::merge),
    delete("/users/profiles/{uid}/{id}", Account, reader_profiles::remove),
    get("/users/user-data/{uid}", Account, users::user_data),
    get("/users/liked-articles/{uid}", Account, users::liked),
    get("/users/bookmarked-articles/{uid}", Account, users::bookmarked),
    get("/users/tracked-articles/{uid}", Account, users::tracked),
    get("/users/mail-preferences/{uid}", Account, subscriptions::settings),
    post("/users/mail-preferences/{uid}", Account, subscriptions::change_settings),
    get("/users/follows/{uid}", Account, follows::list),
    post("/users/follows/{uid}", Account, follows::change),
    get("/users/reminders/{uid}", Account, reminders::settings),
    post("/users/reminders/{uid}", Account, reminders::change),
    get("/users/calendar/{uid}", Account, calendars::private::settings),
    post("/users/calendar/{uid}", Account, calendars::private::change),
    post("/users/calendar/{uid}/address", Account, calendars::private::renew),
    delete("/users/calendar/{uid}/address", Account, calendars::private::close),
    get("/notifications/{uid}", Account, notifications::list),
    post("/notifications/{uid}/clear-article", Account, notifications::clear),
    post("/notifications/{uid}/clear", Account, notifications::clear_all),
    get("/notifications/{uid}/read", Account, read_notifications::list),
    delete("/notifications/{uid}/read", Account, read_notifications::remove_all),
    get("/notifications/{uid}/stream", Account, events::stream),
    post("/reports", Everyone, reports::send),
    get("/desk/drafts", Editor, desk::drafts::list),
    get("/desk/drafts/{slug}", Editor, desk::drafts::show),
    post("/desk/drafts/{slug}", Editor, desk::drafts::save),
    get("/desk/drafts/{slug}/preview", Editor, desk::drafts::preview),
    get("/desk/drafts/{slug}/amendments", Editor, desk::drafts::amendments),
    post("/desk/drafts/{slug}/publish", Editor, desk::decisions::publish),
    post("/desk/drafts/{slug}/cancel", Editor, desk::decisions::cancel),
    post("/desk/drafts/{slug}/source", Editor, desk::decisions::adopt_source),
    post("/desk/drafts/{slug}/reject", Editor, desk::decisions::reject),
    post("/desk/drafts/{slug}/reopen", Editor, desk::decisions::reopen),
    get("/desk/conditions", Editor, desk::conditions::parts),
    post("/desk/conditions", Editor, desk::conditions::read),
    post("/desk/figures/{id}/confirm", Editor, law_figures::confirm),
    get("/desk/overviews", Editor, desk::overviews::list),
    get("/desk/overviews/{id}", Editor, desk::overviews::show),
    post("/desk/overviews/{id}", Editor, desk::overviews::save),
    post("/desk/overviews/{id}/publish", Editor, desk::overviews::publish),
    post("/desk/overviews/{id}/reject", Editor, desk::overviews::reject),
    post("/desk/overviews/{id}/reopen", Editor, desk::overviews::reopen),
    get("/operator/status", Operator, operator::status::show),
    get("/operator/checks", Operator, operator::status::checks),
    get("/operator/outbox", Operator, operator::mails::messages),
    post("/operator/outbox/{id}/retry", Operator, operator::mails::retry_message),
    get("/operator/subscribers", Operator, operator::mails::subscribers),
    get("/operator/campaigns", Operator, operator::campaigns::list),
    post("/operator/campaigns/{id}", Operator, operator::campaigns::pause),
    get("/operator/backups", Operator, operator::backups::list),
    get("/operator/reports", Operator, operator::reports::list),
    post("/operator/reports/{id}/close", Operator, operator::reports::close),
    get("/operator/accounts", Operator, operator::accounts::list),
    get("/pictures/{token}", Everyone, pictures::picture),
    get("/auth/v1/config", Everyone, config::config),
    get("/auth/v1/jwks.json", Everyone, config::jwks),
    post("/auth/v1/methods", Everyone, sign_in::methods),
    post("/auth/v1/sign-up", Everyone, sign_in::sign_up),
    post("/auth/v1/sign-in/password", Everyone, sign_in::password),
    post("/auth/v1/sign-in/email-link", Everyone, sign_in::email_link),
    post("/auth/v1/sign-in/anonymous", Everyone, guests::sign_in),
    post("/auth/v1/sign-in/phone", Everyone, phone::sign_in),
    post("/auth/v1/captcha", Everyone, phone::captcha),
    post("/auth/v1/phone/send", Everyone, phone::send),
    post("/auth/v1/phone/link", Account, phone::link),
    post("/auth/v1/merge-guest", Account, guests::merge),
    post("/auth/v1/idp/{provider}/start", Everyone, provider::start),
    get("/auth/v1/idp/{provider}/callback", Everyone, provider_callback::callback),
    post("/auth/v1/idp/{provider}/callback", Everyone, provider_callback::posted_callback),
    get("/auth/v1/idp/{provider}/metadata", Everyone, provider_callback::metadata),
    get("/auth/v1/idp/return.js", Everyone, provider_callback::script),
    post("/auth/v1/idp/{provider}/browser/start", Everyone, browser_account::start),
    post("/auth/v1/idp/{provider}/browser/finalize", Everyone, browser_account::finish),
    post("/auth/v1/idp/result", Everyone, provider::result),
    post("/auth/v1/link", Account, link::connect),
    delete("/auth/v1/link/{provider}", Account, link::disconnect),
    post("/auth/v1/reauth/idp", Account, link::reauth),
    post("/auth/v1/reauth/password", Account, sign_in::reauth_password),
    post("/auth/v1/reauth/email-link", Account, sign_in::reauth_email_link),
    post("/auth/v1/mfa/sign-in/start", Everyone, second_factor::send),
    post("/auth/v1/mfa/sign-in/finalize", Everyone, second_factor::finalize),
    get("/auth/v1/mfa", Account, second_factor::list),
    post("/auth/v1/mfa/enroll/start", Account, factor_enrolment::enrol_start),
    post("/auth/v1/mfa/enroll/finalize", Account, factor_enrolment::enrol_finalize),
    post("/auth/v1/mfa/withdraw", Account, second_factor::withdraw),
    post("/auth/v1/mfa/rename", Account, second_factor::rename),
    post("/auth/v1/mfa/recovery-codes", Account, second_factor::recovery_codes),
    post("/auth/v1/reauth/passkey/start", Account, passkeys::start_reauth),
    post("/auth/v1/reauth/passkey", Account, passkeys::finish_reauth),
    post("/auth/v1/passkeys/sign-in/start", Everyone, passkeys::start_sign_in),
    post("/auth/v1/passkeys/sign-in/finalize", Everyone, passkeys::finish_sign_in),
    post("/auth/v1/passkeys/enroll/start", Account, passkeys::start_enrolment),
    post("/auth/v1/passkeys/enroll/finalize", Account, passkeys::finish_enrolment),
    get("/auth/v1/passkeys", Account, passkeys::list),
    post("/auth/v1/passkeys/{id}", Account, passkeys::rename),
    delete("/auth/v1/passkeys/{id}", Account, passkeys::remove),
    post("/auth/v1/reauth/phone", Account, phone::reauth),
    post("/auth/v1/oob/send", Everyone, codes::send),
    post("/auth/v1/oob/device", Everyone, codes::device),
    post("/auth/v1/oob/check", Everyone, codes::check),
    post("/auth/v1/oob/apply", Everyone, codes::apply),
    post("/auth/v1/oob/reset-password", Everyone, codes::reset_password),
    get("/auth/v1/me", Account, me::me),
    post("/auth/v1/me", Account, me::change),
    delete("/auth/v1/me", Account, me::delete),
    get("/auth/v1/me/export", Account, me::export),
    post("/auth/v1/token", OwnPage, sessions::token),
    post("/auth/v1/sign-out", OwnPage, sessions::sign_out),
    post("/auth/v1/revoke", Account, sessions::revoke),
    post("/auth/v1/first-operator", Account, first_operator::become_first),
    get("/auth/v1/sessions", Account, sessions::list),
    delete("/auth/v1/sessions/{id}", Account, sessions::end),
    get("/auth/v1/activity", Account, sessions::activity),
    get("/.well-known/security.txt", Everyone, well_known::security_txt),
    get("/.well-known/change-password", Everyone, well_known::change_password),
    get("/openapi.json", Everyone, site::openapi),
    get("/healthz", Everyone, site::healthz),
    get("/readyz", Everyone, site::readyz),
];

fn get<H: Handler<T, Arc<Web>>, T: 'static>(path: &'static str, access: Access, handler: H) -> Route {
    Route { method: Method::GET, path, access, handler: routing::get(handler) }
}

fn post<H: Handler<T, Arc<Web>>, T: 'static>(path: &'static str, access: Access, handler: H) -> Route {
    Route { method: Method::POST, path, access, handler: routing::post(handler) }
}

fn delete<H: Handler<T, Arc<Web>>, T: 'static>(path: &'static str, access: Access, handler: H) -> Route {
    Route { method: Method::DELETE, path, access, handler: routing::delete(handler) }
}
