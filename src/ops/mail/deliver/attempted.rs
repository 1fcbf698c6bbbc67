//! An attempted delivery.

use crate::domain::message::MessageKind;
use crate::mail::{SendFailure, Verdict};
use crate::store::outbox::{MessageState, OutboxRecord};

/// An attempted delivery and its next state.
#[derive(Clone)]
pub(super) struct Attempted {
    pub delivery: OutboxRecord,
    pub state: MessageState,
    pub failure: Option<SendFailure>,
}

/// What the failure says about the address, if it counts. A message about an account never counts: its owner may have
/// no other way to sign in.
pub(super) fn bounce(record: &OutboxRecord, failure: &SendFailure) -> Option<Verdict> {
    let kind = record.kind;
    failure.address_verdict().filter(|_| kind.is_bulk() || kind == MessageKind::ConfirmSubscription)
}
