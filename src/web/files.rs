//! `GET /fetch-pdf`: the PDF files that articles name.

use std::sync::Arc;

use axum::body::Body;
use axum::extract::State;
use axum::http::{HeaderValue, Response, header};
use tokio_util::io::ReaderStream;

use super::error::Result;
use super::extract::Parameters;
use super::network::ClientNetwork;
use super::state::{VISITOR, Web};
use crate::error::Error;
use crate::ops::files;
use crate::rate_limit::Limit;
use crate::web::operation::TooManyRequests;

/// Bytes of one read from the disk.
const CHUNK: usize = 64 << 10;

/// Returns a PDF file that a published article names as its `file_url`.
#[utoipa::path(
    get, path = "/fetch-pdf", tag = "articles", operation_id = "fetchPdf",
    params(("url" = String, Query, description = "A published article's `file_url`")),
    responses(
        (status = 200, description = "The file", content_type = "application/pdf", body = Vec<u8>),
        (status = 400, description = "`invalid`: `url` is missing or is not an https address"),
        (status = 403, description = "`fetch_refused`: not the file of a published article, or not on an allowed host"),
        TooManyRequests,
        (status = 502, description = "`fetch_failed`: the publisher did not deliver a PDF file"),
        (status = 504, description = "`timeout`: the publisher took too long"),
    )
)]
pub(super) async fn fetch_pdf(State(web): State<Arc<Web>>, network: ClientNetwork, parameters: Parameters) -> Result {
    web.count(Limit::FetchPdf(web.app.config.limits.fetch_pdf_per_minute), network)?;
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
