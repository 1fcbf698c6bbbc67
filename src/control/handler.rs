//! The HTTP handlers of the socket: one for each command.

use std::convert::Infallible;
use std::io::Read;
use std::sync::Arc;

use axum::Router;
use axum::extract::connect_info::Connected;
use axum::extract::{ConnectInfo, Multipart, State};
use axum::response::{IntoResponse, Response};
use axum::routing::{get, post};
use axum::serve::IncomingStream;
use bytes::Bytes;
use futures_util::StreamExt;
use serde_json::value::RawValue;
use tokio::net::UnixListener;
use tokio::sync::mpsc;
use tokio_stream::wrappers::ReceiverStream;

use super::command::{Command, Events, Io, Start, Uploads, start};
use super::wire::{COMMANDS, FORMAT_HEADER, HELLO, Hello, INPUT_FIELD, ResponseLine, to_line};
use crate::app::App;
use crate::error::{Error, ErrorCode, Kind, Result};
use crate::ops::Actor;
use crate::sources::Upload;

/// The user of the process that connected.
#[derive(Debug, Clone, Copy)]
pub(super) struct Peer {
    pub(super) uid: Option<u32>,
}

impl Connected<IncomingStream<'_, UnixListener>> for Peer {
    fn connect_info(stream: IncomingStream<'_, UnixListener>) -> Self {
        Self { uid: stream.io().peer_cred().ok().map(|cred| cred.uid()) }
    }
}

/// The routes of the greeting and of the commands.
pub(super) struct Handlers(Router<Arc<App>>);

impl Handlers {
    pub(super) fn new() -> Self {
        Self(Router::new().route(HELLO, get(hello)))
    }

    /// Adds the route of a command.
    pub(super) fn add<C: Command>(self) -> Self {
        self.add_any(C::NAME, start::<C>)
    }

    fn add_any(self, name: &'static str, start: Start) -> Self {
        let handler = move |State(app): State<Arc<App>>, ConnectInfo(peer): ConnectInfo<Peer>, multipart: Multipart| {
            std::future::ready(handle(name, start, app, peer, multipart))
        };
        Self(self.0.route(&format!("{COMMANDS}/{name}"), post(handler)))
    }

    pub(super) fn into_router(self) -> Router<Arc<App>> {
        self.0
    }
}

async fn hello() -> axum::Json<Hello> {
    axum::Json(Hello { version: crate::program::build().into(), pid: std::process::id() })
}

/// Runs one command and streams its events and its result.
///
/// The command runs in a task of its own, so that it continues when the client disconnects.
fn handle(name: &'static str, start: Start, app: Arc<App>, peer: Peer, multipart: Multipart) -> Response {
    let (lines, body) = mpsc::channel::<ResponseLine>(256);
    tokio::spawn(async move {
        let result = match run(start, app, peer, multipart, lines.clone()).await {
            Ok(reply) => ResponseLine::Ok(reply),
            Err(error) => {
                if error.kind == Kind::Internal {
                    tracing::error!(command = name, error = error.chain(), "command failed");
                }
                ResponseLine::Error((&error).into())
            }
        };
        // The client may have disconnected.
        drop(lines.send(result).await);
    });
    let stream = ReceiverStream::new(body).map(|line| Ok::<_, Infallible>(Bytes::from(to_line(&line))));
    ([("content-type", "application/x-ndjson")], axum::body::Body::from_stream(stream)).into_response()
}

async fn run(
    start: Start,
    app: Arc<App>,
    peer: Peer,
    mut multipart: Multipart,
    lines: mpsc::Sender<ResponseLine>,
) -> Result<Box<RawValue>> {
    let broken = |error| {
        Error::new(Kind::Invalid, ErrorCode::BadRequest, "cannot read the command")
            .caused_by(anyhow::Error::from(error))
    };
    let input = multipart.next_field().await.map_err(broken)?.filter(|field| field.name() == Some(INPUT_FIELD));
    let input = input.ok_or_else(|| Error::new(Kind::Invalid, ErrorCode::BadRequest, "the command has no input"))?;
    let input = input.bytes().await.map_err(broken)?;
    let (events, mut reported) = Events::channel();
    let io = Io {
        actor: Actor::Operator { uid: peer.uid.unwrap_or(u32::MAX) },
        uploads: receive(multipart),
        events,
        serving: true,
    };
    let forward = async move {
        while let Some(event) = reported.recv().await {
            if lines.send(ResponseLine::Event(event)).await.is_err() {
                break;
            }
        }
    };
    let running = start(&input, app, io)?;
    tokio::join!(running, forward).0
}

/// Returns the request's files as readers for a blocking thread; a task feeds them.
fn receive(mut multipart: Multipart) -> Uploads {
    let (files, received) = mpsc::channel::<Result<Upload>>(1);
    tokio::spawn(async move {
        loop {
            let mut field = match multipart.next_field().await {
                Ok(Some(field)) => field,
                Ok(None) => break,
                Err(error) => {
                    let lost = Error::unavailable("the upload of the files was interrupted").caused_by(error);
                    drop(files.send(Err(lost)).await);
                    break;
                }
            };
            let (bytes, chunks) = mpsc::channel(16);
            let name = field.file_name().unwrap_or("-").to_owned();
            let format = field.headers().get(FORMAT_HEADER).and_then(|value| value.to_str().ok()?.parse().ok());
            let reader = Box::new(ChunkReader { chunks, current: Bytes::new() });
            if files.send(Ok(Upload { name, format, reader })).await.is_err() {
                break;
            }
            while let Some(chunk) = field.next().await {
                let chunk = chunk.map_err(|error| std::io::Error::new(std::io::ErrorKind::UnexpectedEof, error));
                let lost = chunk.is_err();
                // The command may have dropped this file; the rest of it is skipped.
                if bytes.send(chunk).await.is_err() || lost {
                    break;
                }
            }
        }
    });
    let mut received = received;
    Box::new(std::iter::from_fn(move || received.blocking_recv()))
}

/// Reads chunks that an async task sends.
struct ChunkReader {
    chunks: mpsc::Receiver<std::io::Result<Bytes>>,
    current: Bytes,
}

impl Read for ChunkReader {
    fn read(&mut self, buffer: &mut [u8]) -> std::io::Result<usize> {
        while self.current.is_empty() {
            match self.chunks.blocking_recv() {
                Some(chunk) => self.current = chunk?,
                None => return Ok(0),
            }
        }
        let count = buffer.len().min(self.current.len());
        buffer[..count].copy_from_slice(&self.current.split_to(count));
        Ok(count)
    }
}
