//! What the pages say of the site, and whether the process is well.

use std::sync::Arc;

use axum::body::Body;
use axum::extract::State;
use axum::http::{HeaderValue, Response, header};
use serde::Serialize;
use utoipa::ToSchema;

use super::error::Result;
use super::extract::Asked;
use super::reply::{Caching, send};
use super::{VISITOR, Web};
use crate::catalogue::dto::SiteDto;
use crate::error::{Error, Problem};
use crate::ops::{browse, health};

/// The state of the process.
#[derive(Debug, Serialize, ToSchema)]
pub(super) struct Health {
    /// `ok`
    status: &'static str,
}

/// Name, version and operator of the site; what is not configured is absent.
#[utoipa::path(
    get, path = "/site", tag = "site", operation_id = "getSite",
    responses(
        (status = 200, description = "The site", body = SiteDto<'static>),
        (status = 304, description = "Unchanged since the given ETag"),
    )
)]
pub(super) async fn site(State(web): State<Arc<Web>>, asked: Asked) -> Result {
    let body = browse::site(&web.app, &VISITOR, &web.site.public_url)?;
    Ok(send(&asked, Arc::new(body), Caching::Revalidate).await?)
}

/// Whether the process is alive.
#[utoipa::path(
    get, path = "/healthz", tag = "site", operation_id = "getHealth",
    responses((status = 200, description = "It is", body = Health))
)]
pub(super) async fn healthz() -> Result {
    json(&Health { status: "ok" })
}

/// Whether readers can be served now.
#[utoipa::path(
    get, path = "/readyz", tag = "site", operation_id = "getReadiness",
    responses(
        (status = 200, description = "They can", body = Health),
        (status = 503, description = "Starting, stopping or failing", body = Problem),
    )
)]
pub(super) async fn readyz(State(web): State<Arc<Web>>) -> Result {
    health::ready(&web.app, &VISITOR).await?;
    json(&Health { status: "ok" })
}

/// A small JSON answer that nobody may keep.
pub(super) fn json(value: &impl Serialize) -> Result {
    Ok(private_json(serde_json::to_vec(value).map_err(|error| Error::internal("writing an answer", error))?))
}

/// As [`json`], of what is written already.
pub(super) fn private_json(bytes: Vec<u8>) -> Response<Body> {
    let mut response = Response::new(Body::from(bytes));
    let headers = response.headers_mut();
    headers.insert(header::CONTENT_TYPE, HeaderValue::from_static("application/json"));
    headers.insert(header::CACHE_CONTROL, HeaderValue::from_static("no-store"));
    response
}
