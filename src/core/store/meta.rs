//! The `meta` table: facts about the store itself.

use super::engine::{Reading, WriteTx};
use super::error::StoreError;
use super::table::Table;

/// By name: `schema_version`, `created_at`, `instance`, `resumed_at`, `factor_key_digest`, `backup_claim`,
/// `condition_notices`, `urgent_proofs`, `maintenance`, `first_operator_link`, and those of [`erasures`](super::erasures).
pub(super) const META: Table<String, String> = Table::new("meta");

/// A text under one name.
pub struct MetaText(&'static str);

/// The digest of the key of second factors, which is not in the store.
pub const FACTOR_KEY_DIGEST: MetaText = MetaText("factor_key_digest");
/// The mailed notices of conditions, as JSON.
pub const CONDITION_NOTICES: MetaText = MetaText("condition_notices");
/// The urgent mails that arrived at the seeded address, as JSON.
pub const URGENT_PROOFS: MetaText = MetaText("urgent_proofs");
/// The link that makes an account the first operator, as JSON.
pub const FIRST_OPERATOR_LINK: MetaText = MetaText("first_operator_link");

impl MetaText {
    pub fn get(&self, tx: &dyn Reading) -> Result<Option<String>, StoreError> {
        META.get(tx, self.0)
    }

    pub fn put(&self, tx: &WriteTx, text: &str) -> Result<(), StoreError> {
        META.put(tx, self.0, &text.to_owned())
    }

    pub fn remove(&self, tx: &WriteTx) -> Result<(), StoreError> {
        META.delete(tx, self.0)?;
        Ok(())
    }
}
