//! One mail over one connection, step by step, so that a failure tells what became of the mail.

use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use lettre::Address;
use lettre::transport::smtp::client::AsyncSmtpConnection;
use lettre::transport::smtp::commands::{Data, Mail, Rcpt, Rset};
use lettre::transport::smtp::response::Response;
use tokio::time::{Instant, timeout};

use super::server::Server;
use crate::mail::{Certainty, SendFailure};

/// Mails after which a connection is changed for a new one, as many servers wish.
const MAX_MAILS: u32 = 100;
/// How long an unused connection is kept.
const IDLE: Duration = Duration::from_secs(30);
/// A server may take so many steps' time to say whether it takes a mail: what we do not wait for is unknown.
const LAST_STEP: u32 = 4;
/// Answers that refuse us and not the mail: who we are, or how we come, is not right yet.
const OURS: [u16; 7] = [421, 454, 523, 530, 534, 535, 538];

/// A mail as it goes over the wire.
pub(super) struct Outgoing {
    pub from: Address,
    pub to: Address,
    pub bytes: Vec<u8>,
}

/// What went wrong, and with whom.
pub(super) struct Trouble {
    pub failure: SendFailure,
    /// Whether it is about us or the way to the server, so that another account may do better.
    pub ours: bool,
}

pub(super) struct Connection {
    inner: AsyncSmtpConnection,
    step: Duration,
    mails: u32,
    used_at: Instant,
    /// Nothing more may be said on it.
    broken: bool,
}

impl Connection {
    pub(super) async fn open(server: &Server) -> Result<Self, Trouble> {
        let opened = server.open().await.map_err(|failure| Trouble { failure, ours: true });
        let new = |inner| Self { inner, step: server.timeout, mails: 0, used_at: Instant::now(), broken: false };
        opened.map(new)
    }

    /// Whether another mail may go over it.
    pub(super) fn is_good(&self) -> bool {
        !self.broken && self.mails < MAX_MAILS && self.used_at.elapsed() < IDLE
    }

    /// Hands the mail over; answers what the server said when it took it.
    pub(super) async fn send(&mut self, mail: &Outgoing) -> Result<String, Trouble> {
        self.mails += 1;
        let sent = self.dialogue(mail).await;
        self.used_at = Instant::now();
        if let Err(trouble) = &sent {
            let answered = trouble.failure.certainty == Certainty::Refused && !trouble.ours;
            self.broken = !answered || self.command(Rset).await.is_err();
        }
        sent
    }

    async fn dialogue(&mut self, mail: &Outgoing) -> Result<String, Trouble> {
        // Who refuses the sender refuses us.
        let begun = self.command(Mail::new(Some(mail.from.clone()), vec![])).await;
        begun
            .map_err(|trouble| Trouble { failure: SendFailure { permanent: false, ..trouble.failure }, ours: true })?;
        self.command(Rcpt::new(mail.to.clone(), vec![])).await?;
        self.command(Data).await?;
        self.text(&mail.bytes).await
    }

    async fn command(&mut self, command: impl std::fmt::Display) -> Result<(), Trouble> {
        match timeout(self.step, self.inner.command(command)).await {
            Ok(answer) => answer.map(drop).map_err(|error| trouble(&error, Certainty::NotSent)),
            Err(_) => Err(Trouble { failure: SendFailure::not_sent("the server did not answer in time"), ours: true }),
        }
    }

    /// Sends the mail itself. lettre asks for a part after the last one when it has written the others, and
    /// then writes the end: from that moment on the mail may be taken.
    async fn text(&mut self, bytes: &[u8]) -> Result<String, Trouble> {
        let ended = AtomicBool::new(false);
        let answer = {
            let mut part = Some(bytes);
            let parts = std::iter::from_fn(|| {
                ended.store(part.is_none(), Ordering::Relaxed);
                part.take()
            });
            timeout(self.step * LAST_STEP, self.inner.message_iter(parts)).await
        };
        let certainty = if ended.load(Ordering::Relaxed) { Certainty::Unknown } else { Certainty::NotSent };
        match answer {
            Ok(answer) => answer.map(|answer| told(&answer)).map_err(|error| trouble(&error, certainty)),
            Err(_) => {
                let failure = SendFailure::not_sent("the server did not say in time whether it takes the mail");
                Err(Trouble { failure: SendFailure { certainty, ..failure }, ours: true })
            }
        }
    }

    /// Says goodbye; nobody waits long for the answer.
    pub(super) async fn quit(mut self) {
        if !self.broken {
            // The server may have closed it long ago.
            timeout(Duration::from_secs(1), self.inner.quit()).await.ok();
        }
    }
}

/// What an error means that is not an answer follows from when it came.
fn trouble(error: &lettre::transport::smtp::Error, otherwise: Certainty) -> Trouble {
    let reason = error.to_string();
    let Some(code) = error.status().map(u16::from) else {
        let failure = SendFailure { certainty: otherwise, ..SendFailure::not_sent(reason) };
        return Trouble { failure, ours: true };
    };
    let ours = OURS.contains(&code);
    let failure = SendFailure::refused(code, reason);
    Trouble { failure: SendFailure { permanent: failure.permanent && !ours, ..failure }, ours }
}

fn told(response: &Response) -> String {
    let said = response.message().collect::<Vec<_>>().join(" ");
    crate::mail::failure::shortened(&format!("{} {said}", response.code()))
}
