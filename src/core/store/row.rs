//! Rows of a table, decoded. A damaged row is noted.

use serde::de::{DeserializeOwned, Error as _};

use super::damage::Damage;
use super::engine::Row;
use super::error::StoreError;
use super::key::Key;
use super::seal::opened;

pub(super) fn decode<K: Key, V: DeserializeOwned>(
    table: &'static str,
    damage: &Damage,
    (key, value): &Row,
) -> Result<(K, V), StoreError> {
    let record = decode_record::<K, V>(table, damage, key, value)?;
    Ok((decode_key(table, damage, key)?, record))
}

pub(super) fn decode_key<K: Key>(table: &'static str, damage: &Damage, key: &[u8]) -> Result<K, StoreError> {
    K::decode(key).ok_or_else(|| corrupt::<K>(table, damage, key, serde_json::Error::custom("its key is malformed")))
}

pub(super) fn decode_record<K: Key, V: DeserializeOwned>(
    table: &'static str,
    damage: &Damage,
    key: &[u8],
    value: &[u8],
) -> Result<V, StoreError> {
    let decoded = match opened(key, value) {
        Some(json) => serde_json::from_slice(json),
        None => Err(serde_json::Error::custom("its checksum does not match")),
    };
    decoded.map_err(|source| corrupt::<K>(table, damage, key, source))
}

fn corrupt<K: Key>(table: &'static str, damage: &Damage, key: &[u8], source: serde_json::Error) -> StoreError {
    let shown = K::show(key);
    damage.note(table, key, &shown, &source.to_string());
    StoreError::Corrupt { table: table.to_owned(), key: shown, source }
}

/// Leaves out rows that cannot be decoded, so that one of them does not stop everything else; verification
/// reports them. Failures of the engine stay.
pub(super) fn readable<T>(row: Result<T, StoreError>) -> Option<Result<T, StoreError>> {
    match row {
        Err(StoreError::Corrupt { .. }) => None,
        row => Some(row),
    }
}
