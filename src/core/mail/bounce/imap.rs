//! A minimal IMAP client (RFC 3501) for the mailboxes of returned mails and of the seeded address.
//!
//! The available client crates would add a second calendar library and old versions of other dependencies.

use std::sync::Arc;
use std::time::Duration;

use rustls::pki_types::pem::PemObject;
use rustls::pki_types::{CertificateDer, ServerName};
use tokio::io::{AsyncBufReadExt, AsyncRead, AsyncReadExt, AsyncWrite, AsyncWriteExt, BufReader};
use tokio::net::TcpStream;
use tokio_rustls::TlsConnector;

use super::text::{MAX_BYTES, one_line};
use crate::config::{ImapAccount, SmtpSecurity};
use crate::error::{Error, ErrorCode, Kind, Result};

/// Longest response to one command, and its longest line, in bytes: a message with what surrounds it, or the numbers of
/// many messages on one line.
const MAX_RESPONSE: usize = 4 * MAX_BYTES;
/// Messages of one poll; the next poll fetches the rest.
const MAX_MESSAGES: usize = 500;

trait Stream: AsyncRead + AsyncWrite + Unpin + Send {}
impl<T: AsyncRead + AsyncWrite + Unpin + Send> Stream for T {}

/// An authenticated connection with a selected folder.
// docs/decisions/0058
pub struct Imap {
    stream: BufReader<Box<dyn Stream>>,
    timeout: Duration,
    commands: u32,
    has_move: bool,
    has_uid_expunge: bool,
}

/// A response line with its literal.
struct Response {
    line: String,
    literal: Vec<u8>,
}

impl Imap {
    /// # Errors
    /// `mailbox_unavailable` with the cause, never with the password.
    pub async fn open(account: &ImapAccount, timeout: Duration) -> Result<Self> {
        crate::tls::install_provider();
        let address = (account.host.as_str(), account.port());
        let connected = tokio::time::timeout(timeout, TcpStream::connect(address)).await.map_err(|_| timed_out())?;
        let plain = connected.map_err(|error| unavailable("the server cannot be reached").caused_by(error))?;
        let mut imap = match account.security {
            SmtpSecurity::Tls => Self::new(Box::new(secure(account, plain, timeout).await?), timeout),
            SmtpSecurity::None => Self::new(Box::new(plain), timeout),
            SmtpSecurity::Starttls => {
                let mut clear = Self::new(Box::new(plain), timeout);
                clear.greeting().await?;
                clear.command("STARTTLS").await?;
                // Bytes after the response in clear text may be injected by an attacker.
                if !clear.stream.buffer().is_empty() {
                    return Err(unavailable("the server sent data before TLS"));
                }
                return Self::log_in(
                    Self::new(Box::new(secure(account, clear.stream.into_inner(), timeout).await?), timeout),
                    account,
                )
                .await;
            }
        };
        imap.greeting().await?;
        Self::log_in(imap, account).await
    }

    fn new(stream: Box<dyn Stream>, timeout: Duration) -> Self {
        Self { stream: BufReader::new(stream), timeout, commands: 0, has_move: false, has_uid_expunge: false }
    }

    async fn log_in(mut self, account: &ImapAccount) -> Result<Self> {
        let login = format!("LOGIN {} {}", quoted(&account.user)?, quoted(&account.password)?);
        self.command(&login).await?;
        let capabilities =
            self.command("CAPABILITY").await?.into_iter().map(|response| response.line).collect::<String>();
        let supports = |word: &str| capabilities.split_whitespace().any(|known| known.eq_ignore_ascii_case(word));
        (self.has_move, self.has_uid_expunge) = (supports("MOVE"), supports("UIDPLUS"));
        self.command(&format!("SELECT {}", quoted(&account.folder)?)).await?;
        Ok(self)
    }

    /// The UIDs of unseen messages, oldest first.
    pub async fn unseen(&mut self) -> Result<Vec<u32>> {
        let responses = self.command("UID SEARCH UNSEEN").await?;
        let found = responses.iter().filter_map(|response| response.line.strip_prefix("* SEARCH"));
        let mut uids: Vec<u32> = found.flat_map(str::split_whitespace).filter_map(|uid| uid.parse().ok()).collect();
        uids.sort_unstable();
        uids.truncate(MAX_MESSAGES);
        Ok(uids)
    }

    /// The first [`MAX_BYTES`] of the message, which stays unseen.
    pub async fn fetch(&mut self, uid: u32) -> Result<Vec<u8>> {
        let responses = self.command(&format!("UID FETCH {uid} BODY.PEEK[]<0.{MAX_BYTES}>")).await?;
        Ok(responses.into_iter().map(|response| response.literal).max_by_key(Vec::len).unwrap_or_default())
    }

    /// Marks the message as seen.
    pub async fn mark_seen(&mut self, uid: u32) -> Result<()> {
        self.command(&format!("UID STORE {uid} +FLAGS.SILENT (\\Seen)")).await.map(drop)
    }

    /// Marks the message as seen and moves it into this folder, which is created when missing. Deletes the message
    /// when no folder is given.
    pub async fn archive(&mut self, uid: u32, folder: &str) -> Result<()> {
        self.mark_seen(uid).await?;
        if !folder.is_empty() {
            let folder = quoted(folder)?;
            let verb = if self.has_move { "MOVE" } else { "COPY" };
            let command = format!("UID {verb} {uid} {folder}");
            if self.command(&command).await.is_err() {
                self.command(&format!("CREATE {folder}")).await?;
                self.command(&command).await?;
            }
            if self.has_move {
                return Ok(());
            }
        }
        self.command(&format!("UID STORE {uid} +FLAGS.SILENT (\\Deleted)")).await?;
        // Without UIDPLUS, EXPUNGE also removes other messages marked as deleted, as in any mail program.
        let expunge = if self.has_uid_expunge { format!("UID EXPUNGE {uid}") } else { "EXPUNGE".into() };
        self.command(&expunge).await.map(drop)
    }

    /// Logs out; the response does not matter.
    pub async fn close(mut self) {
        self.command("LOGOUT").await.ok();
    }

    async fn greeting(&mut self) -> Result<()> {
        let line = self.line().await?.line;
        if line.starts_with("* OK") { Ok(()) } else { Err(unavailable(&line)) }
    }

    /// Sends a command; returns the untagged responses.
    async fn command(&mut self, text: &str) -> Result<Vec<Response>> {
        self.commands += 1;
        let tag = format!("p{} ", self.commands);
        let sent = async {
            self.stream.write_all(format!("{tag}{text}\r\n").as_bytes()).await?;
            self.stream.flush().await
        };
        let sent = tokio::time::timeout(self.timeout, sent).await.map_err(|_| timed_out())?;
        sent.map_err(|error| unavailable("the connection was lost").caused_by(error))?;
        let (mut responses, mut len) = (Vec::new(), 0);
        while len <= MAX_RESPONSE {
            let response = self.line().await?;
            match response.line.strip_prefix(&tag) {
                Some(end) if end.to_ascii_uppercase().starts_with("OK") => return Ok(responses),
                Some(end) => return Err(unavailable(end)),
                None => len += response.line.len() + response.literal.len(),
            }
            responses.push(response);
        }
        Err(unavailable("the response is too long"))
    }

    /// One response. The commands used here return at most one literal each.
    async fn line(&mut self) -> Result<Response> {
        let read = tokio::time::timeout(self.timeout, self.read_line()).await.map_err(|_| timed_out())?;
        read.map_err(|error| unavailable("the connection was lost").caused_by(error))
    }

    async fn read_line(&mut self) -> std::io::Result<Response> {
        let (mut line, mut literal) = (String::new(), Vec::new());
        loop {
            let mut bytes = Vec::new();
            let room = MAX_RESPONSE as u64;
            if (&mut self.stream).take(room).read_until(b'\n', &mut bytes).await? == 0 {
                return Err(std::io::ErrorKind::UnexpectedEof.into());
            }
            // A part of a line may end within a number.
            if !bytes.ends_with(b"\n") {
                return Err(std::io::ErrorKind::InvalidData.into());
            }
            let part = String::from_utf8_lossy(&bytes).trim_end().to_owned();
            line.push_str(&part);
            let Some(length) = literal_length(&part) else { return Ok(Response { line, literal }) };
            if length > 2 * MAX_BYTES || line.len() > MAX_RESPONSE {
                return Err(std::io::ErrorKind::InvalidData.into());
            }
            literal = vec![0; length];
            self.stream.read_exact(&mut literal).await?;
        }
    }
}

/// The length of the literal after a line that ends with `{123}`.
fn literal_length(line: &str) -> Option<usize> {
    line.strip_suffix('}')?.rsplit_once('{')?.1.parse().ok()
}

/// # Errors
/// A text with control characters.
fn quoted(text: &str) -> Result<String> {
    if text.chars().any(char::is_control) {
        return Err(Error::new(Kind::Invalid, ErrorCode::Config, "the settings of the mailbox must each be one line"));
    }
    Ok(format!("\"{}\"", text.replace('\\', "\\\\").replace('"', "\\\"")))
}

async fn secure<S: Stream>(account: &ImapAccount, plain: S, timeout: Duration) -> Result<impl Stream + use<S>> {
    let mut roots = rustls::RootCertStore { roots: webpki_roots::TLS_SERVER_ROOTS.to_vec() };
    if !account.ca_file.is_empty() {
        let unusable = || unavailable(&format!("{}ca_file holds no usable certificates", account.key));
        let certificates = CertificateDer::pem_file_iter(&account.ca_file);
        for certificate in certificates.map_err(|error| unusable().caused_by(error))? {
            let certificate = certificate.map_err(|error| unusable().caused_by(error))?;
            roots.add(certificate).map_err(|error| unusable().caused_by(error))?;
        }
    }
    let settings = rustls::ClientConfig::builder().with_root_certificates(roots).with_no_client_auth();
    let name = ServerName::try_from(account.host.clone())
        .map_err(|error| unavailable(&format!("{}host is not a host name", account.key)).caused_by(error))?;
    let connecting = TlsConnector::from(Arc::new(settings)).connect(name, plain);
    let connected = tokio::time::timeout(timeout, connecting).await.map_err(|_| timed_out())?;
    connected.map_err(|error| unavailable("the TLS handshake failed").caused_by(error))
}

fn timed_out() -> Error {
    unavailable("the server did not reply in time")
}

fn unavailable(cause: &str) -> Error {
    let message = format!("cannot read the mailbox: {}", one_line(cause));
    Error::new(Kind::Upstream, ErrorCode::MailboxUnavailable, message)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[tokio::test]
    async fn a_response_without_end_is_given_up() {
        let (client, mut server) = tokio::io::duplex(1 << 16);
        let endless = tokio::spawn(async move { while server.write_all(b"* 1 EXISTS\r\n").await.is_ok() {} });
        let stream: Box<dyn Stream> = Box::new(client);
        let (stream, timeout) = (BufReader::new(stream), Duration::from_secs(60));
        let mut imap = Imap { stream, timeout, commands: 0, has_move: false, has_uid_expunge: false };
        let error = imap.command("NOOP").await.err().expect("a refusal");
        assert!(error.chain().contains("the response is too long"), "{}", error.chain());
        drop(imap);
        endless.await.expect("the server ends");
    }

    #[tokio::test]
    async fn the_numbers_of_a_search_are_read_whole() {
        let (client, mut server) = tokio::io::duplex(1 << 16);
        let numbers: Vec<String> = (20_000..34_000).map(|uid: u32| uid.to_string()).collect();
        let reply = format!("* SEARCH {}\r\np1 OK done\r\n", numbers.join(" "));
        let answering = tokio::spawn(async move { server.write_all(reply.as_bytes()).await.map(|()| server) });
        let stream: Box<dyn Stream> = Box::new(client);
        let (stream, timeout) = (BufReader::new(stream), Duration::from_secs(60));
        let mut imap = Imap { stream, timeout, commands: 0, has_move: false, has_uid_expunge: false };
        let unseen = imap.unseen().await.expect("numbers");
        assert_eq!(unseen, (20_000..20_500).collect::<Vec<_>>());
        answering.await.expect("the server ends").expect("it wrote");
    }

    #[tokio::test]
    async fn a_line_without_end_is_given_up() {
        let (client, mut server) = tokio::io::duplex(1 << 16);
        let endless = tokio::spawn(async move {
            server.write_all(b"* SEARCH").await.ok();
            while server.write_all(b" 12345").await.is_ok() {}
        });
        let stream: Box<dyn Stream> = Box::new(client);
        let (stream, timeout) = (BufReader::new(stream), Duration::from_secs(60));
        let mut imap = Imap { stream, timeout, commands: 0, has_move: false, has_uid_expunge: false };
        imap.unseen().await.expect_err("a refusal");
        drop(imap);
        endless.await.expect("the server ends");
    }

    #[test]
    fn strings_are_quoted_and_literals_found() {
        assert_eq!(quoted("pa\"55\\").expect("a text"), r#""pa\"55\\""#);
        assert!(quoted("a\r\nb LOGOUT").is_err());
        assert_eq!(literal_length("* 1 FETCH (UID 7 BODY[]<0> {123}"), Some(123));
        for none in ["* OK done", "* 1 FETCH {x}", "}", "{1} "] {
            assert_eq!(literal_length(none), None, "{none}");
        }
    }
}
