//! The signing keys: made at the first start, kept in the store.

use crate::app::App;
use crate::error::{Error, Result};
use crate::identity::keyring::KeyMaterial;
use crate::store::signing_keys::{self, Purpose, SigningKeyRecord};

/// Brings the keys into memory; makes the first one.
pub async fn load(app: &App) -> Result<()> {
    let first = new_key(app, Purpose::AccessToken);
    let keys = app
        .store
        .write(move |tx| {
            let keys = signing_keys::list(tx)?;
            if keys.iter().any(|key| key.purpose == Purpose::AccessToken) {
                return Ok(keys);
            }
            signing_keys::put(tx, &first)?;
            Ok(signing_keys::list(tx)?)
        })
        .await?;
    let keys = keys.iter().filter(|key| key.purpose == Purpose::AccessToken);
    app.keyring.set(&keys.map(material).collect::<Result<Vec<_>>>()?)
}

fn new_key(app: &App, purpose: Purpose) -> SigningKeyRecord {
    let created_at = app.clock.now();
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
