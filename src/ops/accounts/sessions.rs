//! Sessions: carrying them on, seeing and ending them.

use jiff::{SignedDuration, Timestamp};
use serde::Serialize;
use utoipa::ToSchema;
use uuid::Uuid;

use super::tokens::{self, Draw, RefreshToken, SignedIn, is_alive};
use super::{ended, note, session_check, user_disabled};
use crate::app::App;
use crate::config::AccountPolicy;
use crate::domain::Uid;
use crate::error::{Error, ErrorCode, Kind, Result};
use crate::identity::secrets;
use crate::ops::policy::{self, Action, Actor};
use crate::rate_limit::Limit;
use crate::store::accounts::{self, AccountRecord};
use crate::store::sessions::{self, SessionRecord};
use crate::store::{StoreError, WriteTx};

/// A token that was replaced stays good for so long: two tabs may renew at once.
const GRACE: SignedDuration = SignedDuration::from_secs(30);

/// One browser that is signed in.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, ToSchema)]
pub struct Session {
    #[schema(value_type = String)]
    pub id: Uuid,
    #[schema(value_type = String, format = DateTime)]
    pub created_at: Timestamp,
    #[schema(value_type = String, format = DateTime)]
    pub last_used_at: Timestamp,
    /// The browser and its system, such as `Firefox, Linux`; may be empty.
    pub device: String,
    /// The one that asks.
    pub current: bool,
}

/// What a refresh token turned out to be.
enum Refreshed {
    /// The present one; it has been replaced.
    Renewed(Box<(AccountRecord, SessionRecord)>),
    /// The one before, a moment ago.
    Again(Box<(AccountRecord, SessionRecord)>),
    Expired,
    /// Stolen, or kept too long: the session has been ended.
    Reused,
}

/// Gives a new access token for a refresh token, and the next refresh token.
///
/// Errors: `missing_refresh_token`, `invalid_refresh_token`, `token_expired`, `user_disabled`,
/// `too_many_requests`.
pub async fn refresh(app: &App, actor: &Actor, token: Option<&str>) -> Result<SignedIn> {
    policy::authorize(actor, Action::SignIn)?;
    let token = token.filter(|token| !token.is_empty());
    let token =
        token.ok_or_else(|| unauthenticated(ErrorCode::MissingRefreshToken, "There is no session to carry on."))?;
    let token = RefreshToken::parse(token).ok_or_else(invalid_token)?;
    let (now, rules) = (app.clock.now(), app.config.accounts.policy());
    app.rate_limiter.take(Limit::Refresh, token.session, now)?;
    let draw = Draw::new(now);
    let next = draw.clone();
    match app.store.write(move |tx| decide(tx, &token, &next, &rules, now)).await? {
        Refreshed::Renewed(found) => tokens::signed_in(app, &found.0, &found.1, Some(&draw), false),
        Refreshed::Again(found) => tokens::signed_in(app, &found.0, &found.1, None, false),
        Refreshed::Expired => Err(unauthenticated(ErrorCode::TokenExpired, "This session has expired.")),
        Refreshed::Reused => Err(invalid_token()),
    }
}

fn decide(tx: &WriteTx, token: &RefreshToken, draw: &Draw, rules: &AccountPolicy, now: Timestamp) -> Result<Refreshed> {
    let mut session = sessions::get(tx, &token.uid, token.session)?.ok_or_else(invalid_token)?;
    let account = accounts::get(tx, &token.uid)?.ok_or_else(invalid_token)?;
    let is_present = secrets::is_of(&token.secret, &session.token_hash);
    let was_present = session.previous_hash.as_ref().is_some_and(|hash| secrets::is_of(&token.secret, hash));
    let is_again = was_present && now.duration_since(session.rotated_at) <= GRACE;
    if !is_present && !is_again {
        sessions::remove(tx, &token.uid, session.id)?;
        note(tx, now, "accounts.token_reused", &token.uid)?;
        return Ok(Refreshed::Reused);
    }
    if account.disabled {
        return Err(user_disabled());
    }
    if !is_alive(&session, rules, now) {
        sessions::remove(tx, &token.uid, session.id)?;
        return Ok(Refreshed::Expired);
    }
    if !is_present {
        return Ok(Refreshed::Again(Box::new((account, session))));
    }
    draw.rotate(tx, &mut session, now)?;
    Ok(Refreshed::Renewed(Box::new((account, session))))
}

/// Ends the session of a refresh token; whoever comes without a good one is signed out already.
pub async fn sign_out(app: &App, actor: &Actor, token: Option<&str>) -> Result<()> {
    policy::authorize(actor, Action::SignIn)?;
    let Some(token) = token.and_then(RefreshToken::parse) else { return Ok(()) };
    let uid = token.uid.clone();
    app.store
        .write(move |tx| {
            let Some(session) = sessions::get(tx, &token.uid, token.session)? else { return Ok(()) };
            let hashes = std::iter::once(&session.token_hash).chain(&session.previous_hash);
            if hashes.into_iter().any(|hash| secrets::is_of(&token.secret, hash)) {
                sessions::remove(tx, &token.uid, session.id)?;
            }
            Ok(())
        })
        .await?;
    ended(app, &uid);
    Ok(())
}

/// The sessions of who asks that have not ended, the one used last first.
pub async fn list(app: &App, actor: &Actor) -> Result<Vec<Session>> {
    policy::authorize(actor, Action::UseAccount)?;
    let principal = actor.principal()?.clone();
    let (rules, now) = (app.config.accounts.policy(), app.clock.now());
    app.store
        .read(move |tx| {
            session_check::account(tx, &principal)?;
            let mut found = sessions::of(tx, &principal.uid)?;
            found.retain(|session| is_alive(session, &rules, now) || session.id == principal.session_id);
            found.sort_by(|a, b| b.last_used_at.cmp(&a.last_used_at).then_with(|| b.id.cmp(&a.id)));
            Ok(found.into_iter().map(|session| shown(session, principal.session_id)).collect())
        })
        .await
}

pub(super) fn shown(session: SessionRecord, current: Uuid) -> Session {
    let SessionRecord { id, created_at, last_used_at, device, .. } = session;
    Session { id, created_at, last_used_at, device, current: id == current }
}

/// Ends one session of who asks. Errors: `not_found`.
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
    ended(app, &uid);
    Ok(())
}

/// Ends all sessions of who asks, or all but the one that asks.
pub async fn revoke(app: &App, actor: &Actor, others_only: bool) -> Result<()> {
    policy::authorize(actor, Action::UseAccount)?;
    let (principal, now) = (actor.principal()?.clone(), app.clock.now());
    let uid = principal.uid.clone();
    app.store
        .write(move |tx| {
            let before = session_check::account(tx, &principal)?;
            end_all(tx, &principal.uid, others_only.then_some(principal.session_id))?;
            if !others_only {
                accounts::put(tx, Some(&before), &AccountRecord { valid_since: now, ..before.clone() })?;
            }
            Ok(note(tx, now, "accounts.revoke", &principal.uid)?)
        })
        .await?;
    ended(app, &uid);
    Ok(())
}

/// Ends the sessions of an account, but for one.
pub(super) fn end_all(tx: &WriteTx, uid: &Uid, but: Option<Uuid>) -> Result<(), StoreError> {
    let ended = sessions::of(tx, uid)?.into_iter().filter(|session| Some(session.id) != but);
    ended.into_iter().try_for_each(|session| sessions::remove(tx, uid, session.id))
}

fn unauthenticated(code: ErrorCode, message: &str) -> Error {
    Error::new(Kind::Unauthenticated, code, message)
}

fn invalid_token() -> Error {
    unauthenticated(ErrorCode::InvalidRefreshToken, "This session has ended.")
}
