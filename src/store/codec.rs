//! Records are JSON: a new optional field reads old rows, and a backup can be inspected.

use serde::Serialize;
use serde::de::DeserializeOwned;

use super::StoreError;
use super::campaigns::CAMPAIGN_LISTS;
use super::subscribers::SUBSCRIBERS;
use super::suppressions::SUPPRESSIONS;
use super::tx::Table;

pub(super) fn encode(record: &impl Serialize) -> Vec<u8> {
    // Our records have string keys and no failing serializers; an empty row would be found by `verify`.
    serde_json::to_vec(record).unwrap_or_default()
}

pub(super) fn decode<T: DeserializeOwned>(table: Table, key: &[u8], bytes: &[u8]) -> Result<T, StoreError> {
    use redb::TableHandle;
    serde_json::from_slice(bytes).map_err(|source| StoreError::Corrupt {
        table: table.name().to_owned(),
        key: shown(table, key),
        source,
    })
}

/// The key as errors name it; they are logged, and no log names a subscriber.
fn shown(table: Table, key: &[u8]) -> String {
    use redb::TableHandle;
    if [SUBSCRIBERS, SUPPRESSIONS, CAMPAIGN_LISTS].iter().any(|it| it.name() == table.name()) {
        return "(an address)".to_owned();
    }
    match std::str::from_utf8(key) {
        Ok(text) if !text.contains(char::is_control) => text.to_owned(),
        _ => key.iter().map(|byte| format!("{byte:02x}")).collect(),
    }
}
