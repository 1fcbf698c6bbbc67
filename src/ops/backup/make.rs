//! Making a backup: copy, archive, trial, encryption, and only then the name.

use std::fs::File;
use std::path::{Path, PathBuf};
use std::sync::{Mutex, PoisonError};

use data_encoding::HEXLOWER;
use jiff::Timestamp;

use super::check::refuse_unsound;
use super::checksum::{self, create, io_failed};
use super::files::NeededFiles;
use super::manifest::{self, Manifest};
use super::proof::prove;
use super::{archive, names, space, unfinished};
use crate::app::{App, create_private_dir};
use crate::clock::Clock;
use crate::config::{Config, age_keys};
use crate::error::{Error, ErrorCode, Kind, Result};
use crate::ops::accounts::factor_key;
use crate::store::backups::{BackupProof, BackupRecord, ProofOutcome};
use crate::store::snapshot::durable_rename;
use crate::store::{FILE_NAME, Store, erasures, rewrite};

/// Held while a backup is made, so that no other one takes it for the remains of a killed process.
static MAKING: Mutex<()> = Mutex::new(());

/// What a backup is made of, and where.
#[derive(Clone)]
pub(super) struct BackupMaker {
    store: Store,
    clock: Clock,
    config: Config,
    data_dir: PathBuf,
    /// The folder of the backups.
    pub(super) folder: PathBuf,
}

/// The result of an attempt that reached the trial.
pub(super) struct BackupAttempt {
    pub(super) record: BackupRecord,
    pub(super) path: PathBuf,
    pub(super) accounts_with_apps: u64,
    pub(super) files: NeededFiles,
    /// Why there is no backup.
    pub(super) refusal: Option<Error>,
}

/// An archive of the store, before its encryption.
pub(super) struct PackedStore {
    pub(super) path: PathBuf,
    pub(super) manifest: Manifest,
    accounts_with_apps: u64,
    files: NeededFiles,
}

impl BackupMaker {
    pub(super) fn of(app: &App) -> Self {
        Self {
            store: app.store.clone(),
            clock: app.clock.clone(),
            config: app.config.clone(),
            data_dir: app.data_dir.clone(),
            folder: super::names::folder_of(app),
        }
    }

    /// Runs `run` with an empty scratch folder when no other backup is made.
    pub(super) fn exclusively<T>(&self, run: impl FnOnce(&Path) -> Result<T>) -> Result<T> {
        let _making = MAKING.lock().unwrap_or_else(PoisonError::into_inner);
        create_private_dir(&self.folder)?;
        unfinished::remove(&self.data_dir, &self.folder);
        // Beside the store: no plain copy is written where only encrypted ones belong.
        let work = unfinished::work(&self.data_dir);
        create_private_dir(&work)?;
        let size = self.store.size_bytes();
        // The copy and its archive, a fraction of it; the copy is gone when it is restored on trial. Then the archive
        // once more, under its name.
        let done = space::check(&work, size + size / 2).and_then(|()| space::check(&self.folder, size / 2));
        let done = done.and_then(|()| run(&work));
        drop(std::fs::remove_dir_all(&work));
        done
    }

    /// Makes a backup.
    ///
    /// # Errors
    /// What prevents it before the trial.
    pub(super) fn make(&self) -> Result<BackupAttempt> {
        self.exclusively(|work| {
            let now = self.clock.now();
            let packed = self.pack(work, now)?;
            let (proof, check) = prove(&packed.path, work, &packed.manifest, &self.clock);
            let name = names::at(now, self.config.backup.is_encrypted());
            let path = self.folder.join(&name);
            let unsound = check.map(|check| refuse_unsound(check, "the store is damaged and no backup was made"));
            let refusal = match (proof.outcome, unsound) {
                (ProofOutcome::Failed, Some(Err(error))) => Some(error),
                (ProofOutcome::Failed, _) => Some(failed_trial(&proof)),
                _ => None,
            };
            let (size_bytes, sha256) = match refusal {
                None => self.finish(&packed.path, &path)?,
                Some(_) => (0, String::new()),
            };
            let (uploaded_at, unfinished_upload) = (None, None);
            let record = BackupRecord { name, made_at: now, size_bytes, sha256, uploaded_at, unfinished_upload, proof };
            let PackedStore { accounts_with_apps, files, .. } = packed;
            Ok(BackupAttempt { record, path, accounts_with_apps, files, refusal })
        })
    }

    /// Copies the store into `work` and packs it with the other files of a backup.
    pub(super) fn pack(&self, work: &Path, now: Timestamp) -> Result<PackedStore> {
        let (copy, json, path) = (work.join(FILE_NAME), work.join(manifest::FILE_NAME), work.join("packed"));
        let files = NeededFiles::of(&self.config, &self.data_dir);
        let (manifest, accounts_with_apps, has_erased) = self.store.snapshot_with(&copy, |tx| {
            let has_erased = erasures::rewrite_due(tx)?.is_some();
            Ok((Manifest::of(tx, now, &files.held)?, factor_key::count_accounts(tx)?, has_erased))
        })?;
        if has_erased {
            // The store itself is rewritten at night; until then its free pages show what was erased.
            rewrite::rewrite_closed(&copy)?;
        }
        let failed = |error| io_failed(format!("cannot write {}", path.display()), error);
        std::fs::write(&json, manifest.to_json()?).map_err(failed)?;
        let mut members = vec![(manifest::FILE_NAME.to_owned(), json), (FILE_NAME.to_owned(), copy.clone())];
        let erasures = erasures::path(&self.data_dir);
        if erasures.exists() {
            members.push((erasures::FILE_NAME.to_owned(), erasures));
        }
        members.extend(files.held.iter().map(|file| (file.name.clone(), file.path.clone())));
        create(&path).and_then(|file| archive::pack(&members, now, &file)).map_err(failed)?;
        std::fs::remove_file(&copy).map_err(failed)?;
        Ok(PackedStore { path, manifest, accounts_with_apps, files })
    }

    /// Writes the archive, encrypted if a key is configured, under its name. Returns its size and SHA-256.
    fn finish(&self, packed: &Path, path: &Path) -> Result<(u64, String)> {
        let partial = unfinished::partial(path);
        let failed = |error| io_failed(format!("cannot write {}", partial.display()), error);
        let (own, recipient) = self.keys()?;
        let from = File::open(packed).map_err(failed)?;
        let to = create(&partial).map_err(failed)?;
        let written = match &recipient {
            Some(recipient) => archive::encrypt(&from, recipient, &to),
            None => std::io::copy(&mut &from, &mut &to).map(drop),
        };
        written.and_then(|()| to.sync_all()).map_err(failed)?;
        if !own.is_empty() {
            let encrypted = File::open(&partial).map_err(failed)?;
            let opened = archive::digest_of_encrypted(&encrypted, &own).ok().map(|digest| HEXLOWER.encode(&digest));
            if opened != Some(checksum::of(&from, packed)?) {
                let message = "the encrypted backup does not open with its own key";
                return Err(Error::new(Kind::Conflict, ErrorCode::BackupUnsound, message));
            }
        }
        let size = to.metadata().map_err(failed)?.len();
        let sha256 = checksum::write(&partial, path)?;
        durable_rename(&partial, path)?;
        // Older backups of the folder hold what was erased since.
        let erased = erasures::read(&erasures::path(&self.data_dir))?;
        erasures::append(&erasures::path(&self.folder), &erased)?;
        Ok((size, sha256))
    }

    /// The keys that open the backups of this server, and the key for which they are encrypted.
    fn keys(&self) -> Result<(Vec<age::x25519::Identity>, Option<age::x25519::Recipient>)> {
        let config = &self.config.backup;
        if !config.is_encrypted() {
            return Ok((vec![], None));
        }
        if config.key_file.is_empty() {
            let no_key = || Error::unavailable("backup.recipient is not a public key of age");
            return Ok((vec![], Some(age_keys::recipient(&config.recipient).ok_or_else(no_key)?)));
        }
        let own = age_keys::read_identities(Path::new(&config.key_file)).map_err(Error::unavailable)?;
        let recipient = own.first().map(age::x25519::Identity::to_public);
        Ok((own, recipient))
    }
}

fn failed_trial(proof: &BackupProof) -> Error {
    let problem = proof.problem.as_deref().unwrap_or_default();
    let message = format!("the backup could not be restored on trial and was removed: {problem}");
    Error::new(Kind::Conflict, ErrorCode::BackupUnsound, message)
}
