//! The pictures of accounts, copied from their providers, and those that wait to be fetched.

use data_encoding::BASE64;
use jiff::Timestamp;
use serde::{Deserialize, Serialize};

use super::accounts;
use super::engine::{ReadTx, Reading, WriteTx};
use super::error::StoreError;
use super::finding::Findings;
use super::key::KeyRange;
use super::table::Table;
use crate::domain::Uid;

/// By account.
pub(super) const PICTURES: Table<Uid, PictureRecord> = Table::new("pictures");
/// By the digest of the secret in the picture's address. Index of `PICTURES`.
pub(super) const PICTURE_ADDRESSES: Table<String, Uid> = Table::new("picture_addresses");
/// By account: the picture to fetch.
pub(super) const PICTURE_FETCHES: Table<Uid, PictureFetch> = Table::new("picture_fetches");
/// By the time at which it is due, and account. Index of `PICTURE_FETCHES`.
pub(super) const PICTURE_FETCHES_DUE: Table<(Timestamp, Uid), ()> = Table::new("picture_fetches_due");

/// A stored picture.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct PictureRecord {
    /// The digest of the secret in its address.
    pub digest: String,
    /// The provider that it comes from.
    pub provider: String,
    /// The digest of its address at the provider.
    pub source: String,
    /// JPEG in Base64.
    jpeg: String,
}

impl PictureRecord {
    pub fn new(digest: String, provider: String, source: String, jpeg: &[u8]) -> Self {
        Self { digest, provider, source, jpeg: BASE64.encode(jpeg) }
    }

    /// The bytes of the picture.
    pub fn jpeg(&self) -> Vec<u8> {
        BASE64.decode(self.jpeg.as_bytes()).unwrap_or_default()
    }
}

/// A picture to fetch.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct PictureFetch {
    pub provider: String,
    pub url: String,
    pub due: Timestamp,
    /// How often it failed.
    pub failures: u32,
}

pub fn get(tx: &dyn Reading, uid: &Uid) -> Result<Option<PictureRecord>, StoreError> {
    PICTURES.get(tx, uid)
}

/// The picture whose secret has this digest.
pub fn by_digest(tx: &dyn Reading, digest: &str) -> Result<Option<PictureRecord>, StoreError> {
    PICTURE_ADDRESSES.get(tx, digest)?.map_or(Ok(None), |uid| get(tx, &uid))
}

/// Writes the picture of the account in place of an earlier one.
pub fn put(tx: &WriteTx, uid: &Uid, record: &PictureRecord) -> Result<(), StoreError> {
    remove(tx, uid)?;
    PICTURE_ADDRESSES.put(tx, record.digest.as_str(), uid)?;
    PICTURES.put(tx, uid, record)
}

pub fn remove(tx: &WriteTx, uid: &Uid) -> Result<(), StoreError> {
    if let Some(before) = get(tx, uid)? {
        PICTURE_ADDRESSES.delete(tx, before.digest.as_str())?;
        PICTURES.delete(tx, uid)?;
    }
    Ok(())
}

/// The picture that is to be fetched for this account.
pub fn fetch_of(tx: &dyn Reading, uid: &Uid) -> Result<Option<PictureFetch>, StoreError> {
    PICTURE_FETCHES.get(tx, uid)
}

/// Schedules the fetch of a picture for the account, in place of an earlier one.
pub fn put_fetch(tx: &WriteTx, uid: &Uid, fetch: &PictureFetch) -> Result<(), StoreError> {
    remove_fetch(tx, uid)?;
    PICTURE_FETCHES_DUE.put(tx, &(&fetch.due, uid), &())?;
    PICTURE_FETCHES.put(tx, uid, fetch)
}

pub fn remove_fetch(tx: &WriteTx, uid: &Uid) -> Result<(), StoreError> {
    if let Some(before) = fetch_of(tx, uid)? {
        PICTURE_FETCHES_DUE.delete(tx, &(&before.due, uid))?;
        PICTURE_FETCHES.delete(tx, uid)?;
    }
    Ok(())
}

/// The first `limit` accounts whose picture is to be fetched now, the earliest first.
pub fn due(tx: &dyn Reading, now: Timestamp, limit: usize) -> Result<Vec<(Uid, PictureFetch)>, StoreError> {
    let mut found = Vec::new();
    for row in PICTURE_FETCHES_DUE.scan(tx, KeyRange::until(now)).take(limit) {
        let ((_, uid), ()) = row?;
        if let Some(fetch) = fetch_of(tx, &uid)? {
            found.push((uid, fetch));
        }
    }
    Ok(found)
}

/// When the next picture is to be fetched.
pub fn next_due(tx: &dyn Reading) -> Result<Option<Timestamp>, StoreError> {
    let all = KeyRange::between(&Timestamp::MIN, &Timestamp::MAX);
    let next = PICTURE_FETCHES_DUE.scan(tx, all).next().transpose()?;
    Ok(next.map(|((due, _), ())| due))
}

pub fn remove_account(tx: &WriteTx, uid: &Uid) -> Result<(), StoreError> {
    remove(tx, uid)?;
    remove_fetch(tx, uid)
}

/// Checks that each picture and each fetch belongs to an existing account, and that the indexes match.
pub(super) fn verify(tx: &ReadTx, findings: &mut Findings) -> Result<(), StoreError> {
    let (mut pictures, mut fetches) = (0, 0);
    findings.each_row(tx, PICTURES, |findings, uid, record| {
        pictures += 1;
        if !accounts::exists(tx, &uid)? {
            findings.row(PICTURES, &uid, "there is no such account");
        }
        if PICTURE_ADDRESSES.get(tx, record.digest.as_str())?.as_ref() != Some(&uid) {
            findings.row(PICTURES, &uid, "its address is missing from the index");
        }
        Ok(())
    })?;
    findings.each_row(tx, PICTURE_FETCHES, |findings, uid, fetch| {
        fetches += 1;
        if !accounts::exists(tx, &uid)? {
            findings.row(PICTURE_FETCHES, &uid, "there is no such account");
        }
        if !PICTURE_FETCHES_DUE.contains(tx, &(&fetch.due, &uid))? {
            findings.row(PICTURE_FETCHES, &uid, "it is missing from the index");
        }
        Ok(())
    })?;
    findings.check_len(tx, PICTURE_ADDRESSES, pictures, "addresses of pictures")?;
    findings.check_len(tx, PICTURE_FETCHES_DUE, fetches, "pictures to fetch")
}
