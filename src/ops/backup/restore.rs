//! Restoring a backup.

use std::io::Write;
use std::path::{Path, PathBuf};

use serde::{Deserialize, Serialize};

use super::archive::Extras;
use super::check::{BackupCheck, CACHE_BYTES, check_copied, manifest_in, refuse_unsound};
use super::checksum::{create, io_failed, not_copied, unreadable};
use super::opened::OpenBackup;
use crate::app::create_private_dir;
use crate::clock::Clock;
use crate::config::MailConfig;
use crate::domain::account::CodeKind;
use crate::error::{Error, ErrorCode, Kind, Result};
use crate::ops::accounts::factor_key;
use crate::ops::blocking::blocking;
use crate::ops::mail::automatic;
use crate::ops::people::repeat::{RepeatedErasures, repeat};
use crate::ops::policy::{self, Action, Actor};
use crate::ops::search::forget_index;
use crate::store::campaigns::{self, CampaignStatus};
use crate::store::snapshot::{durable_rename, replace};
use crate::store::{
    self, Store, StoreError, action_codes, erasures, leases, maintenance, outbox, passkey_ceremonies, pending_sign_ins,
    rewrite, sessions, sign_in_transactions,
};

/// The result of restoring a backup.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Restored {
    pub store: PathBuf,
    /// The replaced store, if there was one.
    pub kept: Option<PathBuf>,
    pub check: BackupCheck,
    /// Files of the backup that were put into the data folder.
    pub files: Vec<RestoredFile>,
    /// Why codes of authenticator apps cannot be checked with the restored store, and what to do.
    pub factor_key_problem: Option<String>,
    /// Erasures that were repeated in the restored store.
    #[serde(default)]
    pub erasures: RepeatedErasures,
}

/// A file of a backup in the data folder.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct RestoredFile {
    pub path: PathBuf,
    /// Where the operator puts it; `None` if it is in its place.
    pub place: Option<PathBuf>,
}

/// The copy of a backup that is being restored.
pub(super) fn unfinished(data_dir: &Path) -> PathBuf {
    data_dir.join("restoring.redb")
}

/// Replaces the store by a backup and keeps the old file. No process may have the store open.
///
/// The backup is copied and verified first. Restoring signs out every account.
// docs/decisions/0087
pub async fn restore(
    actor: &Actor,
    clock: &Clock,
    mail: &MailConfig,
    backup: OpenBackup,
    data_dir: PathBuf,
) -> Result<Restored> {
    policy::authorize(actor, Action::ManageBackups)?;
    let (clock, mail) = (clock.clone(), mail.clone());
    blocking("restoring a backup", move || {
        create_private_dir(&data_dir)?;
        let store = data_dir.join(store::FILE_NAME);
        let fresh = unfinished(&data_dir);
        let put = restore_in(&backup, &fresh, &store, &mail, &clock, &data_dir);
        if put.is_err() {
            // An error of the removal would hide the first one.
            drop(std::fs::remove_file(&fresh));
        }
        put
    })
    .await?
}

/// Puts a copy of `kept`, a store that this data folder had, in the place of the store, as it is. Returns the path of the
/// replaced store. The caller knows that nothing was written since; else it calls [`restore`].
pub async fn put_back(actor: &Actor, clock: &Clock, kept: PathBuf, data_dir: PathBuf) -> Result<Option<PathBuf>> {
    policy::authorize(actor, Action::ManageBackups)?;
    let clock = clock.clone();
    blocking("putting the kept store back", move || {
        let fresh = unfinished(&data_dir);
        let copied = std::fs::copy(&kept, &fresh).map_err(|error| not_copied(&kept, error));
        let put = copied.and_then(|_| put_in_place(&fresh, &data_dir.join(store::FILE_NAME), &clock));
        if put.is_err() {
            // An error of the removal would hide the first one.
            drop(std::fs::remove_file(&fresh));
        }
        put
    })
    .await?
}

fn restore_in(
    backup: &OpenBackup,
    fresh: &Path,
    store: &Path,
    mail: &MailConfig,
    clock: &Clock,
    data_dir: &Path,
) -> Result<Restored> {
    let (check, extras) = check_copied(backup, fresh, clock)?;
    let check = refuse_unsound(check, "the backup is not sound and nothing was changed")?;
    prepare(fresh, mail, clock)?;
    let erasures = repeat_erasures(fresh, backup, &extras, clock, data_dir)?;
    let kept = put_in_place(fresh, store, clock)?;
    let files = put_files(&extras, data_dir, clock)?;
    let problem = Store::open_copy(store, CACHE_BYTES, clock)?.read_blocking(|tx| factor_key::problem(tx, data_dir))?;
    let factor_key_problem = problem.map(|problem| problem.text());
    Ok(Restored { store: store.to_owned(), kept, check, files, factor_key_problem, erasures })
}

/// Opens the fresh copy and brings it to the present day.
pub(super) fn prepare(fresh: &Path, mail: &MailConfig, clock: &Clock) -> Result<()> {
    let store = Store::open_copy(fresh, CACHE_BYTES, clock)?;
    reset_transient_state(&store, mail, clock)
}

/// Removes what may have been used since the backup was made: sessions, pending sign-ins, codes and unsent messages.
/// Keeps the links that undo a change of an account, since their owners get no new ones. Cancels campaigns under way
/// and skips routine campaigns that were due meanwhile: they may have been sent already. Ends the maintenance in which
/// the backup was made.
fn reset_transient_state(store: &Store, mail: &MailConfig, clock: &Clock) -> Result<()> {
    let (mail, now) = (mail.clone(), clock.now());
    store.write_blocking(move |tx| {
        sessions::remove_where(tx, &|_| true)?;
        sign_in_transactions::remove_where(tx, &|_| true)?;
        pending_sign_ins::remove_where(tx, &|_| true)?;
        action_codes::remove_where(tx, &|code| !is_kept(code.kind))?;
        passkey_ceremonies::remove_where(tx, &|_| true)?;
        outbox::remove_unsent_of_accounts(tx)?;
        outbox::remove_unsent_of_campaigns(tx)?;
        leases::reset(tx)?;
        maintenance::share(tx, None)?;
        for mut campaign in campaigns::under_way(tx)? {
            (campaign.status, campaign.status_at, campaign.gathering) = (CampaignStatus::Cancelled, now, None);
            campaigns::put(tx, &campaign)?;
        }
        automatic::skip_after_restore(tx, &mail, now)
    })
}

/// Puts the files of the backup into the data folder, unless they are in their places already. The key of second factors
/// belongs there. The configuration and the files that it names get a name of their own: their places are the
/// operator's, and another machine may have newer ones. A file of the same name is kept under another one.
pub(super) fn put_files(extras: &Extras, data_dir: &Path, clock: &Clock) -> Result<Vec<RestoredFile>> {
    let places = manifest_in(extras)?.map(|manifest| manifest.places).unwrap_or_default();
    let mut put = Vec::new();
    for (name, content) in extras {
        let (own, place) = match (name.as_str(), places.get(name)) {
            (factor_key::FILE_NAME, _) => (name.clone(), None),
            (_, Some(place)) => (format!("{name}.restored"), Some(place.clone())),
            (_, None) => continue,
        };
        let path = data_dir.join(&own);
        let is_there = |path: &Path| std::fs::read(path).is_ok_and(|present| present == *content);
        if is_there(&path) || place.as_deref().is_some_and(is_there) {
            continue;
        }
        let failed = |error| not_copied(&path, error);
        if path.exists() {
            let kept = data_dir.join(format!("{own}.before-restore-{}", clock.now().strftime("%Y%m%dT%H%M%S%3fZ")));
            std::fs::rename(&path, kept).map_err(failed)?;
        }
        let partial = data_dir.join("restoring.partial");
        create(&partial).and_then(|mut file| file.write_all(content)).map_err(failed)?;
        give_to_owner(&partial, data_dir)?;
        durable_rename(&partial, &path)?;
        put.push(RestoredFile { path, place });
    }
    Ok(put)
}

/// Repeats the erasures that the data folder, the backup and its folder list, and writes the file without the erased
/// records. The data folder keeps all lists.
// docs/decisions/0472
pub(super) fn repeat_erasures(
    fresh: &Path,
    backup: &OpenBackup,
    extras: &Extras,
    clock: &Clock,
    data_dir: &Path,
) -> Result<RepeatedErasures> {
    let list = erasures::path(data_dir);
    erasures::append(&list, &backup.erasures)?;
    for (_, content) in extras.iter().filter(|(name, _)| name == erasures::FILE_NAME) {
        erasures::append(&list, &erasures::parse(content))?;
    }
    let repeated = repeat(&Store::open_copy(fresh, CACHE_BYTES, clock)?, &erasures::read(&list)?)?;
    if !repeated.is_none() {
        rewrite::rewrite_closed(fresh)?;
    }
    Ok(repeated)
}

fn is_kept(kind: CodeKind) -> bool {
    matches!(kind, CodeKind::RecoverEmail | CodeKind::RevertSecondFactorAddition)
}

/// Gives the verified copy the store's name and owner. Returns the path of the old store.
fn put_in_place(fresh: &Path, store: &Path, clock: &Clock) -> Result<Option<PathBuf>> {
    let data_dir = store.parent().unwrap_or(Path::new("."));
    give_to_owner(fresh, data_dir)?;
    if !store.exists() {
        durable_rename(fresh, store)?;
        forget_index(data_dir);
        return Ok(None);
    }
    let kept = store.with_extension(format!("before-restore-{}.redb", clock.now().strftime("%Y%m%dT%H%M%S%3fZ")));
    match replace(fresh, store, &kept) {
        Err(error @ StoreError::Locked(_)) => Err(server_runs().caused_by(error)),
        done => {
            done?;
            forget_index(data_dir);
            Ok(Some(kept))
        }
    }
}

/// The error while a server has the store open.
pub fn server_runs() -> Error {
    let message = "the server is running; stop it before restoring a backup";
    Error::new(Kind::Unavailable, ErrorCode::StoreLocked, message)
}

/// Gives a file to the owner of the data folder. A file of that user stays as it is: only its owner may read it, and only
/// root may give it to a group that the user is not in, such as that of a folder which root has made for the user.
fn give_to_owner(file: &Path, data_dir: &Path) -> Result<()> {
    use std::os::unix::fs::{MetadataExt, chown};
    let owner = std::fs::metadata(data_dir).map_err(|error| unreadable(data_dir, error))?;
    if std::fs::metadata(file).is_ok_and(|present| present.uid() == owner.uid()) {
        return Ok(());
    }
    chown(file, Some(owner.uid()), Some(owner.gid()))
        .map_err(|error| io_failed(format!("cannot change the owner of {}", file.display()), error))
}
