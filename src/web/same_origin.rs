//! Who calls what changes something for a reader: only a page of ours may (sign-in.md 8.4).
//!
//! Browsers add the cookie to whatever a foreign page sends here. They also say where it came from,
//! which no page can change.

use std::sync::Arc;

use axum::extract::FromRequestParts;
use axum::http::request::Parts;
use axum::http::{HeaderMap, HeaderName, header};
use url::Url;

use super::Web;
use super::error::Failure;
use super::network::ClientNetwork;
use crate::error::{Error, ErrorCode, Kind, Result};
use crate::identity::device;
use crate::ops::accounts::Origin;

const SEC_FETCH_SITE: HeaderName = HeaderName::from_static("sec-fetch-site");
const X_REQUESTED_WITH: HeaderName = HeaderName::from_static("x-requested-with");
/// What our pages say of themselves; a foreign page may not say it without asking us first.
const OURS: &str = "paragraf";

/// Where a call came from; one that a foreign page sent is refused with 403.
pub(super) struct SameOrigin(pub Origin);

/// Where a call came from that another site may lead to: what comes with it must prove itself.
pub(super) struct FromAnywhere(pub Origin);

/// As [`SameOrigin`], for calls that a cookie alone allows: with our own header besides.
pub(super) struct OwnPage;

impl FromRequestParts<Arc<Web>> for SameOrigin {
    type Rejection = Failure;

    async fn from_request_parts(parts: &mut Parts, web: &Arc<Web>) -> Result<Self, Failure> {
        check(parts, &web.site.public_url)?;
        Ok(Self(origin(parts, web).await?))
    }
}

impl FromRequestParts<Arc<Web>> for FromAnywhere {
    type Rejection = Failure;

    async fn from_request_parts(parts: &mut Parts, web: &Arc<Web>) -> Result<Self, Failure> {
        Ok(Self(origin(parts, web).await?))
    }
}

impl FromRequestParts<Arc<Web>> for OwnPage {
    type Rejection = Failure;

    async fn from_request_parts(parts: &mut Parts, web: &Arc<Web>) -> Result<Self, Failure> {
        check(parts, &web.site.public_url)?;
        let said = text(&parts.headers, &X_REQUESTED_WITH);
        if said == Some(OURS) { Ok(Self) } else { Err(foreign().into()) }
    }
}

fn check(parts: &Parts, public_url: &str) -> Result<()> {
    let sites = parts.headers.get_all(SEC_FETCH_SITE);
    if sites.into_iter().any(|site| !matches!(site.as_bytes(), b"same-origin" | b"none")) {
        return Err(foreign());
    }
    let own_host = text(&parts.headers, &header::HOST).or_else(|| parts.uri.authority().map(|host| host.as_str()));
    for origin in parts.headers.get_all(header::ORIGIN) {
        let origin = origin.to_str().map_err(|_| foreign())?;
        let host = Url::parse(origin).ok().filter(|url| matches!(url.scheme(), "http" | "https"));
        let host = host.and_then(|_| origin.split_once("://")).map(|(_, host)| host);
        if origin != public_url && (host.is_none() || host != own_host) {
            return Err(foreign());
        }
    }
    Ok(())
}

fn text<'a>(headers: &'a HeaderMap, name: &HeaderName) -> Option<&'a str> {
    headers.get(name).and_then(|value| value.to_str().ok())
}

fn foreign() -> Error {
    Error::new(Kind::Forbidden, ErrorCode::Forbidden, "Only a page of this site may do this.")
}

async fn origin(parts: &mut Parts, web: &Arc<Web>) -> Result<Origin, Failure> {
    let ClientNetwork(network) = ClientNetwork::from_request_parts(parts, web).await?;
    let agent = text(&parts.headers, &header::USER_AGENT).unwrap_or_default();
    Ok(Origin { network, device: device::words(agent) })
}
