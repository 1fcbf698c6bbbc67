//! Rendered messages; a bulk message is rendered once for all who get the same.

use std::sync::Arc;

use super::document::MailDocument;
use super::merge_fields::{self, MergeValues};
use super::message::{Envelope, Message};
use super::sender::Sender;
use super::{html, text};
use crate::domain::Language;

/// Bytes of rendered messages that are kept.
const KEPT_BYTES: u64 = 16 << 20;
/// How long a message is kept; a corrected article is in later messages.
const KEPT_FOR: std::time::Duration = std::time::Duration::from_secs(10 * 60);

/// A message as HTML and as plain text, with [merge fields](super::merge_fields) for what differs per recipient.
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

    /// The message to one recipient.
    pub fn to(&self, envelope: Envelope, recipient: &MergeValues, sender: &Sender) -> Message {
        let Envelope { id, name, to, created_at, sent_at } = envelope;
        let plain = |text: &str| merge_fields::merge(text, recipient, str::to_owned);
        let (subject, text) = (plain(&self.subject), plain(&self.text));
        let html = merge_fields::merge(&self.html, recipient, escaped);
        Message { id, name, to, sender: sender.clone(), created_at, sent_at, subject, text, html, bulk: None }
    }

    /// The HTML with unfilled merge fields.
    pub fn html(&self) -> &str {
        &self.html
    }

    /// The text with unfilled merge fields.
    pub fn text(&self) -> &str {
        &self.text
    }

    fn bytes(&self) -> usize {
        self.subject.len() + self.text.len() + self.html.len()
    }
}

/// A cache of rendered messages; a key names everything that a message depends on.
pub struct RenderedMails(moka::sync::Cache<String, Arc<Rendered>>);

impl Default for RenderedMails {
    fn default() -> Self {
        let bytes = |name: &String, mail: &Arc<Rendered>| u32::try_from(name.len() + mail.bytes()).unwrap_or(u32::MAX);
        let cache = moka::sync::Cache::builder().max_capacity(KEPT_BYTES).weigher(bytes).time_to_live(KEPT_FOR).build();
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

/// The text as HTML, for element content and quoted attributes.
pub(super) fn escaped(text: &str) -> String {
    maud::html! { (text) }.into_string()
}
