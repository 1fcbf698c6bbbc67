//! `GET /fetch-pdf`: the PDF files that articles name.

use std::sync::Arc;

use axum::body::Body;
use axum::extract::State;
use axum::http::{HeaderMap, HeaderValue, header};
use axum::response::IntoResponse;
use tokio_util::io::ReaderStream;

use super::body::HTML;
use super::error::{Failure, Result};
use super::network::ClientNetwork;
use super::query::{Query, query};
use super::shell;
use super::state::{VISITOR, Web};
use crate::domain::article::Revision;
use crate::domain::{Language, Slug};
use crate::error::Error;
use crate::ops::files;
use crate::rate_limit::Limit;
use crate::web::operation::TooManyRequests;

/// Bytes of one read from the disk.
const CHUNK: usize = 64 << 10;

query! {
    /// The file.
    pub(super) struct FileParameters {
        /// A published article's `file_url`
        url: String,
        /// Language of the page about an error; default `en`
        lang: Option<Language>,
    }
}

/// Returns a PDF file that a published article names as its `file_url`, for download.
///
/// A client that accepts `text/html` gets an error as a page.
#[utoipa::path(get, path = "", tag = "articles", operation_id = "fetchPdf", responses(
    (status = 200, description = "The file", content_type = "application/pdf", body = Vec<u8>),
    (status = 400, description = "`invalid`: `url` is missing or is not an https address"),
    (status = 403, description = "`fetch_refused`: not the file of a published article, or not on an allowed host"),
    TooManyRequests,
    (status = 502, description = "`fetch_failed`: the publisher did not deliver a PDF file"),
    (status = 504, description = "`timeout`: the publisher took too long"),
))]
pub(super) async fn fetch_pdf(
    State(web): State<Arc<Web>>,
    network: ClientNetwork,
    headers: HeaderMap,
    Query(FileParameters { url, lang }): Query<FileParameters>,
) -> Result {
    match send_file(&web, network, &url).await {
        Err(failure) if accepts_html(&headers) => failure_page(&web, &url, lang.unwrap_or(Language::En), failure),
        result => result,
    }
}

async fn send_file(web: &Web, network: ClientNetwork, url: &str) -> Result {
    if !url.starts_with("https://") {
        return Err(Error::invalid("url", "This is not an https address.").into());
    }
    web.count(Limit::FetchPdf(web.app.config.limits.fetch_pdf_per_minute), network)?;
    let (file, article) = files::fetch_pdf(&web.app, &VISITOR, url).await?;
    let headers = [
        (header::CONTENT_TYPE, HeaderValue::from_static("application/pdf")),
        (header::CONTENT_LENGTH, HeaderValue::from(file.size_bytes)),
        (header::CONTENT_DISPOSITION, download_as(&file_name(&article))?),
        (header::CACHE_CONTROL, HeaderValue::from_static("public, max-age=86400")),
    ];
    Ok((headers, Body::from_stream(ReaderStream::with_capacity(file.file, CHUNK))).into_response())
}

/// The citation of the article's act, or the article's slug.
fn file_name(Revision { article, .. }: &Revision) -> String {
    let citation = article.act.as_ref().map(|act| act.citation(Language::Ro));
    let name = citation.unwrap_or_else(|| article.slug.to_string());
    // File systems reserve these.
    name.replace(|c: char| c.is_control() || r#"/\:*?"<>|"#.contains(c), "-")
}

/// The header of a PDF file with this name, in ASCII and in full (RFC 6266, RFC 8187).
fn download_as(name: &str) -> Result<HeaderValue, Error> {
    let ascii = Slug::from_title(name).map_or_else(|| "document".into(), String::from);
    let encoded: String = url::form_urlencoded::byte_serialize(name.as_bytes()).collect();
    let encoded = encoded.replace('+', "%20");
    HeaderValue::try_from(format!("attachment; filename=\"{ascii}.pdf\"; filename*=UTF-8''{encoded}.pdf"))
        .map_err(|error| Error::internal("writing a file's name", error))
}

fn accepts_html(headers: &HeaderMap) -> bool {
    let accepted = headers.get_all(header::ACCEPT).into_iter().filter_map(|value| value.to_str().ok());
    accepted.into_iter().any(|value| value.to_ascii_lowercase().contains("text/html"))
}

/// The failure as a page for the browser's tab in which the link was opened.
fn failure_page(web: &Web, url: &str, language: Language, failure: Failure) -> Result {
    let article = files::article_with(&web.app, &VISITOR, url)?;
    let page = shell::file::failure(failure.error.kind, article.as_ref(), language);
    let html = web.pages.document().fill(&page, &web.site);
    let mut response = failure.into_response();
    *response.body_mut() = Body::from(html);
    response.headers_mut().insert(header::CONTENT_TYPE, HTML);
    Ok(response)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_file_has_a_name_in_ascii_and_in_full() {
        let header = |name: &str| download_as(name).expect("a header").to_str().expect("ASCII").to_owned();
        assert_eq!(
            header("Legea nr. 207-2025"),
            "attachment; filename=\"legea-nr-207-2025.pdf\"; filename*=UTF-8''Legea%20nr.%20207-2025.pdf"
        );
        assert_eq!(
            header("Anunț (APIA)"),
            "attachment; filename=\"anunt-apia.pdf\"; filename*=UTF-8''Anun%C8%9B%20%28APIA%29.pdf"
        );
    }
}
