//! Refreshing, listing and ending sessions.

use jiff::{SignedDuration, Timestamp};
use serde::Serialize;
use utoipa::ToSchema;
use uuid::Uuid;

use super::context::{notify_sessions_changed, record_audit};
use super::errors::user_disabled;
use super::session_check;
use super::tenants;
use super::tokens::{self, IssuedSession, RefreshToken, SessionSeed, is_active};
use crate::app::App;
use crate::config::AccountPolicy;
use crate::domain::{TenantId, Uid};
use crate::error::{Error, ErrorCode, Kind, Result};
use crate::identity::secrets;
use crate::ops::policy::{self, Action, Actor};
use crate::rate_limit::Limit;
use crate::store::accounts::{self, AccountRecord};
use crate::store::pending_sign_ins;
use crate::store::sessions::{self, SessionRecord};
use crate::store::{StoreError, WriteTx};

/// How long a rotated refresh token stays valid, because two tabs may refresh at once.
const GRACE: SignedDuration = SignedDuration::from_secs(30);

/// A session of the signed-in account.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, ToSchema)]
pub struct Session {
    #[schema(value_type = String)]
    pub id: Uuid,
    pub created_at: Timestamp,
    pub last_used_at: Timestamp,
    /// Browser and operating system, such as `Firefox, Linux`; may be empty.
    pub device: String,
    /// Whether the request belongs to this session.
    pub current: bool,
}

impl Session {
    pub(super) fn new(record: SessionRecord, current: Uuid) -> Self {
        let SessionRecord { id, created_at, last_used_at, device, .. } = record;
        Self { id, created_at, last_used_at, device, current: id == current }
    }
}

/// The result of presenting a refresh token.
enum Refresh {
    /// The token was current and has been rotated.
    Rotated(Box<(AccountRecord, SessionRecord)>),
    /// The token was rotated within the grace period.
    InGrace(Box<(AccountRecord, SessionRecord)>),
    Expired,
    /// The token is an earlier one, which may be stolen, so the session was ended.
    Reused,
}

/// Issues a new access token for a refresh token, and rotates the refresh token.
///
/// # Errors
/// `missing_refresh_token`, `invalid_refresh_token`, `token_expired`, `user_disabled`, `too_many_requests`,
/// `project_disabled`, and `tenant_id_mismatch` when the request names another tenant than the account's (the session
/// stays).
pub async fn refresh(
    app: &App,
    actor: &Actor,
    tenant: Option<&TenantId>,
    token: Option<&str>,
) -> Result<IssuedSession> {
    policy::authorize(actor, Action::SignIn)?;
    let token = token.filter(|token| !token.is_empty());
    let token = token.ok_or_else(|| unauthenticated(ErrorCode::MissingRefreshToken, "There is no refresh token."))?;
    let token = RefreshToken::parse(token).ok_or_else(invalid_token)?;
    let (now, policy) = (app.clock.now(), app.config.accounts.policy());
    app.rate_limiter.take(Limit::Refresh, token.session, app.clock.steady())?;
    require_tenant(app, tenant, token.uid.clone()).await?;
    let seed = SessionSeed::new(now);
    let next = seed.clone();
    match app.store.write(move |tx| rotate_or_end(tx, &token, &next, &policy, now)).await? {
        Refresh::Rotated(found) => tokens::issue(app, &found.0, &found.1, Some(&seed), false),
        Refresh::InGrace(found) => tokens::issue(app, &found.0, &found.1, None, false),
        Refresh::Expired => Err(unauthenticated(ErrorCode::TokenExpired, "This session has expired.")),
        Refresh::Reused => Err(invalid_token()),
    }
}

/// Checks that the account's tenant is in use, and that the request names no other tenant.
async fn require_tenant(app: &App, requested: Option<&TenantId>, uid: Uid) -> Result<()> {
    let account = app.store.read(move |tx| Ok(accounts::get(tx, &uid)?)).await?;
    // `rotate_or_end` refuses a token without an account.
    let Some(AccountRecord { tenant, .. }) = account else { return Ok(()) };
    tenants::require_same(requested.unwrap_or(&tenant), &tenant)?;
    tenants::rules(app, &tenant).map(drop)
}

fn rotate_or_end(
    tx: &WriteTx,
    token: &RefreshToken,
    seed: &SessionSeed,
    policy: &AccountPolicy,
    now: Timestamp,
) -> Result<Refresh> {
    let mut session = sessions::get(tx, &token.uid, token.session)?.ok_or_else(invalid_token)?;
    let account = accounts::get(tx, &token.uid)?.ok_or_else(invalid_token)?;
    let is_current = secrets::matches_digest(&token.secret, &session.token_hash);
    let was_current = session.previous_hash.as_ref().is_some_and(|hash| secrets::matches_digest(&token.secret, hash));
    let is_in_grace = was_current && now.duration_since(session.rotated_at) <= GRACE;
    if !is_current && !is_in_grace {
        sessions::remove(tx, &token.uid, session.id)?;
        record_audit(tx, now, "accounts.token_reused", &token.uid)?;
        return Ok(Refresh::Reused);
    }
    if account.disabled {
        return Err(user_disabled());
    }
    if !is_active(&session, policy, now) {
        sessions::remove(tx, &token.uid, session.id)?;
        return Ok(Refresh::Expired);
    }
    if !is_current {
        return Ok(Refresh::InGrace(Box::new((account, session))));
    }
    seed.rotate(tx, &mut session, now)?;
    Ok(Refresh::Rotated(Box::new((account, session))))
}

/// Ends the session of a refresh token. Succeeds also without a token, and with an invalid one.
pub async fn sign_out(app: &App, actor: &Actor, token: Option<&str>) -> Result<()> {
    policy::authorize(actor, Action::SignIn)?;
    let Some(token) = token.and_then(RefreshToken::parse) else { return Ok(()) };
    let uid = token.uid.clone();
    app.store
        .write(move |tx| {
            let Some(session) = sessions::get(tx, &token.uid, token.session)? else { return Ok(()) };
            let mut hashes = std::iter::once(&session.token_hash).chain(&session.previous_hash);
            if hashes.any(|hash| secrets::matches_digest(&token.secret, hash)) {
                sessions::remove(tx, &token.uid, session.id)?;
            }
            Ok(())
        })
        .await?;
    notify_sessions_changed(app, &uid);
    Ok(())
}

/// Lists the active sessions of the signed-in account, most recently used first.
pub async fn list(app: &App, actor: &Actor) -> Result<Vec<Session>> {
    policy::authorize(actor, Action::UseAccount)?;
    let principal = actor.principal()?.clone();
    let (policy, now) = (app.config.accounts.policy(), app.clock.now());
    app.store
        .read(move |tx| {
            session_check::account(tx, &principal)?;
            let mut found = sessions::of(tx, &principal.uid)?;
            found.retain(|session| is_active(session, &policy, now) || session.id == principal.session_id);
            found.sort_by(|a, b| b.last_used_at.cmp(&a.last_used_at).then_with(|| b.id.cmp(&a.id)));
            Ok(found.into_iter().map(|session| Session::new(session, principal.session_id)).collect())
        })
        .await
}

/// Ends one session of the signed-in account.
///
/// # Errors
/// `not_found`.
pub async fn end(app: &App, actor: &Actor, id: Uuid) -> Result<()> {
    policy::authorize(actor, Action::UseAccount)?;
    let principal = actor.principal()?.clone();
    let uid = principal.uid.clone();
    app.store
        .write(move |tx| {
            session_check::account(tx, &principal)?;
            if !sessions::exists(tx, &principal.uid, id)? {
                return Err(Error::not_found("There is no such session."));
            }
            Ok(sessions::remove(tx, &principal.uid, id)?)
        })
        .await?;
    notify_sessions_changed(app, &uid);
    Ok(())
}

/// The sessions to revoke.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Revocation {
    /// All sessions and access tokens of the account.
    All,
    /// All sessions but the one that the request belongs to.
    Others,
}

/// Ends sessions of the signed-in account.
pub async fn revoke(app: &App, actor: &Actor, revocation: Revocation) -> Result<()> {
    policy::authorize(actor, Action::UseAccount)?;
    let (principal, now) = (actor.principal()?.clone(), app.clock.now());
    let uid = principal.uid.clone();
    app.store
        .write(move |tx| {
            let before = session_check::account(tx, &principal)?;
            match revocation {
                Revocation::Others => end_all(tx, &principal.uid, Some(principal.session_id))?,
                Revocation::All => {
                    end_all(tx, &principal.uid, None)?;
                    accounts::put(tx, Some(&before), &AccountRecord { valid_since: now, ..before.clone() })?;
                }
            }
            Ok(record_audit(tx, now, "accounts.revoke", &principal.uid)?)
        })
        .await?;
    notify_sessions_changed(app, &uid);
    Ok(())
}

/// Ends all sessions of an account except `keep`, and its pending sign-ins.
pub(super) fn end_all(tx: &WriteTx, uid: &Uid, keep: Option<Uuid>) -> Result<(), StoreError> {
    pending_sign_ins::remove_all(tx, uid)?;
    let ended = sessions::of(tx, uid)?.into_iter().filter(|session| Some(session.id) != keep);
    ended.into_iter().try_for_each(|session| sessions::remove(tx, uid, session.id))
}

fn unauthenticated(code: ErrorCode, message: &str) -> Error {
    Error::new(Kind::Unauthenticated, code, message)
}

fn invalid_token() -> Error {
    unauthenticated(ErrorCode::InvalidRefreshToken, "This session has ended.")
}
