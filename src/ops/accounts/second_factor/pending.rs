//! Pending sign-ins: a proven first factor that waits for a second one in the same browser.

use jiff::{SignedDuration, Timestamp};
use uuid::Uuid;

use super::FactorInfo;
use super::pending_seed::PendingSeed;
use crate::domain::account::SignInMethod;
use crate::domain::second_factor::Factor;
use crate::domain::{TenantId, Uid};
use crate::error::{Error, ErrorCode, Kind, Result};
use crate::identity::secrets;
use crate::ops::accounts::context::ClientInfo;
use crate::ops::accounts::tenants;
use crate::ops::accounts::tokens::SignInContext;
use crate::store::accounts::AccountRecord;
use crate::store::pending_sign_ins::{self, PendingIdentity, PendingSignInRecord};
use crate::store::{Reading, StoreError, WriteTx};

/// How long a pending sign-in waits for the second factor.
const TTL: SignedDuration = SignedDuration::from_mins(5);
/// Number of wrong codes after which a pending sign-in is void.
pub(super) const MAX_FAILURES: u32 = 5;
/// Maximum number of pending sign-ins of one account. A further one replaces the first to expire.
const MAX_PENDING: usize = 10;

/// A sign-in that needs a second factor.
#[derive(Debug, Clone)]
pub struct SecondFactorRequired {
    /// The tenant of the account.
    pub tenant: TenantId,
    /// The pending sign-in, for [`super::sign_in::finish`] in the same browser. It gives no access by itself.
    pub credential: String,
    /// The secret that binds the pending sign-in to the browser.
    pub browser: String,
    /// The factors that can complete the sign-in, oldest first.
    pub factors: Vec<FactorInfo>,
    pub has_recovery_codes: bool,
    /// Whether the account has passkeys. Each of them can complete the sign-in too.
    pub has_passkeys: bool,
}

/// Stores a pending sign-in of the account, or a pending authentication of its `session`.
pub(in crate::ops::accounts) fn begin(
    tx: &WriteTx,
    context: &SignInContext,
    account: &AccountRecord,
    identity: Option<PendingIdentity>,
    session: Option<Uuid>,
) -> Result<SecondFactorRequired, StoreError> {
    let earlier = pending_sign_ins::of(tx, &account.uid)?;
    let surplus = (earlier.len() + 1).saturating_sub(MAX_PENDING);
    earlier.iter().take(surplus).try_for_each(|record| pending_sign_ins::remove(tx, record))?;
    let PendingSeed { secret, browser } = context.pending.clone();
    let record = PendingSignInRecord {
        uid: account.uid.clone(),
        tenant: account.tenant.clone(),
        hash: secrets::digest(&secret),
        browser_hash: secrets::digest(&browser),
        method: context.method.clone(),
        persistence: context.persistence,
        identity,
        session,
        expires_at: context.now.saturating_add(TTL).unwrap_or(context.now),
        failures: 0,
    };
    pending_sign_ins::put(tx, &record)?;
    let factors = account.second_factors.enrolled.iter().filter(|factor| can_complete(&context.method, factor));
    Ok(SecondFactorRequired {
        tenant: account.tenant.clone(),
        credential: format!("{}.{secret}", account.uid),
        browser,
        factors: factors.map(FactorInfo::without_use).collect(),
        has_passkeys: !account.passkeys.is_empty(),
        has_recovery_codes: !account.second_factors.recovery_codes.is_empty(),
    })
}

/// Whether the factor can complete a sign-in that began with this method. Two telephone numbers are not two factors.
pub(super) fn can_complete(first: &SignInMethod, factor: &Factor) -> bool {
    *first != SignInMethod::Phone || factor.phone().is_none()
}

/// The parts of a pending credential, with the browser that presents it.
#[derive(Debug, Clone)]
pub(in crate::ops::accounts) struct PendingCredential {
    pub uid: Uid,
    hash: String,
    browser: String,
    tenant: TenantId,
}

impl PendingCredential {
    /// # Errors
    /// `invalid_multi_factor_session`.
    pub(in crate::ops::accounts) fn parse(text: &str, client: &ClientInfo) -> Result<Self> {
        let parts = text.split_once('.').filter(|(_, secret)| secrets::is_token(secret));
        let parts = parts.and_then(|(uid, secret)| Some((Uid::parse(uid)?, secrets::digest(secret))));
        let (uid, hash) = parts.ok_or_else(invalid_pending)?;
        let (browser, tenant) = (client.browser.clone().unwrap_or_default(), client.tenant.clone());
        Ok(Self { uid, hash, browser, tenant })
    }

    /// Returns the pending sign-in if it began in this browser.
    ///
    /// # Errors
    /// `invalid_multi_factor_session` also after it was completed or became void, `tenant_id_mismatch`,
    /// `session_expired`.
    pub(in crate::ops::accounts) fn find(&self, tx: &dyn Reading, now: Timestamp) -> Result<PendingSignInRecord> {
        let record = pending_sign_ins::get(tx, &self.uid, &self.hash)?;
        let record = record.filter(|record| secrets::matches_digest(&self.browser, &record.browser_hash));
        let record = record.ok_or_else(invalid_pending)?;
        tenants::require_same(&self.tenant, &record.tenant)?;
        if now < record.expires_at {
            return Ok(record);
        }
        Err(Error::new(Kind::Invalid, ErrorCode::SessionExpired, "This sign-in took too long."))
    }
}

pub(super) fn invalid_pending() -> Error {
    let message = "This sign-in has ended, or began in another browser; sign in again.";
    Error::new(Kind::Invalid, ErrorCode::InvalidMultiFactorSession, message)
}
