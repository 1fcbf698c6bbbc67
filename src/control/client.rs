//! Client of the socket, for the command line.

use std::path::Path;
use std::time::Duration;

use futures_util::{StreamExt, TryStreamExt};
use reqwest::multipart::{Form, Part};
use serde_json::value::RawValue;
use tokio_util::io::ReaderStream;

use super::command::{AnyCommand, Event};
use super::file_arg::FileArg;
use super::wire::{COMMANDS, FORMAT_HEADER, HELLO, Hello, INPUT_FIELD, ResponseLine};
use crate::error::{Error, ErrorCode, Kind, Result};

/// A connection to a server that answered.
pub(super) struct ControlClient {
    http: reqwest::Client,
    pub(super) hello: Hello,
}

impl ControlClient {
    /// Connects to the server; `None` if the socket does not answer.
    pub(super) async fn connect(socket: &Path) -> Result<Option<Self>> {
        crate::tls::install_provider();
        let http = reqwest::Client::builder()
            .unix_socket(socket)
            // The socket has no TLS, and a minimal system has no certificates to load.
            .tls_certs_only([])
            .build()
            .map_err(|error| Error::internal("preparing the control connection", error))?;
        let response = http.get(url(HELLO)).timeout(Duration::from_secs(5)).send().await;
        let Ok(response) = response else { return Ok(None) };
        if response.status() == http::StatusCode::FORBIDDEN {
            let message = "the server belongs to another user; run this as that user or as root";
            return Err(Error::new(Kind::Forbidden, ErrorCode::Forbidden, message));
        }
        let hello: Hello = response
            .json()
            .await
            .map_err(|error| Error::unavailable("cannot read the server's version").caused_by(error))?;
        if hello.version != crate::program::build() {
            let message = format!(
                "the server has version {} and this command {}; restart the service first",
                hello.version,
                crate::program::build()
            );
            return Err(Error::conflict(ErrorCode::VersionMismatch, message));
        }
        Ok(Some(Self { http, hello }))
    }

    /// Sends the command with its files, passes its events on and returns its reply.
    pub(super) async fn call(
        &self,
        command: &AnyCommand,
        files: Vec<FileArg>,
        on_event: &mut (dyn FnMut(Event) + Send),
    ) -> Result<Box<RawValue>> {
        let mut form = Form::new().text(INPUT_FIELD, command.input.clone());
        for file in files {
            form = form.part("file", part(file)?);
        }
        let response = self.http.post(url(&format!("{COMMANDS}/{}", command.name))).multipart(form).send().await;
        let response = response.map_err(|error| unknown_outcome().caused_by(error))?;
        if !response.status().is_success() {
            let message = format!("the server refused the command with status {}", response.status());
            return Err(Error::new(Kind::Invalid, ErrorCode::BadRequest, message));
        }
        let mut lines = LineSplitter::default();
        let mut chunks = response.bytes_stream();
        while let Some(chunk) = chunks.next().await {
            lines.push(&chunk.map_err(|error| unknown_outcome().caused_by(error))?);
            while let Some(line) = lines.next_line() {
                match serde_json::from_slice(&line).map_err(|error| unknown_outcome().caused_by(error))? {
                    ResponseLine::Event(event) => on_event(event),
                    ResponseLine::Error(failure) => return Err(failure.into()),
                    ResponseLine::Ok(reply) => return Ok(reply),
                }
            }
        }
        Err(unknown_outcome())
    }
}

fn url(path: &str) -> String {
    format!("http://paragraf{path}")
}

fn unknown_outcome() -> Error {
    let message = "the connection to the server broke before the result; the outcome is unknown, run the command again";
    Error::new(Kind::Unavailable, ErrorCode::OutcomeUnknown, message)
}

/// Size of the pieces in which a file is read.
const CHUNK_BYTES: usize = 64 << 10;

fn part(file: FileArg) -> Result<Part> {
    let body = match &file.path {
        // Opened when its turn comes: there may be more files than a process may have open.
        Some(path) => {
            let opened = futures_util::stream::once(tokio::fs::File::open(path.clone()));
            let bytes = opened.map_ok(|file| ReaderStream::with_capacity(file, CHUNK_BYTES)).try_flatten();
            reqwest::Body::wrap_stream(bytes)
        }
        None => reqwest::Body::wrap_stream(ReaderStream::with_capacity(tokio::io::stdin(), CHUNK_BYTES)),
    };
    let mut part = Part::stream(body).file_name(file.name);
    if let Some(format) = file.format.and_then(|format| format.to_string().parse().ok()) {
        part = part.headers([(http::HeaderName::from_static(FORMAT_HEADER), format)].into_iter().collect());
    }
    Ok(part)
}

/// Cuts a byte stream into lines.
#[derive(Default)]
struct LineSplitter {
    buffer: bytes::BytesMut,
    searched: usize,
}

impl LineSplitter {
    fn push(&mut self, chunk: &[u8]) {
        self.buffer.extend_from_slice(chunk);
    }

    fn next_line(&mut self) -> Option<bytes::BytesMut> {
        let Some(end) = self.buffer[self.searched..].iter().position(|byte| *byte == b'\n') else {
            self.searched = self.buffer.len();
            return None;
        };
        let line = self.buffer.split_to(self.searched + end + 1);
        self.searched = 0;
        Some(line)
    }
}
