//! The profiles of each account: its reader's answers to the questions about what concerns them.

use super::accounts;
use super::engine::{ReadTx, Reading, WriteTx};
use super::error::StoreError;
use super::finding::Findings;
use super::table::Table;
use crate::domain::Uid;
use crate::domain::concern::ReaderProfile;

/// By account, oldest profile first; no row without a profile.
// docs/decisions/0320
pub(super) const READER_PROFILES: Table<Uid, Vec<ReaderProfile>> = Table::new("reader_profiles");

/// The profiles of an account, oldest first.
pub fn of(tx: &dyn Reading, uid: &Uid) -> Result<Vec<ReaderProfile>, StoreError> {
    Ok(READER_PROFILES.get(tx, uid)?.unwrap_or_default())
}

/// Whether any account has answers.
pub fn any(tx: &dyn Reading) -> Result<bool, StoreError> {
    Ok(!READER_PROFILES.is_empty(tx)?)
}

/// The accounts with profiles after this one, or from the first one, at most `limit`.
pub fn accounts_after(tx: &dyn Reading, uid: Option<&Uid>, limit: usize) -> Result<Vec<Uid>, StoreError> {
    READER_PROFILES.keys_after(tx, uid, limit)
}

/// Replaces the profiles of an account.
pub fn put(tx: &WriteTx, uid: &Uid, profiles: &Vec<ReaderProfile>) -> Result<(), StoreError> {
    if profiles.is_empty() {
        return remove_account(tx, uid);
    }
    READER_PROFILES.put(tx, uid, profiles)
}

pub fn remove_account(tx: &WriteTx, uid: &Uid) -> Result<(), StoreError> {
    READER_PROFILES.delete(tx, uid).map(drop)
}

/// Checks that each row belongs to an existing account.
pub(super) fn verify(tx: &ReadTx, findings: &mut Findings) -> Result<(), StoreError> {
    findings.check_rows(tx, READER_PROFILES, |uid, _| accounts::exists(tx, uid), "there is no such account")
}
