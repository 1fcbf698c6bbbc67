//! Pictures of accounts, copied once from the provider, or from the address that the operator's hook gave: neither
//! learns when its users read this site.

use jiff::{SignedDuration, Timestamp};
use url::Url;

use super::context::notify_sessions_changed;
use crate::app::App;
use crate::domain::Uid;
use crate::domain::federated::FederatedProfile;
use crate::error::{Error, ErrorCode, Result};
use crate::identity::{picture, secrets};
use crate::ops::blocking::blocking;
use crate::ops::policy::{self, Action, Actor};
use crate::store::accounts::{self, AccountRecord};
use crate::store::pictures::{self, PictureFetch, PictureRecord};
use crate::store::{StoreError, WriteTx};

const PICTURES_PER_STEP: usize = 10;
/// Number of failures after which a picture is not fetched again until the next sign-in.
const MAX_FAILURES: u32 = 3;
/// Pause after a failure.
const RETRY: SignedDuration = SignedDuration::from_mins(10);

/// Stands for the operator's hook among the providers of pictures.
const HOOK: &str = "hook";

/// Replaces the address of a picture that the hook gave to the account by a request to copy the picture, or removes
/// the picture that the hook took away. `before` is the account's address of its picture without the hook's change.
pub(super) fn adopt_of_hook(
    tx: &WriteTx,
    account: &mut AccountRecord,
    before: Option<&str>,
    now: Timestamp,
) -> Result<(), StoreError> {
    let Some(url) = account.photo_url.clone() else {
        return if before.is_some() { pictures::remove_account(tx, &account.uid) } else { Ok(()) };
    };
    if is_own(&url) {
        return Ok(());
    }
    let (stored, source) = (pictures::get(tx, &account.uid)?, secrets::digest(&url));
    account.photo_url = before.filter(|address| is_own(address) && stored.is_some()).map(str::to_owned);
    if stored.is_some_and(|stored| stored.provider == HOOK && stored.source == source) {
        return Ok(());
    }
    pictures::put_fetch(tx, &account.uid, &PictureFetch { provider: HOOK.to_owned(), url, due: now, failures: 0 })
}

/// Whether the address is that of a picture on this site.
fn is_own(address: &str) -> bool {
    address.starts_with('/')
}

/// Requests the picture of an identity that signed in, unless the account already has it or one of another provider or
/// of the hook.
pub(super) fn request(
    tx: &WriteTx,
    uid: &Uid,
    provider: &str,
    profile: &FederatedProfile,
    now: Timestamp,
) -> Result<(), StoreError> {
    let Some(url) = profile.picture.clone() else { return Ok(()) };
    let source = secrets::digest(&url);
    if pictures::get(tx, uid)?.is_some_and(|stored| stored.provider != provider || stored.source == source) {
        return Ok(());
    }
    if pictures::fetch_of(tx, uid)?.is_some_and(|fetch| fetch.provider == HOOK) {
        return Ok(());
    }
    pictures::put_fetch(tx, uid, &PictureFetch { provider: provider.to_owned(), url, due: now, failures: 0 })
}

/// Removes the picture if it is from this provider. The caller stores the account.
pub(super) fn remove_of_provider(tx: &WriteTx, account: &mut AccountRecord, provider: &str) -> Result<(), StoreError> {
    if pictures::fetch_of(tx, &account.uid)?.is_some_and(|fetch| fetch.provider == provider) {
        pictures::remove_fetch(tx, &account.uid)?;
    }
    if pictures::get(tx, &account.uid)?.is_some_and(|stored| stored.provider == provider) {
        pictures::remove(tx, &account.uid)?;
        account.photo_url = None;
    }
    Ok(())
}

/// Fetches the pictures that are due. Returns the time at which the next one is due.
///
/// # Errors
/// When the store cannot be read or written.
pub async fn fetch_due(app: &App, actor: &Actor) -> Result<Option<Timestamp>> {
    policy::authorize(actor, Action::ManageAccounts)?;
    let now = app.clock.now();
    for (uid, fetch) in app.store.read(move |tx| Ok(pictures::due(tx, now, PICTURES_PER_STEP)?)).await? {
        fetch_one(app, uid, fetch).await?;
    }
    app.store.read(|tx| Ok(pictures::next_due(tx)?)).await
}

async fn fetch_one(app: &App, uid: Uid, fetch: PictureFetch) -> Result<()> {
    let downloaded = download(app, &fetch).await;
    if let Err(error) = &downloaded {
        tracing::info!(
            provider = fetch.provider,
            code = error.code.as_str(),
            "the picture of an account was not fetched"
        );
    }
    let is_final = downloaded.as_ref().is_err_and(|error| error.code == ErrorCode::FetchRefused);
    let (jpeg, token, now, owner) = (downloaded.ok(), secrets::generate_token(), app.clock.now(), uid.clone());
    let write = app.store.write(move |tx| {
        // The request was replaced, or the account was removed.
        if pictures::fetch_of(tx, &owner)?.as_ref() != Some(&fetch) {
            return Ok(());
        }
        let Some(jpeg) = &jpeg else { return Ok(give_up_or_retry(tx, &owner, &fetch, is_final, now)?) };
        let Some(before) = accounts::get(tx, &owner)? else { return Ok(()) };
        let after = AccountRecord { photo_url: Some(format!("/pictures/{token}")), ..before.clone() };
        accounts::put(tx, Some(&before), &after)?;
        let PictureFetch { provider, url, .. } = fetch.clone();
        pictures::put(tx, &owner, &PictureRecord::new(secrets::digest(&token), provider, secrets::digest(&url), jpeg))?;
        Ok(pictures::remove_fetch(tx, &owner)?)
    });
    write.await?;
    notify_sessions_changed(app, &uid);
    Ok(())
}

async fn download(app: &App, fetch: &PictureFetch) -> Result<Vec<u8>> {
    let hosts = if fetch.provider == HOOK {
        // The operator chose the address itself.
        let host = Url::parse(&fetch.url).ok().and_then(|url| url.host_str().map(str::to_owned));
        host.into_iter().collect()
    } else {
        let provider = app.config.accounts.providers().find(|provider| provider.id == fetch.provider);
        provider.map(|provider| provider.picture_hosts).unwrap_or_default()
    };
    let bytes = app.fetcher.picture(&fetch.url, &hosts).await?;
    let made = blocking("reading a picture", move || picture::square(&bytes)).await?;
    made.map_err(|error| Error::internal("reading a picture", error))
}

fn give_up_or_retry(
    tx: &WriteTx,
    uid: &Uid,
    fetch: &PictureFetch,
    is_final: bool,
    now: Timestamp,
) -> Result<(), StoreError> {
    let failures = fetch.failures + 1;
    if is_final || failures >= MAX_FAILURES {
        return pictures::remove_fetch(tx, uid);
    }
    let due = now.saturating_add(RETRY).unwrap_or(now);
    pictures::put_fetch(tx, uid, &PictureFetch { due, failures, ..fetch.clone() })
}

/// Returns the picture whose address has this secret, as JPEG.
///
/// # Errors
/// `not_found`.
pub async fn picture(app: &App, actor: &Actor, token: &str) -> Result<Vec<u8>> {
    policy::authorize(actor, Action::SignIn)?;
    let digest = secrets::digest(token);
    let found = app.store.read(move |tx| Ok(pictures::by_digest(tx, &digest)?)).await?;
    found.map(|record| record.jpeg()).ok_or_else(|| Error::not_found("There is no such picture."))
}
