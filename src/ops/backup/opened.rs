//! A backup that is open for reading: a file, or one that was fetched from the storage.

use std::collections::BTreeSet;
use std::fs::File;
use std::path::{Path, PathBuf};

use age::x25519::Identity;
use jiff::Timestamp;

use super::archive::{self, ArchiveError, Extras};
use super::checksum::{self, not_copied, unreadable};
use super::names::{by_age, is_backup};
use crate::config::{BackupConfig, age_keys};
use crate::error::{Error, ErrorCode, Kind, Result};
use crate::object_storage::ObjectStorage;
use crate::store::erasures::{self, Erasure};
use crate::store::verify::Inconsistency;

/// Where fetched backups are kept while they are read; `/tmp` is often memory.
const FETCHED: &str = "/var/tmp";

/// Most bytes of a checksum's file, and of a list of erasures, some hundred thousand.
const MAX_CHECKSUM: u64 = 1 << 10;
const MAX_ERASURES: u64 = 32 << 20;

/// A backup, the content of the checksum's file beside it, and the keys that may open it.
pub struct OpenBackup {
    pub(super) path: PathBuf,
    file: File,
    wanted: Option<String>,
    keys: Vec<Identity>,
    /// The erasures in the list beside the backup.
    pub(super) erasures: BTreeSet<Erasure>,
}

impl OpenBackup {
    /// Opens a backup, its checksum and the list of erasures beside it. Root may do so before it becomes a user who
    /// cannot read them.
    ///
    /// # Errors
    /// `backup_unreadable`.
    pub fn open(path: &Path) -> Result<Self> {
        let file = File::open(path).map_err(|error| unreadable(path, error))?;
        let checksum = checksum::path_of(path);
        let wanted = match std::fs::read(&checksum) {
            Ok(wanted) => Some(String::from_utf8_lossy(&wanted).into_owned()),
            Err(error) if error.kind() == std::io::ErrorKind::NotFound => None,
            Err(error) => return Err(unreadable(&checksum, error)),
        };
        let erasures = erasures::read(&erasures::path(path.parent().unwrap_or(Path::new("."))))?;
        Ok(Self { path: path.to_owned(), file, wanted, keys: vec![], erasures })
    }

    /// Fetches a backup, its checksum and the list of erasures from the configured storage; "latest" is the newest one.
    ///
    /// # Errors
    /// `not_found` without a storage or without such a backup.
    pub async fn fetch(config: &BackupConfig, name: &str, now: Timestamp) -> Result<Self> {
        let no_storage = || Error::not_found("no storage is configured; set backup.s3_endpoint and its other keys");
        let storage = ObjectStorage::new(&config.s3)?.ok_or_else(no_storage)?;
        let missing = || Error::not_found(format!("there is no such backup at {}", storage.address()));
        let name = match name {
            "latest" => {
                let stored = storage.list().await?;
                let names = stored.iter().map(|(name, _)| name).filter(|name| is_backup(Path::new(name)));
                names.max_by_key(|name| by_age(name, now)).ok_or_else(missing)?.clone()
            }
            name => name.to_owned(),
        };
        let path = PathBuf::from(format!("{}{name}", storage.address()));
        let scratch = || {
            let folder = Path::new(FETCHED);
            let made = if folder.is_dir() { tempfile::tempfile_in(folder) } else { tempfile::tempfile() };
            made.map_err(|error| not_copied(&path, error))
        };
        let (file, checksum) = (scratch()?, scratch()?);
        let copy = |file: &File| file.try_clone().map_err(|error| not_copied(&path, error));
        if !storage.download(&name, copy(&file)?).await? {
            return Err(missing());
        }
        let has_checksum = storage.download(&format!("{name}.{}", checksum::EXTENSION), copy(&checksum)?).await?;
        let wanted = has_checksum.then(|| read_text(&checksum, MAX_CHECKSUM)).transpose();
        let wanted = wanted.map_err(|error| unreadable(&path, error))?;
        let list = scratch()?;
        let has_list = storage.download(erasures::FILE_NAME, copy(&list)?).await?;
        let text = has_list.then(|| read_text(&list, MAX_ERASURES)).transpose();
        let text = text.map_err(|error| unreadable(&path, error))?.unwrap_or_default();
        Ok(Self { path, file, wanted, keys: vec![], erasures: erasures::parse(text.as_bytes()) })
    }

    /// The same backup with the keys of the file `identity`, or of the configured `backup.key_file`.
    ///
    /// # Errors
    /// `backup_unreadable` if the file has no key.
    pub fn with_keys(mut self, identity: Option<&Path>, config: &BackupConfig) -> Result<Self> {
        let own = Some(Path::new(&config.key_file)).filter(|file| !file.as_os_str().is_empty());
        if let Some(file) = identity.or(own) {
            let unusable = |reason| Error::new(Kind::Invalid, ErrorCode::BackupUnreadable, reason);
            self.keys = age_keys::read_identities(file).map_err(unusable)?;
        }
        Ok(self)
    }

    /// The folder in which it is unpacked: its own, or one for files that were fetched.
    pub(super) fn scratch(&self) -> PathBuf {
        let parent = self.path.parent().filter(|parent| !parent.as_os_str().is_empty()).unwrap_or(Path::new("."));
        [parent, Path::new(FETCHED)]
            .into_iter()
            .find(|folder| folder.is_dir())
            .map_or_else(std::env::temp_dir, Into::into)
    }

    pub(super) fn has_checksum(&self) -> bool {
        self.wanted.is_some()
    }

    /// Returns the difference if the checksum is another one.
    pub(super) fn alteration(&self) -> Result<Option<Inconsistency>> {
        let Some(wanted) = &self.wanted else { return Ok(None) };
        let found = checksum::of(&self.file, &self.path)?;
        let is_same = wanted.split_whitespace().next() == Some(found.as_str());
        Ok((!is_same).then(|| Inconsistency {
            table: "file".into(),
            key: String::new(),
            problem: format!(
                "its SHA-256 is not the one in {}: the file was altered after it was made",
                checksum::path_of(&self.path).display()
            ),
        }))
    }

    /// Writes the store to the new file `copy` and returns the other files.
    ///
    /// # Errors
    /// `backup_unsound` for a damaged file, `backup_unreadable` without the right key.
    pub(super) fn unpack(&self, copy: &Path) -> Result<Extras> {
        let mut store = checksum::create(copy).map_err(|error| not_copied(&self.path, error))?;
        let shown = self.path.display();
        archive::unpack(&self.file, &self.keys, &mut store).map_err(|error| match error {
            ArchiveError::Locked => {
                let message = format!("{shown} is encrypted; name the file of its private key with --identity FILE");
                Error::new(Kind::Invalid, ErrorCode::BackupUnreadable, message)
            }
            ArchiveError::OtherKey => {
                let message =
                    format!("{shown} is encrypted for another key than that of --identity or backup.key_file");
                Error::new(Kind::Invalid, ErrorCode::BackupUnreadable, message)
            }
            ArchiveError::Damaged(problem) => {
                let message = format!("{shown} is not a backup or is damaged: {problem}");
                Error::new(Kind::Conflict, ErrorCode::BackupUnsound, message)
            }
            ArchiveError::Unwritable(error) => not_copied(&self.path, error),
        })
    }
}

fn read_text(mut file: &File, most: u64) -> std::io::Result<String> {
    use std::io::{Read, Seek};
    let mut text = String::new();
    file.rewind()?;
    file.take(most).read_to_string(&mut text)?;
    Ok(text)
}
