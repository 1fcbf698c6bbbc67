//! The error type of all layers: a kind, a stable code and one English sentence.
//!
//! The UI chooses its words by the code. An error is rendered in three places: `web::error` (status
//! and body), `cli::output` (sentence and exit code) and `control::wire` (last line of a response).

mod code;

use std::borrow::Cow;
use std::fmt;

use serde::{Deserialize, Serialize};

pub use code::ErrorCode;

pub type Result<T, E = Error> = std::result::Result<T, E>;

/// Class of an error. Decides the HTTP status and the exit code.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Kind {
    /// The input breaks a rule; nothing was changed.
    Invalid,
    Unauthenticated,
    Forbidden,
    NotFound,
    /// The resource existed and does not any more.
    Gone,
    /// The input is valid but conflicts with the stored state.
    Conflict,
    TooLarge,
    TooMany,
    /// Another server that the operation needs failed.
    Upstream,
    Timeout,
    /// Busy, stopping or not reachable. The outcome may be unknown.
    Unavailable,
    /// A bug or a broken disk. The sentence is logged and never sent to clients.
    Internal,
}

/// An error of any layer.
///
/// `Display` writes one sentence that names what failed. The cause, if any, is `source()`; it is
/// logged once, where the error is rendered.
#[derive(Debug)]
pub struct Error {
    pub kind: Kind,
    pub code: ErrorCode,
    /// The invalid input field, in the spelling of the API.
    pub field: Option<Cow<'static, str>>,
    /// Seconds after which the caller may retry.
    pub retry_after_secs: Option<u64>,
    message: String,
    source: Option<anyhow::Error>,
}

impl Error {
    pub fn new(kind: Kind, code: ErrorCode, message: impl Into<String>) -> Self {
        Self { kind, code, field: None, retry_after_secs: None, message: message.into(), source: None }
    }

    /// Reports that `field` breaks a rule.
    pub fn invalid(field: impl Into<Cow<'static, str>>, message: impl Into<String>) -> Self {
        Self::new(Kind::Invalid, ErrorCode::Invalid, message).in_field(field)
    }

    pub fn not_found(message: impl Into<String>) -> Self {
        Self::new(Kind::NotFound, ErrorCode::NotFound, message)
    }

    pub fn conflict(code: ErrorCode, message: impl Into<String>) -> Self {
        Self::new(Kind::Conflict, code, message)
    }

    pub fn unavailable(message: impl Into<String>) -> Self {
        Self::new(Kind::Unavailable, ErrorCode::Unavailable, message)
    }

    /// Reports a bug or a broken disk. `attempted` names the action, such as "reading a reply".
    pub fn internal(attempted: impl Into<String>, source: impl Into<anyhow::Error>) -> Self {
        Self::new(Kind::Internal, ErrorCode::Internal, attempted).caused_by(source)
    }

    #[must_use]
    pub fn caused_by(mut self, source: impl Into<anyhow::Error>) -> Self {
        self.source = Some(source.into());
        self
    }

    /// Names the input field at fault.
    #[must_use]
    pub fn in_field(mut self, field: impl Into<Cow<'static, str>>) -> Self {
        self.field = Some(field.into());
        self
    }

    #[must_use]
    pub fn retry_after(mut self, secs: u64) -> Self {
        self.retry_after_secs = Some(secs);
        self
    }

    /// Returns the cause if it is a `T`, otherwise the error.
    pub fn into_cause<T: std::error::Error + Send + Sync + 'static>(mut self) -> Result<T, Self> {
        match self.source.take().map(anyhow::Error::downcast::<T>) {
            Some(Ok(cause)) => Ok(cause),
            Some(Err(source)) => Err(self.caused_by(source)),
            None => Err(self),
        }
    }

    /// The sentence without its causes.
    pub fn message(&self) -> &str {
        &self.message
    }

    /// The sentence with its causes, for the log and the operator's terminal.
    pub fn chain(&self) -> String {
        match &self.source {
            Some(source) => format!("{}: {source:#}", self.message),
            None => self.message.clone(),
        }
    }

    /// The error body for clients. The sentence of an internal error is replaced.
    pub fn to_problem(&self) -> Problem {
        let (error, code) = match self.kind {
            Kind::Internal => ("Something went wrong on our side.".to_owned(), ErrorCode::Internal),
            _ => (self.message.clone(), self.code),
        };
        Problem { error, code, field: self.field.as_ref().map(ToString::to_string), request_id: None }
    }
}

/// The message of a caught panic, as the cause of an internal error.
pub fn panicked(panic: &(dyn std::any::Any + Send)) -> anyhow::Error {
    let text = panic.downcast_ref::<&str>().copied().or_else(|| panic.downcast_ref::<String>().map(String::as_str));
    anyhow::anyhow!("panicked: {}", text.unwrap_or("without a message"))
}

impl fmt::Display for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.message)
    }
}

impl std::error::Error for Error {
    fn source(&self) -> Option<&(dyn std::error::Error + 'static)> {
        self.source.as_ref().map(|source| &**source as _)
    }
}

/// Body of every HTTP response with status 400 or above.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, utoipa::ToSchema)]
pub struct Problem {
    /// One plain English sentence; where the specification gives a text, that text to the letter.
    pub error: String,
    /// Stable code; the UI chooses its words by it.
    #[schema(value_type = String)]
    pub code: ErrorCode,
    /// The input field at fault.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub field: Option<String>,
    /// The request's id, as in the `x-request-id` header and in the log.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub request_id: Option<String>,
}
