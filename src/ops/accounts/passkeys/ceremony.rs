//! Ceremonies of WebAuthn: a challenge for one browser, which can be answered once before it expires.

use jiff::{SignedDuration, Timestamp};
use serde_json::Value;

use crate::app::App;
use crate::config::{TenantConfig, TenantRules};
use crate::domain::TenantId;
use crate::domain::passkey::Passkey;
use crate::error::{Error, ErrorCode, Kind, Result};
use crate::identity::passkeys::{
    CEREMONY_SECS, Ceremony, ClaimedPasskey, PasskeyRefusal, RelyingParty, VerifiedPasskey,
};
use crate::identity::secrets;
use crate::ops::accounts::activity;
use crate::ops::accounts::context::ClientInfo;
use crate::ops::accounts::errors::method_not_offered;
use crate::ops::accounts::tenants;
use crate::ops::browse::SITE_NAME;
use crate::store::accounts::{self, AccountRecord};
use crate::store::passkey_ceremonies::{self as ceremonies, CeremonyPurpose, CeremonyRecord};
use crate::store::{Reading, WriteTx};

/// A ceremony for the browser.
#[derive(Debug)]
pub struct StartedCeremony {
    /// Identifies the ceremony; a cookie binds it to this browser.
    pub transaction: String,
    /// For `parseCreationOptionsFromJSON` or `parseRequestOptionsFromJSON`.
    pub options: Value,
    /// The secret that binds ceremonies to this browser.
    pub browser: String,
}

/// The browser's answer to a ceremony.
#[derive(Debug, Clone)]
pub struct CeremonyAnswer {
    pub transaction: String,
    /// The secret that binds ceremonies to this browser.
    pub browser: String,
    /// The credential as JSON.
    pub credential: Value,
}

/// Returns this site as a relying party.
///
/// # Errors
/// `operation_not_allowed` where passkeys are off, or the address of the site does not allow them.
pub(in crate::ops::accounts) fn relying_party(app: &App, tenant: &TenantId) -> Result<RelyingParty> {
    let party = RelyingParty::of(&app.public_url(), SITE_NAME);
    let is_offered = app.config.accounts.rules(tenant).is_some_and(TenantRules::passkeys);
    party.filter(|_| is_offered).ok_or_else(method_not_offered)
}

/// Creates the record of a ceremony, and the ceremony for the browser.
pub(in crate::ops::accounts) fn begin(
    ceremony: Ceremony,
    purpose: CeremonyPurpose,
    tenant: &TenantId,
    browser: Option<&str>,
    now: Timestamp,
) -> (CeremonyRecord, StartedCeremony) {
    let browser = secrets::known_or_new_token(browser);
    let transaction = secrets::generate_token();
    let ttl = SignedDuration::from_secs(i64::try_from(CEREMONY_SECS).unwrap_or(0));
    let record = CeremonyRecord {
        hash: secrets::digest(&transaction),
        browser_hash: secrets::digest(&browser),
        tenant: tenant.clone(),
        purpose,
        expires_at: now.saturating_add(ttl).unwrap_or(now),
        state: ceremony.state,
    };
    (record, StartedCeremony { transaction, options: ceremony.options, browser })
}

/// Returns the ceremony if this browser started it for this tenant.
///
/// # Errors
/// `invalid_passkey` for a ceremony that is unknown, finished, or of another browser; `tenant_id_mismatch`,
/// `session_expired`.
pub(super) fn open(
    tx: &dyn Reading,
    tenant: &TenantId,
    answer: &CeremonyAnswer,
    now: Timestamp,
) -> Result<CeremonyRecord> {
    let record = ceremonies::get(tx, &secrets::digest(&answer.transaction))?;
    let record = record.filter(|record| secrets::matches_digest(&answer.browser, &record.browser_hash));
    let record = record.ok_or_else(invalid_passkey)?;
    tenants::require_same(tenant, &record.tenant)?;
    if now < record.expires_at {
        return Ok(record);
    }
    Err(Error::new(Kind::Invalid, ErrorCode::SessionExpired, "Using the passkey took too long; try again."))
}

/// Ends the ceremony, in the transaction that acts on its answer.
///
/// # Errors
/// `invalid_passkey` when another request ended it.
pub(in crate::ops::accounts) fn close(tx: &WriteTx, hash: &str) -> Result<()> {
    if ceremonies::remove(tx, hash)? { Ok(()) } else { Err(invalid_passkey()) }
}

/// A verified assertion, with the account as it was at the verification.
#[derive(Debug, Clone)]
pub(in crate::ops::accounts) struct VerifiedAssertion {
    pub ceremony: CeremonyRecord,
    pub account: AccountRecord,
    pub passkey: VerifiedPasskey,
}

/// Verifies the answer to a ceremony for this purpose. A wrong answer uses up the challenge too.
///
/// # Errors
/// `passkey_credential_not_found`, `invalid_passkey` also when a passkey that is only a second factor is used as the
/// first, `tenant_id_mismatch`, `session_expired`.
pub(in crate::ops::accounts) async fn verify_assertion(
    app: &App,
    client: &ClientInfo,
    answer: &CeremonyAnswer,
    is_purpose: impl Fn(&CeremonyPurpose) -> bool + Send + 'static,
) -> Result<VerifiedAssertion> {
    let (party, now) = (relying_party(app, &client.tenant)?, app.clock.now());
    let claimed = ClaimedPasskey::read(answer.credential.clone()).ok_or_else(invalid_passkey)?;
    let (wanted, id) = (answer.clone(), claimed.id.clone());
    let (tenant, others) = (client.tenant.clone(), other_tenants(app, &client.tenant));
    let read = app.store.read(move |tx| {
        let ceremony = open(tx, &tenant, &wanted, now)?;
        if !is_purpose(&ceremony.purpose) {
            return Err(invalid_passkey());
        }
        Ok((ceremony, find_account(tx, &tenant, &others, &id)?))
    });
    let (ceremony, account) = read.await?;
    let Some((account, stored)) = account.and_then(|account| stored_passkey(account, &claimed)) else {
        spend(app, ceremony.hash).await?;
        return Err(unknown_passkey());
    };
    if stored.only_second && !matches!(ceremony.purpose, CeremonyPurpose::SecondFactor { .. }) {
        spend(app, ceremony.hash).await?;
        return Err(invalid_passkey());
    }
    match party.finish_assertion(&ceremony.state, &claimed, &stored.credential) {
        Ok(passkey) => Ok(VerifiedAssertion { ceremony, account, passkey }),
        Err(refusal) => {
            if refusal == PasskeyRefusal::Copied {
                tracing::warn!("the counter of a passkey went back; the passkey may have been copied");
            }
            spend(app, ceremony.hash).await?;
            activity::record_failure(app, client, account.uid).await;
            Err(invalid_passkey())
        }
    }
}

fn other_tenants(app: &App, tenant: &TenantId) -> Vec<TenantId> {
    let configured = app.config.accounts.tenant.iter().map(TenantConfig::tenant_id);
    configured.chain([TenantId::default()]).filter(|other| other != tenant).collect()
}

/// Returns the tenant's account with this passkey.
///
/// # Errors
/// `tenant_id_mismatch` for a passkey of another tenant: browsers may delete a passkey that is reported as unknown.
fn find_account(
    tx: &dyn Reading,
    tenant: &TenantId,
    others: &[TenantId],
    passkey: &str,
) -> Result<Option<AccountRecord>> {
    let account = accounts::by_passkey(tx, tenant, passkey)?;
    for other in others.iter().filter(|_| account.is_none()) {
        if accounts::by_passkey(tx, other, passkey)?.is_some() {
            tenants::require_same(tenant, other)?;
        }
    }
    Ok(account)
}

/// Returns the stored passkey, unless the authenticator names another account.
fn stored_passkey(account: AccountRecord, claimed: &ClaimedPasskey) -> Option<(AccountRecord, Passkey)> {
    let is_same = claimed.handle.is_none() || claimed.handle == account.passkey_handle;
    let stored = account.passkeys.iter().find(|passkey| passkey.id == claimed.id).filter(|_| is_same)?;
    let stored = stored.clone();
    Some((account, stored))
}

/// Ends the ceremony after a wrong answer.
pub(super) async fn spend(app: &App, hash: String) -> Result<()> {
    app.store.write(move |tx| Ok(ceremonies::remove(tx, &hash).map(drop)?)).await
}

/// Updates the credential of a used passkey, with its counter, and the time of its last use. The caller stores the
/// account.
///
/// # Errors
/// `passkey_credential_not_found` when the passkey was removed meanwhile; `invalid_passkey` when it was used meanwhile,
/// because its counter was verified against an older one.
pub(in crate::ops::accounts) fn record_use(
    account: &mut AccountRecord,
    verified: &AccountRecord,
    used: &VerifiedPasskey,
    now: Timestamp,
) -> Result<()> {
    let of = |account: &AccountRecord| {
        let passkey = account.passkeys.iter().find(|passkey| passkey.id == used.id);
        passkey.map(|passkey| passkey.credential.clone())
    };
    let before = of(account).ok_or_else(unknown_passkey)?;
    if of(verified).is_none_or(|seen| seen != before) {
        return Err(invalid_passkey());
    }
    for passkey in account.passkeys.iter_mut().filter(|passkey| passkey.id == used.id) {
        passkey.credential = used.credential.clone();
        passkey.last_used_at = Some(now);
    }
    Ok(())
}

pub(in crate::ops::accounts) fn unknown_passkey() -> Error {
    let message = "No account has this passkey.";
    Error::new(Kind::NotFound, ErrorCode::PasskeyCredentialNotFound, message)
}

pub(super) fn invalid_passkey() -> Error {
    Error::new(Kind::Forbidden, ErrorCode::InvalidPasskey, "The passkey could not be verified.")
}
