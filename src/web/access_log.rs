//! The access log: one event for each request.

use std::time::Duration;

use axum::body::{Body, HttpBody};
use axum::http::{Method, Response, StatusCode, header};

use super::error::Failure;

/// Logs the request in one event, without the client's address or anything that the client wrote.
pub(super) fn log(
    method: &Method,
    route: &'static str,
    response: &Response<Body>,
    failure: Option<&Failure>,
    request_id: &str,
    took: Duration,
) {
    let status = response.status();
    let bytes = response.body().size_hint().exact();
    let encoding = response.headers().get(header::CONTENT_ENCODING).and_then(|value| value.to_str().ok());
    let ms = took.as_secs_f64() * 1000.0;
    let method = if is_known(method) { method.as_str() } else { "other" };
    let code = failure.map(|failure| failure.error.code.as_str());
    if status.is_server_error() && status != StatusCode::SERVICE_UNAVAILABLE {
        let chain = failure.map(|failure| failure.error.chain());
        tracing::error!(target: "request", method, route, status = status.as_u16(), ms, bytes, code, chain, request_id);
    } else {
        tracing::info!(target: "request", method, route, status = status.as_u16(), ms, bytes, encoding, code, request_id);
    }
}

fn is_known(method: &Method) -> bool {
    let known = [Method::GET, Method::HEAD, Method::POST, Method::PUT, Method::DELETE, Method::OPTIONS, Method::PATCH];
    known.contains(method)
}
