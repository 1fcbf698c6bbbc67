//! A rendered message with everything that a transport needs to send it.

use jiff::Timestamp;
use uuid::Uuid;

use super::limits::MessageClass;
use super::sender::Sender;
use crate::domain::email::Email;

/// The header with the id of the outbox row: some providers replace the `Message-ID`, but keep other headers.
pub(super) const MARK: &str = "X-Paragraf-Id";

/// A message that is ready to be sent.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Message {
    /// The id of the outbox row. The `Message-ID` is derived from it and stays the same across attempts.
    pub id: Uuid,
    /// The message's kind, such as `password_reset`.
    pub name: &'static str,
    pub to: Email,
    pub sender: Sender,
    /// When the message was queued.
    pub created_at: Timestamp,
    /// The value of the `Date` header.
    pub sent_at: Timestamp,
    pub subject: String,
    pub text: String,
    pub html: String,
    /// The list headers of a bulk message; `None` for a transactional one.
    pub bulk: Option<BulkHeaders>,
}

/// The list headers of a bulk message.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct BulkHeaders {
    pub unsubscribe: ListUnsubscribe,
    /// The list's name in the form of a host, such as `news.example.ro` (RFC 2919).
    pub list_id: String,
}

/// The targets of the `List-Unsubscribe` header (RFC 2369, RFC 8058).
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ListUnsubscribe {
    /// Accepts a POST of `List-Unsubscribe=One-Click`.
    pub https: String,
    /// A complete `mailto:` address; `None` when incoming mail is not read.
    pub mailto: Option<String>,
}

/// The addressing of one message.
pub struct Envelope {
    pub id: Uuid,
    pub name: &'static str,
    pub to: Email,
    pub created_at: Timestamp,
    pub sent_at: Timestamp,
}

impl Message {
    pub(super) fn class(&self) -> MessageClass {
        if self.bulk.is_some() { MessageClass::Bulk } else { MessageClass::Transactional }
    }
}
