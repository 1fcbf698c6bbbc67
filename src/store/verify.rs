//! Recomputes every index and reads every record.

use serde::{Deserialize, Serialize};

use super::tx::Reading;
use super::{
    StoreError, accounts, action_codes, analytics, articles, audit, campaigns, notifications, outbox, readers, reports,
    sessions, sign_in_transactions, signing_keys, subscribers, suppressions, topics,
};

/// One thing that is wrong with the store.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Finding {
    pub table: String,
    pub key: String,
    pub problem: String,
}

impl Finding {
    pub(super) fn new(table: &str, key: &[u8], problem: &str) -> Self {
        Self { table: table.to_owned(), key: String::from_utf8_lossy(key).into_owned(), problem: problem.to_owned() }
    }

    pub(super) fn unreadable(table: &str, key: &[u8], error: &StoreError) -> Self {
        let cause = std::error::Error::source(error).map(|source| format!(": {source}")).unwrap_or_default();
        Self::new(table, key, &format!("the record cannot be read{cause}"))
    }
}

/// All that is wrong; empty for a sound store.
pub fn verify(tx: &impl Reading) -> Result<Vec<Finding>, StoreError> {
    let mut findings = Vec::new();
    articles::verify(tx, &mut findings)?;
    topics::verify(tx, &mut findings)?;
    subscribers::verify(tx, &mut findings)?;
    outbox::verify(tx, &mut findings)?;
    campaigns::verify(tx, &mut findings)?;
    suppressions::verify(tx, &mut findings)?;
    analytics::verify(tx, &mut findings)?;
    accounts::verify(tx, &mut findings)?;
    sessions::verify(tx, &mut findings)?;
    sign_in_transactions::verify(tx, &mut findings)?;
    action_codes::verify(tx, &mut findings)?;
    signing_keys::verify(tx, &mut findings)?;
    readers::verify(tx, &mut findings)?;
    notifications::verify(tx, &mut findings)?;
    reports::verify(tx, &mut findings)?;
    audit::verify(tx, &mut findings)?;
    Ok(findings)
}
