//! Topics, editable by the operator.

use std::ops::ControlFlow;

use redb::TableDefinition;

use super::tx::{Order, RawTable, Reading, Table, WriteTx};
use super::verify::Finding;
use super::{StoreError, codec};
use crate::domain::topic::Topic;

/// Key: topic id. Value: [`Topic`].
pub(super) const TOPICS: Table = TableDefinition::new("topics");

pub fn get(tx: &impl Reading, id: &str) -> Result<Option<Topic>, StoreError> {
    let key = id.as_bytes();
    tx.get(RawTable(TOPICS), key)?.map(|bytes| codec::decode(TOPICS, key, &bytes)).transpose()
}

pub fn put(tx: &WriteTx, topic: &Topic) -> Result<(), StoreError> {
    tx.put(TOPICS, topic.id.as_bytes(), &codec::encode(topic))
}

/// All topics in display order.
pub fn list(tx: &impl Reading) -> Result<Vec<Topic>, StoreError> {
    let mut topics = Vec::new();
    tx.scan(RawTable(TOPICS), &[], Order::Ascending, &mut |key, bytes| {
        topics.push(codec::decode::<Topic>(TOPICS, key, bytes)?);
        Ok(ControlFlow::Continue(()))
    })?;
    topics.sort_by(|a, b| (a.position, &a.id).cmp(&(b.position, &b.id)));
    Ok(topics)
}

pub(super) fn verify(tx: &impl Reading, findings: &mut Vec<Finding>) -> Result<(), StoreError> {
    tx.scan(RawTable(TOPICS), &[], Order::Ascending, &mut |key, bytes| {
        match codec::decode::<Topic>(TOPICS, key, bytes) {
            Ok(topic) if topic.id.as_bytes() == key => {}
            Ok(_) => findings.push(Finding::new("topics", key, "the record names another id")),
            Err(error) => findings.push(Finding::unreadable("topics", key, &error)),
        }
        Ok(ControlFlow::Continue(()))
    })
}
