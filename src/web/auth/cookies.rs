//! The three cookies: the refresh token, the address for which a link that signs in was asked, and the
//! secret that binds visits to a provider to this browser.
//!
//! `__Host-` binds a cookie to this host alone and to https, which browsers also grant to a server on
//! the reader's own machine. Over plain http from elsewhere neither can be had.

use axum::body::Body;
use axum::http::{HeaderMap, HeaderValue, Response, header};
use url::Host;

use crate::error::{Error, Result};
use crate::web::Web;

/// One of our cookies.
#[derive(Debug, Clone, Copy)]
pub(super) struct Cookie {
    name: &'static str,
    /// `Lax` for what must be there when a link in a mail is followed, or a provider sends the browser back.
    same_site: &'static str,
}

pub(super) const REFRESH: Cookie = Cookie { name: "rt", same_site: "Strict" };
pub(super) const EMAIL: Cookie = Cookie { name: "eml", same_site: "Lax" };

pub(super) const TRANSACTION: Cookie = Cookie { name: "tx", same_site: "Lax" };

/// Sets the cookie for so many seconds, or until the browser is closed.
pub(super) fn set(
    response: &mut Response<Body>,
    web: &Web,
    cookie: Cookie,
    value: &str,
    life: Option<i64>,
) -> Result<()> {
    let (prefix, secure) = if is_trustworthy(&web.site.public_url) { ("__Host-", "; Secure") } else { ("", "") };
    let life = life.map(|secs| format!("; Max-Age={secs}")).unwrap_or_default();
    let Cookie { name, same_site } = cookie;
    let text = format!("{prefix}{name}={value}; Path=/; HttpOnly; SameSite={same_site}{secure}{life}");
    let value = HeaderValue::try_from(text).map_err(|error| Error::internal("writing a cookie", error))?;
    response.headers_mut().append(header::SET_COOKIE, value);
    Ok(())
}

pub(super) fn clear(response: &mut Response<Body>, web: &Web, cookie: Cookie) -> Result<()> {
    set(response, web, cookie, "", Some(0))
}

/// The cookie's value, if the browser sent it once.
pub(super) fn get(headers: &HeaderMap, web: &Web, cookie: Cookie) -> Option<String> {
    let prefix = if is_trustworthy(&web.site.public_url) { "__Host-" } else { "" };
    let wanted = format!("{prefix}{}", cookie.name);
    let sent = headers.get_all(header::COOKIE).into_iter().filter_map(|value| value.to_str().ok());
    let pairs = sent.flat_map(|value| value.split(';')).filter_map(|pair| pair.trim().split_once('='));
    let mut values = pairs.filter(|(name, _)| *name == wanted).map(|(_, value)| value.to_owned());
    let value = values.next().filter(|value| !value.is_empty());
    // Two of one name: somebody else has put one of them there.
    if values.next().is_some() { None } else { value }
}

/// Whether browsers take a `Secure` cookie from this address.
fn is_trustworthy(public_url: &str) -> bool {
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
    fn secure_cookies_are_for_https_and_for_the_own_machine() {
        for good in ["https://p.ro", "http://127.0.0.1:8080", "http://[::1]:1", "http://localhost:5173"] {
            assert!(is_trustworthy(good), "{good}");
        }
        for bad in ["http://p.ro", "http://192.168.1.5", "http://localhost.p.ro", ""] {
            assert!(!is_trustworthy(bad), "{bad}");
        }
    }
}
