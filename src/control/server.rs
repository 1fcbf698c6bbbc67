//! Binds and serves the socket.

use std::fs::TryLockError;
use std::os::unix::fs::{MetadataExt, PermissionsExt};
use std::path::{Path, PathBuf};
use std::sync::Arc;

use axum::extract::{ConnectInfo, DefaultBodyLimit};
use axum::response::IntoResponse;
use http::StatusCode;
use tokio::net::UnixListener;
use tokio_util::sync::CancellationToken;

use super::commands;
use super::handler::{Handlers, Peer};
use super::wire::socket_path;
use crate::app::{App, create_private_dir};
use crate::error::{Error, ErrorCode, Kind, Result};

/// A socket address holds 108 bytes with its NUL (unix(7)).
const MAX_SOCKET_PATH: usize = 107;
/// Locked by a server on a shared database.
const LOCK_FILE: &str = "server.lock";

/// The bound socket. Its file is removed on drop.
pub struct Control {
    listener: UnixListener,
    file: SocketFile,
}

struct SocketFile(PathBuf);

impl Drop for SocketFile {
    fn drop(&mut self) {
        if let Err(error) = std::fs::remove_file(&self.0) {
            tracing::warn!(%error, "cannot remove the control socket's file");
        }
    }
}

/// Locks the data folder of a server whose store belongs to no single process, until the file is dropped.
///
/// # Errors
/// `store_locked` if another server of this machine uses the folder.
pub fn lock(data_dir: &Path) -> Result<std::fs::File> {
    let path = data_dir.join(LOCK_FILE);
    let failed = |error: std::io::Error| {
        let message = format!("cannot lock the data folder {}", data_dir.display());
        Error::new(Kind::Unavailable, ErrorCode::DataDir, message).caused_by(error)
    };
    let file = std::fs::File::create(&path).map_err(failed)?;
    match file.try_lock() {
        Ok(()) => Ok(file),
        Err(TryLockError::WouldBlock) => {
            let message = format!("another server uses the data folder {}", data_dir.display());
            Err(Error::new(Kind::Conflict, ErrorCode::StoreLocked, message))
        }
        Err(TryLockError::Error(error)) => Err(failed(error)),
    }
}

/// Binds the socket of this data folder.
///
/// The caller must hold the store's lock, or that of the data folder, which makes this process the owner of the
/// socket's path. A file found there is a leftover and is removed.
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
    /// Serves until `close` is cancelled and lets running commands finish.
    pub async fn serve(self, app: Arc<App>, close: CancellationToken) -> Result<()> {
        let owner = std::fs::metadata(&self.file.0).map(|meta| meta.uid()).unwrap_or(u32::MAX);
        let router = commands::register(Handlers::new())
            .into_router()
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn two_servers_on_a_database_need_two_data_folders() {
        let folder = tempfile::tempdir().expect("a folder");
        let held = lock(folder.path()).expect("the first one");
        assert_eq!(lock(folder.path()).expect_err("it is held").code, ErrorCode::StoreLocked);
        drop(held);
        lock(folder.path()).expect("it is free again");
    }
}
