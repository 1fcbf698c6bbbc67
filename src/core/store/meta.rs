//! The `meta` table: facts about the store itself.

use super::engine::{Reading, WriteTx};
use super::error::StoreError;
use super::table::Table;

/// By name: `schema_version`, `created_at`, `instance`, `resumed_at`, `factor_key_digest`, `backup_claim`,
/// `condition_notices`, `urgent_proofs`, `maintenance`, `first_operator_link`, and those of [`erasures`](super::erasures).
pub(super) const META: Table<String, String> = Table::new("meta");
const FACTOR_KEY_DIGEST: &str = "factor_key_digest";
const CONDITION_NOTICES: &str = "condition_notices";
const URGENT_PROOFS: &str = "urgent_proofs";
const FIRST_OPERATOR_LINK: &str = "first_operator_link";

/// The digest of the key of second factors, which is not in the store.
pub fn factor_key_digest(tx: &dyn Reading) -> Result<Option<String>, StoreError> {
    META.get(tx, FACTOR_KEY_DIGEST)
}

pub fn put_factor_key_digest(tx: &WriteTx, digest: &str) -> Result<(), StoreError> {
    META.put(tx, FACTOR_KEY_DIGEST, &digest.to_owned())
}

/// The mailed notices of conditions, as JSON.
pub fn condition_notices(tx: &dyn Reading) -> Result<Option<String>, StoreError> {
    META.get(tx, CONDITION_NOTICES)
}

pub fn put_condition_notices(tx: &WriteTx, notices: &str) -> Result<(), StoreError> {
    META.put(tx, CONDITION_NOTICES, &notices.to_owned())
}

/// The urgent mails that arrived at the seeded address, as JSON.
pub fn urgent_proofs(tx: &dyn Reading) -> Result<Option<String>, StoreError> {
    META.get(tx, URGENT_PROOFS)
}

pub fn put_urgent_proofs(tx: &WriteTx, proofs: &str) -> Result<(), StoreError> {
    META.put(tx, URGENT_PROOFS, &proofs.to_owned())
}

/// The link that makes an account the first operator, as JSON.
pub fn first_operator_link(tx: &dyn Reading) -> Result<Option<String>, StoreError> {
    META.get(tx, FIRST_OPERATOR_LINK)
}

pub fn put_first_operator_link(tx: &WriteTx, link: &str) -> Result<(), StoreError> {
    META.put(tx, FIRST_OPERATOR_LINK, &link.to_owned())
}

pub fn remove_first_operator_link(tx: &WriteTx) -> Result<(), StoreError> {
    META.delete(tx, FIRST_OPERATOR_LINK)?;
    Ok(())
}
