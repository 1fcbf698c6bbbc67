//! The four cookies: the refresh token, the address for which a sign-in link was requested, the secret that binds
//! sign-ins at a provider and ceremonies of passkeys to this browser, and the proof of an earlier sign-in with a
//! telephone number.
//!
//! The `__Host-` prefix restricts a cookie to this host and to HTTPS; browsers treat servers on the same machine as
//! secure too. Over plain HTTP from elsewhere the prefix and `Secure` cannot be used.

use axum::body::Body;
use axum::http::{HeaderMap, HeaderValue, Response, header};
use url::Host;

use crate::error::{Error, Result};
use crate::web::state::Web;

/// The name and the `SameSite` attribute of a cookie.
#[derive(Debug, Clone, Copy)]
pub(in crate::web) struct Cookie {
    name: &'static str,
    /// `Lax` for cookies needed after a mailed link or a redirect from a provider.
    same_site: &'static str,
}

pub(super) const REFRESH: Cookie = Cookie { name: "rt", same_site: "Strict" };
pub(super) const EMAIL: Cookie = Cookie { name: "eml", same_site: "Lax" };
pub(in crate::web) const TRANSACTION: Cookie = Cookie { name: "tx", same_site: "Lax" };
pub(in crate::web) const KNOWN_PHONE: Cookie = Cookie { name: "ph", same_site: "Strict" };

/// Sets a cookie for `max_age` seconds, or until the browser is closed.
pub(super) fn set(
    response: &mut Response<Body>,
    web: &Web,
    cookie: Cookie,
    value: &str,
    max_age: Option<i64>,
) -> Result<()> {
    let (prefix, secure) =
        if accepts_secure_cookies(&web.site.public_url) { ("__Host-", "; Secure") } else { ("", "") };
    let max_age = max_age.map(|secs| format!("; Max-Age={secs}")).unwrap_or_default();
    let Cookie { name, same_site } = cookie;
    let text = format!("{prefix}{name}={value}; Path=/; HttpOnly; SameSite={same_site}{secure}{max_age}");
    let value = HeaderValue::try_from(text).map_err(|error| Error::internal("writing a cookie", error))?;
    response.headers_mut().append(header::SET_COOKIE, value);
    Ok(())
}

pub(super) fn clear(response: &mut Response<Body>, web: &Web, cookie: Cookie) -> Result<()> {
    set(response, web, cookie, "", Some(0))
}

/// Returns the cookie's value if the browser sent exactly one.
pub(in crate::web) fn get(headers: &HeaderMap, web: &Web, cookie: Cookie) -> Option<String> {
    let prefix = if accepts_secure_cookies(&web.site.public_url) { "__Host-" } else { "" };
    let name = format!("{prefix}{}", cookie.name);
    let sent = headers.get_all(header::COOKIE).into_iter().filter_map(|value| value.to_str().ok());
    let pairs = sent.flat_map(|value| value.split(';')).filter_map(|pair| pair.trim().split_once('='));
    let mut values = pairs.filter(|(key, _)| *key == name).map(|(_, value)| value.to_owned());
    let value = values.next().filter(|value| !value.is_empty());
    // Of two cookies with the same name, somebody else may have set one.
    if values.next().is_some() { None } else { value }
}

/// Whether browsers accept a `Secure` cookie from this address.
fn accepts_secure_cookies(public_url: &str) -> bool {
    let Ok(url) = url::Url::parse(public_url) else { return false };
    url.scheme() == "https"
        || match url.host() {
            Some(Host::Ipv4(address)) => address.is_loopback(),
            Some(Host::Ipv6(address)) => address.is_loopback(),
            Some(Host::Domain(name)) => name == "localhost" || name.ends_with(".localhost"),
            None => false,
        }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn secure_cookies_need_https_or_the_same_machine() {
        for good in ["https://p.ro", "http://127.0.0.1:8080", "http://[::1]:1", "http://localhost:5173"] {
            assert!(accepts_secure_cookies(good), "{good}");
        }
        for bad in ["http://p.ro", "http://192.168.1.5", "http://localhost.p.ro", ""] {
            assert!(!accepts_secure_cookies(bad), "{bad}");
        }
    }
}
