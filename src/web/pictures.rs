//! `GET /pictures/{token}`: the picture of an account.

use std::sync::Arc;

use axum::body::Body;
use axum::extract::State;
use axum::http::{HeaderName, HeaderValue, Response, header};

use super::error::Result;
use super::extract::PathParam;
use super::state::{VISITOR, Web};
use crate::ops::accounts::pictures;

/// Returns the picture of an account. Its address is a secret of the account, so that it can stand in a page.
#[utoipa::path(
    get, path = "/pictures/{token}", tag = "auth", operation_id = "getAccountPicture",
    params(("token" = String, Path, description = "As in `photo_url` of the account")),
    responses(
        (status = 200, description = "The picture", content_type = "image/jpeg", body = Vec<u8>),
        (status = 404, description = "`not_found`"),
    )
)]
pub(super) async fn picture(State(web): State<Arc<Web>>, PathParam(token): PathParam) -> Result {
    let mut response = Response::new(Body::from(pictures::picture(&web.app, &VISITOR, &token).await?));
    let headers = response.headers_mut();
    headers.insert(header::CONTENT_TYPE, HeaderValue::from_static("image/jpeg"));
    // A new picture has another address. Shared caches would keep it after the account is gone.
    headers.insert(header::CACHE_CONTROL, HeaderValue::from_static("private, max-age=86400, immutable"));
    let same_origin = HeaderValue::from_static("same-origin");
    headers.insert(HeaderName::from_static("cross-origin-resource-policy"), same_origin);
    Ok(response)
}
