//! The envelope of an outbox row.

use crate::app::App;
use crate::mail::Envelope;
use crate::store::outbox::OutboxRecord;

pub(super) fn envelope(app: &App, delivery: &OutboxRecord) -> Envelope {
    let OutboxRecord { id, kind, to, created_at, .. } = delivery;
    Envelope { id: *id, name: kind.name(), to: to.clone(), created_at: *created_at, sent_at: app.clock.now() }
}
