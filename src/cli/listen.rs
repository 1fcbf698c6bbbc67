//! The listeners of a server.

use std::net::SocketAddr;

use tokio::net::{TcpListener, TcpSocket};

use crate::error::{Error, ErrorCode, Kind, Result};

/// Connections that the kernel completes before the server accepts them: a burst of thousands must not make readers
/// repeat their first packet, which takes a second.
const BACKLOG: u32 = 4096;
/// Bytes that the kernel keeps for each direction of a connection. By default it keeps megabytes for a client that
/// does not read, and a few hundred of them use up the memory that all connections of the machine share.
const SOCKET_BUFFER: u32 = 64 << 10;

fn bind(address: SocketAddr) -> std::io::Result<TcpListener> {
    let socket = if address.is_ipv4() { TcpSocket::new_v4() } else { TcpSocket::new_v6() }?;
    socket.set_reuseaddr(true)?;
    socket.set_send_buffer_size(SOCKET_BUFFER)?;
    socket.set_recv_buffer_size(SOCKET_BUFFER)?;
    socket.bind(address)?;
    socket.listen(BACKLOG)
}

/// Listens on an address that the operator chooses in `setting`.
pub(super) fn listen(address: SocketAddr, setting: &str) -> Result<TcpListener> {
    bind(address).map_err(|error| {
        let message = match error.kind() {
            std::io::ErrorKind::AddrInUse => {
                format!("cannot listen on {address}: another program does; stop it or choose another address {setting}")
            }
            std::io::ErrorKind::PermissionDenied => {
                format!(
                    "cannot listen on {address}: this user has no permission; choose a port above 1023 or grant the permission"
                )
            }
            _ => format!("cannot listen on {address}"),
        };
        match error.kind() {
            std::io::ErrorKind::AddrInUse => Error::new(Kind::Conflict, ErrorCode::AddressInUse, message),
            // The address may appear later, such as that of a network that is being configured.
            std::io::ErrorKind::AddrNotAvailable => Error::unavailable(message).caused_by(error),
            _ => Error::new(Kind::Conflict, ErrorCode::AddressInUse, message).caused_by(error),
        }
    })
}
