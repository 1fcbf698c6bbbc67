//! The PDF files that articles name (call 10 of the specification).

use std::sync::Arc;

use axum::Extension;
use axum::body::Body;
use axum::extract::State;
use axum::http::{HeaderMap, HeaderValue, Response, header};
use tokio_util::io::ReaderStream;

use super::error::Result;
use super::extract::Parameters;
use super::limit::Peer;
use super::{VISITOR, Web};
use crate::error::{Error, Problem};
use crate::ops::files;

/// Bytes read from the disk at a time.
const CHUNK: usize = 64 << 10;

/// The PDF file at `url`, which must be the `file_url` of a published article.
#[utoipa::path(
    get, path = "/fetch-pdf", tag = "articles", operation_id = "fetchPdf",
    params(("url" = String, Query, description = "A published article's `file_url`")),
    responses(
        (status = 200, description = "The file", content_type = "application/pdf", body = Vec<u8>),
        (status = 400, description = "Not an https address, or no address", body = Problem),
        (status = 403, description = "Not the file of an article, or not fetched from there", body = Problem),
        (status = 429, description = "Too many from this network; see Retry-After", body = Problem),
        (status = 502, description = "The publisher did not deliver a PDF file", body = Problem),
        (status = 504, description = "The publisher took too long", body = Problem),
    )
)]
pub(super) async fn fetch_pdf(
    State(web): State<Arc<Web>>,
    Extension(peer): Extension<Peer>,
    headers: HeaderMap,
    parameters: Parameters,
) -> Result {
    web.fetch_limit.check(web.network(peer, &headers))?;
    let mut url = None;
    parameters.each(|name, text| {
        url = Some(text.to_owned());
        Ok(name == "url")
    })?;
    let url = url.ok_or_else(|| Error::invalid("url", "This parameter is missing."))?;
    let file = files::fetch_pdf(&web.app, &VISITOR, &url).await?;
    let mut response = Response::new(Body::from_stream(ReaderStream::with_capacity(file.file, CHUNK)));
    let headers = response.headers_mut();
    headers.insert(header::CONTENT_TYPE, HeaderValue::from_static("application/pdf"));
    headers.insert(header::CONTENT_LENGTH, HeaderValue::from(file.size_bytes));
    headers.insert(header::CONTENT_DISPOSITION, HeaderValue::from_static("inline"));
    headers.insert(header::CACHE_CONTROL, HeaderValue::from_static("public, max-age=86400"));
    Ok(response)
}
