//! Protection against cross-site request forgery.
//!
//! Browsers attach our cookies to requests of foreign pages, but also send the origin of the page, which the page
//! cannot change.

use std::sync::Arc;

use axum::extract::FromRequestParts;
use axum::http::request::Parts;
use axum::http::{HeaderMap, HeaderName, header};
use url::Url;

use super::auth::cookies;
use super::bearer::tenant_of;
use super::error::Failure;
use super::network::ClientNetwork;
use super::state::Web;
use crate::error::{Error, ErrorCode, Kind, Result};
use crate::identity::user_agent::device_label;
use crate::ops::accounts::context::ClientInfo;

const SEC_FETCH_SITE: HeaderName = HeaderName::from_static("sec-fetch-site");
const X_REQUESTED_WITH: HeaderName = HeaderName::from_static("x-requested-with");
/// The value that our pages send. Foreign pages cannot send the header without a CORS preflight.
const OURS: &str = "paragraf";

/// The client of a request. Rejects requests of foreign pages with 403.
pub(super) struct SameOrigin(pub ClientInfo);

/// The client of a request that other sites may cause, such as a redirect from a provider. The handler must check
/// the request by other means.
pub(super) struct AnyOrigin(pub ClientInfo);

/// Rejects requests that [`SameOrigin`] rejects, and requests without our own header: for calls that are authenticated
/// by a cookie alone.
pub(super) struct OwnPage;

impl FromRequestParts<Arc<Web>> for SameOrigin {
    type Rejection = Failure;

    async fn from_request_parts(parts: &mut Parts, web: &Arc<Web>) -> Result<Self, Failure> {
        check(parts, &web.site.public_url)?;
        Ok(Self(client_info(parts, web).await?))
    }
}

impl FromRequestParts<Arc<Web>> for AnyOrigin {
    type Rejection = Failure;

    async fn from_request_parts(parts: &mut Parts, web: &Arc<Web>) -> Result<Self, Failure> {
        Ok(Self(client_info(parts, web).await?))
    }
}

impl FromRequestParts<Arc<Web>> for OwnPage {
    type Rejection = Failure;

    async fn from_request_parts(parts: &mut Parts, web: &Arc<Web>) -> Result<Self, Failure> {
        check(parts, &web.site.public_url)?;
        if text(&parts.headers, &X_REQUESTED_WITH) == Some(OURS) { Ok(Self) } else { Err(foreign_page().into()) }
    }
}

fn check(parts: &Parts, public_url: &str) -> Result<()> {
    let sites = parts.headers.get_all(SEC_FETCH_SITE);
    if sites.into_iter().any(|site| !matches!(site.as_bytes(), b"same-origin" | b"none")) {
        return Err(foreign_page());
    }
    let own_host = text(&parts.headers, &header::HOST).or_else(|| parts.uri.authority().map(|host| host.as_str()));
    for origin in parts.headers.get_all(header::ORIGIN) {
        let origin = origin.to_str().map_err(|_| foreign_page())?;
        let host = Url::parse(origin).ok().filter(|url| matches!(url.scheme(), "http" | "https"));
        let host = host.and_then(|_| origin.split_once("://")).map(|(_, host)| host);
        if origin != public_url && (host.is_none() || host != own_host) {
            return Err(foreign_page());
        }
    }
    Ok(())
}

fn text<'a>(headers: &'a HeaderMap, name: &HeaderName) -> Option<&'a str> {
    headers.get(name).and_then(|value| value.to_str().ok())
}

fn foreign_page() -> Error {
    Error::new(Kind::Forbidden, ErrorCode::Forbidden, "Only a page of this site may do this.")
}

async fn client_info(parts: &mut Parts, web: &Arc<Web>) -> Result<ClientInfo, Failure> {
    let ClientNetwork(network) = ClientNetwork::from_request_parts(parts, web).await?;
    let agent = text(&parts.headers, &header::USER_AGENT).unwrap_or_default();
    let browser = cookies::get(&parts.headers, web, cookies::TRANSACTION);
    let known_phone = cookies::get(&parts.headers, web, cookies::KNOWN_PHONE);
    let tenant = tenant_of(parts, web)?;
    Ok(ClientInfo { network, device: device_label(agent), browser, known_phone, tenant })
}
