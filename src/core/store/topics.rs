//! Topics, editable by the operator.

use super::engine::{ReadTx, Reading, WriteTx};
use super::error::StoreError;
use super::finding::Findings;
use super::table::Table;
use crate::domain::topic::Topic;

/// By topic id.
pub(super) const TOPICS: Table<String, Topic> = Table::new("topics");

pub fn get(tx: &dyn Reading, id: &str) -> Result<Option<Topic>, StoreError> {
    TOPICS.get(tx, id)
}

pub fn put(tx: &WriteTx, topic: &Topic) -> Result<(), StoreError> {
    TOPICS.put(tx, topic.id.as_str(), topic)
}

/// All topics in display order.
pub fn list(tx: &dyn Reading) -> Result<Vec<Topic>, StoreError> {
    let mut topics = TOPICS.list(tx)?;
    topics.sort_by(|a, b| (a.position, &a.id).cmp(&(b.position, &b.id)));
    Ok(topics)
}

pub(super) fn verify(tx: &ReadTx, findings: &mut Findings) -> Result<(), StoreError> {
    findings.check_keys(tx, TOPICS, |id, topic| topic.id == *id, "the record names another id")
}
