//! One SMTP transaction, command by command, so that a failure reveals whether the message was accepted.

use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use lettre::Address;
use lettre::transport::smtp::client::AsyncSmtpConnection;
use lettre::transport::smtp::commands::{Data, Mail, Rcpt, Rset};
use lettre::transport::smtp::response::Response;
use tokio::time::{Instant, timeout};

use super::server::SmtpServer;
use crate::mail::bounce::one_line;
use crate::mail::failure::{Certainty, SendFailure};
use crate::mail::handovers::Handover;
use crate::mail::limits::MessageClass;
use crate::mail::refusal::{RefusalStage, Verdict};

/// Messages per connection; many servers limit them.
const MAX_MESSAGES: u32 = 100;
/// How long an idle connection is kept.
const MAX_IDLE: Duration = Duration::from_secs(30);
/// The timeout of the last step, in timeouts of one step: an unanswered message is in an unknown state.
const FINAL_TIMEOUT_FACTOR: u32 = 4;
/// Reply codes that reject the client (credentials, TLS, load) and not the message.
const CLIENT_REJECTED: [u16; 7] = [421, 454, 523, 530, 534, 535, 538];

/// A message as it is transmitted.
pub(super) struct EncodedMessage {
    pub from: Address,
    pub to: Address,
    pub bytes: Vec<u8>,
}

/// One message on its way.
#[derive(Clone, Copy)]
pub(super) struct Shipment<'a> {
    pub message: &'a EncodedMessage,
    pub class: MessageClass,
    /// The mark of a message that is sent at most once.
    pub handover: Option<&'a Handover<'a>>,
}

/// A failed SMTP transaction.
pub(super) struct SmtpError {
    pub failure: SendFailure,
    /// Whether the account or the connection failed, so that another account may succeed.
    pub is_account_failure: bool,
}

// docs/decisions/0049
pub(super) struct SmtpConnection {
    inner: AsyncSmtpConnection,
    step_timeout: Duration,
    messages: u32,
    used_at: Instant,
    /// No command may follow.
    broken: bool,
}

impl SmtpConnection {
    pub(super) async fn open(server: &SmtpServer) -> Result<Self, SmtpError> {
        let opened = server.open().await.map_err(|failure| SmtpError { failure, is_account_failure: true });
        let new =
            |inner| Self { inner, step_timeout: server.timeout, messages: 0, used_at: Instant::now(), broken: false };
        opened.map(new)
    }

    /// Whether another message may be sent over it.
    pub(super) fn is_usable(&self) -> bool {
        !self.broken && self.messages < MAX_MESSAGES && self.used_at.elapsed() < MAX_IDLE
    }

    /// Sends the message; returns the server's reply.
    pub(super) async fn send(&mut self, shipment: Shipment<'_>) -> Result<String, SmtpError> {
        self.messages += 1;
        let sent = self.transact(shipment).await;
        self.used_at = Instant::now();
        if let Err(error) = &sent {
            let is_rejected = error.failure.certainty == Certainty::Refused && !error.is_account_failure;
            self.broken = !is_rejected || self.command(RefusalStage::Sender, Rset).await.is_err();
        }
        sent
    }

    async fn transact(&mut self, Shipment { message, handover, .. }: Shipment<'_>) -> Result<String, SmtpError> {
        self.command(RefusalStage::Sender, Mail::new(Some(message.from.clone()), vec![])).await?;
        self.command(RefusalStage::Recipient, Rcpt::new(message.to.clone(), vec![])).await?;
        self.command(RefusalStage::Data, Data).await?;
        self.send_data(&message.bytes, handover).await
    }

    async fn command(&mut self, stage: RefusalStage, command: impl std::fmt::Display) -> Result<(), SmtpError> {
        match timeout(self.step_timeout, self.inner.command(command)).await {
            Ok(answer) => answer.map(drop).map_err(|error| smtp_error(stage, &error, Certainty::NotSent)),
            Err(_) => Err(SmtpError {
                failure: SendFailure::not_sent("the server did not reply in time"),
                is_account_failure: true,
            }),
        }
    }

    /// Sends the message data. lettre polls the iterator once more after writing the last part, and then writes the
    /// end of the data: from that moment on the server may accept the message, so it is marked first.
    async fn send_data(&mut self, bytes: &[u8], handover: Option<&Handover<'_>>) -> Result<String, SmtpError> {
        let ended = AtomicBool::new(false);
        let answer = {
            let mut part = Some(bytes);
            let parts = std::iter::from_fn(|| {
                if part.is_none() {
                    ended.store(true, Ordering::Relaxed);
                    handover.inspect(|handover| handover.mark());
                }
                part.take()
            });
            timeout(self.step_timeout * FINAL_TIMEOUT_FACTOR, self.inner.message_iter(parts)).await
        };
        let certainty = if ended.load(Ordering::Relaxed) { Certainty::Unknown } else { Certainty::NotSent };
        match answer {
            Ok(answer) => answer
                .map(|answer| reply_text(&answer))
                .map_err(|error| smtp_error(RefusalStage::Data, &error, certainty)),
            Err(_) => {
                let failure = SendFailure::not_sent("the server did not confirm the message in time");
                Err(SmtpError { failure: SendFailure { certainty, ..failure }, is_account_failure: true })
            }
        }
    }

    /// Ends the session without waiting long for the reply.
    pub(super) async fn quit(mut self) {
        if !self.broken {
            // The server may already have closed the connection.
            timeout(Duration::from_secs(1), self.inner.quit()).await.ok();
        }
    }
}

/// Converts an error of lettre. `otherwise` applies to an error that is not a reply.
fn smtp_error(stage: RefusalStage, error: &lettre::transport::smtp::Error, otherwise: Certainty) -> SmtpError {
    let reason = error.to_string();
    let Some(code) = error.status().map(u16::from) else {
        let failure = SendFailure { certainty: otherwise, ..SendFailure::not_sent(reason) };
        return SmtpError { failure, is_account_failure: true };
    };
    let failure = SendFailure::refused_at(stage, code, reason);
    let is_client_rejected = CLIENT_REJECTED.contains(&code);
    let failure = SendFailure { permanent: failure.permanent && !is_client_rejected, ..failure };
    // A rejected sender means a rejected account.
    let is_account_failure = is_client_rejected || failure.verdict == Some(Verdict::Sender);
    SmtpError { failure, is_account_failure }
}

fn reply_text(response: &Response) -> String {
    let text = response.message().collect::<Vec<_>>().join(" ");
    one_line(&format!("{} {text}", response.code()))
}
