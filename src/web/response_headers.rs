//! Response headers: those that the middleware adds, and those of URLs with a secret.

use axum::http::header::{self, HeaderName};
use axum::http::{HeaderMap, HeaderValue};
use url::Url;

use super::content_policy;
use crate::app::App;
use crate::config::CaptchaKind;

pub(super) type Headers = Vec<(HeaderName, HeaderValue)>;

/// The configuration of FedCM at the provider whose accounts the browser offers, if there is one.
pub(super) fn fedcm_config(app: &App) -> Option<Url> {
    Url::parse(&app.config.accounts.fedcm_provider()?.fedcm_config_url).ok()
}

/// Headers of every response.
pub(super) fn common(https: bool, captcha: CaptchaKind, fedcm_config: Option<&Url>) -> Headers {
    let mut headers = vec![
        (header::CONTENT_SECURITY_POLICY, content_policy::of(captcha, fedcm_config)),
        (header::X_CONTENT_TYPE_OPTIONS, HeaderValue::from_static("nosniff")),
    ];
    if https {
        // Without `includeSubDomains`: other names of the operator's domain are not this server's business.
        headers.push((header::STRICT_TRANSPORT_SECURITY, HeaderValue::from_static("max-age=31536000")));
    }
    headers
}

/// Headers of HTML pages. Under `same-origin` the sign-in page would lose sight of the window of an identity provider
/// and take it for closed; `same-origin-allow-popups` still separates the windows of other sites from ours.
pub(super) fn of_documents() -> Headers {
    let features = "camera=(), geolocation=(), microphone=(), payment=(), usb=()";
    vec![
        (header::REFERRER_POLICY, HeaderValue::from_static("strict-origin-when-cross-origin")),
        (HeaderName::from_static("cross-origin-opener-policy"), HeaderValue::from_static("same-origin-allow-popups")),
        (HeaderName::from_static("permissions-policy"), HeaderValue::from_static(features)),
    ]
}

/// Keeps the URL of the request, which holds a secret, out of caches and `Referer` headers.
pub(super) fn keep_url_secret(headers: &mut HeaderMap) {
    headers.insert(header::CACHE_CONTROL, HeaderValue::from_static("no-store"));
    headers.insert(header::REFERRER_POLICY, HeaderValue::from_static("no-referrer"));
}

pub(super) fn is_document(headers: &HeaderMap) -> bool {
    headers.get(header::CONTENT_TYPE).is_some_and(|media_type| media_type.as_bytes().starts_with(b"text/html"))
}
