//! The envelope of an outbox row.

use crate::app::App;
use crate::domain::email::Email;
use crate::error::{Error, Result};
use crate::mail::Envelope;
use crate::store::outbox::OutboxRecord;

/// The envelope of a mail that is sent now.
///
/// # Errors
/// `internal` for a text message.
pub(super) fn envelope(app: &App, delivery: &OutboxRecord) -> Result<Envelope> {
    let OutboxRecord { id, kind, created_at, .. } = delivery;
    let to = address(delivery)?.clone();
    Ok(Envelope { id: *id, name: kind.name(), to, created_at: *created_at, sent_at: app.clock.now() })
}

/// The address of a mail.
///
/// # Errors
/// `internal` for a text message.
pub(super) fn address(delivery: &OutboxRecord) -> Result<&Email> {
    let is_text_message = || anyhow::anyhow!("it is addressed to a telephone number");
    delivery
        .email()
        .ok_or_else(|| Error::internal(format!("composing a mail of the kind {}", delivery.kind), is_text_message()))
}
