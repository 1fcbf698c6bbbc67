//! What an incoming message reports.

use uuid::Uuid;

use super::super::refusal::Verdict;
use crate::domain::email::Email;

/// One fact from an incoming message.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Notice {
    Failed {
        verdict: Verdict,
        /// The addresses named in the report.
        recipients: Vec<Email>,
        /// The outbox id, from the `Message-ID` or the mark of the message.
        outbox_id: Option<Uuid>,
        /// The mail server's reply on one line.
        reason: String,
    },
    /// A reader rejects a message. Providers remove the address from such reports.
    Complaint { outbox_id: Option<Uuid>, reason: String },
    /// A request to unsubscribe. Its `From` address may be forged and counts for nothing.
    Unsubscribe {
        /// The token from the subject, as in the address of `List-Unsubscribe`.
        token: Option<String>,
        /// The outbox id of the message that it answers.
        outbox_id: Option<Uuid>,
    },
}
