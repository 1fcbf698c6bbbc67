//! The pages that links in messages open: `/mail/confirm`, `/mail/preferences` and `/mail/unsubscribe`, their
//! forms for browsers without scripts, and one-click unsubscribing (RFC 8058).
//!
//! A GET changes nothing: mail filters open links too.

use std::convert::Infallible;
use std::sync::Arc;

use axum::body::Body;
use axum::extract::{FromRequestParts, Request, State};
use axum::http::request::Parts;
use axum::http::{HeaderValue, Response, StatusCode, Uri, header};
use axum::response::IntoResponse;

use super::form::{FormFields, unknown_form};
use crate::domain::Language;
use crate::error::{Error, ErrorCode, Kind};
use crate::ops::mail::preferences;
use crate::web::error::{Failure, Result};
use crate::web::network::ClientNetwork;
use crate::web::operation::HtmlPage;
use crate::web::pages::parameters::parameter;
use crate::web::pages::response::secret_page;
use crate::web::shell::mail::{FormResult, MailPage, page, result};
use crate::web::state::{VISITOR, Web};

/// The address of a page behind a mailed link, with the link's token and the language of the page.
pub(in crate::web) struct MailedLink(Uri);

impl<S: Sync> FromRequestParts<S> for MailedLink {
    type Rejection = Infallible;

    async fn from_request_parts(parts: &mut Parts, _: &S) -> Result<Self, Infallible> {
        Ok(Self(parts.uri.clone()))
    }
}

/// Returns the page on which a subscriber confirms an address.
#[utoipa::path(get, path = "", tag = "pages", operation_id = "getConfirmPage", responses(HtmlPage))]
pub(in crate::web) async fn confirm_page(State(web): State<Arc<Web>>, MailedLink(uri): MailedLink) -> Result {
    show(&web, MailPage::Confirm, &uri).await
}

/// Returns the page of mail preferences.
#[utoipa::path(get, path = "", tag = "pages", operation_id = "getPreferencesPage", responses(HtmlPage))]
pub(in crate::web) async fn preferences_page(State(web): State<Arc<Web>>, MailedLink(uri): MailedLink) -> Result {
    show(&web, MailPage::Preferences, &uri).await
}

/// Returns the page on which an address unsubscribes.
#[utoipa::path(get, path = "", tag = "pages", operation_id = "getUnsubscribePage", responses(HtmlPage))]
pub(in crate::web) async fn unsubscribe_page(State(web): State<Arc<Web>>, MailedLink(uri): MailedLink) -> Result {
    show(&web, MailPage::Unsubscribe, &uri).await
}

/// Confirms an address, for browsers without scripts.
#[utoipa::path(
    post, path = "", tag = "pages", operation_id = "confirmByForm",
    request_body(content = String, content_type = "application/x-www-form-urlencoded", description = "`do=confirm`"),
    responses(
        (status = 200, description = "A page: the address is confirmed", content_type = "text/html", body = String),
        (status = 400, description = "A page: the link is not valid", content_type = "text/html", body = String),
        (status = 404, description = "A page: the subscription was deleted", content_type = "text/html", body = String),
        (status = 410, description = "A page: the link has expired or was used", content_type = "text/html", body = String),
        (status = 429, description = "A page: there were too many requests", content_type = "text/html", body = String),
    ),
)]
pub(in crate::web) async fn confirm(
    State(web): State<Arc<Web>>,
    network: ClientNetwork,
    MailedLink(uri): MailedLink,
    request: Request,
) -> Result {
    let language = language(&web, &uri).await;
    let done = async {
        web.count_link(network)?;
        FormFields::read(request).await?.expect("do", "confirm")?;
        preferences::confirm(&web.app, &VISITOR, &token(&uri)).await?;
        Ok(FormResult::Confirmed)
    };
    answer(&web, done.await, language)
}

/// Changes mail preferences, for browsers without scripts. `do` is `save`, `leave`, `delete`, or `link` for a new link.
#[utoipa::path(
    post, path = "", tag = "pages", operation_id = "changePreferencesByForm",
    request_body(content = String, content_type = "application/x-www-form-urlencoded", description = "The form's fields"),
    responses(
        (status = 200, description = "A page with the result", content_type = "text/html", body = String),
        (status = 400, description = "A page: the link or the form is not valid", content_type = "text/html", body = String),
        (status = 404, description = "A page: the subscription was deleted", content_type = "text/html", body = String),
        (status = 410, description = "A page: the link only unsubscribes", content_type = "text/html", body = String),
        (status = 429, description = "A page: there were too many requests", content_type = "text/html", body = String),
    ),
)]
pub(in crate::web) async fn preferences(
    State(web): State<Arc<Web>>,
    network: ClientNetwork,
    MailedLink(uri): MailedLink,
    request: Request,
) -> Result {
    let language = language(&web, &uri).await;
    let done = async {
        web.count_link(network)?;
        Ok(apply_form(&web, &FormFields::read(request).await?, &token(&uri)).await?)
    };
    answer(&web, done.await, language)
}

async fn apply_form(web: &Web, form: &FormFields, token: &str) -> Result<FormResult, Error> {
    match form.get("do") {
        Some("leave") => preferences::leave(&web.app, &VISITOR, token).await.map(|_| FormResult::Left),
        Some("delete") => preferences::delete(&web.app, &VISITOR, token).await.map(|()| FormResult::Deleted),
        Some("link") => preferences::send_link(&web.app, &VISITOR, token).await.map(|()| FormResult::LinkSent),
        Some("save") => {
            let current = preferences::get(&web.app, &VISITOR, token).await?;
            preferences::change(&web.app, &VISITOR, token, form.change(&current)).await.map(|_| FormResult::Saved)
        }
        _ => Err(unknown_form()),
    }
}

/// Unsubscribes from all mails: by the page's form, or by a mail program with one click (RFC 8058).
///
/// One-click requests are not limited by network: they come from the network of a mail provider.
#[utoipa::path(
    post, path = "", tag = "pages", operation_id = "unsubscribe",
    request_body(content = String, content_type = "application/x-www-form-urlencoded", description = "`List-Unsubscribe=One-Click`, also as multipart/form-data; or `do=leave` by our form"),
    responses(
        (status = 200, description = "Unsubscribed: a line of text for a mail program, a page for the form", content_type = "text/plain", body = String),
        (status = 400, description = "A page: the link or the form is not valid", content_type = "text/html", body = String),
        (status = 429, description = "A page: there were too many requests", content_type = "text/html", body = String),
    ),
)]
pub(in crate::web) async fn unsubscribe(
    State(web): State<Arc<Web>>,
    network: ClientNetwork,
    MailedLink(uri): MailedLink,
    request: Request,
) -> Result {
    let form = FormFields::read(request).await;
    let left = async {
        let by_click = form?.is_one_click()?;
        if !by_click {
            web.count_link(network)?;
        }
        match preferences::leave(&web.app, &VISITOR, &token(&uri)).await {
            Err(error) => {
                // Guesses count against the network's limit.
                web.count_link(network)?;
                Err(Failure::from(error))
            }
            Ok(_) => Ok(by_click),
        }
    };
    match left.await {
        Ok(true) => Ok(line("unsubscribed\n")),
        left => answer(&web, left.map(|_| FormResult::Left), language(&web, &uri).await),
    }
}

fn token(uri: &Uri) -> String {
    parameter(uri, "token").unwrap_or_default()
}

/// Responds with the page in the subscriber's language. A link that is not valid shows nothing about an address.
async fn show(web: &Web, which: MailPage, uri: &Uri) -> Result {
    let found = match preferences::get(&web.app, &VISITOR, &token(uri)).await {
        Err(error) if matches!(error.kind, Kind::Invalid | Kind::NotFound | Kind::Gone) => None,
        found => Some(found?),
    };
    let language = asked_language(uri).unwrap_or_else(|| found.as_ref().map_or(Language::En, |found| found.language));
    Ok(secret_page(web, page(which, language, found.as_ref()), StatusCode::OK, true))
}

async fn language(web: &Web, uri: &Uri) -> Language {
    match asked_language(uri) {
        Some(language) => language,
        None => preferences::get(&web.app, &VISITOR, &token(uri)).await.map_or(Language::En, |found| found.language),
    }
}

fn asked_language(uri: &Uri) -> Option<Language> {
    parameter(uri, "lang").and_then(|code| code.parse().ok())
}

/// Responds with a page about the form's result; errors that are not about the link or the form get the usual error
/// body.
fn answer(web: &Web, done: Result<FormResult>, language: Language) -> Result {
    let (outcome, status) = match done {
        Ok(done) => (done, StatusCode::OK),
        Err(failure) => match failure.error.kind {
            Kind::Gone if failure.error.code == ErrorCode::LinkExpired => (FormResult::Expired, failure.status),
            Kind::Gone if failure.error.code == ErrorCode::LinkUsed => (FormResult::Used, failure.status),
            Kind::Gone => (FormResult::TooOld, failure.status),
            Kind::NotFound => (FormResult::Missing, failure.status),
            Kind::Invalid => (FormResult::Invalid, failure.status),
            Kind::TooMany => (FormResult::TooMany, failure.status),
            _ => return Err(failure),
        },
    };
    Ok(secret_page(web, result(outcome, language), status, false))
}

fn line(text: &'static str) -> Response<Body> {
    // axum adds the media type of plain text.
    ([(header::CACHE_CONTROL, HeaderValue::from_static("no-store"))], text).into_response()
}
