//! Checks the addresses of services that the operator chooses: language model, hook and gateway of text messages.

use url::Url;

use super::provider::is_loopback;

/// Parses an address with https, or with http on this machine, and without a user or password.
///
/// # Errors
/// The reason. `credentials` is the remedy for an address with a user or password.
pub(super) fn parse(text: &str, credentials: &str) -> Result<Url, String> {
    const NO_ADDRESS: &str = "is not an address that begins with https://";
    let url = Url::parse(text).ok().filter(Url::has_host).ok_or(NO_ADDRESS)?;
    if !url.username().is_empty() || url.password().is_some() {
        return Err(format!("must not contain a user or a password; {credentials}"));
    }
    match url.scheme() {
        "https" => Ok(url),
        "http" if is_loopback(&url) => Ok(url),
        "http" => Err("must use https; http is allowed only on this machine (localhost, 127.0.0.1, ::1)".into()),
        _ => Err(NO_ADDRESS.into()),
    }
}
