//! The callback of an identity provider: the redirect or form with its answer, and the page that closes the popup
//! window.

use std::sync::Arc;

use axum::body::Body;
use axum::extract::State;
use axum::http::{HeaderMap, HeaderName, HeaderValue, Response, StatusCode, header};
use axum::response::IntoResponse;
use maud::{DOCTYPE, html};

use super::cookies;
use crate::error::Error;
use crate::ops::accounts::provider::callback::{self, Continuation, ProviderAnswer};
use crate::ops::accounts::provider::start;
use crate::web::error::Result;
use crate::web::extract::{Parameters, PathParam, ProviderForm};
use crate::web::operation::{NoSuchProvider, TooManyRequests};
use crate::web::response_headers::keep_url_secret;
use crate::web::same_origin::AnyOrigin;
use crate::web::state::{VISITOR, Web};

/// The script of the popup window after the callback.
const SCRIPT: &str = include_str!("return.js");

/// Receives the provider's redirect. Responds with a page that closes the popup window, or redirects to the sign-in.
#[utoipa::path(
    get, path = "", tag = "auth", operation_id = "finishProvider",
    params(
        ("state" = Option<String>, Query, description = "Identifies the sign-in"),
        ("code" = Option<String>, Query, description = "The authorization code"),
        ("error" = Option<String>, Query, description = "Why there is no code"),
        ("iss" = Option<String>, Query, description = "The provider's issuer (RFC 9207)"),
    ),
    responses(
        (status = 200, description = "A page that closes the popup window", content_type = "text/html", body = String),
        (status = 303, description = "To the sign-in screen, or to the page that asked a signed-in user for the visit"),
        NoSuchProvider,
        TooManyRequests,
    ),
)]
pub(in crate::web) async fn callback(
    State(web): State<Arc<Web>>,
    AnyOrigin(client): AnyOrigin,
    PathParam(id): PathParam,
    headers: HeaderMap,
    parameters: Parameters,
) -> Result {
    let (state, mut answer) = read_answer(parameters)?;
    // SAML allows responses in forms only.
    answer.saml_response = None;
    let browser = cookies::get(&headers, &web, cookies::TRANSACTION);
    let continuation = callback::callback(&web.app, &VISITOR, &client, &id, browser.as_deref(), &state, answer);
    match continuation.await? {
        Continuation::ClosePopup => Ok(popup_page()),
        Continuation::SignIn(tenant) => {
            let mut parameters = vec![("mode", "callback"), ("transaction", state.as_str())];
            parameters.extend(Some(("tenantId", tenant.as_str())).filter(|_| !tenant.is_default()));
            redirect(&format!("/auth?{}", query(&parameters)))
        }
        Continuation::Page(address) => redirect(&address),
    }
}

/// Receives the provider's answer as a form, and redirects to the same address without it: browsers send our cookies
/// only then.
#[utoipa::path(
    post, path = "", tag = "auth", operation_id = "finishProviderByForm",
    request_body(content = String, content_type = "application/x-www-form-urlencoded", description = "`state` with `code` or `error`; of a SAML provider `RelayState` with `SAMLResponse`"),
    responses(
        (status = 303, description = "To the same address with the state"),
        (status = 400, description = "`invalid`"),
        NoSuchProvider,
        TooManyRequests,
    ),
)]
pub(in crate::web) async fn posted_callback(
    State(web): State<Arc<Web>>,
    AnyOrigin(client): AnyOrigin,
    PathParam(id): PathParam,
    ProviderForm(parameters): ProviderForm,
) -> Result {
    let (state, answer) = read_answer(parameters)?;
    callback::store_answer(&web.app, &VISITOR, &client, &id, &state, answer).await?;
    let mut response = redirect(&format!("/auth/v1/idp/{id}/callback?{}", query(&[("state", &state)])))?;
    keep_opener(response.headers_mut());
    Ok(response)
}

/// Returns our metadata for a SAML provider.
#[utoipa::path(get, path = "", tag = "auth", operation_id = "getSamlMetadata", responses(
    (status = 200, description = "The metadata of the service provider", content_type = "application/samlmetadata+xml", body = String),
    (status = 404, description = "`not_found`: there is no such provider, or it does not use SAML"),
))]
pub(in crate::web) async fn metadata(State(web): State<Arc<Web>>, PathParam(id): PathParam) -> Result {
    let media_type = HeaderValue::from_static("application/samlmetadata+xml");
    Ok(([(header::CONTENT_TYPE, media_type)], start::metadata(&web.app, &VISITOR, &id)?).into_response())
}

fn read_answer(parameters: Parameters) -> Result<(String, ProviderAnswer), Error> {
    let (mut state, mut answer) = (String::new(), ProviderAnswer::default());
    parameters.each(|name, value| {
        let value = value.to_owned();
        match name {
            "state" | "RelayState" => state = value,
            "code" => answer.code = Some(value),
            "error" => answer.error = Some(value),
            "iss" => answer.iss = Some(value),
            "user" => answer.user = Some(value),
            "SAMLResponse" => answer.saml_response = Some(value),
            // Providers may add parameters.
            _ => {}
        }
        Ok(true)
    })?;
    Ok((state, answer))
}

fn query(pairs: &[(&str, &str)]) -> String {
    url::form_urlencoded::Serializer::new(String::new()).extend_pairs(pairs).finish()
}

/// The page of the popup window after the callback. It is blank because it closes at once.
fn popup_page() -> Response<Body> {
    let page = html! {
        (DOCTYPE)
        html {
            head {
                meta charset="utf-8";
                title { "Paragraf" }
                script src="/auth/v1/idp/return.js" defer {}
            }
            body {}
        }
    };
    let mut response = Response::new(Body::from(page.into_string()));
    let headers = response.headers_mut();
    headers.insert(header::CONTENT_TYPE, HeaderValue::from_static("text/html; charset=utf-8"));
    keep_opener(headers);
    keep_url_secret(headers);
    response
}

fn redirect(address: &str) -> Result {
    let location = HeaderValue::try_from(address);
    let location = location.map_err(|error| Error::internal("writing an address", error))?;
    let mut response = Response::new(Body::empty());
    *response.status_mut() = StatusCode::SEE_OTHER;
    response.headers_mut().insert(header::LOCATION, location);
    keep_url_secret(response.headers_mut());
    Ok(response)
}

/// Lets the popup window keep its opener: otherwise the browser would detach the window, and the script could not close
/// it. Redirects need the header too.
fn keep_opener(headers: &mut HeaderMap) {
    headers.insert(HeaderName::from_static("cross-origin-opener-policy"), HeaderValue::from_static("unsafe-none"));
}

/// Returns the script of the popup window.
#[utoipa::path(get, path = "", tag = "auth", operation_id = "getProviderScript", responses(
    (status = 200, description = "The script", content_type = "text/javascript", body = String),
))]
pub(in crate::web) async fn script() -> Result {
    let headers = [
        (header::CONTENT_TYPE, HeaderValue::from_static("text/javascript; charset=utf-8")),
        (header::CACHE_CONTROL, HeaderValue::from_static("no-cache")),
    ];
    Ok((headers, SCRIPT).into_response())
}
