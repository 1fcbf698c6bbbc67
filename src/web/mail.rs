//! The pages behind the links in mails with their forms, one-click unsubscribing (RFC 8058), and where
//! mail providers report what came back. Looking at a page changes nothing: mail filters look too.

use std::sync::Arc;

use axum::Extension;
use axum::body::Body;
use axum::extract::{FromRequest, Multipart, Request, State};
use axum::http::{HeaderMap, HeaderValue, Response, StatusCode, Uri, header};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::error::{Failure, Result, unsupported_media_type};
use super::extract::{body, media_type};
use super::limit::Peer;
use super::pages::{self, parameter};
use super::shell::mail::{MailPage, Told, page, told};
use super::site::json;
use super::{VISITOR, Web};
use crate::domain::mailing::DigestFrequency;
use crate::domain::{Importance, Language};
use crate::error::{Error, Kind, Problem};
use crate::ops::mail::bounces::{self, Intake, Report};
use crate::ops::mail::preferences::{self, PreferencesChange, Subscription};

/// A form of ours has some dozens of short fields.
const FORM_BYTES: u64 = 16 * 1024;

/// Where an address is confirmed.
#[utoipa::path(
    get, path = "/mail/confirm", tag = "pages", operation_id = "getConfirmPage",
    params(
        ("token" = String, Query, description = "Of the mailed link"),
        ("lang" = Option<Language>, Query, description = "Default the subscriber's"),
    ),
    responses((status = 200, description = "The page; nothing is changed", content_type = "text/html", body = String))
)]
pub(super) async fn confirm_page(State(web): State<Arc<Web>>, uri: Uri) -> Result {
    show(&web, MailPage::Confirm, &uri).await
}

/// Where an address says what it gets.
#[utoipa::path(
    get, path = "/mail/preferences", tag = "pages", operation_id = "getPreferencesPage",
    params(
        ("token" = String, Query, description = "Of the mailed link"),
        ("lang" = Option<Language>, Query, description = "Default the subscriber's"),
    ),
    responses((status = 200, description = "The page", content_type = "text/html", body = String))
)]
pub(super) async fn preferences_page(State(web): State<Arc<Web>>, uri: Uri) -> Result {
    show(&web, MailPage::Preferences, &uri).await
}

/// Where an address leaves all mails.
#[utoipa::path(
    get, path = "/mail/unsubscribe", tag = "pages", operation_id = "getUnsubscribePage",
    params(
        ("token" = String, Query, description = "Of the mailed link"),
        ("lang" = Option<Language>, Query, description = "Default the subscriber's"),
    ),
    responses((status = 200, description = "The page; nothing is changed", content_type = "text/html", body = String))
)]
pub(super) async fn unsubscribe_page(State(web): State<Arc<Web>>, uri: Uri) -> Result {
    show(&web, MailPage::Unsubscribe, &uri).await
}

/// Confirms the address, for browsers without scripts.
#[utoipa::path(
    post, path = "/mail/confirm", tag = "pages", operation_id = "confirmByForm",
    params(("token" = String, Query, description = "Of the mailed link")),
    request_body(content = String, content_type = "application/x-www-form-urlencoded", description = "`do=confirm`"),
    responses(
        (status = 200, description = "A page: it is confirmed", content_type = "text/html", body = String),
        (status = 400, description = "A page: the link is not good", content_type = "text/html", body = String),
        (status = 404, description = "A page: it was deleted meanwhile", content_type = "text/html", body = String),
        (status = 410, description = "A page: the link has expired", content_type = "text/html", body = String),
        (status = 429, description = "A page: too many from this network", content_type = "text/html", body = String),
    )
)]
pub(super) async fn confirm(
    State(web): State<Arc<Web>>,
    Extension(peer): Extension<Peer>,
    uri: Uri,
    headers: HeaderMap,
    request: Request,
) -> Result {
    let language = language(&web, &uri).await;
    let done = async {
        web.check_link(peer, &headers)?;
        Form::read(request).await?.expect("do", "confirm")?;
        preferences::confirm(&web.app, &VISITOR, &token(&uri)).await?;
        Ok(Told::Confirmed)
    };
    answer(&web, done.await, language)
}

/// Changes what the address gets, for browsers without scripts; `do` is `save`, `leave` or `delete`.
#[utoipa::path(
    post, path = "/mail/preferences", tag = "pages", operation_id = "changePreferencesByForm",
    params(("token" = String, Query, description = "Of the mailed link")),
    request_body(content = String, content_type = "application/x-www-form-urlencoded", description = "The form's fields"),
    responses(
        (status = 200, description = "A page: it is done", content_type = "text/html", body = String),
        (status = 400, description = "A page: the link is not good, or the form", content_type = "text/html", body = String),
        (status = 404, description = "A page: it was deleted meanwhile", content_type = "text/html", body = String),
        (status = 429, description = "A page: too many from this network", content_type = "text/html", body = String),
    )
)]
pub(super) async fn preferences(
    State(web): State<Arc<Web>>,
    Extension(peer): Extension<Peer>,
    uri: Uri,
    headers: HeaderMap,
    request: Request,
) -> Result {
    let language = language(&web, &uri).await;
    let done = async {
        web.check_link(peer, &headers)?;
        Ok(do_as_asked(&web, &Form::read(request).await?, &token(&uri)).await?)
    };
    answer(&web, done.await, language)
}

async fn do_as_asked(web: &Web, form: &Form, token: &str) -> Result<Told, Error> {
    match form.get("do") {
        Some("leave") => preferences::leave(&web.app, &VISITOR, token).await.map(|_| Told::Left),
        Some("delete") => preferences::delete(&web.app, &VISITOR, token).await.map(|()| Told::Deleted),
        Some("save") => {
            let now = preferences::get(&web.app, &VISITOR, token).await?;
            preferences::change(&web.app, &VISITOR, token, form.change(&now)).await.map(|_| Told::Saved)
        }
        _ => Err(not_ours()),
    }
}

/// Leaves all mails: by the page's form, or by a mail program with one click (RFC 8058).
///
/// The click is not counted against its network, which is that of a mail provider.
#[utoipa::path(
    post, path = "/mail/unsubscribe", tag = "pages", operation_id = "unsubscribe",
    params(("token" = String, Query, description = "Of the mailed link")),
    request_body(
        content = String, content_type = "application/x-www-form-urlencoded",
        description = "`List-Unsubscribe=One-Click`, also as multipart/form-data; or `do=leave` by our form"
    ),
    responses(
        (status = 200, description = "Nothing more is sent; one line for a program, a page for our form", content_type = "text/plain", body = String),
        (status = 400, description = "The link or the body is not good", content_type = "text/html", body = String),
        (status = 429, description = "Too many from this network", content_type = "text/html", body = String),
    )
)]
pub(super) async fn unsubscribe(
    State(web): State<Arc<Web>>,
    Extension(peer): Extension<Peer>,
    uri: Uri,
    headers: HeaderMap,
    request: Request,
) -> Result {
    let form = Form::read(request).await;
    let left = async {
        let by_click = form?.is_one_click()?;
        if !by_click {
            web.check_link(peer, &headers)?;
        }
        match preferences::leave(&web.app, &VISITOR, &token(&uri)).await {
            Err(error) => {
                // Guessing is what is counted.
                web.check_link(peer, &headers)?;
                Err(Failure::from(error))
            }
            Ok(_) => Ok(by_click),
        }
    };
    match left.await {
        Ok(true) => Ok(line("unsubscribed\n")),
        left => answer(&web, left.map(|_| Told::Left), language(&web, &uri).await),
    }
}

/// What became of what was posted.
#[derive(Debug, Serialize, ToSchema)]
pub(super) struct Taken {
    /// Mails that did not arrive, complaints and requests to be left alone that were written down.
    taken: u64,
    /// What is not about a mail of ours, or was known already.
    unknown: u64,
}

/// A report of a mail provider.
#[derive(Debug, Deserialize, ToSchema)]
pub(super) struct BounceReport {
    #[schema(format = Email)]
    email: String,
    #[schema(value_type = String, example = "hard")]
    kind: bounces::Failure,
    /// What the mail server said.
    #[serde(default)]
    reason: String,
    /// The `Message-ID` of the mail, with which a report counts once.
    #[serde(default)]
    message_id: Option<String>,
}

/// Reports a mail that came back: the mail itself, or JSON. `kind` is `hard`, `soft` or `complaint`.
#[utoipa::path(
    post, path = "/mail/bounces", tag = "subscribers", operation_id = "reportBounce",
    request_body(content((String = "message/rfc822"), (BounceReport = "application/json"))), security(("bearer" = [])),
    responses(
        (status = 200, description = "It is written down", body = Taken),
        (status = 400, description = "Not the documented shape", body = Problem),
        (status = 401, description = "`invalid_secret`: not the bearer of `mail.bounce_token`", body = Problem),
        (status = 413, description = "Larger than 1 MiB", body = Problem),
        (status = 415, description = "Neither a mail nor JSON", body = Problem),
        (status = 429, description = "Too many without the secret from this network; see Retry-After", body = Problem),
    )
)]
pub(super) async fn bounces(
    State(web): State<Arc<Web>>,
    Extension(peer): Extension<Peer>,
    headers: HeaderMap,
    request: Request,
) -> Result {
    let bearer = headers.get(header::AUTHORIZATION).and_then(|value| value.to_str().ok()?.split_once(' '));
    let secret = bearer.filter(|(scheme, _)| scheme.eq_ignore_ascii_case("bearer")).map(|(_, secret)| secret.trim());
    let actor = match bounces::authorize(&web.app, secret.unwrap_or_default()) {
        Ok(actor) => actor,
        Err(error) => {
            web.check_link(peer, &headers)?;
            return Err(error.into());
        }
    };
    let intake = match media_type(&headers).as_str() {
        "message/rfc822" => {
            let raw = body(request, bounces::MAX_BYTES as u64).await?;
            bounces::take(&web.app, &actor, &raw).await?
        }
        "application/json" => {
            let super::extract::Json(report): super::extract::Json<BounceReport> =
                super::extract::Json::from_request(request, &web).await?;
            let BounceReport { email, kind, reason, message_id } = report;
            bounces::report(&web.app, &actor, Report { email, kind, reason, message_id }).await?
        }
        _ => return Err(unsupported_media_type()),
    };
    let Intake { hard, soft, complaints, unsubscribed, unknown, ignored, .. } = intake;
    json(&Taken { taken: hard + soft + complaints + unsubscribed, unknown: unknown + ignored })
}

fn token(uri: &Uri) -> String {
    parameter(uri, "token").unwrap_or_default()
}

/// The page in the language of the address, of which nothing is said when the link is not good.
async fn show(web: &Web, which: MailPage, uri: &Uri) -> Result {
    let found = preferences::get(&web.app, &VISITOR, &token(uri)).await.ok();
    let language = asked_language(uri).unwrap_or_else(|| found.as_ref().map_or(Language::En, |found| found.language));
    Ok(pages::secret(web, page(which, language, found.as_ref()), StatusCode::OK, true))
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

/// A page that tells what was done, or why not; what is no fault of the link's is answered as always.
fn answer(web: &Web, done: Result<Told>, language: Language) -> Result {
    let (told_is, status) = match done {
        Ok(done) => (done, StatusCode::OK),
        Err(failure) => match failure.error.kind {
            Kind::Gone => (Told::Expired, failure.status),
            Kind::NotFound => (Told::Missing, failure.status),
            Kind::Invalid => (Told::Invalid, failure.status),
            Kind::TooMany => (Told::TooMany, failure.status),
            _ => return Err(failure),
        },
    };
    Ok(pages::secret(web, told(told_is, language), status, false))
}

fn line(text: &'static str) -> Response<Body> {
    let mut response = Response::new(Body::from(text));
    let headers = response.headers_mut();
    headers.insert(header::CONTENT_TYPE, HeaderValue::from_static("text/plain; charset=utf-8"));
    headers.insert(header::CACHE_CONTROL, HeaderValue::from_static("no-store"));
    response
}

fn not_ours() -> Error {
    Error::new(Kind::Invalid, "invalid", "The form does not say what is to be done.")
}

/// The fields of a form, in either of the two ways in which browsers and mail programs send them.
struct Form(Vec<(String, String)>);

impl Form {
    /// Errors: `payload_too_large`, `invalid`.
    async fn read(request: Request) -> Result<Self> {
        match media_type(request.headers()).as_str() {
            "multipart/form-data" => Self::multipart(request).await,
            _ => {
                let bytes = body(request, FORM_BYTES).await?;
                Ok(Self(url::form_urlencoded::parse(&bytes).into_owned().collect()))
            }
        }
    }

    async fn multipart(request: Request) -> Result<Self> {
        let (parts, rest) = request.into_parts();
        let limited = Body::new(http_body_util::Limited::new(rest, FORM_BYTES as usize));
        let broken = |_| Failure::from(not_ours());
        let mut form =
            Multipart::from_request(Request::from_parts(parts, limited), &()).await.map_err(|_| not_ours())?;
        let mut fields = Vec::new();
        while let Some(field) = form.next_field().await.map_err(broken)? {
            let name = field.name().unwrap_or_default().to_owned();
            fields.push((name, field.text().await.map_err(broken)?));
        }
        Ok(Self(fields))
    }

    fn get(&self, name: &str) -> Option<&str> {
        self.0.iter().find(|(known, _)| known == name).map(|(_, value)| value.as_str())
    }

    fn expect(&self, name: &str, value: &str) -> Result<()> {
        if self.get(name) == Some(value) { Ok(()) } else { Err(not_ours().into()) }
    }

    /// Whether a mail program sent it, and not our page.
    fn is_one_click(&self) -> Result<bool> {
        if self.get("List-Unsubscribe") == Some("One-Click") {
            return Ok(true);
        }
        self.expect("do", "leave").map(|()| false)
    }

    /// What the page's form says: a box that is not ticked is not sent. What it cannot show stays as it is.
    fn change(&self, now: &Subscription) -> PreferencesChange {
        let ticked = |name: &str| Some(self.get(name).is_some());
        let urgent_from = match (self.get("urgent").is_some(), now.preferences.urgent_from) {
            (true, None) => Some(Importance::URGENT),
            (true, from) => from,
            (false, _) => None,
        };
        let topics = self.0.iter().filter(|(name, _)| name == "topic").map(|(_, id)| id.clone()).collect();
        PreferencesChange {
            language: self.get("language").and_then(|code| code.parse().ok()),
            topics: (!now.has_account).then_some(topics),
            urgent_from: Some(urgent_from),
            digest: self.get("digest").and_then(|name| name.parse::<DigestFrequency>().ok()),
            digest_from: self.get("digest_from").and_then(|level| Importance::new(level.parse().ok()?)),
            digest_when_empty: None,
            deadlines: ticked("deadlines"),
            news: ticked("news"),
            paused_until: Some(self.get("paused_until").and_then(|day| day.parse().ok())),
        }
    }
}
