//! Claiming due messages, and recovering the claims of a process that died.

use std::collections::HashSet;

use jiff::Timestamp;
use uuid::Uuid;

use super::super::engine::{Reading, WriteTx};
use super::super::error::StoreError;
use super::super::key::KeyRange;
use super::super::row::readable;
use super::index::{OUTBOX_CLAIMS, OUTBOX_DUE};
use super::queue_key::Queue;
use super::record::OutboxRecord;
use super::rows::{OUTBOX, put};
use super::state::MessageState;

/// The due messages of a queue.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Due {
    /// Messages that may be claimed now, the longest due first, up to the limit.
    pub ids: Vec<Uuid>,
    /// When the next of the others may be claimed.
    pub next_at: Option<Timestamp>,
}

/// Numbers of recovered claims of a process that died, by outcome.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Recovered {
    /// Single messages, and campaign deliveries that no mail server accepted: they are sent again.
    pub again: u64,
    /// Campaign deliveries that may have arrived.
    pub unknown: u64,
}

/// The messages of this queue that may be claimed now, at most `limit`. Messages that were found damaged are left out.
pub fn due(tx: &dyn Reading, queue: impl Into<Queue>, now: Timestamp, limit: usize) -> Result<Due, StoreError> {
    let mut due = Due::default();
    let queue: Queue = queue.into();
    for row in OUTBOX_DUE.scan(tx, KeyRange::prefix(&queue)) {
        let ((_, at, id), ()) = row?;
        if OUTBOX.is_damaged(tx, &id) {
            continue;
        }
        if at > now || due.ids.len() == limit {
            due.next_at = Some(at);
            break;
        }
        due.ids.push(id);
    }
    Ok(due)
}

/// Claims those of these messages that may still be claimed, for the instance of this transaction. Only one caller gets
/// each message.
///
/// A stale claim on a delivery of a campaign is not taken over; it becomes [`MessageState::Unknown`].
pub fn claim(tx: &WriteTx, ids: &[Uuid], now: Timestamp) -> Result<Vec<OutboxRecord>, StoreError> {
    let mut claimed = Vec::with_capacity(ids.len());
    for id in ids {
        let is_due = |record: &OutboxRecord| record.state.due_at(record.created_at).is_some_and(|at| at <= now);
        // A damaged message must not stop the others; `due` leaves it out from now on.
        let Some(mut record) = OUTBOX.get_readable(tx, id)?.filter(is_due) else { continue };
        if record.kind.is_bulk() && matches!(record.state, MessageState::Claimed { .. }) {
            record.state = lost(now);
            put(tx, &record)?;
            continue;
        }
        let attempts = record.state.attempts() + 1;
        record.state = MessageState::Claimed { by: tx.instance(), at: now, attempts, term: tx.term() };
        put(tx, &record)?;
        claimed.push(record);
    }
    Ok(claimed)
}

fn lost(at: Timestamp) -> MessageState {
    let reason = "the program ended while the mail server had it; it may or may not have arrived";
    MessageState::Unknown { at, reason: reason.into() }
}

/// Settles the claims of an earlier process of this instance, or of the leaders of earlier terms. Call it before the
/// first claim of this process or term. Claims of other instances stay: their processes may still be sending.
///
/// `handed_over` are the deliveries that a mail server may have accepted; without it, each campaign delivery counts as
/// one. The others are sent again.
pub fn recover(tx: &WriteTx, handed_over: Option<&HashSet<Uuid>>, now: Timestamp) -> Result<Recovered, StoreError> {
    let mut recovered = Recovered::default();
    let claims = OUTBOX_CLAIMS.scan(tx, KeyRange::prefix(&tx.instance()));
    let ids = claims.map(|row| Ok(row?.0.1)).collect::<Result<Vec<_>, StoreError>>()?;
    for record in OUTBOX.get_many(tx, &ids)?.into_iter().filter_map(readable) {
        let mut record = record?;
        if matches!(record.state, MessageState::Claimed { term, .. } if tx.term() > 0 && term >= tx.term()) {
            continue;
        }
        let may_have_arrived = handed_over.is_none_or(|ids| ids.contains(&record.id));
        if record.kind.is_bulk() && may_have_arrived {
            record.state = lost(now);
            recovered.unknown += 1;
        } else {
            let (attempts, reason) = (record.state.attempts(), "the program ended while it was being sent".to_owned());
            record.state = MessageState::Deferred { attempts, next_at: now, reason };
            recovered.again += 1;
        }
        put(tx, &record)?;
    }
    Ok(recovered)
}

#[cfg(test)]
mod tests {
    use super::super::super::Store;
    use super::super::super::subscribers::SubscriberRecord;
    use super::*;
    use crate::clock::Clock;
    use crate::domain::Language;
    use crate::domain::email::Email;

    #[test]
    fn a_damaged_message_does_not_stop_the_others_of_its_queue() {
        let store = Store::in_memory(&Clock::System).expect("a store");
        let email = Email::parse("ana@example.ro").expect("an address");
        let subscriber = SubscriberRecord::new(email, Language::Ro, Timestamp::UNIX_EPOCH);
        let ids = [Uuid::from_u128(1), Uuid::from_u128(2)];
        let claim_due = |tx: &WriteTx| {
            let due = due(tx, Queue::Mails, Timestamp::UNIX_EPOCH, 1)?;
            Ok::<_, StoreError>(
                claim(tx, &due.ids, Timestamp::UNIX_EPOCH)?.into_iter().map(|record| record.id).collect(),
            )
        };
        let claimed = store.write_blocking(move |tx| {
            for id in ids {
                put(tx, &OutboxRecord::confirmation(id, &subscriber))?;
            }
            tx.put(OUTBOX.name(), ids[0].as_bytes(), b"damaged")?;
            let claimed: [Vec<Uuid>; 2] = [claim_due(tx)?, claim_due(tx)?];
            Ok(claimed)
        });
        assert_eq!(claimed.expect("a write"), [vec![], vec![ids[1]]]);
    }
}
