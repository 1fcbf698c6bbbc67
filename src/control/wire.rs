//! The protocol of the socket. A response is a stream of lines: events, then exactly one result.
//! Without a result the outcome of the command is unknown.

use std::path::{Path, PathBuf};

use serde::{Deserialize, Serialize};
use serde_json::value::RawValue;

use super::command::Event;
use crate::error::{Error, ErrorCode, Kind};

/// One line of a response (newline-delimited JSON).
#[derive(Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub(super) enum ResponseLine {
    Event(Event),
    Ok(Box<RawValue>),
    Error(CommandFailure),
}

/// An error for the operator, with its causes.
#[derive(Debug, Serialize, Deserialize)]
pub(super) struct CommandFailure {
    kind: Kind,
    code: ErrorCode,
    error: String,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    field: Option<String>,
}

impl From<&Error> for CommandFailure {
    fn from(error: &Error) -> Self {
        Self {
            kind: error.kind,
            code: error.code,
            error: error.chain(),
            field: error.field.as_ref().map(ToString::to_string),
        }
    }
}

impl From<CommandFailure> for Error {
    fn from(failure: CommandFailure) -> Self {
        let mut error = Self::new(failure.kind, failure.code, failure.error);
        error.field = failure.field.map(Into::into);
        error
    }
}

/// Response of `GET /v1/hello`.
#[derive(Debug, Serialize, Deserialize)]
pub(super) struct Hello {
    pub version: String,
    pub pid: u32,
}

pub(super) const HELLO: &str = "/v1/hello";
pub(super) const COMMANDS: &str = "/v1/commands";
/// The multipart field that holds the command; the files follow it.
pub(super) const INPUT_FIELD: &str = "input";
/// The header of a file's part that holds its format.
pub(super) const FORMAT_HEADER: &str = "x-paragraf-format";

/// The socket of the server that uses this data folder.
pub fn socket_path(data_dir: &Path) -> PathBuf {
    data_dir.join("run").join("control.sock")
}

pub(super) fn to_line(line: &ResponseLine) -> String {
    let mut text =
        serde_json::to_string(line).expect("writing a line as JSON cannot fail: it holds JSON values already");
    text.push('\n');
    text
}
