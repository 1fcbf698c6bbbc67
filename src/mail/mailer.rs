//! The configured transport.

use std::path::{Path, PathBuf};
use std::sync::Arc;

use jiff::Timestamp;
use uuid::Uuid;

use super::failure::SendFailure;
use super::folder::{FOLDER, Folder};
use super::limits::MessageClass;
use super::memory::Memory;
use super::message::Message;
use super::smtp::Smtp;
use crate::clock::Clock;
use crate::config::{MailConfig, Transport};
use crate::domain::email::Email;
use crate::error::Result;

/// Sends messages over the configured transport.
pub enum Mailer {
    Folder(Folder),
    Smtp(Smtp),
    /// For tests.
    Memory(Arc<Memory>),
}

impl Mailer {
    /// # Errors
    /// `config` when the mail server's settings cannot be used.
    pub fn new(config: &MailConfig, data_dir: &Path, clock: &Clock) -> Result<Self> {
        Ok(match config.transport {
            Transport::Folder => Self::Folder(Folder::new(data_dir.join(FOLDER))),
            Transport::Smtp => Self::Smtp(Smtp::new(config, clock.clone())?),
        })
    }

    /// Sends the message now, ignoring rate limits; returns the mail server's reply or the file's path.
    pub async fn send(&self, message: &Message) -> Result<String, SendFailure> {
        self.hand_over(message, true).await
    }

    /// Sends the message within the rate limits. When a limit is reached or every account backs off, the failure
    /// carries the time of the next attempt.
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

    /// When this bulk message may be sent under its domain's limit per minute; `None` when it may be sent now.
    /// A returned time is reserved for the message.
    pub fn reserve_domain_slot(&self, id: Uuid, to: &Email) -> Option<Timestamp> {
        match self {
            Self::Smtp(smtp) => smtp.reserve_domain_slot(id, to),
            Self::Folder(_) | Self::Memory(_) => None,
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

    /// Whether sending is quick and certain, so that a command may do it itself.
    pub fn is_local(&self) -> bool {
        matches!(self, Self::Folder(_))
    }
}
