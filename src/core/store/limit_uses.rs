//! Uses of limits that the processes on one database count together.

use data_encoding::BASE64URL_NOPAD;
use hmac::{Hmac, KeyInit, Mac};
use sha2::Sha256;
use uuid::Uuid;

use super::engine::{ReadTx, Reading, WriteTx};
use super::error::StoreError;
use super::finding::Findings;
use super::table::Table;

/// By the digest of limit and key: when each quota is whole again, in microseconds since 1970.
pub(super) const LIMIT_USES: Table<String, [i64; 3]> = Table::new("limit_uses");

/// The digest of a limit and of whose uses it counts. Its key is the random id of the installation: a copy of the table
/// alone names nobody.
pub fn digest(instance: Uuid, limit: &str, key: &str) -> String {
    let mut block = [0; 64];
    block[..16].copy_from_slice(instance.as_bytes());
    let mut mac = Hmac::<Sha256>::new(&block.into());
    mac.update(format!("limit {limit}\n{key}").as_bytes());
    BASE64URL_NOPAD.encode(&mac.finalize().into_bytes())
}

/// When the quotas are whole again; zeros without a use.
pub fn get(tx: &dyn Reading, digest: &str) -> Result<[i64; 3], StoreError> {
    Ok(LIMIT_USES.get(tx, digest)?.unwrap_or_default())
}

pub fn put(tx: &WriteTx, digest: &str, whole_at: [i64; 3]) -> Result<(), StoreError> {
    LIMIT_USES.put(tx, digest, &whole_at)
}

/// Removes the rows whose quotas are whole again. Reads all of them; for jobs.
pub fn remove_whole(tx: &WriteTx, now_micros: i64) -> Result<(), StoreError> {
    LIMIT_USES.delete_where(tx, |_, whole_at| whole_at.iter().all(|at| *at <= now_micros))
}

pub(super) fn verify(tx: &ReadTx, findings: &mut Findings) -> Result<(), StoreError> {
    findings.each_row(tx, LIMIT_USES, |_, _, _| Ok(()))?;
    Ok(())
}
