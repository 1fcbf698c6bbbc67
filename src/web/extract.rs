//! Extractors whose rejections are error bodies of the API.

use std::convert::Infallible;
use std::str::FromStr;
use std::sync::Arc;

use axum::extract::{FromRequest, FromRequestParts, Path, Request};
use axum::http::request::Parts;
use axum::http::{HeaderMap, HeaderValue, header};
use bytes::Bytes;
use http_body_util::{BodyExt, LengthLimitError, Limited};
use serde::de::DeserializeOwned;

use super::body::Encoding;
use super::connections::BodyError;
use super::error::{Failure, not_found, request_timeout, unsupported_media_type};
use super::state::Web;
use crate::domain::article::limits;
use crate::error::{Error, ErrorCode, Kind, Result};

/// What the client accepts: its preferred encoding, and the entity tags it already has.
pub(super) struct Accepted {
    pub encoding: Encoding,
    /// Whether it accepts gzip, even if it prefers another encoding.
    pub gzip: bool,
    pub if_none_match: Option<HeaderValue>,
}

impl<S: Sync> FromRequestParts<S> for Accepted {
    type Rejection = Infallible;

    async fn from_request_parts(parts: &mut Parts, _: &S) -> Result<Self, Infallible> {
        let (encoding, gzip) = accepted_encoding(&parts.headers);
        Ok(Self { encoding, gzip, if_none_match: parts.headers.get(header::IF_NONE_MATCH).cloned() })
    }
}

/// The best encoding the client takes (RFC 9110, 12.5.3), `identity` when it takes none of ours; and whether it takes
/// gzip.
fn accepted_encoding(headers: &HeaderMap) -> (Encoding, bool) {
    // The values of nearly every browser, to the letter.
    let usual = headers.get(header::ACCEPT_ENCODING).map(HeaderValue::as_bytes);
    if matches!(usual, None | Some(b"gzip, deflate, br, zstd" | b"gzip, deflate, br")) {
        return if usual.is_some() { (Encoding::Brotli, true) } else { (Encoding::Identity, false) };
    }
    let mut quality: [Option<u16>; 4] = [None; 4];
    let (mut any, mut has_items) = (None, false);
    for value in headers.get_all(header::ACCEPT_ENCODING) {
        let Ok(value) = value.to_str() else { continue };
        for item in value.split(',') {
            let (name, parameters) = item.split_once(';').unwrap_or((item, ""));
            let (name, q) = (name.trim(), quality_of(parameters));
            has_items = true;
            if name == "*" {
                any = Some(q);
            } else if let Some(index) = encoding_index(name) {
                quality[index] = Some(q);
            }
        }
    }
    if !has_items {
        return (Encoding::Identity, false);
    }
    let (mut best, mut gzip) = ((Encoding::Identity, 0), false);
    for (encoding, own) in Encoding::ALL.into_iter().zip(quality) {
        // Identity is acceptable unless refused, but last among equals.
        let q = own.or(any).unwrap_or(if encoding == Encoding::Identity { 1 } else { 0 });
        gzip |= encoding == Encoding::Gzip && q > 0;
        if q > best.1 {
            best = (encoding, q);
        }
    }
    (best.0, gzip)
}

fn encoding_index(name: &str) -> Option<usize> {
    Encoding::ALL.iter().position(|encoding| {
        encoding.name().eq_ignore_ascii_case(name)
            || (*encoding == Encoding::Gzip && name.eq_ignore_ascii_case("x-gzip"))
    })
}

/// The `q` of a list item in thousandths; an unreadable one counts as 0.
fn quality_of(parameters: &str) -> u16 {
    let q = parameters.split(';').find_map(|parameter| {
        let (name, value) = parameter.split_once('=')?;
        name.trim().eq_ignore_ascii_case("q").then(|| value.trim().parse::<f32>().unwrap_or(0.0))
    });
    // Casting saturates, and the bounds make it exact.
    (q.unwrap_or(1.0).clamp(0.0, 1.0) * 1000.0) as u16
}

/// The path's parameter; a 404 when it is not valid UTF-8.
pub(super) struct PathParam(pub String);

impl<S: Send + Sync> FromRequestParts<S> for PathParam {
    type Rejection = Failure;

    async fn from_request_parts(parts: &mut Parts, state: &S) -> Result<Self, Failure> {
        let Path(value) = Path::from_request_parts(parts, state).await.map_err(|_| not_found())?;
        Ok(Self(value))
    }
}

/// Most parameters of a query; no route has a third of them.
const MAX_PARAMETERS: usize = 32;

/// The parameters of the query, percent-decoded, each name once.
pub(super) struct Parameters(Vec<(String, String)>);

impl<S: Sync> FromRequestParts<S> for Parameters {
    type Rejection = Failure;

    async fn from_request_parts(parts: &mut Parts, _: &S) -> Result<Self, Failure> {
        Ok(Self::parse(parts.uri.query().unwrap_or_default())?)
    }
}

impl Parameters {
    fn parse(query: &str) -> Result<Self> {
        let mut parameters: Vec<(String, String)> = Vec::new();
        for (name, value) in url::form_urlencoded::parse(query.as_bytes()) {
            if name.contains(char::REPLACEMENT_CHARACTER) || value.contains(char::REPLACEMENT_CHARACTER) {
                return Err(Error::invalid(shown(&name), "The query is not valid UTF-8."));
            }
            if parameters.len() == MAX_PARAMETERS {
                let message = format!("The query has more than {MAX_PARAMETERS} parameters.");
                return Err(Error::invalid(shown(&name), message));
            }
            if parameters.iter().any(|(earlier, _)| *earlier == name) {
                return Err(Error::invalid(shown(&name), "This parameter is given twice."));
            }
            parameters.push((name.into_owned(), value.into_owned()));
        }
        Ok(Self(parameters))
    }

    /// Calls `take` for each parameter; it returns whether it knows the name.
    ///
    /// # Errors
    /// `invalid` for an unknown name, or what `take` returns.
    pub(super) fn each(self, mut take: impl FnMut(&str, &str) -> Result<bool>) -> Result<()> {
        for (name, value) in &self.0 {
            if !take(name, value)? {
                return Err(Error::invalid(shown(name), "There is no such parameter."));
            }
        }
        Ok(())
    }
}

/// The parameters of a form in the body, percent-decoded, each name once.
pub(super) struct FormParameters(pub Parameters);

impl FromRequest<Arc<Web>> for FormParameters {
    type Rejection = Failure;

    async fn from_request(request: Request, web: &Arc<Web>) -> Result<Self, Failure> {
        let bytes = body(request, web.app.config.server.max_body_bytes).await?;
        let text = std::str::from_utf8(&bytes).map_err(|_| Error::invalid("body", "The body is not valid UTF-8."))?;
        Ok(Self(Parameters::parse(text)?))
    }
}

/// Text of the client as an error message repeats it: short, without control characters.
fn shown(text: &str) -> String {
    text.chars().filter(|c| !c.is_control()).take(40).collect()
}

/// As [`shown`], for a sentence: long enough to list every allowed value.
fn shown_sentence(sentence: &str) -> String {
    let mut chars = sentence.chars().filter(|c| !c.is_control());
    let shown: String = chars.by_ref().take(200).collect();
    if chars.next().is_some() { shown + "…" } else { shown }
}

/// Parses a parameter's value.
///
/// # Errors
/// `invalid` in `field`.
pub(super) fn value<T: FromStr>(field: &'static str, text: &str, must_be: &str) -> Result<T> {
    text.parse().map_err(|_| Error::invalid(field, format!("This parameter must be {must_be}.")))
}

/// A JSON object of at most the configured size.
pub(super) struct Json<T>(pub T);

impl<T: DeserializeOwned> FromRequest<Arc<Web>> for Json<T> {
    type Rejection = Failure;

    async fn from_request(request: Request, web: &Arc<Web>) -> Result<Self, Failure> {
        read_json(request, web.app.config.server.max_body_bytes).await.map(Self)
    }
}

async fn read_json<T: DeserializeOwned>(request: Request, limit: u64) -> Result<T, Failure> {
    if !is_json(request.headers()) {
        return Err(unsupported_media_type());
    }
    let bytes = body(request, limit).await?;
    // serde reads an array as an object's fields in their order, which no client means.
    if bytes.trim_ascii_start().starts_with(b"[") {
        return Err(Error::new(Kind::Invalid, ErrorCode::Invalid, "The body must be an object.").into());
    }
    let mut reader = serde_json::Deserializer::from_slice(&bytes);
    let value = serde_path_to_error::deserialize(&mut reader).map_err(|error| unreadable(&error, &bytes))?;
    reader.end().map_err(|_| Error::new(Kind::Invalid, ErrorCode::Invalid, "The body is not valid JSON."))?;
    Ok(value)
}

/// As [`Json`], for a body that contains an article: as large as a record of an import.
pub(super) struct ArticleJson<T>(pub T);

impl<T: DeserializeOwned> FromRequest<Arc<Web>> for ArticleJson<T> {
    type Rejection = Failure;

    async fn from_request(request: Request, _: &Arc<Web>) -> Result<Self, Failure> {
        read_json(request, limits::RECORD_BYTES as u64).await.map(Self)
    }
}

/// As [`Json`]; no body counts as an object without fields.
pub(super) struct OptionalJson<T>(pub T);

impl<T: DeserializeOwned + Default> FromRequest<Arc<Web>> for OptionalJson<T> {
    type Rejection = Failure;

    async fn from_request(request: Request, web: &Arc<Web>) -> Result<Self, Failure> {
        if !request.headers().contains_key(header::CONTENT_TYPE) && axum::body::HttpBody::is_end_stream(request.body())
        {
            return Ok(Self(T::default()));
        }
        Json::from_request(request, web).await.map(|Json(value)| Self(value))
    }
}

/// The media type of the body, without parameters and in lower case.
pub(super) fn media_type(headers: &HeaderMap) -> String {
    let media_type = headers.get(header::CONTENT_TYPE).and_then(|value| value.to_str().ok()).unwrap_or_default();
    media_type.split(';').next().unwrap_or_default().trim().to_ascii_lowercase()
}

fn is_json(headers: &HeaderMap) -> bool {
    let media_type = media_type(headers);
    media_type == "application/json" || (media_type.starts_with("application/") && media_type.ends_with("+json"))
}

/// Reads the body.
///
/// # Errors
/// `payload_too_large` over `limit` bytes, `timeout` when it arrives too slowly, `unavailable` when too many requests
/// wait for theirs.
pub(super) async fn body(request: Request, limit: u64) -> Result<Bytes, Failure> {
    let limit = usize::try_from(limit).unwrap_or(usize::MAX);
    let error = match Limited::new(request.into_body(), limit).collect().await {
        Ok(collected) => return Ok(collected.to_bytes()),
        Err(error) if error.is::<LengthLimitError>() => {
            let message = format!("The body is larger than {limit} bytes.");
            return Err(Error::new(Kind::TooLarge, ErrorCode::PayloadTooLarge, message).into());
        }
        Err(error) => error,
    };
    let cause = error.downcast::<axum::Error>().map_or_else(|error| error, |error| error.into_inner());
    Err(match cause.downcast_ref() {
        Some(BodyError::TooSlow) => request_timeout(),
        Some(BodyError::TooMany) => {
            Error::unavailable("Too many requests wait for their bodies.").retry_after(1).into()
        }
        None => Error::new(Kind::Invalid, ErrorCode::Invalid, "The body is incomplete.")
            .caused_by(anyhow::anyhow!("{cause}"))
            .into(),
    })
}

fn unreadable(error: &serde_path_to_error::Error<serde_json::Error>, body: &[u8]) -> Error {
    // serde_json reports a number in place of an enum's name as a syntax error, though the body is valid JSON.
    if !error.inner().is_data() && serde_json::from_slice::<serde::de::IgnoredAny>(body).is_err() {
        return Error::new(Kind::Invalid, ErrorCode::Invalid, "The body is not valid JSON.");
    }
    let path = error.path().to_string();
    let message = error.inner().to_string();
    let message = message.split(" at line ").next().unwrap_or_default();
    let missing = message.strip_prefix("missing field `").and_then(|rest| rest.strip_suffix('`'));
    let field = match (path.as_str(), missing) {
        (".", None) => {
            return Error::new(Kind::Invalid, ErrorCode::Invalid, "The body does not have the documented shape.");
        }
        (".", Some(missing)) => shown(missing),
        (inside, Some(missing)) => format!("{}.{}", shown(inside), shown(missing)),
        (inside, None) => shown(inside),
    };
    Error::invalid(field, format!("This field cannot be read: {}.", shown_sentence(message)))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_query_has_at_most_32_parameters() {
        let query = |count: usize| (0..count).map(|number| format!("n{number}=&")).collect::<String>();
        assert_eq!(Parameters::parse(&query(32)).expect("a query").0.len(), 32);
        let refused = Parameters::parse(&query(10_000)).err().expect("too many");
        assert_eq!((refused.field.as_deref(), refused.code), (Some("n32"), ErrorCode::Invalid));
    }

    #[test]
    fn the_best_accepted_encoding_is_chosen() {
        let check = |accept: &str, wanted: Encoding| {
            let mut headers = HeaderMap::new();
            headers.insert(header::ACCEPT_ENCODING, HeaderValue::from_str(accept).expect("a header"));
            assert_eq!(accepted_encoding(&headers).0, wanted, "{accept:?}");
        };
        check("gzip, deflate, br, zstd", Encoding::Brotli);
        check("gzip;q=1.0, br;q=0.5", Encoding::Gzip);
        check("gzip;q=0, br;q=0", Encoding::Identity);
        check("*", Encoding::Brotli);
        check("br;q=0, *", Encoding::Zstd);
        check("*;q=0", Encoding::Identity);
        check("identity, gzip;q=0.5", Encoding::Identity);
        check("GZIP", Encoding::Gzip);
        check("x-gzip;Q=0.2", Encoding::Gzip);
        check("deflate", Encoding::Identity);
        check("gzip;q=nonsense, ,;;=", Encoding::Identity);
        check("", Encoding::Identity);
        assert_eq!(accepted_encoding(&HeaderMap::new()), (Encoding::Identity, false));
    }
}
