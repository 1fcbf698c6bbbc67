//! Sign-in responses of providers that were accepted once and must not be accepted again.

use jiff::Timestamp;

use super::engine::{ReadTx, Reading, WriteTx};
use super::error::StoreError;
use super::finding::Findings;
use super::table::Table;

/// By the digest of provider and identifier: until when the response could be used again.
pub(super) const USED_RESPONSES: Table<String, Timestamp> = Table::new("used_responses");

pub fn contains(tx: &dyn Reading, digest: &str) -> Result<bool, StoreError> {
    USED_RESPONSES.contains(tx, digest)
}

pub fn put(tx: &WriteTx, digest: &str, until: Timestamp) -> Result<(), StoreError> {
    USED_RESPONSES.put(tx, digest, &until)
}

/// Removes the expired responses. Reads all of them; for jobs and commands.
pub fn remove_expired(tx: &WriteTx, now: Timestamp) -> Result<(), StoreError> {
    USED_RESPONSES.delete_where(tx, |_, until| *until <= now)
}

pub(super) fn verify(tx: &ReadTx, findings: &mut Findings) -> Result<(), StoreError> {
    findings.each_row(tx, USED_RESPONSES, |_, _, _| Ok(()))?;
    Ok(())
}
