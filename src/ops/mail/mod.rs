//! Mails: sending what is queued, and what the operator may see of it.

pub mod deliver;
pub mod outbox;
pub mod preview;
pub mod recipients;
pub mod tidy;

use crate::app::App;
use crate::error::Result;
use crate::mail::messages::{self, Writing};
use crate::mail::{Envelope, Message, Sender};
use crate::store::outbox::OutboxRecord;

/// The mail that this row is to become.
///
/// Errors: `internal` when its kind has no text, or its content lacks what the text needs.
pub fn compose(app: &App, record: &OutboxRecord) -> Result<Message> {
    let sender = Sender::new(&app.config, &app.public_url());
    let OutboxRecord { id, kind, to, language, created_at, content, .. } = record;
    let writing = Writing { to, language: *language, at: *created_at, content };
    let letter = messages::write(*kind, &writing, &sender)?;
    let envelope =
        Envelope { id: *id, name: kind.name(), to: to.clone(), created_at: *created_at, sent_at: app.clock.now() };
    Ok(Message::new(envelope, &letter, *language, &sender))
}
