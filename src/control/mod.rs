//! The operator's entry point: plain HTTP over a Unix socket, for the command line on this machine.
//!
//! A [`ControlSession`] is remote when a server answers on the socket, else local: the same command runs in
//! this process. Each command is one type with one `run`, so both behave alike. The socket has mode
//! 0600 in a folder of mode 0700, and the peer must be the server's own user or root.

mod client;
pub mod command;
pub mod commands;
mod declaration;
mod file_arg;
mod handler;
mod server;
mod session;
mod wire;

pub use command::{AnyCommand, Command, Event, ListCommand, read_reply};
pub use file_arg::FileArg;
pub use server::{Control, bind, lock};
pub use session::ControlSession;
pub use wire::socket_path;
