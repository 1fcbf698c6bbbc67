//! Responses with ready-made bodies: content encoding, entity tags, 304.

use std::sync::Arc;

use axum::body::Body as HttpBody;
use axum::http::{HeaderMap, HeaderValue, Response, StatusCode, header};
use bytes::Bytes;

use super::accepted::Accepted;
use super::body::transcoder::Transcoder;
use super::body::{Body, Encoding};
use crate::error::{Error, Result};
use crate::ops::blocking::{blocking, blocking_for_all};

/// How long a cache may use a response without revalidating it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Caching {
    /// Any cache may store it and must revalidate each use: a new article shows at once.
    Revalidate,
    /// `no-cache`, for the service worker's script.
    Never,
    /// A day, for pictures that other sites embed.
    Day,
    /// For ever: the URL changes with the content.
    Forever,
}

impl Caching {
    fn header(self) -> HeaderValue {
        HeaderValue::from_static(match self {
            Self::Revalidate => "public, max-age=0, must-revalidate",
            Self::Never => "no-cache",
            Self::Day => "public, max-age=86400",
            Self::Forever => "public, max-age=31536000, immutable",
        })
    }
}

/// Capacity for all headers of a response other than a page, so that the map never grows.
const HEADER_CAPACITY: usize = 12;

/// Returns `body` in the accepted encoding, or 304 when the client already has it.
///
/// A missing encoding is made off the async threads.
pub(super) async fn send<B>(accepted: &Accepted, body: Arc<B>, caching: Caching) -> Result<Response<HttpBody>>
where
    B: AsRef<Body> + Send + Sync + 'static,
{
    let mut headers = HeaderMap::with_capacity(HEADER_CAPACITY);
    let ready = (*body).as_ref();
    headers.insert(header::ETAG, ready.etag.clone());
    headers.insert(header::CACHE_CONTROL, caching.header());
    headers.insert(header::VARY, HeaderValue::from_static("accept-encoding"));
    if accepted.if_none_match.as_ref().is_some_and(|condition| matches(condition, &ready.etag)) {
        return Ok(response(StatusCode::NOT_MODIFIED, headers, HttpBody::empty()));
    }
    headers.insert(header::CONTENT_TYPE, ready.media_type.clone());
    let mut encoding = ready.encoding_for(accepted.encoding, accepted.gzip);
    let content = match ready.ready(encoding) {
        Some(bytes) => HttpBody::from(bytes.clone()),
        None => match ready.only_gzip() {
            Some(gzip) if encoding == Encoding::Gzip => {
                headers.insert(header::CONTENT_LENGTH, gzip.len().into());
                HttpBody::from_stream(gzip.stream())
            }
            Some(gzip) => {
                let transcoder = Transcoder::new(gzip, encoding);
                encoding = transcoder.encoding();
                if encoding == Encoding::Identity {
                    headers.insert(header::CONTENT_LENGTH, ready.len().into());
                }
                HttpBody::from_stream(transcoder.steps())
            }
            None => HttpBody::from(Box::pin(encoded(body, encoding)).await?),
        },
    };
    if encoding != Encoding::Identity {
        headers.insert(header::CONTENT_ENCODING, HeaderValue::from_static(encoding.name()));
    }
    Ok(response(StatusCode::OK, headers, content))
}

/// Makes a body off the async threads, with the encoding that [`send`] needs for this client.
pub(super) async fn make<B>(
    accepted: &Accepted,
    attempted: &str,
    write: impl FnOnce() -> Result<B> + Send + 'static,
) -> Result<B>
where
    B: AsRef<Body> + Send + 'static,
{
    blocking(attempted, encoding((accepted.encoding, accepted.gzip), write)).await?
}

/// As [`make`], for a body that the clients of all networks wait for.
pub(super) async fn make_for_all<B>(
    accepted: &Accepted,
    attempted: &str,
    write: impl FnOnce() -> Result<B> + Send + 'static,
) -> Result<B>
where
    B: AsRef<Body> + Send + 'static,
{
    blocking_for_all(attempted, encoding((accepted.encoding, accepted.gzip), write)).await?
}

/// Writes a body and encodes it for a client with these preferences, as in [`Accepted`].
fn encoding<B: AsRef<Body> + 'static>(
    (preferred, gzip): (Encoding, bool),
    write: impl FnOnce() -> Result<B> + Send + 'static,
) -> impl FnOnce() -> Result<B> + Send + 'static {
    move || {
        let made = write()?;
        let body = made.as_ref();
        body.encode(body.encoding_for(preferred, gzip));
        Ok(made)
    }
}

/// The bytes in an encoding that was not made before.
async fn encoded<B>(body: Arc<B>, encoding: Encoding) -> Result<Bytes>
where
    B: AsRef<Body> + Send + Sync + 'static,
{
    let attempted = "encoding a response";
    let encode = move || {
        (*body).as_ref().encode(encoding);
        (*body).as_ref().ready(encoding).cloned()
    };
    let encoded = blocking(attempted, encode).await?;
    encoded.ok_or_else(|| Error::internal(attempted, anyhow::anyhow!("the encoding is missing")))
}

fn response(status: StatusCode, headers: HeaderMap, body: HttpBody) -> Response<HttpBody> {
    let mut response = Response::new(body);
    *response.status_mut() = status;
    *response.headers_mut() = headers;
    response
}

/// Weak comparison (RFC 9110, 13.1.2): `*`, or a list in which the tag occurs, weak or strong.
fn matches(condition: &HeaderValue, etag: &HeaderValue) -> bool {
    let (Ok(condition), Ok(etag)) = (condition.to_str(), etag.to_str()) else { return false };
    let opaque = etag.trim_start_matches("W/");
    // Our tags contain no comma, so splitting at commas finds each.
    condition.trim() == "*" || condition.split(',').any(|tag| tag.trim().trim_start_matches("W/") == opaque)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_condition_is_compared_weakly() {
        let etag = HeaderValue::from_static("W/\"abc\"");
        let check = |condition, expected| {
            assert_eq!(matches(&HeaderValue::from_static(condition), &etag), expected, "{condition}");
        };
        check("*", true);
        check("W/\"abc\"", true);
        check("\"abc\"", true);
        check("\"x\", W/\"abc\" , \"y\"", true);
        check("\"abcd\"", false);
        check("abc", false);
        check("", false);
    }
}
