//! The parameters of page URLs.

use axum::http::Uri;

use crate::domain::Language;

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
