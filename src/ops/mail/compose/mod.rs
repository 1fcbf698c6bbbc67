//! From a row of the outbox to the mail that it becomes.

mod bulk;
pub mod entries;
pub mod reasons;
mod sample;
pub mod telling;

pub(super) use sample::sample;

use crate::app::App;
use crate::error::Result;
use crate::mail::messages::{self, Writing};
use crate::mail::{Envelope, Message, Sender};
use crate::store::outbox::OutboxRecord;

/// The mail that this row is to become.
///
/// One of many is made of its campaign and of what its recipient wants now; see [`bulk`]. Errors: `internal`
/// when its kind has no text, or its content lacks what the text needs; `nothing_to_say` when nothing of its
/// campaign concerns the recipient any more.
pub async fn compose(app: &App, record: &OutboxRecord) -> Result<Message> {
    match &record.campaign {
        Some(campaign) if record.kind.is_bulk() => bulk::compose(app, record, campaign).await,
        _ => single(app, record),
    }
}

fn single(app: &App, record: &OutboxRecord) -> Result<Message> {
    let sender = Sender::new(&app.config, &app.public_url());
    let OutboxRecord { kind, to, language, created_at, content, .. } = record;
    let writing = Writing { to, language: *language, at: *created_at, content };
    let letter = messages::write(*kind, &writing, &sender)?;
    Ok(Message::new(envelope(app, record), &letter, *language, &sender))
}

fn envelope(app: &App, record: &OutboxRecord) -> Envelope {
    let OutboxRecord { id, kind, to, created_at, .. } = record;
    Envelope { id: *id, name: kind.name(), to: to.clone(), created_at: *created_at, sent_at: app.clock.now() }
}
