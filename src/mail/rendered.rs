//! Mails to many, written and laid out once for all who get the same.

use std::sync::Arc;

use super::document::MailDocument;
use super::merge_fields::{self, MergeValues};
use super::message::{Envelope, Message};
use super::sender::Sender;
use super::{html, text};
use crate::domain::Language;

/// Bytes of finished mails that are kept.
const KEPT: u64 = 16 << 20;
/// How long one is kept, so that a corrected article is soon told as it is.
const KEPT_FOR: std::time::Duration = std::time::Duration::from_secs(10 * 60);

/// A document's two looks, with places for what differs from recipient to recipient.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Rendered {
    subject: String,
    text: String,
    html: String,
}

impl Message {
    /// Renders a transactional message.
    pub fn new(envelope: Envelope, document: &MailDocument, language: Language, sender: &Sender) -> Self {
        let Envelope { id, name, to, created_at, sent_at } = envelope;
        let Rendered { subject, text, html } = Rendered::new(document, language, sender);
        Self { id, name, to, sender: sender.clone(), created_at, sent_at, subject, text, html, bulk: None }
    }
}

impl Rendered {
    pub fn new(document: &MailDocument, language: Language, sender: &Sender) -> Self {
        let (html, text) = (html::render(document, language, sender), text::render(document, language, sender));
        Self { subject: document.subject.clone(), text, html }
    }

    /// The mail to one of its recipients.
    pub fn to(&self, envelope: Envelope, recipient: &MergeValues, sender: &Sender) -> Message {
        let Envelope { id, name, to, created_at, sent_at } = envelope;
        let plain = |text: &str| merge_fields::merge(text, recipient, str::to_owned);
        let (subject, text) = (plain(&self.subject), plain(&self.text));
        let html = merge_fields::merge(&self.html, recipient, html::escape);
        Message { id, name, to, sender: sender.clone(), created_at, sent_at, subject, text, html, bulk: None }
    }

    /// With its places still open.
    pub fn html(&self) -> &str {
        &self.html
    }

    /// With its places still open.
    pub fn text(&self) -> &str {
        &self.text
    }

    fn bytes(&self) -> usize {
        self.subject.len() + self.text.len() + self.html.len()
    }
}

/// The mails of which many are being sent, under names that say all that they depend on.
pub struct RenderedMails(moka::sync::Cache<String, Arc<Rendered>>);

impl Default for RenderedMails {
    fn default() -> Self {
        let bytes = |name: &String, mail: &Arc<Rendered>| u32::try_from(name.len() + mail.bytes()).unwrap_or(u32::MAX);
        let cache = moka::sync::Cache::builder().max_capacity(KEPT).weigher(bytes).time_to_live(KEPT_FOR).build();
        Self(cache)
    }
}

impl RenderedMails {
    pub fn get(&self, name: &str) -> Option<Arc<Rendered>> {
        self.0.get(name)
    }

    pub fn put(&self, name: String, mail: Rendered) -> Arc<Rendered> {
        let mail = Arc::new(mail);
        self.0.insert(name, Arc::clone(&mail));
        mail
    }
}
