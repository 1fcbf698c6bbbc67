//! The configured transport.

use std::collections::HashSet;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use jiff::Timestamp;
use uuid::Uuid;

use super::failure::SendFailure;
use super::folder::{FOLDER, Folder};
use super::handovers;
use super::limits::MessageClass;
use super::memory::Memory;
use super::message::Message;
use super::smtp::{ExhaustedQuota, ServerOutage, ServerProbe, Smtp};
use crate::clock::Clock;
use crate::config::{MailConfig, Transport};
use crate::domain::email::Email;
use crate::error::Result;

/// Sends messages over the configured transport.
#[expect(clippy::large_enum_variant, reason = "there is one in a process")]
pub enum Mailer {
    Folder(Folder),
    Smtp(Smtp),
    /// For tests.
    Memory(Arc<Memory>),
}

impl Mailer {
    /// `ehlo_name` is the name by which mail servers are greeted.
    ///
    /// # Errors
    /// `config` when the mail server's settings cannot be used.
    pub fn new(config: &MailConfig, ehlo_name: &str, data_dir: &Path, clock: &Clock) -> Result<Self> {
        Ok(match config.transport {
            Transport::Folder => Self::Folder(Folder::new(data_dir.join(FOLDER), "eml")),
            Transport::Smtp => Self::Smtp(Smtp::new(config, ehlo_name, data_dir.join(handovers::FILE), clock.clone())?),
        })
    }

    /// Sends the message now, ignoring rate limits; returns the mail server's reply or the file's path.
    pub async fn send(&self, message: &Message) -> Result<String, SendFailure> {
        self.hand_over(message, true).await
    }

    /// Sends the message within the rate limits. When a limit is reached or every server rests, the failure carries the
    /// time of the next attempt. Call [`Mailer::release`] when the outcome is recorded.
    pub async fn deliver(&self, message: &Message) -> Result<String, SendFailure> {
        self.hand_over(message, false).await
    }

    async fn hand_over(&self, message: &Message, ignore_limits: bool) -> Result<String, SendFailure> {
        match self {
            Self::Folder(folder) => folder.send(message).await,
            Self::Smtp(smtp) => smtp.send(message, ignore_limits).await,
            Self::Memory(memory) => memory.send(message),
        }
    }

    /// When the next message of this class may be sent; `None` when it may be sent now.
    pub fn ready_at(&self, class: MessageClass) -> Option<Timestamp> {
        match self {
            Self::Smtp(smtp) => smtp.ready_at(class),
            Self::Folder(_) | Self::Memory(_) => None,
        }
    }

    /// The bulk messages that an earlier process handed over without recording the outcome; `None` when they are not
    /// known. Call it before the first delivery.
    pub fn handed_over(&self) -> Option<HashSet<Uuid>> {
        match self {
            Self::Smtp(smtp) => smtp.handovers.earlier(),
            Self::Folder(_) | Self::Memory(_) => None,
        }
    }

    /// Forgets that the message was handed over. Call it when the store has its outcome.
    pub fn release(&self, id: Uuid) {
        if let Self::Smtp(smtp) = self {
            smtp.handovers.release(id);
        }
    }

    /// The mail servers that do not accept messages.
    pub fn outages(&self) -> Vec<ServerOutage> {
        match self {
            Self::Smtp(smtp) => smtp.outages(),
            Self::Folder(_) | Self::Memory(_) => vec![],
        }
    }

    /// Tries each mail server without sending: connection, TLS, greeting and credentials.
    pub async fn probe(&self) -> Vec<ServerProbe> {
        match self {
            Self::Smtp(smtp) => smtp.probe().await,
            Self::Folder(_) | Self::Memory(_) => vec![],
        }
    }

    /// Whether no mail server accepts messages.
    pub fn is_out(&self) -> bool {
        matches!(self, Self::Smtp(smtp) if smtp.is_out())
    }

    /// The hourly limits that are used up.
    pub fn exhausted(&self) -> Vec<ExhaustedQuota> {
        match self {
            Self::Smtp(smtp) => smtp.exhausted(),
            Self::Folder(_) | Self::Memory(_) => vec![],
        }
    }

    /// When this bulk message may be sent under its domain's limit per minute; `None` when it may be sent now.
    /// A returned time is reserved for the message.
    pub fn reserve_domain_slot(&self, id: Uuid, to: &Email) -> Option<Timestamp> {
        match self {
            Self::Smtp(smtp) => smtp.reserve_domain_slot(id, to),
            Self::Folder(_) | Self::Memory(_) => None,
        }
    }

    /// Forgets what was counted towards the hourly limits, before everything that the store knows is counted.
    pub fn forget_counted(&self) {
        if let Self::Smtp(smtp) = self {
            smtp.forget_counted();
        }
    }

    /// Counts messages that an earlier process sent at this time towards the hourly limits.
    pub fn count_earlier(&self, at: Timestamp, count: u32) {
        if let Self::Smtp(smtp) = self {
            smtp.count_earlier(at, count);
        }
    }

    /// Closes idle connections: the expired ones, or all of them.
    pub async fn close_idle(&self, all: bool) {
        if let Self::Smtp(smtp) = self {
            smtp.close_idle(all).await;
        }
    }

    /// The file of a message that was written into the folder, if it exists.
    pub fn file_of(&self, id: Uuid, name: &str, created_at: Timestamp) -> Option<PathBuf> {
        match self {
            Self::Folder(folder) => Some(folder.path_of(id, name, created_at)).filter(|path| path.exists()),
            _ => None,
        }
    }

    /// Removes the files of messages that were queued before this time.
    pub async fn remove_files_before(&self, before: Timestamp) {
        if let Self::Folder(folder) = self {
            folder.remove_before(before).await;
        }
    }

    /// Returns what became of a message: the mail server's reply, or the path of its file.
    pub fn outcome(&self, reply: &str) -> String {
        match self.is_local() {
            true => format!("written: {reply}"),
            false => format!("sent: {reply}"),
        }
    }

    /// Whether sending is quick and certain, so that a command may do it itself.
    pub fn is_local(&self) -> bool {
        matches!(self, Self::Folder(_))
    }
}
