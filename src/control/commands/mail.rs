//! `paragraf mail ...`

use std::sync::Arc;

use serde::{Deserialize, Serialize};

use crate::app::{App, MissingStore};
use crate::control::command::{Command, Io, ListCommand};
use crate::domain::Language;
use crate::domain::email::Email;
use crate::domain::message::MessageKind;
use crate::error::Result;
use crate::ops::mail::outbox::{self, OutboxEntry, OutboxFilter};
use crate::ops::mail::preview::{self, MessagePreview};

#[derive(Debug, Clone, Serialize, Deserialize)]
pub struct ListOutbox(pub OutboxFilter);

impl Command for ListOutbox {
    const NAME: &'static str = "mail.outbox";
    const READ_ONLY: bool = true;
    /// The number of matching messages, listed or not.
    type Reply = u64;

    async fn run(self, app: Arc<App>, io: Io) -> Result<Self::Reply> {
        outbox::list(&app, &io.actor, self.0, io.events.rows()).await
    }
}

impl ListCommand for ListOutbox {
    type Row = OutboxEntry;
}

#[derive(Debug, Clone, Serialize, Deserialize)]
pub struct PreviewMails {
    pub kinds: Vec<MessageKind>,
    pub language: Language,
}

impl Command for PreviewMails {
    const NAME: &'static str = "mail.preview";
    const READ_ONLY: bool = true;
    const WITHOUT_STORE: MissingStore = MissingStore::Empty;
    type Reply = Vec<MessagePreview>;

    async fn run(self, app: Arc<App>, io: Io) -> Result<Self::Reply> {
        preview::preview(&app, &io.actor, &self.kinds, self.language)
    }
}

/// Sends a test message; replies with the mail server's reply.
#[derive(Debug, Clone, Serialize, Deserialize)]
pub struct SendTestMail {
    pub to: Email,
    pub language: Language,
}

impl Command for SendTestMail {
    const NAME: &'static str = "mail.test";
    const NEEDS_SECRETS: bool = true;
    type Reply = String;

    async fn run(self, app: Arc<App>, io: Io) -> Result<Self::Reply> {
        preview::test(&app, &io.actor, self.to, self.language).await
    }
}
