//! The one rendering of an [`Error`] as a response.
//!
//! A handler returns a [`Failure`]; [`super::service`] writes the body, which contains the request id.

use std::sync::Arc;

use axum::http::{HeaderValue, Response, StatusCode, header};
use axum::response::IntoResponse;
use serde::Serialize;
use serde_json::Value;
use utoipa::ToSchema;

use super::proof::Challenge;
use crate::error::{Error, ErrorCode, Kind, Problem};

pub(super) type Result<T = Response<axum::body::Body>, E = Failure> = std::result::Result<T, E>;

/// An error with its HTTP status. It travels in the response's extensions until its body is written.
#[derive(Debug, Clone)]
pub(super) struct Failure {
    pub status: StatusCode,
    pub error: Arc<Error>,
    /// The proof of work that lets the client repeat the refused request.
    challenge: Option<Challenge>,
    /// Fields of the body beyond those of every error.
    details: Option<Box<Value>>,
}

/// An error body that may contain a challenge.
#[derive(Serialize, ToSchema)]
pub(super) struct ProofProblem {
    #[serde(flatten)]
    problem: Problem,
    /// With code `proof_required`.
    #[serde(skip_serializing_if = "Option::is_none")]
    proof: Option<Challenge>,
    #[serde(flatten)]
    #[schema(ignore)]
    details: Option<Value>,
}

impl Failure {
    pub(super) fn new(status: StatusCode, error: Error) -> Self {
        Self { status, error: Arc::new(error), challenge: None, details: None }
    }

    pub(super) fn with_challenge(self, challenge: Challenge) -> Self {
        Self { challenge: Some(challenge), ..self }
    }

    /// Adds the fields of an object to the body; the operation documents them.
    pub(super) fn with_details(self, details: Value) -> Self {
        Self { details: Some(Box::new(details)), ..self }
    }

    /// The response's body.
    pub(super) fn body(&self, request_id: &str) -> ProofProblem {
        let mut problem = self.error.to_problem();
        problem.request_id = Some(request_id.to_owned());
        ProofProblem { problem, proof: self.challenge.clone(), details: self.details.as_deref().cloned() }
    }
}

impl From<Error> for Failure {
    fn from(error: Error) -> Self {
        let status = match error.kind {
            Kind::Invalid => StatusCode::BAD_REQUEST,
            Kind::Unauthenticated => StatusCode::UNAUTHORIZED,
            Kind::Forbidden => StatusCode::FORBIDDEN,
            Kind::NotFound => StatusCode::NOT_FOUND,
            Kind::Gone => StatusCode::GONE,
            Kind::Conflict => StatusCode::CONFLICT,
            Kind::TooLarge => StatusCode::PAYLOAD_TOO_LARGE,
            Kind::TooMany => StatusCode::TOO_MANY_REQUESTS,
            Kind::Upstream => StatusCode::BAD_GATEWAY,
            Kind::Timeout => StatusCode::GATEWAY_TIMEOUT,
            Kind::Unavailable => StatusCode::SERVICE_UNAVAILABLE,
            Kind::Internal => StatusCode::INTERNAL_SERVER_ERROR,
        };
        Self::new(status, error)
    }
}

impl IntoResponse for Failure {
    fn into_response(self) -> Response<axum::body::Body> {
        let mut response = Response::new(axum::body::Body::empty());
        *response.status_mut() = self.status;
        if let Some(secs) = self.error.retry_after_secs {
            response.headers_mut().insert(header::RETRY_AFTER, HeaderValue::from(secs.max(1)));
        }
        if self.status == StatusCode::UNAUTHORIZED {
            // RFC 9110, 15.5.2 requires a challenge. `Bearer` opens no window in a browser.
            response.headers_mut().insert(header::WWW_AUTHENTICATE, HeaderValue::from_static("Bearer"));
        }
        response.headers_mut().insert(header::CACHE_CONTROL, HeaderValue::from_static("no-store"));
        response.extensions_mut().insert(self);
        response
    }
}

pub(super) async fn method_not_allowed() -> Failure {
    let error = Error::new(Kind::Invalid, ErrorCode::MethodNotAllowed, "This path does not support the method.");
    Failure::new(StatusCode::METHOD_NOT_ALLOWED, error)
}

pub(super) fn unsupported_media_type() -> Failure {
    let error =
        Error::new(Kind::Invalid, ErrorCode::UnsupportedMediaType, "Send JSON, with content-type application/json.");
    Failure::new(StatusCode::UNSUPPORTED_MEDIA_TYPE, error)
}

/// The refusal of a compressed body, which read as it is would count as broken JSON or as a mail without a report.
pub(super) fn unsupported_content_coding() -> Failure {
    let message = "Send the body without content-encoding.";
    let error = Error::new(Kind::Invalid, ErrorCode::UnsupportedMediaType, message);
    Failure::new(StatusCode::UNSUPPORTED_MEDIA_TYPE, error)
}

/// The refusal of a request that took longer than `server.request_timeout_secs`.
pub(super) fn request_timeout() -> Failure {
    Failure::new(
        StatusCode::REQUEST_TIMEOUT,
        Error::new(Kind::Timeout, ErrorCode::Timeout, "The request took too long."),
    )
}

pub(super) fn not_found() -> Failure {
    Error::not_found("There is nothing at this address.").into()
}
