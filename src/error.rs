//! The one error type of the product: a closed list of kinds with stable codes.
//!
//! The server sends codes and one plain English sentence; the words a reader sees live in the UI.
//! Three renderings exist, one each: `web::error` (status and body), `cli::output` (sentence and
//! exit code), and the last line of a control answer (`control::wire`).

use std::borrow::Cow;
use std::fmt;

use serde::{Deserialize, Serialize};

pub type Result<T, E = Error> = std::result::Result<T, E>;

/// What kind of failure this is; decides the HTTP status and the exit code.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Kind {
    /// The input breaks a rule; nothing was changed.
    Invalid,
    Unauthenticated,
    Forbidden,
    NotFound,
    /// It was good once, and is no more.
    Gone,
    /// The input is fine but the state of the store says no.
    Conflict,
    TooLarge,
    TooMany,
    /// Somebody else's server failed us.
    Upstream,
    Timeout,
    /// Not now: busy, stopping, or not reachable; the outcome may be unknown.
    Unavailable,
    /// A bug or a broken disk. The text never leaves the process.
    Internal,
}

/// A failure as every layer passes it on.
///
/// Display gives one plain sentence that names what was attempted; the cause, if any, is
/// `source()` and is logged once, where the error is answered.
#[derive(Debug)]
pub struct Error {
    pub kind: Kind,
    /// Stable `snake_case` code; a part of the public contract.
    pub code: Cow<'static, str>,
    /// The input field at fault, in the spelling of the API.
    pub field: Option<Cow<'static, str>>,
    /// Seconds after which trying again makes sense.
    pub retry_after_secs: Option<u64>,
    message: String,
    source: Option<anyhow::Error>,
}

impl Error {
    pub fn new(kind: Kind, code: &'static str, message: impl Into<String>) -> Self {
        Self {
            kind,
            code: Cow::Borrowed(code),
            field: None,
            retry_after_secs: None,
            message: message.into(),
            source: None,
        }
    }

    /// The input breaks a rule in `field`.
    pub fn invalid(field: impl Into<Cow<'static, str>>, message: impl Into<String>) -> Self {
        let mut error = Self::new(Kind::Invalid, "invalid", message);
        error.field = Some(field.into());
        error
    }

    pub fn not_found(message: impl Into<String>) -> Self {
        Self::new(Kind::NotFound, "not_found", message)
    }

    pub fn conflict(code: &'static str, message: impl Into<String>) -> Self {
        Self::new(Kind::Conflict, code, message)
    }

    pub fn unavailable(message: impl Into<String>) -> Self {
        Self::new(Kind::Unavailable, "unavailable", message)
    }

    /// A bug or a broken disk: `attempted` says what was being done, the cause stays inside.
    pub fn internal(attempted: impl Into<String>, source: impl Into<anyhow::Error>) -> Self {
        Self::new(Kind::Internal, "internal", attempted).caused_by(source)
    }

    #[must_use]
    pub fn caused_by(mut self, source: impl Into<anyhow::Error>) -> Self {
        self.source = Some(source.into());
        self
    }

    #[must_use]
    pub fn retry_after(mut self, secs: u64) -> Self {
        self.retry_after_secs = Some(secs);
        self
    }

    /// The sentence without its causes.
    pub fn message(&self) -> &str {
        &self.message
    }

    /// The sentence with all its causes, for the log and for the operator's terminal.
    pub fn chain(&self) -> String {
        match &self.source {
            Some(source) => format!("{}: {source:#}", self.message),
            None => self.message.clone(),
        }
    }

    /// The wire shape; an internal error loses its text here.
    pub fn to_problem(&self) -> Problem {
        let error = match self.kind {
            Kind::Internal => "Something went wrong on our side.".to_owned(),
            _ => self.message.clone(),
        };
        Problem {
            error,
            code: self.code.to_string(),
            field: self.field.as_ref().map(ToString::to_string),
            request_id: None,
        }
    }
}

/// What a caught panic said, as the cause of an internal error.
pub fn panicked(panic: &(dyn std::any::Any + Send)) -> anyhow::Error {
    let text = panic.downcast_ref::<&str>().copied().or_else(|| panic.downcast_ref::<String>().map(String::as_str));
    anyhow::anyhow!("it panicked: {}", text.unwrap_or("without a message"))
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

/// The error body of every HTTP answer of 400 and above.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, utoipa::ToSchema)]
pub struct Problem {
    /// One plain English sentence; where the specification gives a text, that text to the letter.
    pub error: String,
    /// Stable code; the UI chooses its words by it.
    pub code: String,
    /// The input field at fault.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    pub field: Option<String>,
    /// The request's id, as in the `x-request-id` header and in the log.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[schema(nullable = false)]
    pub request_id: Option<String>,
}
