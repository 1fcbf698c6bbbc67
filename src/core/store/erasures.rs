//! Erasures: whose data was removed on request, as keyed hashes, so that a restored copy loses it again.
//!
//! The transaction that removes the data notes the erasure in the store. [`append`] then writes it to a file beside the
//! store, which outlives every copy, and [`forget_noted`] removes the note. Interrupted, both are repeated.

use std::collections::{BTreeSet, HashMap};
use std::fmt;
use std::io::{ErrorKind, Read, Seek, SeekFrom, Write};
use std::os::unix::fs::OpenOptionsExt;
use std::path::{Path, PathBuf};
use std::str::FromStr;

use data_encoding::BASE64URL_NOPAD;
use hmac::{Hmac, KeyInit, Mac};
use jiff::Timestamp;
use jiff::civil::Date;
use sha2::Sha256;
use uuid::Uuid;

use super::engine::{ReadTx, Reading, WriteTx};
use super::error::StoreError;
use super::holdings;
use super::key::KeyRange;
use super::meta::META;
use super::snapshot::sync_folder_of;
use crate::clock::legal_date;
use crate::domain::Uid;
use crate::domain::email::Email;

/// The file's name in the data folder and in a backup.
pub const FILE_NAME: &str = "erasures.txt";
const HEADER: &str =
    "# Erasures that `paragraf backup restore` repeats: day, kind, keyed hash. Keep it with the backups.\n";

/// First bytes of the notes in `meta`, and a text after all of them.
const NOTES: (&str, &str) = ("erasure ", "erasure!");
/// The time of the last erasure since the store's file was rewritten, in `meta`.
const REWRITE_DUE: &str = "rewrite_due";

/// What was removed.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum ErasedSubject {
    /// Everything with this address.
    Person(Email),
    /// An account.
    Account(Uid),
    /// The subscription of this address.
    Subscriber(Email),
}

impl ErasedSubject {
    fn kind(&self) -> &'static str {
        match self {
            Self::Person(_) => "person",
            Self::Account(_) => "account",
            Self::Subscriber(_) => "subscriber",
        }
    }

    /// The keyed hash. The key is the random id of the installation, which every copy of its store has and no other
    /// place.
    // docs/decisions/0472
    fn hash(&self, instance: Uuid) -> String {
        let mut block = [0; 64];
        block[..16].copy_from_slice(instance.as_bytes());
        let mut mac = Hmac::<Sha256>::new(&block.into());
        let name = match self {
            Self::Person(email) | Self::Subscriber(email) => email.key(),
            Self::Account(uid) => uid.to_string(),
        };
        mac.update(format!("{} {name}", self.kind()).as_bytes());
        BASE64URL_NOPAD.encode(&mac.finalize().into_bytes())
    }
}

/// One line of the file.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub struct Erasure {
    day: Date,
    kind: String,
    hash: String,
}

impl Erasure {
    /// The key of its note in `meta`.
    fn key(&self) -> String {
        format!("{}{} {}", NOTES.0, self.kind, self.hash)
    }
}

impl fmt::Display for Erasure {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} {} {}", self.day, self.kind, self.hash)
    }
}

impl FromStr for Erasure {
    type Err = ();

    fn from_str(line: &str) -> Result<Self, ()> {
        let parts: Vec<_> = line.split(' ').collect();
        let [day, kind, hash] = parts[..] else { return Err(()) };
        let is_whole = BASE64URL_NOPAD.decode(hash.as_bytes()).is_ok_and(|bytes| bytes.len() == 32);
        let day = day.parse().map_err(|_| ())?;
        if is_whole { Ok(Self { day, kind: kind.to_owned(), hash: hash.to_owned() }) } else { Err(()) }
    }
}

/// Notes an erasure in the transaction that carries it out, and that the store's file is to be rewritten.
pub fn note(tx: &WriteTx, subject: &ErasedSubject, now: Timestamp) -> Result<(), StoreError> {
    let erasure = Erasure { day: legal_date(now), kind: subject.kind().to_owned(), hash: subject.hash(tx.instance()) };
    META.put(tx, erasure.key().as_str(), &erasure.to_string())?;
    request_rewrite(tx, now)
}

/// The erasures that are not in the file yet.
pub fn noted(tx: &dyn Reading) -> Result<Vec<Erasure>, StoreError> {
    let rows = META.scan(tx, KeyRange::between(NOTES.0, NOTES.1));
    let lines = rows.map(|row| Ok(row?.1)).collect::<Result<Vec<String>, StoreError>>()?;
    Ok(lines.iter().filter_map(|line| line.parse().ok()).collect())
}

/// Removes the notes of erasures that the file has, unless the subject was erased again since.
pub fn forget_noted(tx: &WriteTx, written: &[Erasure]) -> Result<(), StoreError> {
    for erasure in written {
        let key = erasure.key();
        if META.get(tx, key.as_str())? == Some(erasure.to_string()) {
            META.delete(tx, key.as_str())?;
        }
    }
    Ok(())
}

/// Makes the next night rewrite the store's file: removed records stay readable in it until then.
fn request_rewrite(tx: &WriteTx, now: Timestamp) -> Result<(), StoreError> {
    META.put(tx, REWRITE_DUE, &now.to_string())
}

/// The time of the last erasure since the file was rewritten.
pub fn rewrite_due(tx: &dyn Reading) -> Result<Option<Timestamp>, StoreError> {
    Ok(META.get(tx, REWRITE_DUE)?.and_then(|at| at.parse().ok()))
}

/// Notes that the file has no records erased up to this time.
pub fn note_rewritten(tx: &WriteTx, due: Timestamp) -> Result<(), StoreError> {
    if rewrite_due(tx)?.is_some_and(|last| last <= due) {
        META.delete(tx, REWRITE_DUE)?;
    }
    Ok(())
}

/// The file of erasures in this data folder. Copies of the store on another machine need it beside them.
pub fn path(data_dir: &Path) -> PathBuf {
    data_dir.join(FILE_NAME)
}

/// Reads the erasures of a file; none if it does not exist. A line that was cut off is left out: its erasure is still
/// noted in the store.
pub fn read(path: &Path) -> Result<BTreeSet<Erasure>, StoreError> {
    match std::fs::read(path) {
        Ok(bytes) => Ok(parse(&bytes)),
        Err(error) if error.kind() == ErrorKind::NotFound => Ok(BTreeSet::new()),
        Err(error) => Err(StoreError::io(path)(error)),
    }
}

/// The erasures in the content of a file.
pub fn parse(content: &[u8]) -> BTreeSet<Erasure> {
    String::from_utf8_lossy(content).lines().filter_map(|line| line.parse().ok()).collect()
}

/// Appends the erasures that the file lacks, durably.
pub fn append(path: &Path, erasures: &BTreeSet<Erasure>) -> Result<(), StoreError> {
    let known = read(path)?;
    let lines: String = erasures.difference(&known).map(|erasure| format!("{erasure}\n")).collect();
    if lines.is_empty() {
        return Ok(());
    }
    let mut options = std::fs::OpenOptions::new();
    let mut file = options.read(true).append(true).create(true).mode(0o600).open(path).map_err(StoreError::io(path))?;
    let written = ends_within_a_line(&mut file).and_then(|is_cut| {
        let before = match is_cut {
            None => HEADER,
            Some(true) => "\n",
            Some(false) => "",
        };
        file.write_all(format!("{before}{lines}").as_bytes())?;
        file.sync_all()
    });
    written.map_err(StoreError::io(path))?;
    sync_folder_of(path)
}

/// Whether the last line lacks its end; `None` for an empty file.
fn ends_within_a_line(file: &mut std::fs::File) -> std::io::Result<Option<bool>> {
    if file.seek(SeekFrom::End(0))? == 0 {
        return Ok(None);
    }
    file.seek(SeekFrom::End(-1))?;
    let mut last = [0];
    file.read_exact(&mut last)?;
    Ok(Some(last != *b"\n"))
}

/// Finds the subjects of erasures in a store.
pub struct ErasureList {
    instance: Uuid,
    days: HashMap<String, Date>,
}

impl ErasureList {
    /// The erasures of the installation with this id; of several of one subject, the last one counts.
    pub fn new(instance: Uuid, erasures: &BTreeSet<Erasure>) -> Self {
        // Sorted by day.
        Self { instance, days: erasures.iter().map(|erasure| (erasure.hash.clone(), erasure.day)).collect() }
    }

    pub fn is_empty(&self) -> bool {
        self.days.is_empty()
    }

    /// The day of the subject's last erasure.
    pub fn day_of(&self, subject: &ErasedSubject) -> Option<Date> {
        self.days.get(&subject.hash(self.instance)).copied()
    }

    /// The addresses in the store whose subject, made by `subject`, was erased; each once, whatever its case.
    pub fn addresses(&self, tx: &ReadTx, subject: fn(Email) -> ErasedSubject) -> Result<Vec<Email>, StoreError> {
        let mut seen = HashMap::new();
        holdings::each_address(tx, &mut |email| {
            seen.entry(email.key()).or_insert_with(|| email.clone());
        })?;
        Ok(seen.into_values().filter(|email| self.day_of(&subject(email.clone())).is_some()).collect())
    }
}

#[cfg(test)]
mod tests;
