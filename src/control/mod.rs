//! The operator's door: plain HTTP over a Unix socket, for the command line of this machine.
//!
//! A [`Session`] is either remote (a server answers on the socket) or local (nobody holds the
//! store, so the same command runs in this process). Each command is one type with one `run`,
//! so the two ways cannot drift. The socket lies in a folder of mode 0700, has mode 0600 itself,
//! and the peer must be the server's own user or root.

mod client;
mod command;
pub mod commands;
mod server;
mod session;
mod wire;

use std::path::{Path, PathBuf};

pub use command::{Command, Event, Io, Uploads};
pub use server::{Control, bind};
pub use session::{FileArg, Session};

/// The socket of the server that uses this data folder.
pub fn socket_path(data_dir: &Path) -> PathBuf {
    data_dir.join("run").join("control.sock")
}
