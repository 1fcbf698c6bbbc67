//! Requests over HTTP, each on a connection of its own.

use std::io::{Error, ErrorKind, Read, Result, Write};
use std::net::{SocketAddr, TcpStream};
use std::time::Duration;

use super::wait_for;

/// No answer takes longer.
const LONGEST: Duration = Duration::from_secs(60);

/// A `GET`, with more header lines if there are any.
pub fn get(address: &str, path: &str, headers: &str) -> String {
    format!("GET {path} HTTP/1.1\r\nhost: {address}\r\nconnection: close\r\n{headers}\r\n")
}

/// A `POST` of JSON, with more header lines if there are any.
pub fn post(address: &str, path: &str, headers: &str, body: &str) -> String {
    let head = format!("POST {path} HTTP/1.1\r\nhost: {address}\r\nconnection: close\r\n{headers}");
    format!("{head}content-type: application/json\r\ncontent-length: {}\r\n\r\n{body}", body.len())
}

/// Sends a request as it is and reads the whole response: its status and its text.
///
/// # Errors
/// Those of the connection, also when one step takes longer than `longest`.
pub fn send_within(longest: Duration, address: &str, request: &str) -> Result<(u16, String)> {
    let invalid = || Error::from(ErrorKind::InvalidData);
    let socket: SocketAddr = address.parse().map_err(|_| invalid())?;
    let mut stream = TcpStream::connect_timeout(&socket, longest)?;
    stream.set_read_timeout(Some(longest))?;
    stream.set_write_timeout(Some(longest))?;
    stream.write_all(request.as_bytes())?;
    let mut bytes = Vec::new();
    stream.read_to_end(&mut bytes)?;
    let text = String::from_utf8_lossy(&bytes).into_owned();
    let status = text.get(9..12).and_then(|status| status.parse().ok()).ok_or_else(invalid)?;
    Ok((status, text))
}

/// As [`send_within`] a minute.
pub fn send(address: &str, request: &str) -> Result<(u16, String)> {
    send_within(LONGEST, address, request)
}

/// Waits until this many articles can be searched.
pub fn wait_for_index(address: &str, articles: usize) {
    let (request, wanted) = (get(address, "/search?q=contract&limit=1", ""), format!("\"indexed\":{articles}"));
    let is_whole = || send(address, &request).is_ok_and(|(_, text)| text.contains(&wanted));
    assert!(
        wait_for(Duration::from_secs(300), Duration::from_millis(20), is_whole).is_some(),
        "the index is not built"
    );
}
