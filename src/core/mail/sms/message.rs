//! A text message as it leaves the server.

use jiff::Timestamp;
use uuid::Uuid;

use crate::domain::Phone;

/// A text message to one number.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct TextMessage {
    /// The same for every attempt, so that a gateway can recognise a repeated message.
    pub id: Uuid,
    /// The kind, as part of a file's name.
    pub name: &'static str,
    pub to: Phone,
    pub text: String,
    pub created_at: Timestamp,
}
