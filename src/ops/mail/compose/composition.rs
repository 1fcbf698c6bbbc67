//! The outcome of composition.

use crate::domain::mailing::SkipReason;
use crate::mail::Message;

/// The outcome of composing a claimed delivery.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Composition {
    Message(Box<Message>),
    /// There is nothing left to send.
    Skipped(SkipReason),
}
