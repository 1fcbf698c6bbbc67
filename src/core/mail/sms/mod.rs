//! Text messages: their words, and the transports that send them.

mod gateway;
mod message;
mod request;
mod words;

use std::path::{Path, PathBuf};

use jiff::Timestamp;
use uuid::Uuid;

use self::gateway::Gateway;
use super::failure::SendFailure;
use super::folder::{FOLDER, Folder};
use crate::config::{SmsConfig, SmsTransport};
use crate::error::Result;

pub use self::message::TextMessage;
pub use self::words::code_text;

/// The extension of a text message's file; the cleanup removes old files with it.
const EXTENSION: &str = "sms";

/// Sends text messages over the configured transport.
pub enum TextMessenger {
    Folder(Folder),
    Gateway(Box<Gateway>),
}

impl TextMessenger {
    /// # Errors
    /// `internal` when the client of the gateway cannot be made.
    pub fn new(config: &SmsConfig, data_dir: &Path) -> Result<Self> {
        Ok(match config.transport {
            SmsTransport::Folder => Self::Folder(Folder::new(data_dir.join(FOLDER), EXTENSION)),
            SmsTransport::Twilio | SmsTransport::Http => Self::Gateway(Box::new(Gateway::new(config)?)),
        })
    }

    /// Sends the message; returns the ID that the gateway gave it, or the file's path.
    pub async fn send(&self, message: &TextMessage) -> Result<String, SendFailure> {
        match self {
            Self::Folder(folder) => {
                let TextMessage { id, name, to, text, created_at } = message;
                let content = format!("To: {}\n\n{text}\n", to.as_str());
                folder.write(folder.path_of(*id, name, *created_at), content.into_bytes()).await
            }
            Self::Gateway(gateway) => gateway.send(message).await,
        }
    }

    /// The file of a message that was written into the folder, if it exists.
    pub fn file_of(&self, id: Uuid, name: &str, created_at: Timestamp) -> Option<PathBuf> {
        match self {
            Self::Folder(folder) => Some(folder.path_of(id, name, created_at)).filter(|path| path.exists()),
            Self::Gateway(_) => None,
        }
    }

    /// Removes the files of messages that were queued before this time.
    pub async fn remove_files_before(&self, before: Timestamp) {
        if let Self::Folder(folder) = self {
            folder.remove_before(before).await;
        }
    }
}
