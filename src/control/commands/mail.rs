//! `paragraf mail ...`

use std::sync::Arc;

use serde::{Deserialize, Serialize};

use crate::app::{App, MissingStore};
use crate::control::command::{Command, Io};
use crate::control::declaration::declare_commands;
use crate::domain::Language;
use crate::domain::email::Email;
use crate::domain::message::MessageKind;
use crate::error::Result;
use crate::ops::mail::outbox::{self, OutboxEntry, OutboxFilter};
use crate::ops::mail::preview::{self, MessagePreview};

declare_commands! {
    by_hand(PreviewMails);
    /// Replies with the number of matching messages, listed or not.
    "mail.outbox": ListOutbox(OutboxFilter) rows(OutboxEntry) -> u64 = outbox::list, read_only;
    /// Sends a test message; replies with the mail server's reply.
    "mail.test": SendTestMail { to: Email, language: Language } -> String = preview::test, needs_secrets;
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
