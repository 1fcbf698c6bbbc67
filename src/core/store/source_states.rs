//! When each official source was last read, and with what result.

use jiff::Timestamp;
use jiff::civil::Date;
use serde::{Deserialize, Serialize};

use super::engine::{ReadTx, Reading, WriteTx};
use super::error::StoreError;
use super::finding::Findings;
use super::table::Table;

/// By the name of the source.
pub(super) const SOURCE_STATES: Table<String, SourceState> = Table::new("source_states");

/// When a source was read and with what result.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct SourceState {
    /// Such as `portal`.
    pub name: String,
    /// When it was first polled.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub first_polled_at: Option<Timestamp>,
    /// When it was last read to the end.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub last_read_at: Option<Timestamp>,
    /// When it last had a new act.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub last_new_at: Option<Timestamp>,
    /// The date of the newest issue of the gazette that an act was published in.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub newest_issue: Option<Date>,
    /// Since when every poll has failed.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub failing_since: Option<Timestamp>,
    /// Polls that failed since then.
    #[serde(default)]
    pub failures: u32,
    /// The last failure.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub problem: Option<String>,
}

pub fn get(tx: &dyn Reading, name: &str) -> Result<Option<SourceState>, StoreError> {
    SOURCE_STATES.get_readable(tx, name)
}

pub fn put(tx: &WriteTx, state: &SourceState) -> Result<(), StoreError> {
    SOURCE_STATES.put(tx, state.name.as_str(), state)
}

pub fn list(tx: &dyn Reading) -> Result<Vec<SourceState>, StoreError> {
    SOURCE_STATES.list(tx)
}

pub(super) fn verify(tx: &ReadTx, findings: &mut Findings) -> Result<(), StoreError> {
    findings.check_keys(tx, SOURCE_STATES, |name, state| state.name == *name, "the record names another source")
}
