//! An HTTP/2 client that writes and reads single frames, to misbehave in ways that no library offers.

use std::io;

use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::TcpStream;

use super::eventually::DEADLINE;

/// Kinds of frames (RFC 9113, 6).
pub const HEADERS: u8 = 1;
pub const RST_STREAM: u8 = 3;
pub const SETTINGS: u8 = 4;
pub const PING: u8 = 6;
pub const GOAWAY: u8 = 7;

const ACK: u8 = 1;
const END_STREAM: u8 = 1;
const END_HEADERS: u8 = 4;
const INITIAL_WINDOW_SIZE: u16 = 4;

pub struct Frame {
    pub kind: u8,
    pub flags: u8,
    pub payload: Vec<u8>,
}

impl Frame {
    /// Whether the frame answers one of ours.
    pub fn is_ack(&self) -> bool {
        self.flags & ACK != 0
    }
}

pub struct RawHttp2 {
    stream: TcpStream,
    next_stream: u32,
}

impl RawHttp2 {
    /// Begins a connection on which every stream has a window of `window` bytes for its response.
    pub async fn begin(mut stream: TcpStream, window: u32) -> io::Result<Self> {
        stream.write_all(b"PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n").await?;
        let mut client = Self { stream, next_stream: 1 };
        let settings = [&INITIAL_WINDOW_SIZE.to_be_bytes()[..], &window.to_be_bytes()].concat();
        client.send(SETTINGS, 0, 0, &settings).await?;
        Ok(client)
    }

    async fn send(&mut self, kind: u8, flags: u8, stream: u32, payload: &[u8]) -> io::Result<()> {
        let length = u32::try_from(payload.len()).expect("a short frame").to_be_bytes();
        let head = [&length[1..], &[kind, flags], &stream.to_be_bytes()].concat();
        self.stream.write_all(&[&head, payload].concat()).await
    }

    /// Sends `GET path` and returns its stream.
    pub async fn get(&mut self, path: &str) -> io::Result<u32> {
        self.head(0x82, path, END_STREAM | END_HEADERS, &[]).await
    }

    /// Sends the head of `POST path`, whose JSON body does not follow, and returns its stream.
    pub async fn post_without_body(&mut self, path: &str) -> io::Result<u32> {
        let media_type = b"application/json";
        let field = [&[0x0f, 0x10, media_type.len() as u8][..], media_type].concat();
        self.head(0x83, path, END_HEADERS, &field).await
    }

    /// `method` is the index of the method in the static table of HPACK (RFC 7541, A).
    async fn head(&mut self, method: u8, path: &str, flags: u8, fields: &[u8]) -> io::Result<u32> {
        let length = u8::try_from(path.len()).expect("a short path");
        let block = [&[method, 0x86, 0x04, length][..], path.as_bytes(), &[0x01, 1, b'x'], fields].concat();
        let stream = self.next_stream;
        self.next_stream += 2;
        self.send(HEADERS, flags, stream, &block).await?;
        Ok(stream)
    }

    pub async fn reset(&mut self, stream: u32) -> io::Result<()> {
        self.send(RST_STREAM, 0, stream, &8_u32.to_be_bytes()).await
    }

    pub async fn ping(&mut self) -> io::Result<()> {
        self.send(PING, 0, 0, &[0; 8]).await
    }

    /// The next frame, after the answer that a living client gives to it; `None` at the end of the connection.
    pub async fn next(&mut self) -> io::Result<Option<Frame>> {
        let mut head = [0; 9];
        let begun = tokio::time::timeout(DEADLINE, self.stream.read(&mut head[..1])).await;
        if begun.expect("a frame or the end in time")? == 0 {
            return Ok(None);
        }
        self.stream.read_exact(&mut head[1..]).await?;
        let length = u32::from_be_bytes([0, head[0], head[1], head[2]]) as usize;
        let mut payload = vec![0; length];
        self.stream.read_exact(&mut payload).await?;
        let frame = Frame { kind: head[3], flags: head[4], payload };
        match frame.kind {
            PING if !frame.is_ack() => self.send(PING, ACK, 0, &frame.payload).await?,
            SETTINGS if !frame.is_ack() => self.send(SETTINGS, ACK, 0, &[]).await?,
            _ => {}
        }
        Ok(Some(frame))
    }

    /// Waits until the server has seen everything that was sent.
    pub async fn synchronize(&mut self) -> io::Result<()> {
        self.ping().await?;
        while let Some(frame) = self.next().await? {
            if frame.kind == PING && frame.is_ack() {
                return Ok(());
            }
        }
        Err(io::ErrorKind::UnexpectedEof.into())
    }
}
