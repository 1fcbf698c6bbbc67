//! Bodies of requests and the extractors of JSON, whose rejections are error bodies of the API.

use std::collections::BTreeMap;
use std::sync::Arc;

use axum::extract::{FromRequest, Request};
use axum::http::{HeaderMap, header};
use bytes::Bytes;
use http_body_util::{BodyExt, LengthLimitError, Limited};
use serde::de::{DeserializeOwned, IgnoredAny};

use super::connections::BodyError;
use super::error::{Failure, request_timeout, unsupported_content_coding, unsupported_media_type};
use super::state::Web;
use crate::domain::article::limits;
use crate::domain::text::shorten;
use crate::error::{Error, ErrorCode, Kind, Result};

/// A JSON object of at most the configured size. None of its fields may be null.
pub(super) struct Json<T>(pub T);

impl<T: DeserializeOwned> FromRequest<Arc<Web>> for Json<T> {
    type Rejection = Failure;

    async fn from_request(request: Request, web: &Arc<Web>) -> Result<Self, Failure> {
        let body = json_body(request, web.app.config.server.max_body_bytes).await?;
        refuse_nulls(&body)?;
        Ok(Self(parse_json(&body)?))
    }
}

/// As [`Json`], where the API document allows null in some fields.
pub(super) struct NullableJson<T>(pub T);

impl<T: DeserializeOwned> FromRequest<Arc<Web>> for NullableJson<T> {
    type Rejection = Failure;

    async fn from_request(request: Request, web: &Arc<Web>) -> Result<Self, Failure> {
        let body = json_body(request, web.app.config.server.max_body_bytes).await?;
        Ok(Self(parse_json(&body)?))
    }
}

async fn json_body(request: Request, limit: u64) -> Result<Bytes, Failure> {
    if !is_json(request.headers()) {
        return Err(unsupported_media_type());
    }
    let bytes = body(request, limit).await?;
    // serde reads an array as an object's fields in their order, which no client means.
    if bytes.trim_ascii_start().starts_with(b"[") {
        return Err(Error::new(Kind::Invalid, ErrorCode::Invalid, "The body must be an object.").into());
    }
    Ok(bytes)
}

/// # Errors
/// A field is null, which serde would take for an absent one: `"liked": null` would toggle.
fn refuse_nulls(body: &[u8]) -> Result<()> {
    let fields = serde_json::from_slice::<BTreeMap<String, Option<IgnoredAny>>>(body).unwrap_or_default();
    match fields.into_iter().find(|(_, value)| value.is_none()) {
        Some((field, _)) => Err(Error::invalid(shown(&field), "This field cannot be null; leave it out.")),
        None => Ok(()),
    }
}

fn parse_json<T: DeserializeOwned>(body: &[u8]) -> Result<T> {
    let mut reader = serde_json::Deserializer::from_slice(body);
    let value = serde_path_to_error::deserialize(&mut reader).map_err(|error| unreadable(&error, body))?;
    reader.end().map_err(|_| Error::new(Kind::Invalid, ErrorCode::Invalid, "The body is not valid JSON."))?;
    Ok(value)
}

/// As [`Json`], for a body that contains an article: as large as a record of an import.
pub(super) struct ArticleJson<T>(pub T);

impl<T: DeserializeOwned> FromRequest<Arc<Web>> for ArticleJson<T> {
    type Rejection = Failure;

    async fn from_request(request: Request, _: &Arc<Web>) -> Result<Self, Failure> {
        let body = json_body(request, limits::RECORD_BYTES as u64).await?;
        Ok(Self(parse_json(&body)?))
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

/// Whether the body is compressed or encoded in another way (RFC 9110, 8.4).
fn is_encoded(headers: &HeaderMap) -> bool {
    let mut codings = headers.get_all(header::CONTENT_ENCODING).iter();
    codings.any(|coding| !coding.as_bytes().eq_ignore_ascii_case(b"identity"))
}

/// Reads the body.
///
/// # Errors
/// `unsupported_media_type` for a compressed body, `payload_too_large` over `limit` bytes, `timeout` when it arrives too
/// slowly, `unavailable` when too many requests wait for their bodies.
pub(super) async fn body(request: Request, limit: u64) -> Result<Bytes, Failure> {
    if is_encoded(request.headers()) {
        return Err(unsupported_content_coding());
    }
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
    if !error.inner().is_data() && serde_json::from_slice::<IgnoredAny>(body).is_err() {
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

/// The client's text as error messages repeat it: short, and without control characters.
pub(super) fn shown(text: &str) -> String {
    text.chars().filter(|c| !c.is_control()).take(40).collect()
}

/// As [`shown`], for a sentence: long enough to list every allowed value.
fn shown_sentence(sentence: &str) -> String {
    shorten(&sentence.replace(char::is_control, ""), 200)
}
