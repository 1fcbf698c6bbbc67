//! The secret keys in the store: created at the first start. Signing keys are rotated, and the operator can renew all
//! keys.

use data_encoding::BASE64URL_NOPAD;
use jiff::{SignedDuration, Timestamp};
use serde::{Deserialize, Serialize};

use super::factor_key;
use crate::app::App;
use crate::error::{Error, Result};
use crate::identity::keyring::KeyMaterial;
use crate::ops::policy::{self, Action, Actor};
use crate::store::audit::{self, AuditRecord};
use crate::store::meta;
use crate::store::signing_keys::{self, KeyPurpose, SigningKeyRecord};

/// How long a signing key signs.
const ROTATE_AFTER: SignedDuration = SignedDuration::from_hours(30 * 24);
/// How long a signing key is kept after its last token has expired.
const SLACK: SignedDuration = SignedDuration::from_mins(5);
/// The shortest pause between two readings of the keys because of unknown ones.
const RELOAD_PAUSE: SignedDuration = SignedDuration::from_secs(1);

/// Loads the keys into memory. Creates missing keys, rotates an old signing key, and removes signing keys whose
/// tokens have all expired.
pub async fn load(app: &App) -> Result<()> {
    let (now, keep_for) = (app.clock.now(), app.config.accounts.policy().access_token + SLACK);
    let signing_key = generate(now, KeyPurpose::AccessToken);
    let sealing_keys = [generate(now, KeyPurpose::Cookie), generate(now, KeyPurpose::Link)];
    let factor_key_digest = factor_key::load(app).await?;
    let write = app.store.write(move |tx| {
        if let Some(digest) = &factor_key_digest {
            meta::FACTOR_KEY_DIGEST.put(tx, digest)?;
        }
        let keys = signing_keys::list(tx)?;
        let signing: Vec<_> = keys.iter().filter(|key| key.purpose == KeyPurpose::AccessToken).collect();
        if signing.last().is_none_or(|key| now.duration_since(key.created_at) >= ROTATE_AFTER) {
            signing_keys::put(tx, &signing_key)?;
        }
        for (old, next) in signing.iter().zip(signing.iter().skip(1)) {
            if now.duration_since(next.created_at) > keep_for {
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
    let keys = match write.await {
        // A server that starts on a full disk or in maintenance uses the stored keys.
        Err(_) if !app.store.takes_writes() => app.store.read(|tx| Ok(signing_keys::list(tx)?)).await?,
        keys => keys?,
    };
    apply(app, &keys)
}

/// Reads the keys again after another process renewed one.
pub(in crate::ops) async fn reload(app: &App) -> Result<()> {
    apply(app, &app.store.read(|tx| Ok(signing_keys::list(tx)?)).await?)
}

/// Reads the keys again if this token names an unknown one, at most once in [`RELOAD_PAUSE`]: another process may have
/// created it a moment ago, and strangers may invent some.
pub async fn learn(app: &App, token: &str) -> Result<()> {
    let now = app.clock.steady();
    if app.keyring.knows_key_of(token) || !app.identity.key_reloads.may_begin(now, RELOAD_PAUSE) {
        return Ok(());
    }
    reload(app).await
}

/// Brings the keys into memory.
fn apply(app: &App, keys: &[SigningKeyRecord]) -> Result<()> {
    let of = |purpose| keys.iter().filter(move |key| key.purpose == purpose).map(material);
    if let Some(key) = of(KeyPurpose::Cookie).next() {
        app.identity.cookies.set_secret(&key?.secret);
        if app.store.is_shared() {
            app.captcha.share_key(&app.identity.cookies.derived("captcha")?);
        }
    }
    if let Some(key) = of(KeyPurpose::Link).next() {
        app.identity.links.set_secret(&key?.secret);
    }
    app.keyring.set(&of(KeyPurpose::AccessToken).collect::<Result<Vec<_>>>()?)
}

/// What [`renew`] makes invalid beside the cookies of started sign-ins.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct KeyRenewal {
    /// Every link in a mail that was sent so far.
    pub links: bool,
    /// Every access token at once. Otherwise earlier tokens are valid until they expire, in minutes.
    pub now: bool,
}

/// The result of renewing keys.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub struct RenewedKeys {
    #[serde(flatten)]
    pub renewal: KeyRenewal,
    /// Number of signing keys that were removed at once.
    pub removed: u64,
}

/// Replaces the secret keys of the store, after a copy of it was stolen. Sessions stay: the store has only digests of
/// their tokens.
// docs/decisions/0474
pub async fn renew(app: &App, actor: &Actor, renewal: KeyRenewal) -> Result<RenewedKeys> {
    policy::authorize(actor, Action::ManageAccounts)?;
    let (now, actor) = (app.clock.now(), actor.to_string());
    let purposes = [KeyPurpose::AccessToken, KeyPurpose::Cookie].into_iter();
    let new: Vec<_> =
        purposes.chain(renewal.links.then_some(KeyPurpose::Link)).map(|purpose| generate(now, purpose)).collect();
    let write = app.store.write(move |tx| {
        let (mut removed, mut created_at) = (0, now);
        for old in signing_keys::list(tx)? {
            // The newest key signs, also after the clock was set back.
            created_at = created_at.max(old.created_at + SignedDuration::from_millis(1));
            let signs = old.purpose == KeyPurpose::AccessToken;
            if new.iter().any(|new| new.purpose == old.purpose) && (!signs || renewal.now) {
                signing_keys::remove(tx, &old.id)?;
                removed += u64::from(signs);
            }
        }
        new.iter().try_for_each(|new| signing_keys::put(tx, &SigningKeyRecord { created_at, ..new.clone() }))?;
        let (actor, action) = (actor.clone(), "keys.renew".to_owned());
        let subject = format!("links: {}, now: {}", renewal.links, renewal.now);
        audit::append(tx, &AuditRecord { at: now, actor, action, subject })?;
        Ok((RenewedKeys { renewal, removed }, signing_keys::list(tx)?))
    });
    let (renewed, keys) = write.await?;
    apply(app, &keys)?;
    Ok(renewed)
}

/// Loads only the key of mailed links, and creates it if it is missing; for processes that are not a server.
pub async fn load_link_key(app: &App) -> Result<()> {
    if app.identity.links.is_ready() {
        return Ok(());
    }
    let find = |keys: Vec<SigningKeyRecord>| keys.into_iter().find(|key| key.purpose == KeyPurpose::Link);
    let key = match app.store.read(move |tx| Ok(find(signing_keys::list(tx)?))).await? {
        Some(key) => key,
        None => {
            let new = generate(app.clock.now(), KeyPurpose::Link);
            let write = app.store.write(move |tx| match find(signing_keys::list(tx)?) {
                Some(key) => Ok(key),
                None => Ok(signing_keys::put(tx, &new).map(|()| new.clone())?),
            });
            write.await?
        }
    };
    app.identity.links.set_secret(&material(&key)?.secret);
    Ok(())
}

fn generate(created_at: Timestamp, purpose: KeyPurpose) -> SigningKeyRecord {
    let id = crate::clock::uuid_at(created_at).simple().to_string();
    let secret = BASE64URL_NOPAD.encode(&rand::random::<[u8; 32]>());
    SigningKeyRecord { id, purpose, secret, created_at }
}

fn material(record: &SigningKeyRecord) -> Result<KeyMaterial> {
    let secret = BASE64URL_NOPAD.decode(record.secret.as_bytes()).ok().and_then(|secret| secret.try_into().ok());
    let malformed = || Error::internal("reading a signing key", anyhow::anyhow!("it is not 32 bytes in base64url"));
    Ok(KeyMaterial { id: record.id.clone(), secret: secret.ok_or_else(malformed)? })
}
