//! `GET /pictures/{token}`: the picture of an account.

use std::sync::Arc;

use axum::body::Body;
use axum::extract::State;
use axum::http::{HeaderName, HeaderValue, header};
use axum::response::IntoResponse;

use super::error::Result;
use super::extract::PathParam;
use super::state::{VISITOR, Web};
use crate::ops::accounts::pictures;

/// Returns the picture of an account. Its address is a secret of the account, so pages can show it without a token.
#[utoipa::path(get, path = "", tag = "auth", operation_id = "getAccountPicture", responses(
    (status = 200, description = "The picture", content_type = "image/jpeg", body = Vec<u8>),
    (status = 404, description = "`not_found`"),
))]
pub(super) async fn picture(State(web): State<Arc<Web>>, PathParam(token): PathParam) -> Result {
    let picture = pictures::picture(&web.app, &VISITOR, &token).await?;
    let headers = [
        (header::CONTENT_TYPE, HeaderValue::from_static("image/jpeg")),
        // A new picture has another address. Shared caches would keep it after the account is gone.
        (header::CACHE_CONTROL, HeaderValue::from_static("private, max-age=86400, immutable")),
        (HeaderName::from_static("cross-origin-resource-policy"), HeaderValue::from_static("same-origin")),
    ];
    Ok((headers, Body::from(picture)).into_response())
}
