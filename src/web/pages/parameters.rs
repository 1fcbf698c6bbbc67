//! The parameters of page URLs.

use std::convert::Infallible;

use axum::extract::FromRequestParts;
use axum::http::Uri;
use axum::http::request::Parts;

use crate::domain::Language;

/// The address of a page, with the language of the page.
pub(in crate::web) struct PageUri(pub Uri);

impl<S: Sync> FromRequestParts<S> for PageUri {
    type Rejection = Infallible;

    async fn from_request_parts(parts: &mut Parts, _: &S) -> Result<Self, Infallible> {
        Ok(Self(parts.uri.clone()))
    }
}

/// The first value of a parameter. Pages ignore unknown parameters, which links often carry.
pub(in crate::web) fn parameter(uri: &Uri, wanted: &str) -> Option<String> {
    parameters(uri, wanted).next()
}

pub(super) fn parameters<'a>(uri: &'a Uri, wanted: &'a str) -> impl Iterator<Item = String> + 'a {
    let parameters = url::form_urlencoded::parse(uri.query().unwrap_or_default().as_bytes());
    parameters.filter(move |(name, _)| name == wanted).map(|(_, value)| value.into_owned())
}

/// The language of a URL; English if it names none or an unknown one.
pub(in crate::web) fn language(uri: &Uri) -> Language {
    parameter(uri, "lang").and_then(|code| code.parse().ok()).unwrap_or(Language::En)
}
