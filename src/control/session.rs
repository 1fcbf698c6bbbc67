//! Runs a command in the server, or in this process when no server runs.

use std::path::Path;
use std::sync::Arc;
use std::time::{Duration, Instant};

use serde_json::value::RawValue;

use super::client::ControlClient;
use super::command::{AnyCommand, Command, Event, Events, Io, Uploads, read_reply};
use super::file_arg::FileArg;
use super::wire::socket_path;
use crate::app::App;
use crate::error::{Error, ErrorCode, Kind, Result};
use crate::ops::{Actor, accounts};
use crate::owner;

/// How long to wait for a locked store without a socket, in addition to the server's stop timeout.
const LOCK_TIMEOUT: Duration = Duration::from_secs(5);
const RETRY_INTERVAL: Duration = Duration::from_millis(25);

/// Access to the store, through the server or directly.
pub enum ControlSession {
    Remote(Remote),
    Local(Arc<App>),
}

/// A running server.
pub struct Remote(ControlClient);

impl ControlSession {
    /// Connects to the server of this data folder, or opens its store with `open_app` when no server runs.
    ///
    /// A store that is locked while the socket does not answer belongs to a server that starts or stops. This
    /// function waits for it a little longer than a server may take to stop.
    pub async fn open(
        data_dir: &Path,
        stop_timeout_secs: u64,
        open_app: &(dyn Fn() -> Result<App> + Sync),
    ) -> Result<Self> {
        let socket = socket_path(data_dir);
        let deadline = Instant::now() + LOCK_TIMEOUT + Duration::from_secs(stop_timeout_secs);
        loop {
            if socket.exists()
                && let Some(client) = ControlClient::connect(&socket).await?
            {
                return Ok(Self::Remote(Remote(client)));
            }
            match open_app() {
                Ok(app) => {
                    accounts::keys::load_link_key(&app).await?;
                    return Ok(Self::Local(Arc::new(app)));
                }
                Err(error) if error.code == ErrorCode::StoreLocked && Instant::now() < deadline => {
                    tokio::time::sleep(RETRY_INTERVAL).await;
                }
                Err(error) if error.code == ErrorCode::StoreLocked => {
                    let message = format!(
                        "{error}, and no server answers on {}; one that hangs ends with `systemctl restart paragraf`",
                        socket.display()
                    );
                    return Err(Error::new(Kind::Unavailable, ErrorCode::StoreLocked, message));
                }
                // Another user's command reaches the store only through the server, which may be starting.
                Err(error) if error.kind == Kind::Forbidden => {
                    let message = format!("{}, and {error}", missing_server(&socket));
                    return Err(Error::new(Kind::Forbidden, error.code, message));
                }
                Err(error) => return Err(error),
            }
        }
    }

    /// The process id of the server, if one runs.
    pub fn server_pid(&self) -> Option<u32> {
        match self {
            Self::Remote(Remote(client)) => Some(client.hello.pid),
            Self::Local(_) => None,
        }
    }

    /// Runs the command and passes its events to `on_event`.
    pub async fn call<C: Command>(
        &self,
        command: C,
        files: Vec<FileArg>,
        on_event: &mut (dyn FnMut(Event) + Send),
    ) -> Result<C::Reply> {
        read_reply(&self.call_any(&AnyCommand::of(&command)?, files, on_event).await?)
    }

    /// As [`ControlSession::call`].
    pub async fn call_any(
        &self,
        command: &AnyCommand,
        files: Vec<FileArg>,
        on_event: &mut (dyn FnMut(Event) + Send),
    ) -> Result<Box<RawValue>> {
        match self {
            Self::Remote(Remote(client)) => client.call(command, files, on_event).await,
            Self::Local(app) => run_locally(Arc::clone(app), command, files, on_event).await,
        }
    }
}

/// Why no server was asked: the socket lies in a folder that only its user may look into.
fn missing_server(socket: &Path) -> String {
    match socket.try_exists() {
        Ok(_) => format!("no server answers (yet) on {}", socket.display()),
        Err(_) => format!("this user cannot reach a server on {}", socket.display()),
    }
}

async fn run_locally(
    app: Arc<App>,
    command: &AnyCommand,
    files: Vec<FileArg>,
    on_event: &mut (dyn FnMut(Event) + Send),
) -> Result<Box<RawValue>> {
    let (events, mut reported) = Events::channel();
    let uploads: Uploads = Box::new(files.into_iter().map(FileArg::open));
    let io = Io { actor: Actor::Operator { uid: owner::user() }, uploads, events, serving: false };
    let forward = async {
        while let Some(event) = reported.recv().await {
            on_event(event);
        }
    };
    let running = (command.start)(command.input.as_bytes(), app, io)?;
    tokio::join!(running, forward).0
}
