//! The operator's list of recurring duties, which replaces the built-in one.

use super::engine::{ReadTx, Reading, WriteTx};
use super::error::StoreError;
use super::finding::Findings;
use super::listed::{self, ListItem, ListedRecord};
use super::table::Table;
use crate::domain::duty::{self, Duty};

/// By id; empty while the built-in list is used.
pub(super) const DUTIES: Table<String, ListedRecord<Duty>> = Table::new("duties");

impl ListItem for Duty {
    const TABLE: Table<String, ListedRecord<Self>> = DUTIES;

    fn id(&self) -> &str {
        &self.id
    }

    fn defaults() -> Vec<Self> {
        duty::defaults()
    }
}

/// The duties in display order: the operator's list, or the built-in one.
pub fn current(tx: &dyn Reading) -> Result<Vec<Duty>, StoreError> {
    listed::current(tx)
}

/// Replaces the list.
pub fn replace(tx: &WriteTx, duties: &[Duty]) -> Result<(), StoreError> {
    listed::replace(tx, duties)
}

pub(super) fn verify(tx: &ReadTx, findings: &mut Findings) -> Result<(), StoreError> {
    listed::verify::<Duty>(tx, findings)
}
