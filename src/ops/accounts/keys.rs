//! The keys: made at the first start, renewed when they are old, kept in the store.

use data_encoding::HEXLOWER;
use jiff::{SignedDuration, Timestamp};

use crate::app::App;
use crate::error::{Error, Result};
use crate::identity::keyring::KeyMaterial;
use crate::store::signing_keys::{self, Purpose, SigningKeyRecord};

/// A key signs for so long.
const SIGNS: SignedDuration = SignedDuration::from_hours(30 * 24);
/// How much longer than its last token a key is kept.
const SLACK: SignedDuration = SignedDuration::from_mins(5);

/// Brings the keys into memory. Makes those that are missing, puts a new one in the place of one
/// that has signed for long, and takes away an old one whose tokens are dead.
pub async fn load(app: &App) -> Result<()> {
    let (now, outlives) = (app.clock.now(), app.config.accounts.policy().access_token + SLACK);
    let token_key = new_key(now, Purpose::AccessToken);
    let sealing_keys = [new_key(now, Purpose::Cookie), new_key(now, Purpose::Link)];
    let write = app.store.write(move |tx| {
        let keys = signing_keys::list(tx)?;
        let signing: Vec<_> = keys.iter().filter(|key| key.purpose == Purpose::AccessToken).collect();
        if signing.last().is_none_or(|key| now.duration_since(key.created_at) >= SIGNS) {
            signing_keys::put(tx, &token_key)?;
        }
        for (old, next) in signing.iter().zip(signing.iter().skip(1)) {
            if now.duration_since(next.created_at) > outlives {
                signing_keys::remove(tx, &old.id)?;
            }
        }
        for new in &sealing_keys {
            if keys.iter().all(|key| key.purpose != new.purpose) {
                signing_keys::put(tx, new)?;
            }
        }
        Ok(signing_keys::list(tx)?)
    });
    let keys = write.await?;
    let of = |purpose| keys.iter().filter(move |key| key.purpose == purpose).map(material);
    if let Some(key) = of(Purpose::Cookie).next() {
        app.identity.sealer.set(key?.secret);
    }
    if let Some(key) = of(Purpose::Link).next() {
        app.identity.links.set(key?.secret)?;
    }
    app.keyring.set(&of(Purpose::AccessToken).collect::<Result<Vec<_>>>()?)
}

/// Brings the secret of links into memory, for a process that serves nobody; makes it when it is missing.
pub async fn load_links(app: &App) -> Result<()> {
    if app.identity.links.is_ready() {
        return Ok(());
    }
    let found = |keys: Vec<SigningKeyRecord>| keys.into_iter().find(|key| key.purpose == Purpose::Link);
    let key = match app.store.read(move |tx| Ok(found(signing_keys::list(tx)?))).await? {
        Some(key) => key,
        None => {
            let new = new_key(app.clock.now(), Purpose::Link);
            let write = app.store.write(move |tx| match found(signing_keys::list(tx)?) {
                Some(key) => Ok(key),
                None => Ok(signing_keys::put(tx, &new).map(|()| new.clone())?),
            });
            write.await?
        }
    };
    app.identity.links.set(material(&key)?.secret)
}

fn new_key(created_at: Timestamp, purpose: Purpose) -> SigningKeyRecord {
    let id = crate::clock::uuid_at(created_at).simple().to_string();
    SigningKeyRecord { id, purpose, secret: HEXLOWER.encode(&rand::random::<[u8; 32]>()), created_at }
}

fn material(record: &SigningKeyRecord) -> Result<KeyMaterial> {
    let secret = HEXLOWER.decode(record.secret.as_bytes());
    let secret = secret.map_err(|error| Error::internal("reading a signing key", error))?;
    let secret = <[u8; 32]>::try_from(secret.as_slice());
    let secret = secret.map_err(|error| Error::internal("reading a signing key", error))?;
    Ok(KeyMaterial { id: record.id.clone(), secret })
}
