//! A mailbox of returned mails, read by IMAP (RFC 3501): the dozen of words that this takes.
//!
//! A ready-made client would bring a second calendar library and a second generation of others for it.

use std::sync::Arc;
use std::time::Duration;

use rustls::pki_types::pem::PemObject;
use rustls::pki_types::{CertificateDer, ServerName};
use tokio::io::{AsyncBufReadExt, AsyncRead, AsyncReadExt, AsyncWrite, AsyncWriteExt, BufReader};
use tokio::net::TcpStream;
use tokio_rustls::TlsConnector;

use super::{MAX_BYTES, one_line};
use crate::config::{BounceConfig, SmtpSecurity};
use crate::error::{Error, ErrorCode, Kind, Result};

/// No line of an answer is longer.
const MAX_LINE: u64 = 64 * 1024;
/// Mails of one look; the next look takes the rest.
const MOST: usize = 500;

trait Wire: AsyncRead + AsyncWrite + Unpin + Send {}
impl<T: AsyncRead + AsyncWrite + Unpin + Send> Wire for T {}

/// A connection that is signed in, with the folder open.
pub struct Imap {
    wire: BufReader<Box<dyn Wire>>,
    timeout: Duration,
    commands: u32,
    has_move: bool,
    has_uid_expunge: bool,
}

/// An untagged answer: its line, and the bytes that came with it.
struct Answer {
    line: String,
    literal: Vec<u8>,
}

impl Imap {
    /// Errors: `mailbox_unavailable` with what stands in the way, never with the password.
    pub async fn open(config: &BounceConfig, timeout: Duration) -> Result<Self> {
        crate::tls::install_provider();
        let address = (config.bounce_imap_host.as_str(), config.port());
        let connected = tokio::time::timeout(timeout, TcpStream::connect(address)).await.map_err(|_| slow())?;
        let plain = connected.map_err(|error| unavailable("it does not answer").caused_by(error))?;
        let mut imap = match config.security() {
            SmtpSecurity::Tls => Self::over(Box::new(secure(config, plain, timeout).await?), timeout),
            SmtpSecurity::None => Self::over(Box::new(plain), timeout),
            SmtpSecurity::Starttls => {
                let mut clear = Self::over(Box::new(plain), timeout);
                clear.greeting().await?;
                clear.command("STARTTLS").await?;
                // What was sent in the clear behind the answer may be anybody's.
                if !clear.wire.buffer().is_empty() {
                    return Err(unavailable("it said too much before TLS"));
                }
                return Self::enter(
                    Self::over(Box::new(secure(config, clear.wire.into_inner(), timeout).await?), timeout),
                    config,
                )
                .await;
            }
        };
        imap.greeting().await?;
        Self::enter(imap, config).await
    }

    fn over(wire: Box<dyn Wire>, timeout: Duration) -> Self {
        Self { wire: BufReader::new(wire), timeout, commands: 0, has_move: false, has_uid_expunge: false }
    }

    async fn enter(mut self, config: &BounceConfig) -> Result<Self> {
        let login = format!("LOGIN {} {}", quoted(&config.bounce_imap_user)?, quoted(&config.bounce_imap_password)?);
        self.command(&login).await?;
        let able = self.command("CAPABILITY").await?.into_iter().map(|answer| answer.line).collect::<String>();
        let able = |word: &str| able.split_whitespace().any(|known| known.eq_ignore_ascii_case(word));
        (self.has_move, self.has_uid_expunge) = (able("MOVE"), able("UIDPLUS"));
        self.command(&format!("SELECT {}", quoted(&config.bounce_imap_folder)?)).await?;
        Ok(self)
    }

    /// The mails that nobody has read, oldest first.
    pub async fn unseen(&mut self) -> Result<Vec<u32>> {
        let answers = self.command("UID SEARCH UNSEEN").await?;
        let found = answers.iter().filter_map(|answer| answer.line.strip_prefix("* SEARCH"));
        let mut uids: Vec<u32> = found.flat_map(str::split_whitespace).filter_map(|uid| uid.parse().ok()).collect();
        uids.sort_unstable();
        uids.truncate(MOST);
        Ok(uids)
    }

    /// The mail, as far as it is looked at; it stays unread.
    pub async fn fetch(&mut self, uid: u32) -> Result<Vec<u8>> {
        let answers = self.command(&format!("UID FETCH {uid} BODY.PEEK[]<0.{MAX_BYTES}>")).await?;
        Ok(answers.into_iter().map(|answer| answer.literal).max_by_key(Vec::len).unwrap_or_default())
    }

    /// Marks the mail as read and leaves it where it is.
    pub async fn mark_seen(&mut self, uid: u32) -> Result<()> {
        self.command(&format!("UID STORE {uid} +FLAGS.SILENT (\\Seen)")).await.map(drop)
    }

    /// Marks the mail as read and moves it into this folder, which is made when it is missing; without a
    /// folder it is deleted.
    pub async fn put_away(&mut self, uid: u32, folder: &str) -> Result<()> {
        self.mark_seen(uid).await?;
        if !folder.is_empty() {
            let folder = quoted(folder)?;
            let word = if self.has_move { "MOVE" } else { "COPY" };
            let moving = format!("UID {word} {uid} {folder}");
            if self.command(&moving).await.is_err() {
                self.command(&format!("CREATE {folder}")).await?;
                self.command(&moving).await?;
            }
            if self.has_move {
                return Ok(());
            }
        }
        self.command(&format!("UID STORE {uid} +FLAGS.SILENT (\\Deleted)")).await?;
        // Without the extension whatever is marked as deleted goes, as it would with any mail program.
        let expunge = if self.has_uid_expunge { format!("UID EXPUNGE {uid}") } else { "EXPUNGE".into() };
        self.command(&expunge).await.map(drop)
    }

    /// Says goodbye; whether it is heard does not matter.
    pub async fn close(mut self) {
        self.command("LOGOUT").await.ok();
    }

    async fn greeting(&mut self) -> Result<()> {
        let line = self.line().await?.line;
        if line.starts_with("* OK") { Ok(()) } else { Err(unavailable(&line)) }
    }

    /// Sends a command and answers what was said before its end.
    async fn command(&mut self, text: &str) -> Result<Vec<Answer>> {
        self.commands += 1;
        let tag = format!("p{} ", self.commands);
        let sent = async {
            self.wire.write_all(format!("{tag}{text}\r\n").as_bytes()).await?;
            self.wire.flush().await
        };
        let sent = tokio::time::timeout(self.timeout, sent).await.map_err(|_| slow())?;
        sent.map_err(|error| unavailable("the connection broke off").caused_by(error))?;
        let mut answers = Vec::new();
        loop {
            let answer = self.line().await?;
            match answer.line.strip_prefix(&tag) {
                Some(end) if end.to_ascii_uppercase().starts_with("OK") => return Ok(answers),
                Some(end) => return Err(unavailable(end)),
                None => answers.push(answer),
            }
        }
    }

    /// One answer with its literal, of which there is at most one in what is asked here.
    async fn line(&mut self) -> Result<Answer> {
        let read = tokio::time::timeout(self.timeout, self.read_line()).await.map_err(|_| slow())?;
        read.map_err(|error| unavailable("the connection broke off").caused_by(error))
    }

    async fn read_line(&mut self) -> std::io::Result<Answer> {
        let (mut line, mut literal) = (String::new(), Vec::new());
        loop {
            let mut bytes = Vec::new();
            if (&mut self.wire).take(MAX_LINE).read_until(b'\n', &mut bytes).await? == 0 {
                return Err(std::io::ErrorKind::UnexpectedEof.into());
            }
            let part = String::from_utf8_lossy(&bytes).trim_end().to_owned();
            line.push_str(&part);
            let Some(length) = literal_length(&part) else { return Ok(Answer { line, literal }) };
            if length > 2 * MAX_BYTES {
                return Err(std::io::ErrorKind::InvalidData.into());
            }
            literal = vec![0; length];
            self.wire.read_exact(&mut literal).await?;
        }
    }
}

/// The bytes that follow a line which ends with `{123}`.
fn literal_length(line: &str) -> Option<usize> {
    line.strip_suffix('}')?.rsplit_once('{')?.1.parse().ok()
}

/// Errors: a text that no quoted string can hold.
fn quoted(text: &str) -> Result<String> {
    if text.chars().any(char::is_control) {
        return Err(Error::new(
            Kind::Invalid,
            ErrorCode::Config,
            "the settings mail.bounce_imap_* must be one line each",
        ));
    }
    Ok(format!("\"{}\"", text.replace('\\', "\\\\").replace('"', "\\\"")))
}

async fn secure<S: Wire>(config: &BounceConfig, plain: S, timeout: Duration) -> Result<impl Wire + use<S>> {
    let mut roots = rustls::RootCertStore { roots: webpki_roots::TLS_SERVER_ROOTS.to_vec() };
    if !config.bounce_imap_ca_file.is_empty() {
        let unusable = || unavailable("mail.bounce_imap_ca_file holds no certificates that can be used");
        let certificates = CertificateDer::pem_file_iter(&config.bounce_imap_ca_file);
        for certificate in certificates.map_err(|error| unusable().caused_by(error))? {
            let certificate = certificate.map_err(|error| unusable().caused_by(error))?;
            roots.add(certificate).map_err(|error| unusable().caused_by(error))?;
        }
    }
    let settings = rustls::ClientConfig::builder().with_root_certificates(roots).with_no_client_auth();
    let name = ServerName::try_from(config.bounce_imap_host.clone())
        .map_err(|error| unavailable("mail.bounce_imap_host is no name of a host").caused_by(error))?;
    let connecting = TlsConnector::from(Arc::new(settings)).connect(name, plain);
    let connected = tokio::time::timeout(timeout, connecting).await.map_err(|_| slow())?;
    connected.map_err(|error| unavailable("TLS with it is not possible").caused_by(error))
}

fn slow() -> Error {
    unavailable("it took too long")
}

fn unavailable(why: &str) -> Error {
    let message = format!("the mailbox of returned mails cannot be read: {}", one_line(why));
    Error::new(Kind::Upstream, ErrorCode::MailboxUnavailable, message)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn texts_are_quoted_and_literals_found() {
        assert_eq!(quoted("pa\"55\\").expect("a text"), r#""pa\"55\\""#);
        assert!(quoted("a\r\nb LOGOUT").is_err());
        assert_eq!(literal_length("* 1 FETCH (UID 7 BODY[]<0> {123}"), Some(123));
        for none in ["* OK done", "* 1 FETCH {x}", "}", "{1} "] {
            assert_eq!(literal_length(none), None, "{none}");
        }
    }
}
