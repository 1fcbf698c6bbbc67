//! Sending ready-made bodies: encoding, validators, 304.

use std::sync::Arc;

use axum::body::Body as HttpBody;
use axum::http::{HeaderMap, HeaderValue, Response, StatusCode, header};

use tokio::sync::Semaphore;

use super::body::{Body, Encoding};
use super::extract::Asked;
use crate::error::{Error, Result};

/// How long an answer may be used without asking.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Caching {
    /// Kept anywhere, but asked about each time: a new article shows at once.
    Revalidate,
    /// Asked about each time by whatever keeps it, the browser's own worker first of all.
    Never,
    /// Good for a day: a picture that others show.
    Day,
    /// Its address changes with its content.
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

/// An encoder takes some megabytes and a whole core while it works.
static ENCODERS: Semaphore = Semaphore::const_new(2);

/// Room for all headers an answer gets here and at the door, so that the map never grows.
const HEADERS: usize = 24;

/// Answers with `body` as the client wants it, or with 304 when it has it already.
///
/// An encoding that is not there yet is made off the async threads.
pub(super) async fn send<B>(asked: &Asked, body: Arc<B>, caching: Caching) -> Result<Response<HttpBody>>
where
    B: AsRef<Body> + Send + Sync + 'static,
{
    let mut headers = HeaderMap::with_capacity(HEADERS);
    let ready = (*body).as_ref();
    headers.insert(header::ETAG, ready.etag.clone());
    headers.insert(header::CACHE_CONTROL, caching.header());
    headers.insert(header::VARY, HeaderValue::from_static("accept-encoding"));
    if asked.if_none_match.as_ref().is_some_and(|condition| names(condition, &ready.etag)) {
        return Ok(response(StatusCode::NOT_MODIFIED, headers, HttpBody::empty()));
    }
    headers.insert(header::CONTENT_TYPE, ready.media_type.clone());
    let encoding = ready.encoding_for(asked.encoding);
    if encoding != Encoding::Identity {
        headers.insert(header::CONTENT_ENCODING, HeaderValue::from_static(encoding.name()));
    }
    let bytes = match ready.ready(encoding) {
        Some(bytes) => bytes.clone(),
        None => {
            let _place = ENCODERS.acquire().await.map_err(|error| Error::internal("encoding an answer", error))?;
            let encoded = tokio::task::spawn_blocking(move || (*body).as_ref().encode(encoding).clone());
            encoded.await.map_err(|error| Error::internal("encoding an answer", error))?
        }
    };
    Ok(response(StatusCode::OK, headers, HttpBody::from(bytes)))
}

fn response(status: StatusCode, headers: HeaderMap, body: HttpBody) -> Response<HttpBody> {
    let mut response = Response::new(body);
    *response.status_mut() = status;
    *response.headers_mut() = headers;
    response
}

/// Weak comparison (RFC 9110, 13.1.2): `*`, or a list in which the tag occurs, weak or strong.
fn names(condition: &HeaderValue, etag: &HeaderValue) -> bool {
    let (Ok(condition), Ok(etag)) = (condition.to_str(), etag.to_str()) else { return false };
    let opaque = etag.trim_start_matches("W/");
    // Our tags have no comma inside, so cutting at commas cannot miss one.
    condition.trim() == "*" || condition.split(',').any(|tag| tag.trim().trim_start_matches("W/") == opaque)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_condition_is_compared_weakly() {
        let etag = HeaderValue::from_static("W/\"abc\"");
        let check = |condition, expected| {
            assert_eq!(names(&HeaderValue::from_static(condition), &etag), expected, "{condition}");
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
