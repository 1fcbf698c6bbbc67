//! What sources delivered, by the SHA-256 of its bytes: texts of acts, replies of services, PDF files.
//!
//! The bytes of a document are compressed and kept in parts of their own, so that a scan of the records reads none.

use std::ops::ControlFlow;

use data_encoding::{BASE64, HEXLOWER};
use jiff::Timestamp;
use serde::{Deserialize, Serialize};
use sha2::{Digest, Sha256};

use super::engine::{ReadTx, Reading, WriteTx};
use super::error::StoreError;
use super::finding::Findings;
use super::key::KeyRange;
use super::table::Table;

/// By the SHA-256 in hexadecimal.
// docs/decisions/0129
pub(super) const ARCHIVE: Table<String, ArchiveRecord> = Table::new("archive");
/// By the SHA-256 and the position of the part.
pub(super) const ARCHIVE_PARTS: Table<(String, u32), CompressedPart> = Table::new("archive_parts");

/// Bytes of the largest document.
pub const MAX_BYTES: usize = 64 << 20;
/// Compressed bytes of a part.
const PART_BYTES: usize = 1 << 20;
/// Zstandard's own default. A law shrinks to a quarter.
const LEVEL: i32 = 3;

/// One document without its bytes.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct ArchiveRecord {
    pub sha256: String,
    /// Such as `text/plain; charset=utf-8`.
    pub media_type: String,
    /// Where it was first fetched.
    pub url: String,
    /// When it was first fetched.
    pub fetched_at: Timestamp,
    /// The length of the document.
    pub bytes: u64,
    pub parts: u32,
}

/// Compressed bytes in Base64.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct CompressedPart(String);

/// A document that is ready to be stored: compressed outside of the write.
#[derive(Debug, Clone)]
pub struct NewDocument {
    record: ArchiveRecord,
    parts: Vec<CompressedPart>,
}

/// A stored document.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ArchivedDocument {
    pub record: ArchiveRecord,
    pub bytes: Vec<u8>,
}

impl NewDocument {
    /// Compresses a document. `None` if it is larger than [`MAX_BYTES`].
    pub fn new(bytes: &[u8], media_type: &str, url: &str, fetched_at: Timestamp) -> Option<Self> {
        let compressed = (bytes.len() <= MAX_BYTES).then(|| zstd::bulk::compress(bytes, LEVEL).ok()).flatten()?;
        let parts: Vec<_> = compressed.chunks(PART_BYTES).map(|part| CompressedPart(BASE64.encode(part))).collect();
        let (media_type, url) = (media_type.to_owned(), url.to_owned());
        let (sha256, length) = (sha256(bytes), bytes.len() as u64);
        let count = u32::try_from(parts.len()).ok()?;
        Some(Self { record: ArchiveRecord { sha256, media_type, url, fetched_at, bytes: length, parts: count }, parts })
    }

    pub fn sha256(&self) -> &str {
        &self.record.sha256
    }
}

/// The SHA-256 of these bytes in hexadecimal.
pub fn sha256(bytes: &[u8]) -> String {
    HEXLOWER.encode(&Sha256::digest(bytes))
}

/// Stores a document; a stored one keeps its first address and time. Returns whether it is new.
pub fn put(tx: &WriteTx, document: &NewDocument) -> Result<bool, StoreError> {
    let sha256 = document.sha256();
    if ARCHIVE.contains(tx, sha256)? {
        return Ok(false);
    }
    for (part, place) in document.parts.iter().zip(0_u32..) {
        ARCHIVE_PARTS.put(tx, &(sha256, &place), part)?;
    }
    ARCHIVE.put(tx, sha256, &document.record)?;
    Ok(true)
}

/// The document with this SHA-256.
///
/// # Errors
/// [`StoreError::Corrupt`] if its bytes are not what was stored.
pub fn get(tx: &dyn Reading, sha256: &str) -> Result<Option<ArchivedDocument>, StoreError> {
    let Some(record) = ARCHIVE.get(tx, sha256)? else { return Ok(None) };
    let bytes = bytes(tx, &record)?;
    Ok(Some(ArchivedDocument { record, bytes }))
}

/// The document without its bytes.
pub fn record(tx: &dyn Reading, sha256: &str) -> Result<Option<ArchiveRecord>, StoreError> {
    ARCHIVE.get(tx, sha256)
}

/// Removes a document. Returns whether there was one.
pub fn remove(tx: &WriteTx, sha256: &str) -> Result<bool, StoreError> {
    ARCHIVE_PARTS.delete_range(tx, &KeyRange::prefix(sha256))?;
    ARCHIVE.delete(tx, sha256)
}

/// Visits every readable record, in the order of the hashes.
pub fn each(tx: &ReadTx, visit: &mut dyn FnMut(ArchiveRecord) -> ControlFlow<()>) -> Result<(), StoreError> {
    ARCHIVE.visit_all(tx, visit)
}

fn bytes(tx: &dyn Reading, record: &ArchiveRecord) -> Result<Vec<u8>, StoreError> {
    let corrupt = |problem: &str| StoreError::Corrupt {
        table: ARCHIVE_PARTS.name().to_owned(),
        key: record.sha256.clone(),
        source: serde::de::Error::custom(problem),
    };
    let mut compressed = Vec::new();
    for place in 0..record.parts {
        let part = ARCHIVE_PARTS.get(tx, &(record.sha256.as_str(), &place))?;
        let part = part.ok_or_else(|| corrupt("a part of the document is missing"))?;
        let part = BASE64.decode(part.0.as_bytes()).map_err(|_| corrupt("a part is not Base64"))?;
        compressed.extend(part);
    }
    let length = usize::try_from(record.bytes).unwrap_or(MAX_BYTES).min(MAX_BYTES);
    let bytes = zstd::bulk::decompress(&compressed, length).map_err(|_| corrupt("the document cannot be unpacked"))?;
    if sha256(&bytes) == record.sha256 { Ok(bytes) } else { Err(corrupt("the document has another SHA-256")) }
}

pub(super) fn verify(tx: &ReadTx, findings: &mut Findings) -> Result<(), StoreError> {
    let mut parts = 0;
    findings.each_row(tx, ARCHIVE, |findings, key, record| {
        if record.sha256 != key {
            findings.row(ARCHIVE, key.as_str(), "the record names another document");
        }
        parts += u64::from(record.parts);
        match bytes(tx, &record) {
            Err(StoreError::Corrupt { source, .. }) => findings.row(ARCHIVE, key.as_str(), &source.to_string()),
            Err(error) => return Err(error),
            Ok(_) => {}
        }
        Ok(())
    })?;
    findings.check_len(tx, ARCHIVE_PARTS, parts, "parts of archived documents")
}

#[cfg(test)]
mod tests {
    use super::super::Store;
    use super::super::verify::verify as verify_all;
    use super::*;
    use crate::clock::Clock;

    fn document(bytes: &[u8], url: &str) -> NewDocument {
        NewDocument::new(bytes, "text/plain", url, Timestamp::UNIX_EPOCH).expect("small enough")
    }

    /// Bytes that compress badly, so that they need several parts.
    fn noise(length: usize) -> Vec<u8> {
        let mut state = 1_u64;
        let mut next = || {
            state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
            (state >> 56) as u8
        };
        (0..length).map(|_| next()).collect()
    }

    fn problems(store: &Store) -> Vec<String> {
        let found = store.read_blocking(|tx| Ok(verify_all(tx)?)).expect("a check");
        found.into_iter().map(|found| found.problem).collect()
    }

    #[test]
    fn a_document_is_kept_once_and_returned_whole() {
        let store = Store::in_memory(&Clock::System).expect("a store");
        for bytes in [vec![], b"LEGE nr. 141".repeat(10_000), noise(3 * PART_BYTES + 7)] {
            let (first, second) = (document(&bytes, "http://a"), document(&bytes, "http://b"));
            let sha256 = first.sha256().to_owned();
            let stored = store.write_blocking(move |tx| Ok((put(tx, &first)?, put(tx, &second)?)));
            assert_eq!(stored.expect("a write"), (true, false));
            let found = store.read_blocking(|tx| Ok(get(tx, &sha256)?)).expect("a read").expect("the document");
            assert_eq!((found.bytes, found.record.url), (bytes, "http://a".to_owned()));
        }
        assert_eq!(problems(&store), [""; 0]);
        assert!(NewDocument::new(&vec![0; MAX_BYTES + 1], "text/plain", "http://a", Timestamp::UNIX_EPOCH).is_none());
    }

    #[test]
    fn a_missing_part_and_altered_bytes_are_found() {
        let store = Store::in_memory(&Clock::System).expect("a store");
        let (altered, cut) = (document(b"text", "http://a"), document(&noise(2 * PART_BYTES), "http://a"));
        let hashes = [altered.sha256().to_owned(), cut.sha256().to_owned()];
        let damage = store.write_blocking(move |tx| {
            put(tx, &altered)?;
            put(tx, &cut)?;
            ARCHIVE_PARTS.put(tx, &(altered.sha256(), &0), &document(b"tExt", "http://a").parts[0])?;
            ARCHIVE_PARTS.delete(tx, &(cut.sha256(), &1))?;
            Ok(())
        });
        damage.expect("a write");
        let mut found = problems(&store);
        found.sort();
        assert!(found[0].contains("rows for"), "{found:?}");
        assert_eq!(found[1..], ["a part of the document is missing", "the document has another SHA-256"]);
        for sha256 in hashes {
            let read = store.read_blocking(|tx| Ok(get(tx, &sha256)?));
            read.expect_err("damaged bytes are no document");
            store.write_blocking(move |tx| Ok(remove(tx, &sha256)?)).expect("a write");
        }
        assert_eq!(problems(&store), [""; 0]);
    }
}
