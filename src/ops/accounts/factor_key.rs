//! The key that seals the secrets of second factors: a file in the data folder, so that a copy of the store does not
//! disclose them.
//!
//! The store knows a digest of the key. A key is made only while it seals nothing: another one would open none of the
//! secrets of a restored store, and what it sealed meanwhile would be lost when the right one comes back.

use std::fs::{File, OpenOptions, Permissions};
use std::io::{ErrorKind, Read, Write};
use std::ops::ControlFlow;
use std::os::unix::fs::{OpenOptionsExt, PermissionsExt};
use std::path::Path;

use data_encoding::BASE64URL_NOPAD;
use uuid::Uuid;

use crate::app::App;
use crate::conditions::{OperatorFinding, finding};
use crate::domain::Uid;
use crate::error::Result;
use crate::identity::sealing::FactorSealer;
use crate::store::accounts::{self, AccountRecord};
use crate::store::{ReadTx, leases, meta};

/// Name of the file in the data folder.
pub const FILE_NAME: &str = "second-factors.key";
const CONDITION: &str = "factor_key";
/// Characters of a key in base64url.
const KEY_CHARS: usize = 43;

type FactorKey = [u8; 32];
/// A sealed secret, with the factor to which it belongs.
type Sealed = (Uuid, String);

/// Loads the key, and creates it if no secret needs an existing one. Returns its digest if the store does not know it
/// yet.
///
/// Without the key, codes of authenticator apps and the setting up of new apps are refused. Recovery codes still work,
/// so the server starts and reports the problem.
pub(super) async fn load(app: &App) -> Result<Option<String>> {
    if app.identity.factors.is_ready() {
        return Ok(None);
    }
    let (data_dir, path) = (app.data_dir.clone(), app.data_dir.join(FILE_NAME));
    let found = app.store.read(move |tx| find(tx, &data_dir, !leases::observe(tx)?.processes.is_empty())).await?;
    let found = found.and_then(|key| key.map_or_else(|| create_or_read(&path).map_err(unwritable(&path)), Ok));
    match found {
        Ok(key) => {
            app.identity.factors.set_secret(&key);
            app.conditions.end(CONDITION);
            let digest = FactorSealer::digest(&key);
            let known = app.store.read(|tx| Ok(meta::FACTOR_KEY_DIGEST.get(tx)?)).await?;
            Ok(Some(digest).filter(|digest| known.as_ref() != Some(digest)))
        }
        Err(problem) => {
            app.conditions.report(CONDITION, app.clock.now(), problem);
            Ok(None)
        }
    }
}

/// The problem of a store with the key of this data folder, if it has one.
pub fn problem(tx: &ReadTx, data_dir: &Path) -> Result<Option<OperatorFinding>> {
    Ok(find(tx, data_dir, false)?.err())
}

/// Number of the accounts with a secret that the key seals.
pub fn count_accounts(tx: &ReadTx) -> Result<u64> {
    let mut count = 0;
    each_sealed(tx, &mut |_, sealed| count += u64::from(!sealed.is_empty()))?;
    Ok(count)
}

/// The owner for which the secret of a factor is sealed.
pub(super) fn secret_owner(uid: &Uid, factor: Uuid) -> String {
    format!("{uid} {factor}")
}

/// The key of this data folder; `None` if there is none and none is needed. While other servers use the store
/// (`has_others`), theirs is needed.
fn find(tx: &ReadTx, data_dir: &Path, has_others: bool) -> Result<Result<Option<FactorKey>, OperatorFinding>> {
    let path = data_dir.join(FILE_NAME);
    let key = match read(&path) {
        Ok(key) => Some(key),
        Err(error) if error.kind() == ErrorKind::NotFound => None,
        Err(error) => return Ok(Err(unreadable(&path)(error))),
    };
    let (digest, known) = (key.as_ref().map(FactorSealer::digest), meta::FACTOR_KEY_DIGEST.get(tx)?);
    if digest.is_some() && digest == known {
        return Ok(Ok(key));
    }
    let sealer = FactorSealer::default();
    key.iter().for_each(|key| sealer.set_secret(key));
    let (mut count, mut is_opened) = (0, false);
    each_sealed(tx, &mut |uid, sealed| {
        count += u64::from(!sealed.is_empty());
        is_opened |= sealed.iter().any(|(factor, text)| sealer.open(&secret_owner(uid, *factor), text).is_some());
    })?;
    let is_needed = count > 0 || (has_others && known.is_some());
    if is_opened || !is_needed {
        return Ok(Ok(key));
    }
    let path = path.display();
    Ok(Err(match key {
        Some(_) => finding!(
            "factor_key_wrong",
            "the key of second factors ({path}) is not the one that sealed the secrets of this store; authenticator apps \
             of accounts: {accounts}",
            "put your copy of second-factors.key there, readable for the user of the server, and restart the server",
            path = path,
            accounts = count
        ),
        None => finding!(
            "factor_key_missing",
            "the key of second factors ({path}) is missing; authenticator apps of accounts: {accounts}",
            "put your copy of second-factors.key there, readable for the user of the server, and restart the server",
            path = path,
            accounts = count
        ),
    }))
}

/// Calls `visit` with each account and its sealed secrets.
fn each_sealed(tx: &ReadTx, visit: &mut dyn FnMut(&Uid, &[Sealed])) -> Result<()> {
    accounts::each(tx, &mut |AccountRecord { uid, second_factors, .. }| {
        let sealed = second_factors.enrolled.iter().filter_map(|factor| Some((factor.id, factor.sealed()?.to_owned())));
        visit(&uid, &sealed.collect::<Vec<_>>());
        ControlFlow::Continue(())
    })?;
    Ok(())
}

fn unreadable(path: &Path) -> impl FnOnce(std::io::Error) -> OperatorFinding {
    move |error| {
        finding!(
            "factor_key_unreadable",
            "the key of second factors ({path}) cannot be read: {reason}",
            "put your copy of second-factors.key there, readable for the user of the server, and restart the server",
            path = path.display(),
            reason = error
        )
    }
}

/// The next hour's cleanup tries again.
fn unwritable(path: &Path) -> impl FnOnce(std::io::Error) -> OperatorFinding {
    move |error| {
        finding!(
            "factor_key_unwritable",
            "the key of second factors ({path}) cannot be made: {reason}",
            "free space on the disk, or let the user of the server write into the data folder; the server tries again \
             within an hour, and when it starts",
            path = path.display(),
            reason = error
        )
    }
}

/// Creates the key, or reads the one that another process created meanwhile.
fn create_or_read(path: &Path) -> std::io::Result<FactorKey> {
    create(path).or_else(|error| if error.kind() == ErrorKind::AlreadyExists { read(path) } else { Err(error) })
}

fn read(path: &Path) -> std::io::Result<FactorKey> {
    let mut text = String::new();
    let file = File::open(path)?;
    // A copy that was put back may be readable for others.
    file.set_permissions(Permissions::from_mode(0o600)).ok();
    // A key is shorter.
    file.take(2 * KEY_CHARS as u64).read_to_string(&mut text)?;
    let key = BASE64URL_NOPAD.decode(text.trim_end().as_bytes()).ok().and_then(|key| key.try_into().ok());
    key.ok_or_else(|| std::io::Error::new(ErrorKind::InvalidData, "it is not 32 bytes in base64url"))
}

/// Writes a new key to a temporary file first, so that a crash leaves no incomplete key.
fn create(path: &Path) -> std::io::Result<FactorKey> {
    let key: FactorKey = rand::random();
    let part = path.with_extension("part");
    let mut file = OpenOptions::new().create(true).truncate(true).write(true).mode(0o600).open(&part)?;
    let written = writeln!(file, "{}", BASE64URL_NOPAD.encode(&key)).and_then(|()| file.sync_all());
    // The problem is that of the write.
    written.inspect_err(|_| drop(std::fs::remove_file(&part)))?;
    // Unlike a rename, a link never replaces a key.
    let linked = std::fs::hard_link(&part, path);
    std::fs::remove_file(&part)?;
    linked?;
    path.parent().map_or(Ok(()), |folder| File::open(folder)?.sync_all())?;
    Ok(key)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_key_is_created_once_and_never_replaced() {
        let folder = tempfile::tempdir().expect("a folder");
        let path = folder.path().join(FILE_NAME);
        let key = create_or_read(&path).expect("a key");
        assert_eq!(create_or_read(&path).expect("a key"), key);
        assert_eq!(path.metadata().expect("a file").permissions().mode() & 0o777, 0o600);
        assert_eq!(create(&path).expect_err("a refusal").kind(), ErrorKind::AlreadyExists);
        assert_eq!(folder.path().read_dir().expect("the folder").count(), 1, "nothing else is left");
        std::fs::write(&path, "short").expect("written");
        assert!(create_or_read(&path).is_err());
        assert_eq!(std::fs::read_to_string(&path).expect("the file"), "short");
    }
}
