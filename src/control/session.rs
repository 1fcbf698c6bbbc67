//! Where a command runs: in the server, or here when there is none.

use std::fs::File;
use std::os::unix::fs::MetadataExt;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::{Duration, Instant};

use super::client::Client;
use super::command::{Events, Io, Uploads};
use super::{Command, Event, socket_path};
use crate::app::App;
use crate::clock::Clock;
use crate::config::Config;
use crate::error::{Error, ErrorCode, Kind, Result};
use crate::ops::{Actor, accounts};
use crate::sources::{Format, Upload};

/// Beside the configured time to stop, how long a locked store without a socket is taken for a
/// server that starts or stops.
const PATIENCE: Duration = Duration::from_secs(5);
const PAUSE: Duration = Duration::from_millis(25);

/// The way to the store.
pub enum Session {
    Remote(Remote),
    Local(Arc<App>),
}

/// A running server.
pub struct Remote(Client);

/// A file named at the command line; without a path it is the standard input.
#[derive(Debug, Clone)]
pub struct FileArg {
    pub name: String,
    pub path: Option<PathBuf>,
    pub format: Option<Format>,
}

impl FileArg {
    fn unreadable(&self, error: std::io::Error) -> Error {
        Error::new(Kind::Invalid, ErrorCode::Unreadable, format!("cannot read {}", self.name)).caused_by(error)
    }

    fn open(self) -> Result<Upload> {
        let reader: Box<dyn std::io::Read + Send> = match &self.path {
            Some(path) => Box::new(File::open(path).map_err(|error| self.unreadable(error))?),
            None => Box::new(std::io::stdin()),
        };
        Ok(Upload { name: self.name, format: self.format, reader })
    }
}

impl Session {
    /// Reaches the server of this data folder, or opens its store when no server runs.
    ///
    /// A store that is locked while nobody answers belongs to a server that is starting or
    /// stopping; it is waited for, somewhat longer than a server may take to stop.
    pub async fn open(config: Config, data_dir: &Path) -> Result<Self> {
        let socket = socket_path(data_dir);
        let deadline = Instant::now() + PATIENCE + Duration::from_secs(config.server.stop_timeout_secs);
        loop {
            if socket.exists()
                && let Some(client) = Client::connect(&socket).await?
            {
                return Ok(Self::Remote(Remote(client)));
            }
            match App::open(config.clone(), data_dir.to_owned(), Clock::System) {
                Ok(app) => {
                    accounts::keys::load_links(&app).await?;
                    return Ok(Self::Local(Arc::new(app)));
                }
                Err(error) if error.code == ErrorCode::StoreLocked && Instant::now() < deadline => {
                    tokio::time::sleep(PAUSE).await;
                }
                Err(error) if error.code == ErrorCode::StoreLocked => {
                    let message = format!("{error}, and nobody answers on {}", socket.display());
                    return Err(Error::new(Kind::Unavailable, ErrorCode::StoreLocked, message));
                }
                Err(error) => return Err(error),
            }
        }
    }

    /// The process id of the server, when there is one.
    pub fn server_pid(&self) -> Option<u32> {
        match self {
            Self::Remote(Remote(client)) => Some(client.hello.pid),
            Self::Local(_) => None,
        }
    }

    /// Runs the command there or here; what it says on the way goes to `on_event`.
    pub async fn call<C: Command>(
        &self,
        command: C,
        files: Vec<FileArg>,
        on_event: &mut (dyn FnMut(Event) + Send),
    ) -> Result<C::Reply> {
        match self {
            Self::Remote(Remote(client)) => client.call(&command, files, on_event).await,
            Self::Local(app) => run_here(Arc::clone(app), command, files, on_event).await,
        }
    }
}

async fn run_here<C: Command>(
    app: Arc<App>,
    command: C,
    files: Vec<FileArg>,
    on_event: &mut (dyn FnMut(Event) + Send),
) -> Result<C::Reply> {
    let (events, mut reported) = Events::channel();
    let uploads: Uploads = Box::new(files.into_iter().map(FileArg::open));
    let io = Io { actor: Actor::Operator { uid: own_uid() }, uploads, events, serving: false };
    let hand_on = async {
        while let Some(event) = reported.recv().await {
            on_event(event);
        }
    };
    let (reply, ()) = tokio::join!(command.run(app, io), hand_on);
    reply
}

/// The effective user of this process, who owns its entry among the processes.
fn own_uid() -> u32 {
    std::fs::metadata("/proc/self").map(|meta| meta.uid()).unwrap_or(u32::MAX)
}
