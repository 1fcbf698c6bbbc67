//! Mails: what they say, and the ways they leave. Knows neither the store nor what causes a mail.
//!
//! `templates/<message>/<language>.md` has the words, [`messages`] fills them into a [`Letter`], `html` (with
//! `templates/mail.css`) and `text` give it its two looks, and a [`Mailer`] hands the [`Message`] over.

mod automatic;
pub mod bounce;
mod campaign;
mod folder;
mod html;
mod html_footer;
mod inline;
mod letter;
pub mod memory;
pub mod messages;
mod mime;
pub mod places;
mod rendered;
mod sender;
mod smtp;
mod template;
mod text;
mod words;

use std::path::{Path, PathBuf};
use std::sync::Arc;

use jiff::Timestamp;
use uuid::Uuid;

pub use automatic::{Telling, write_automatic};
pub use campaign::{CampaignText, write_campaign};
pub use folder::FOLDER;
pub use letter::{Block, Card, Day, Duty, Letter, Line, Span};
pub use messages::greeted;
pub use rendered::{Rendered, RenderedMails};
pub use sender::Sender;

use crate::config::{MailConfig, Transport};
use crate::domain::Language;
use crate::domain::email::Email;
use crate::error::Result;

/// One mail, ready to be handed over.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Message {
    /// Of the row that it was made from; its `Message-ID` stays the same however often it is tried.
    pub id: Uuid,
    /// What it is about, such as `password_reset`.
    pub name: &'static str,
    pub to: Email,
    pub sender: Sender,
    /// When it was caused.
    pub created_at: Timestamp,
    /// The time that it carries.
    pub sent_at: Timestamp,
    pub subject: String,
    pub text: String,
    pub html: String,
}

/// Which mail it is, to whom, when.
pub struct Envelope {
    pub id: Uuid,
    pub name: &'static str,
    pub to: Email,
    pub created_at: Timestamp,
    pub sent_at: Timestamp,
}

impl Message {
    /// Gives the letter its two looks.
    pub fn new(envelope: Envelope, letter: &Letter, language: Language, sender: &Sender) -> Self {
        let Envelope { id, name, to, created_at, sent_at } = envelope;
        let (html, text) = (html::render(letter, language, sender), text::render(letter, language, sender));
        let (sender, subject) = (sender.clone(), letter.subject.clone());
        Self { id, name, to, sender, created_at, sent_at, subject, text, html }
    }

    /// The bytes that are sent, by RFC 5322.
    ///
    /// Errors: permanent, when a header cannot be written.
    pub fn bytes(&self) -> Result<Vec<u8>, SendFailure> {
        Ok(mime::build(self)?.formatted())
    }
}

/// Why a mail did not leave.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SendFailure {
    /// Whether trying again cannot help.
    pub permanent: bool,
    /// The number of the mail server's answer.
    pub code: Option<u16>,
    /// What the server said, or what stood in the way; may hold the address, so it is never logged.
    pub reason: String,
}

/// The way on which mails leave.
pub enum Mailer {
    Folder(folder::Folder),
    Smtp(smtp::Smtp),
    /// For tests.
    Memory(Arc<memory::Memory>),
}

impl Mailer {
    /// Errors: `config` when the mail server's settings cannot be used.
    pub fn new(config: &MailConfig, data_dir: &Path) -> Result<Self> {
        Ok(match config.way() {
            Transport::Folder => Self::Folder(folder::Folder::new(data_dir.join(FOLDER))),
            Transport::Smtp => Self::Smtp(smtp::Smtp::new(config)?),
        })
    }

    /// Hands the mail over; answers what became of it, in the words of whoever took it.
    pub async fn send(&self, message: &Message) -> Result<String, SendFailure> {
        match self {
            Self::Folder(folder) => folder.send(message).await,
            Self::Smtp(smtp) => smtp.send(message).await,
            Self::Memory(memory) => memory.send(message),
        }
    }

    /// The file of a mail that was written into the folder, if it is there.
    pub fn file_of(&self, id: Uuid, name: &str, created_at: Timestamp) -> Option<PathBuf> {
        match self {
            Self::Folder(folder) => Some(folder.path_of(id, name, created_at)).filter(|path| path.exists()),
            _ => None,
        }
    }

    /// Removes the files of mails that were caused before this time.
    pub async fn forget(&self, before: Timestamp) {
        if let Self::Folder(folder) = self {
            folder.forget(before).await;
        }
    }

    /// Whether handing over is quick and certain, so that a command may do it itself.
    pub fn is_local(&self) -> bool {
        matches!(self, Self::Folder(_))
    }
}
