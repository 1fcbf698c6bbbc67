//! The socket's server.

use std::convert::Infallible;
use std::io::Read;
use std::os::unix::fs::{MetadataExt, PermissionsExt};
use std::path::{Path, PathBuf};
use std::sync::Arc;

use axum::Router;
use axum::extract::connect_info::Connected;
use axum::extract::{ConnectInfo, DefaultBodyLimit, Multipart, State};
use axum::response::{IntoResponse, Response};
use axum::routing::{get, post};
use axum::serve::IncomingStream;
use bytes::Bytes;
use futures_util::StreamExt;
use http::StatusCode;
use tokio::net::UnixListener;
use tokio::sync::mpsc;
use tokio_stream::wrappers::ReceiverStream;
use tokio_util::sync::CancellationToken;

use super::command::{Command, Events, Io, Uploads};
use super::wire::{COMMANDS, HELLO, Hello, INPUT_FIELD, Line, to_line};
use super::{commands, socket_path};
use crate::app::{App, create_private_dir};
use crate::error::{Error, ErrorCode, Kind, Result};
use crate::ops::Actor;
use crate::sources::Upload;

/// A socket address holds 108 bytes with its NUL (unix(7)).
const MAX_SOCKET_PATH: usize = 107;

/// The bound socket; its file goes when this does.
pub struct Control {
    listener: UnixListener,
    file: SocketFile,
}

struct SocketFile(PathBuf);

impl Drop for SocketFile {
    fn drop(&mut self) {
        if let Err(error) = std::fs::remove_file(&self.0) {
            tracing::warn!(%error, "the control socket's file could not be removed");
        }
    }
}

/// Binds the socket of this data folder. The caller holds the store's lock, and whoever holds it
/// owns the socket's path, so a file found there is a leftover and is removed.
pub fn bind(data_dir: &Path) -> Result<Control> {
    let path = socket_path(data_dir);
    if path.as_os_str().len() > MAX_SOCKET_PATH {
        let message =
            format!("the path of the control socket is too long ({}); choose a shorter --data", path.display());
        return Err(Error::new(Kind::Invalid, ErrorCode::SocketPath, message));
    }
    let failed = |error: std::io::Error| {
        Error::new(Kind::Unavailable, ErrorCode::Socket, format!("cannot open the control socket {}", path.display()))
            .caused_by(error)
    };
    let folder = path.parent().unwrap_or(data_dir);
    create_private_dir(folder)?;
    std::fs::set_permissions(folder, std::fs::Permissions::from_mode(0o700)).map_err(failed)?;
    if path.exists() {
        std::fs::remove_file(&path).map_err(failed)?;
    }
    let listener = UnixListener::bind(&path).map_err(failed)?;
    let file = SocketFile(path.clone());
    std::fs::set_permissions(&path, std::fs::Permissions::from_mode(0o600)).map_err(failed)?;
    Ok(Control { listener, file })
}

impl Control {
    /// Answers until `close`; commands that run then are let finish.
    pub async fn serve(self, app: Arc<App>, close: CancellationToken) -> Result<()> {
        let owner = std::fs::metadata(&self.file.0).map(|meta| meta.uid()).unwrap_or(u32::MAX);
        let mut router = Router::new().route(HELLO, get(hello));
        router = commands::register(Registrar(router)).0;
        let router = router
            .layer(DefaultBodyLimit::disable())
            .layer(axum::middleware::from_fn(
                move |ConnectInfo(peer): ConnectInfo<Peer>, request, next: axum::middleware::Next| async move {
                    if peer.uid == Some(owner) || peer.uid == Some(0) {
                        next.run(request).await
                    } else {
                        StatusCode::FORBIDDEN.into_response()
                    }
                },
            ))
            .with_state(app);
        axum::serve(self.listener, router.into_make_service_with_connect_info::<Peer>())
            .with_graceful_shutdown(close.cancelled_owned())
            .await
            .map_err(|error| Error::internal("serving the control socket", error))
    }
}

/// The user at the other end.
#[derive(Debug, Clone, Copy)]
struct Peer {
    uid: Option<u32>,
}

impl Connected<IncomingStream<'_, UnixListener>> for Peer {
    fn connect_info(stream: IncomingStream<'_, UnixListener>) -> Self {
        Self { uid: stream.io().peer_cred().ok().map(|cred| cred.uid()) }
    }
}

/// Collects the routes of all commands.
pub(super) struct Registrar(Router<Arc<App>>);

impl Registrar {
    pub(super) fn add<C: Command>(self) -> Self {
        Self(self.0.route(&format!("{COMMANDS}/{}", C::NAME), post(answer::<C>)))
    }
}

async fn hello() -> axum::Json<Hello> {
    axum::Json(Hello { version: crate::BUILD.into(), pid: std::process::id() })
}

/// Runs one command; the answer is a stream of lines that ends with the verdict.
///
/// The command runs in a task of its own: a client that goes away does not cut it in half.
async fn answer<C: Command>(
    State(app): State<Arc<App>>,
    ConnectInfo(peer): ConnectInfo<Peer>,
    multipart: Multipart,
) -> Response {
    let (lines, body) = mpsc::channel::<Line>(256);
    tokio::spawn(async move {
        let verdict = match run::<C>(app, peer, multipart, lines.clone()).await {
            Ok(reply) => Line::Ok(reply),
            Err(error) => {
                if error.kind == Kind::Internal {
                    tracing::error!(command = C::NAME, error = error.chain(), "command failed");
                }
                Line::Error((&error).into())
            }
        };
        // Nobody may be listening any more.
        drop(lines.send(verdict).await);
    });
    let stream = ReceiverStream::new(body).map(|line| Ok::<_, Infallible>(Bytes::from(to_line(&line))));
    ([("content-type", "application/x-ndjson")], axum::body::Body::from_stream(stream)).into_response()
}

async fn run<C: Command>(
    app: Arc<App>,
    peer: Peer,
    mut multipart: Multipart,
    lines: mpsc::Sender<Line>,
) -> Result<serde_json::Value> {
    let broken = |error| {
        Error::new(Kind::Invalid, ErrorCode::BadRequest, "the command could not be read")
            .caused_by(anyhow::Error::from(error))
    };
    let input = multipart.next_field().await.map_err(broken)?.filter(|field| field.name() == Some(INPUT_FIELD));
    let input = input.ok_or_else(|| Error::new(Kind::Invalid, ErrorCode::BadRequest, "the command has no input"))?;
    let input = input.bytes().await.map_err(broken)?;
    let command: C = serde_json::from_slice(&input).map_err(|error| {
        Error::new(Kind::Invalid, ErrorCode::BadRequest, "the command's input is not understood").caused_by(error)
    })?;
    let (events, mut reported) = Events::channel();
    let io = Io {
        actor: Actor::Operator { uid: peer.uid.unwrap_or(u32::MAX) },
        uploads: receive(multipart),
        events,
        serving: true,
    };
    let forward = async move {
        while let Some(event) = reported.recv().await {
            if lines.send(Line::Event(event)).await.is_err() {
                break;
            }
        }
    };
    let (reply, ()) = tokio::join!(command.run(app, io), forward);
    serde_json::to_value(reply?).map_err(|error| Error::internal("writing a reply", error))
}

/// The files of the request as readers for a blocking thread, fed by a task as they arrive.
fn receive(mut multipart: Multipart) -> Uploads {
    let (files, received) = mpsc::channel::<Result<Upload>>(1);
    tokio::spawn(async move {
        loop {
            let mut field = match multipart.next_field().await {
                Ok(Some(field)) => field,
                Ok(None) => break,
                Err(error) => {
                    let lost = Error::unavailable("the files did not arrive whole").caused_by(error);
                    drop(files.send(Err(lost)).await);
                    break;
                }
            };
            let (bytes, chunks) = mpsc::channel(16);
            let name = field.file_name().unwrap_or("-").to_owned();
            let format =
                field.headers().get(super::wire::FORMAT_HEADER).and_then(|value| value.to_str().ok()?.parse().ok());
            let reader = Box::new(ChunkReader { chunks, current: Bytes::new() });
            if files.send(Ok(Upload { name, format, reader })).await.is_err() {
                break;
            }
            while let Some(chunk) = field.next().await {
                let chunk = chunk.map_err(|error| std::io::Error::new(std::io::ErrorKind::UnexpectedEof, error));
                let lost = chunk.is_err();
                // The command may have given this file up; the rest of it is passed over.
                if bytes.send(chunk).await.is_err() || lost {
                    break;
                }
            }
        }
    });
    let mut received = received;
    Box::new(std::iter::from_fn(move || received.blocking_recv()))
}

/// A reader over chunks that arrive from an async task.
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
