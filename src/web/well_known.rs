//! The addresses below `/.well-known/`: the contact for reports of vulnerabilities, and the page that changes a
//! password.

use std::fmt::Write;
use std::sync::Arc;

use axum::extract::State;
use axum::http::{HeaderValue, header};
use axum::response::{IntoResponse, Redirect};

use super::error::Result;
use super::state::Web;
use crate::config::SecurityContact;
use crate::error::Error;

/// The account page, which asks to sign in first.
const ACCOUNT_PAGE: &str = "/app?screen=account";

/// Returns the contact for reports of vulnerabilities (RFC 9116).
#[utoipa::path(get, path = "", tag = "site", operation_id = "getSecurityTxt", responses(
    (status = 200, description = "The contact", content_type = "text/plain", body = String),
    (status = 404, description = "`not_found`: no contact is configured"),
))]
pub(super) async fn security_txt(State(web): State<Arc<Web>>) -> Result {
    let contact = web.app.config.site.security_contact();
    let contact = contact.ok_or_else(|| Error::not_found("This site names no contact for security."))?;
    let headers = [
        (header::CONTENT_TYPE, HeaderValue::from_static("text/plain; charset=utf-8")),
        (header::CACHE_CONTROL, HeaderValue::from_static("public, max-age=86400")),
    ];
    Ok((headers, text(&contact, &web.site.public_url)).into_response())
}

fn text(contact: &SecurityContact, public_url: &str) -> String {
    let SecurityContact { uri, expires } = contact;
    let mut text = format!("Contact: {uri}\nExpires: {expires}\nPreferred-Languages: ro, en\n");
    // RFC 9116 wants the addresses in the file to begin with https.
    if public_url.starts_with("https://") {
        // Writing into memory does not fail.
        writeln!(text, "Canonical: {public_url}/.well-known/security.txt").ok();
    }
    text
}

/// Redirects to the page that changes the password (W3C, "A Well-Known URL for Changing Passwords").
#[utoipa::path(get, path = "", tag = "pages", operation_id = "getChangePassword", responses(
    (status = 303, description = "To the account page"),
))]
pub(super) async fn change_password() -> Redirect {
    Redirect::to(ACCOUNT_PAGE)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_canonical_address_is_named_only_over_https() {
        let expires = "2027-01-01T00:00:00Z".parse().expect("an instant");
        let contact = SecurityContact { uri: "mailto:security@p.ro".into(), expires };
        let lines = "Contact: mailto:security@p.ro\nExpires: 2027-01-01T00:00:00Z\nPreferred-Languages: ro, en\n";
        assert_eq!(text(&contact, "http://127.0.0.1:8080"), lines);
        let canonical = "Canonical: https://p.ro/.well-known/security.txt\n";
        assert_eq!(text(&contact, "https://p.ro"), format!("{lines}{canonical}"));
    }
}
