//! Values as JSON: ready-made bodies, and responses that must not be cached.

use axum::body::Body as HttpBody;
use axum::http::{HeaderValue, Response, header};
use axum::response::IntoResponse;
use serde::Serialize;
use utoipa::ToSchema;

use super::body::Body;
use super::error::Result;
use crate::error::Error;
use crate::ops::blocking::is_in_request;

/// An empty object.
#[derive(Debug, Default, Serialize, ToSchema)]
pub(super) struct Nothing {}

pub(super) fn nothing() -> Result {
    json(&Nothing {})
}

/// A response that must not be cached.
pub(super) fn json(value: &impl Serialize) -> Result {
    Ok(json_response(to_bytes(value)?))
}

/// As [`json`], for a value that is serialized already.
pub(super) fn json_response(bytes: Vec<u8>) -> Response<HttpBody> {
    let headers = [
        (header::CONTENT_TYPE, HeaderValue::from_static("application/json")),
        (header::CACHE_CONTROL, HeaderValue::from_static("no-store")),
    ];
    (headers, HttpBody::from(bytes)).into_response()
}

/// A ready-made body, which may be cached. Its size grows with the content, so that it is written off the async threads.
pub(super) fn to_body(value: &impl Serialize) -> Result<Body, Error> {
    debug_assert!(!is_in_request(), "a body is written on an async thread: use reply::make");
    to_bytes(value).map(Body::json)
}

pub(super) fn to_bytes(value: &impl Serialize) -> Result<Vec<u8>, Error> {
    serde_json::to_vec(value).map_err(|error| Error::internal("writing a response", error))
}
