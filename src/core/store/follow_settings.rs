//! How follows differ from the settings of their accounts.

use std::collections::HashMap;

use super::engine::{ReadTx, Reading, WriteTx};
use super::error::StoreError;
use super::finding::Findings;
use super::key::KeyRange;
use super::table::Table;
use crate::domain::Uid;
use crate::domain::follow::FollowSettings;

/// By account and name of the follow; no row without a difference.
// docs/decisions/0184
pub(super) const FOLLOW_SETTINGS: Table<(Uid, String), FollowSettings> = Table::new("follow_settings");

/// The settings of a follow; the default ones without a row.
pub fn get(tx: &dyn Reading, uid: &Uid, name: &str) -> Result<FollowSettings, StoreError> {
    Ok(FOLLOW_SETTINGS.get(tx, &(uid, name))?.unwrap_or_default())
}

/// Replaces the settings of a follow that exists.
pub fn put(tx: &WriteTx, uid: &Uid, name: &str, settings: &FollowSettings) -> Result<(), StoreError> {
    if settings.is_default() {
        return remove(tx, uid, name);
    }
    FOLLOW_SETTINGS.put(tx, &(uid, name), settings)
}

pub(super) fn remove(tx: &WriteTx, uid: &Uid, name: &str) -> Result<(), StoreError> {
    FOLLOW_SETTINGS.delete(tx, &(uid, name)).map(drop)
}

/// The settings of the account's follows that have any, by name.
pub fn of(tx: &dyn Reading, uid: &Uid) -> Result<HashMap<String, FollowSettings>, StoreError> {
    let rows = FOLLOW_SETTINGS.scan(tx, KeyRange::prefix(uid));
    rows.map(|row| row.map(|((_, name), settings)| (name, settings))).collect()
}

/// Whether any follow has settings of its own.
pub fn any(tx: &dyn Reading) -> Result<bool, StoreError> {
    Ok(!FOLLOW_SETTINGS.is_empty(tx)?)
}

/// Checks that each row belongs to a follow.
pub(super) fn verify(
    tx: &ReadTx,
    findings: &mut Findings,
    is_followed: impl Fn(&Uid, &str) -> Result<bool, StoreError>,
) -> Result<(), StoreError> {
    findings.each_row(tx, FOLLOW_SETTINGS, |findings, (uid, name), _| {
        if !is_followed(&uid, &name)? {
            findings.row(FOLLOW_SETTINGS, &(&uid, &name), "the account does not follow this");
        }
        Ok(())
    })?;
    Ok(())
}
