//! Restoring a backup.

use std::path::{Path, PathBuf};

use serde::{Deserialize, Serialize};

use super::check::{BackupCheck, CACHE_BYTES, check_copied, refuse_unsound};
use super::checksum::{OpenBackup, io_failed, unreadable};
use crate::app::create_private_dir;
use crate::clock::Clock;
use crate::config::MailConfig;
use crate::domain::account::CodeKind;
use crate::error::{Error, ErrorCode, Kind, Result};
use crate::ops::accounts::factor_key;
use crate::ops::blocking::blocking;
use crate::ops::mail::automatic;
use crate::ops::policy::{self, Action, Actor};
use crate::store::campaigns::{self, CampaignStatus};
use crate::store::snapshot::{durable_rename, replace};
use crate::store::{
    self, Store, StoreError, action_codes, outbox, passkey_ceremonies, pending_sign_ins, sessions, sign_in_transactions,
};

/// The result of restoring a backup.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Restored {
    pub store: PathBuf,
    /// The replaced store, if there was one.
    pub kept: Option<PathBuf>,
    pub check: BackupCheck,
    /// Why codes of authenticator apps cannot be checked with the restored store, and what to do.
    pub factor_key_problem: Option<String>,
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
        let put = check_copied(&backup, &fresh, &clock)
            .and_then(|check| refuse_unsound(check, "the backup is not sound and nothing was changed"))
            .and_then(|check| Ok((check, reset_transient_state(&fresh, &mail, &clock, &data_dir)?)))
            .and_then(|(check, problem)| Ok((put_in_place(&fresh, &store, &clock)?, check, problem)));
        if put.is_err() {
            // An error of the removal would hide the first one.
            drop(std::fs::remove_file(&fresh));
        }
        let (kept, check, factor_key_problem) = put?;
        Ok(Restored { store, kept, check, factor_key_problem })
    })
    .await?
}

/// Removes what may have been used since the backup was made: sessions, pending sign-ins, codes and unsent messages.
/// Keeps the links that undo a change of an account, since their owners get no new ones. Cancels campaigns under way
/// and skips routine campaigns that were due meanwhile: they may have been sent already. Returns the problem with the
/// key of second factors in the data folder.
fn reset_transient_state(fresh: &Path, mail: &MailConfig, clock: &Clock, data_dir: &Path) -> Result<Option<String>> {
    let (mail, now) = (mail.clone(), clock.now());
    let store = Store::open_copy(fresh, CACHE_BYTES, clock)?;
    store.write_blocking(move |tx| {
        sessions::remove_where(tx, &|_| true)?;
        sign_in_transactions::remove_where(tx, &|_| true)?;
        pending_sign_ins::remove_where(tx, &|_| true)?;
        action_codes::remove_where(tx, &|code| !is_kept(code.kind))?;
        passkey_ceremonies::remove_where(tx, &|_| true)?;
        outbox::remove_unsent_of_accounts(tx)?;
        outbox::remove_unsent_of_campaigns(tx)?;
        for mut campaign in campaigns::under_way(tx)? {
            (campaign.status, campaign.status_at, campaign.gathering) = (CampaignStatus::Cancelled, now, None);
            campaigns::put(tx, &campaign)?;
        }
        automatic::skip_after_restore(tx, &mail, now)
    })?;
    let problem = store.read_blocking(|tx| factor_key::problem(tx, data_dir))?;
    Ok(problem.map(|problem| format!("{}; {}", problem.message, problem.remedy)))
}

fn is_kept(kind: CodeKind) -> bool {
    matches!(kind, CodeKind::RecoverEmail | CodeKind::RevertSecondFactorAddition)
}

/// Gives the verified copy the store's name and owner. Returns the path of the old store.
fn put_in_place(fresh: &Path, store: &Path, clock: &Clock) -> Result<Option<PathBuf>> {
    use std::os::unix::fs::{MetadataExt, chown};
    let owner =
        std::fs::metadata(store.parent().unwrap_or(Path::new("."))).map_err(|error| unreadable(store, error))?;
    chown(fresh, Some(owner.uid()), Some(owner.gid()))
        .map_err(|error| io_failed(format!("cannot change the owner of {}", fresh.display()), error))?;
    if !store.exists() {
        durable_rename(fresh, store)?;
        return Ok(None);
    }
    let kept = store.with_extension(format!("before-restore-{}.redb", clock.now().strftime("%Y%m%dT%H%M%S%3fZ")));
    match replace(fresh, store, &kept) {
        Err(error @ StoreError::Locked(_)) => {
            let message = "the server is running; stop it before restoring a backup";
            Err(Error::new(Kind::Unavailable, ErrorCode::StoreLocked, message).caused_by(error))
        }
        done => Ok(done.map(|()| Some(kept))?),
    }
}
