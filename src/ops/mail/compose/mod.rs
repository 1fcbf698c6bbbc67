//! What mails to many say, and to whom what.

pub(super) mod bulk;
pub mod entries;
pub mod reasons;
mod sample;
pub mod telling;

pub(super) use sample::sample;

use crate::app::App;
use crate::mail::Envelope;
use crate::store::outbox::OutboxRecord;

fn envelope(app: &App, record: &OutboxRecord) -> Envelope {
    let OutboxRecord { id, kind, to, created_at, .. } = record;
    Envelope { id: *id, name: kind.name(), to: to.clone(), created_at: *created_at, sent_at: app.clock.now() }
}
