//! The ledger of deliveries: one row per message and address or telephone number, written with the change that
//! causes it.
//!
//! A message is queued, claimed by an instance of the server, and settled. If an instance finds claims of its own at
//! start, its earlier process died while sending: it recovers these claims and leaves those of other instances alone.
//! Of several processes on one database only the leader claims; a new leader recovers the claims of earlier terms.

mod index;
mod queue;
mod queue_key;
mod record;
mod removal;
mod rows;
mod state;
mod tally;
mod verify;

pub use self::queue::{Due, Recovered, claim, due, recover};
pub use self::queue_key::Queue;
pub use self::record::OutboxRecord;
pub use self::removal::{
    forget_address, remove_secrets_to, remove_settled_before, remove_to, remove_unsent_of_accounts,
    remove_unsent_of_campaigns,
};
pub use self::rows::{
    OutboxCounts, by_address, count_queued, counts, each, each_newest_first, each_of, each_readable, get, get_many,
    put, remove, settle, to_address,
};
pub use self::state::{CLAIM_TIME, MessageState};
pub use self::tally::{Tally, tally};
pub use crate::domain::message::{MessageContent, MessageKind};

pub(super) use self::index::{OUTBOX_BY_ADDRESS, OUTBOX_BY_CAMPAIGN, OUTBOX_CLAIMS, OUTBOX_DUE};
pub(super) use self::rows::OUTBOX;
pub(super) use self::tally::OUTBOX_TALLIES;
pub(super) use self::verify::verify;
