//! Mails: what they say, and the ways they leave. Knows neither the store nor what causes a mail.
//!
//! `templates/<message>/<language>.md` has the words, [`messages`] fills them into a [`Letter`], `html` (with
//! `templates/mail.css`) and `text` give it its two looks, and a [`Mailer`] hands the [`Message`] over.

mod automatic;
pub mod bounce;
mod campaign;
mod dkim;
mod failure;
mod folder;
mod html;
mod html_footer;
mod inline;
mod letter;
mod limits;
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
use std::sync::{Arc, LazyLock};

use jiff::Timestamp;
use tokio::sync::Semaphore;
use uuid::Uuid;

pub use automatic::{Telling, write_automatic};
pub use campaign::{CampaignText, write_campaign};
pub use failure::{Certainty, SendFailure};
pub use folder::FOLDER;
pub use letter::{Block, Card, Day, Duty, Letter, Line, Span};
pub use limits::Weight;
pub use messages::greeted;
pub use rendered::{Rendered, RenderedMails};
pub use sender::Sender;

use crate::clock::Clock;
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
    /// What a mail to many says of itself besides.
    pub bulk: Option<BulkHeaders>,
}

/// How a mail to many names its list and the way out of it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct BulkHeaders {
    pub unsubscribe: ListUnsubscribe,
    /// The list's name in the form of a host, such as `news.example.ro` (RFC 2919).
    pub list_id: String,
}

/// Where mail programs take somebody off the list (RFC 2369, RFC 8058).
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ListUnsubscribe {
    /// Answers a POST of `List-Unsubscribe=One-Click`.
    pub https: String,
    /// A whole `mailto:` address, if mails that come in are read.
    pub mailto: Option<String>,
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
        Self { id, name, to, sender, created_at, sent_at, subject, text, html, bulk: None }
    }

    /// The bytes that are sent, by RFC 5322.
    ///
    /// Errors: permanent, when a header cannot be written.
    pub fn bytes(&self) -> Result<Vec<u8>, SendFailure> {
        Ok(mime::build(self)?.formatted())
    }

    fn weight(&self) -> Weight {
        if self.bulk.is_some() { Weight::Bulk } else { Weight::Single }
    }
}

/// Runs what costs computing, such as composing and signing, beside the threads that answer readers, and no
/// more of it at once than leaves them half of the machine.
///
/// Errors: not sent, when it panicked.
pub async fn beside_readers<T: Send + 'static>(run: impl FnOnce() -> T + Send + 'static) -> Result<T, SendFailure> {
    static PLACES: LazyLock<Semaphore> = LazyLock::new(|| {
        let cores = std::thread::available_parallelism().map_or(1, usize::from);
        Semaphore::new((cores / 2).max(1))
    });
    // The semaphore is never closed.
    let _place = PLACES.acquire().await.ok();
    let ran = tokio::task::spawn_blocking(run).await;
    ran.map_err(|error| SendFailure::not_sent(format!("making the mail: {error}")))
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
    pub fn new(config: &MailConfig, data_dir: &Path, clock: &Clock) -> Result<Self> {
        Ok(match config.way() {
            Transport::Folder => Self::Folder(folder::Folder::new(data_dir.join(FOLDER))),
            Transport::Smtp => Self::Smtp(smtp::Smtp::new(config, clock.clone())?),
        })
    }

    /// Hands the mail over now, whatever the limits say; answers what became of it, in the words of whoever
    /// took it.
    pub async fn send(&self, message: &Message) -> Result<String, SendFailure> {
        self.hand_over(message, true).await
    }

    /// Hands the mail over unless a limit holds it or every account rests: then the failure says until when.
    pub async fn deliver(&self, message: &Message) -> Result<String, SendFailure> {
        self.hand_over(message, false).await
    }

    async fn hand_over(&self, message: &Message, at_once: bool) -> Result<String, SendFailure> {
        match self {
            Self::Folder(folder) => folder.send(message).await,
            Self::Smtp(smtp) => smtp.send(message, at_once).await,
            Self::Memory(memory) => memory.send(message),
        }
    }

    /// When the next mail of this weight may go; `None` when it may go now.
    pub fn ready_at(&self, weight: Weight) -> Option<Timestamp> {
        match self {
            Self::Smtp(smtp) => smtp.ready_at(weight),
            Self::Folder(_) | Self::Memory(_) => None,
        }
    }

    /// When this mail of a mail-out may go, as its receiver's domain may get only so many in a minute; `None`
    /// when it may go now. Who is told a time has the turn then.
    pub fn turn_of(&self, id: Uuid, to: &Email) -> Option<Timestamp> {
        match self {
            Self::Smtp(smtp) => smtp.turn_of(id, to),
            Self::Folder(_) | Self::Memory(_) => None,
        }
    }

    /// Counts mails that an earlier process sent at this time, for the limits of an hour.
    pub fn sent_before(&self, at: Timestamp, count: u32) {
        if let Self::Smtp(smtp) = self {
            smtp.sent_before(at, count);
        }
    }

    /// Closes connections that are not used: those that are too old, or all of them at the end.
    pub async fn close(&self, all: bool) {
        if let Self::Smtp(smtp) = self {
            smtp.close(all).await;
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
