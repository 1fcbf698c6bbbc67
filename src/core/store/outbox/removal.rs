//! Removing messages.

use std::collections::HashSet;

use jiff::Timestamp;
use serde::Deserialize;
use uuid::Uuid;

use super::super::engine::{Reading, WriteTx};
use super::super::error::StoreError;
use super::super::key::KeyRange;
use super::super::key_parts::Address;
use super::super::row::readable;
use super::index::OUTBOX_BY_ADDRESS;
use super::record::OutboxRecord;
use super::rows::{OUTBOX, put, remove};
use crate::clock::least_uuid_of;
use crate::domain::message::MessageKind;
use crate::domain::message_address::MessageAddress;
use crate::domain::report::without_address;

/// Removes every message to these subscribers, whatever its state; `keys` are the
/// [keys](crate::domain::email::Email::key) of their addresses. Messages about an account of the same address stay.
pub fn remove_to(tx: &WriteTx, keys: &HashSet<String>) -> Result<(), StoreError> {
    /// The fields that decide, so that a message of an unknown kind is removed too.
    #[derive(Deserialize)]
    struct Addressed {
        id: Uuid,
        to: MessageAddress,
        kind: serde_json::Value,
    }
    let is_kept = |row: &Addressed| {
        let kind = MessageKind::deserialize(&row.kind);
        kind.is_ok_and(|kind| kind.is_about_account() || kind.is_to_operator())
    };
    for key in keys {
        let rows = OUTBOX.read_as::<Addressed>().get_many(tx, &ids_of(tx, key)?)?;
        for row in rows.into_iter().filter_map(readable) {
            let row = row?;
            if row.to.key() == *key && !is_kept(&row) {
                remove(tx, row.id)?;
            }
        }
    }
    Ok(())
}

/// Removes the messages about the account of this address or number, sent or not, and those that name it as the other
/// address; the notice of the deletion stays. Call it when the account is deleted.
pub fn remove_secrets_to(tx: &WriteTx, address: &MessageAddress) -> Result<(), StoreError> {
    let key = address.key();
    for record in OUTBOX.get_many(tx, &ids_of(tx, &key)?)?.into_iter().filter_map(readable) {
        let record = record?;
        if !record.concerns(&key) {
            continue;
        }
        if record.kind.is_about_account() && record.kind != MessageKind::AccountDeleted {
            remove(tx, record.id)?;
        } else if record.kind == MessageKind::Report && record.to.key() != key {
            put(tx, &anonymous(record, address))?;
        }
    }
    Ok(())
}

/// Removes every message to this address or number and every one whose content names it. A report to the operator stays
/// without the address of its author.
pub fn forget_address(tx: &WriteTx, address: &MessageAddress) -> Result<(), StoreError> {
    let key = address.key();
    for record in OUTBOX.get_many(tx, &ids_of(tx, &key)?)?.into_iter().filter_map(readable) {
        let record = record?;
        if record.kind == MessageKind::Report && record.to.key() != key {
            put(tx, &anonymous(record, address))?;
        } else {
            remove(tx, record.id)?;
        }
    }
    Ok(())
}

/// A report as it still goes to the operator: without the address of its author.
fn anonymous(mut record: OutboxRecord, address: &MessageAddress) -> OutboxRecord {
    record.content.email = None;
    if let (MessageAddress::Email(email), Some(text)) = (address, &mut record.content.text) {
        *text = without_address(text, email);
    }
    record
}

fn ids_of(tx: &dyn Reading, key: &str) -> Result<Vec<Uuid>, StoreError> {
    OUTBOX_BY_ADDRESS.scan(tx, KeyRange::prefix(&Address(key.to_owned()))).map(|row| Ok(row?.0.1)).collect()
}

/// Removes the unsent messages about accounts, in a store that was just restored.
pub fn remove_unsent_of_accounts(tx: &WriteTx) -> Result<u64, StoreError> {
    remove_unsent(tx, &|record| record.kind.is_about_account())
}

/// Removes the unsent messages of campaigns, in a store that was just restored.
pub fn remove_unsent_of_campaigns(tx: &WriteTx) -> Result<u64, StoreError> {
    remove_unsent(tx, &|record| record.kind.is_bulk())
}

fn remove_unsent(tx: &WriteTx, is_unwanted: &dyn Fn(&OutboxRecord) -> bool) -> Result<u64, StoreError> {
    let mut removed = 0;
    for row in OUTBOX.scan_all_in_write(tx) {
        let (id, record) = row?;
        if record.state.settled_at().is_none() && is_unwanted(&record) {
            remove(tx, id)?;
            removed += 1;
        }
    }
    Ok(removed)
}

/// Removes the messages that were settled before this time. Returns their number.
pub fn remove_settled_before(tx: &WriteTx, before: Timestamp) -> Result<u64, StoreError> {
    let mut removed = 0;
    // A message is settled after it was created, and ids sort by creation time.
    let range = KeyRange::between(&Uuid::nil(), &least_uuid_of(before));
    for row in OUTBOX.scan(tx, range) {
        let (id, record) = row?;
        if record.state.settled_at().is_some_and(|at| at < before) {
            remove(tx, id)?;
            removed += 1;
        }
    }
    Ok(removed)
}
