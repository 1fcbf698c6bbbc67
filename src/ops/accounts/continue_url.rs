//! The page where a browser continues after a mailed link or a visit to a provider: on this site, or at a configured
//! origin.

use url::Url;

use crate::app::App;
use crate::error::{Error, ErrorCode, Kind, Result};

/// Maximum length in bytes.
const MAX_LEN: usize = 1024;

/// Checks a continue URL, if one is given. Returns it in absolute form.
///
/// # Errors
/// `unauthorized_continue_uri`.
pub(super) fn check_given(app: &App, text: Option<&str>) -> Result<Option<String>> {
    text.filter(|text| !text.is_empty()).map(|text| check(app, text)).transpose()
}

fn check(app: &App, text: &str) -> Result<String> {
    let site = app.public_url();
    let refused = || {
        let message = "This continue URL is not allowed.";
        Error::new(Kind::Invalid, ErrorCode::UnauthorizedContinueUri, message)
    };
    let is_suspicious = |c: char| c.is_control() || c.is_whitespace() || c == '\\';
    if text.len() > MAX_LEN || text.chars().any(is_suspicious) {
        return Err(refused());
    }
    let url = if text.starts_with('/') && !text.starts_with("//") {
        Url::parse(&site).and_then(|base| base.join(text))
    } else {
        Url::parse(text)
    };
    let url = url.map_err(|_| refused())?;
    let origin = url.origin().ascii_serialization();
    let is_allowed_origin = origin == site || app.config.accounts.continue_origins.contains(&origin);
    let is_plain = matches!(url.scheme(), "http" | "https") && url.username().is_empty() && url.password().is_none();
    // `/..//evil.ro` resolves to a path of this site that starts with `//`, which a client may read as a host.
    let is_path = !url.path().starts_with("//");
    if is_allowed_origin && is_plain && is_path { Ok(url.into()) } else { Err(refused()) }
}
