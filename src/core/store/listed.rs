//! Lists that the operator replaces as a whole. While a list has no rows, the built-in one is used.

use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};

use super::engine::{ReadTx, Reading, WriteTx};
use super::error::StoreError;
use super::finding::Findings;
use super::table::Table;

/// An item of an operator's list.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct ListedRecord<T> {
    /// Position in the list.
    pub position: u32,
    /// Named `duty` in rows before there were other lists.
    #[serde(alias = "duty")]
    pub item: T,
}

/// What a list has.
pub(super) trait ListItem: Sized + Clone + Serialize + DeserializeOwned {
    /// By id; empty while the built-in list is used.
    const TABLE: Table<String, ListedRecord<Self>>;

    fn id(&self) -> &str;

    /// The built-in list.
    fn defaults() -> Vec<Self>;
}

/// The items in display order: the operator's list, or the built-in one.
pub(super) fn current<T: ListItem>(tx: &dyn Reading) -> Result<Vec<T>, StoreError> {
    let mut records = T::TABLE.list(tx)?;
    if records.is_empty() {
        return Ok(T::defaults());
    }
    records.sort_by_key(|record| record.position);
    Ok(records.into_iter().map(|record| record.item).collect())
}

/// Replaces the list.
pub(super) fn replace<T: ListItem>(tx: &WriteTx, items: &[T]) -> Result<(), StoreError> {
    for record in T::TABLE.list(tx)? {
        T::TABLE.delete(tx, record.item.id())?;
    }
    for (item, position) in items.iter().zip(0..) {
        T::TABLE.put(tx, item.id(), &ListedRecord { position, item: item.clone() })?;
    }
    Ok(())
}

pub(super) fn verify<T: ListItem>(tx: &ReadTx, findings: &mut Findings) -> Result<(), StoreError> {
    findings.check_keys(tx, T::TABLE, |id, record| record.item.id() == *id, "the record names another id")
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::domain::duty::{self, Duty};

    #[test]
    fn rows_of_before_there_were_other_lists_are_read() {
        let item = duty::defaults().remove(0);
        let old = serde_json::json!({"position": 3, "duty": item});
        let read: ListedRecord<Duty> = serde_json::from_value(old).expect("a record");
        assert_eq!(read, ListedRecord { position: 3, item });
        let written = serde_json::to_value(&read).expect("JSON");
        assert!(written.get("item").is_some() && written.get("duty").is_none());
    }
}
