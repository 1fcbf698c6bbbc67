//! The keys: made at the first start, renewed when they are old, kept in the store.

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
    let (token_key, cookie_key) = (new_key(now, Purpose::AccessToken), new_key(now, Purpose::Cookie));
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
        if keys.iter().all(|key| key.purpose != Purpose::Cookie) {
            signing_keys::put(tx, &cookie_key)?;
        }
        Ok(signing_keys::list(tx)?)
    });
    let keys = write.await?;
    let of = |purpose| keys.iter().filter(move |key| key.purpose == purpose).map(material);
    if let Some(key) = of(Purpose::Cookie).next() {
        app.identity.sealer.set(key?.secret);
    }
    app.keyring.set(&of(Purpose::AccessToken).collect::<Result<Vec<_>>>()?)
}

fn new_key(created_at: Timestamp, purpose: Purpose) -> SigningKeyRecord {
    let id = crate::clock::uuid_at(created_at).simple().to_string();
    SigningKeyRecord { id, purpose, secret: hex(&rand::random()), created_at }
}

fn hex(bytes: &[u8; 32]) -> String {
    bytes.iter().map(|byte| format!("{byte:02x}")).collect()
}

fn material(record: &SigningKeyRecord) -> Result<KeyMaterial> {
    let mut secret = [0; 32];
    for (byte, place) in secret.iter_mut().zip(0..) {
        let digits = record.secret.get(2 * place..2 * place + 2).unwrap_or_default();
        *byte = u8::from_str_radix(digits, 16).map_err(|error| Error::internal("reading a signing key", error))?;
    }
    Ok(KeyMaterial { id: record.id.clone(), secret })
}
