//! The tokens of a session: the refresh token that the browser keeps, and the access tokens issued for it.

use jiff::Timestamp;
use uuid::Uuid;

use super::activity::Origin;
use super::context::ClientInfo;
use super::messages::InfoMessage;
use super::second_factor::pending_seed::PendingSeed;
use super::user::User;
use super::verdicts::Verdicts;
use crate::app::App;
use crate::clock::uuid_at;
use crate::config::AccountPolicy;
use crate::domain::account::SignInMethod;
use crate::domain::activity::ActivityKind;
use crate::domain::custom_claims::CustomClaims;
use crate::domain::second_factor::FactorProof;
use crate::domain::{Persistence, Uid};
use crate::error::Result;
use crate::identity::claims::{AUDIENCE, Claims};
use crate::identity::secrets;
use crate::store::accounts::AccountRecord;
use crate::store::sessions::{self, SessionRecord};
use crate::store::{StoreError, WriteTx};

/// Maximum number of sessions of one account. A further one ends the session that was idle longest.
const MAX_SESSIONS: usize = 50;

/// A session with the tokens that were issued for it.
#[derive(Debug, Clone)]
pub struct IssuedSession {
    pub access_token: String,
    /// Seconds until the access token expires.
    pub expires_in: i64,
    pub user: User,
    pub is_new_user: bool,
    pub persistence: Persistence,
    /// The new refresh token, if it was rotated.
    pub refresh_token: Option<String>,
    /// Seconds until the session expires unless it is used.
    pub idle_secs: i64,
    /// Whether the session can only be used to add a second factor.
    pub enrolment_required: bool,
}

/// The random parts of a session or of its next refresh token, generated before the transaction.
#[derive(Debug, Clone)]
pub(super) struct SessionSeed {
    id: Uuid,
    secret: String,
}

impl SessionSeed {
    pub(super) fn new(now: Timestamp) -> Self {
        Self { id: uuid_at(now), secret: secrets::generate_token() }
    }

    /// Creates a session and records the sign-in. Removes the account's expired sessions, and those above
    /// [`MAX_SESSIONS`].
    pub(super) fn create_session(
        &self,
        tx: &WriteTx,
        uid: &Uid,
        claims: &CustomClaims,
        context: &SignInContext,
    ) -> Result<SessionRecord, StoreError> {
        let (policy, now) = (&context.policy, context.now);
        let mut others = sessions::of(tx, uid)?;
        others.sort_by_key(|session| (is_active(session, policy, now), session.last_used_at));
        let expired = others.iter().filter(|session| !is_active(session, policy, now)).count();
        let surplus = (others.len() + 1).saturating_sub(MAX_SESSIONS).max(expired);
        for old in &others[..surplus.min(others.len())] {
            sessions::remove(tx, uid, old.id)?;
        }
        let record = SessionRecord {
            id: self.id,
            uid: uid.clone(),
            token_hash: secrets::digest(&self.secret),
            previous_hash: None,
            rotated_at: now,
            persistence: context.persistence,
            provider: context.method.clone(),
            second_factor: context.second_factor,
            claims: claims.clone(),
            device: context.device.clone(),
            created_at: now,
            auth_time: now,
            last_used_at: now,
            expires_at: now.saturating_add(policy.session_life).unwrap_or(Timestamp::MAX),
        };
        sessions::put(tx, &record)?;
        context.origin.record(tx, uid, ActivityKind::SignIn)?;
        Ok(record)
    }

    /// Rotates the session's refresh token. The previous one stays valid for a grace period.
    pub(super) fn rotate(&self, tx: &WriteTx, session: &mut SessionRecord, now: Timestamp) -> Result<(), StoreError> {
        session.previous_hash = Some(std::mem::replace(&mut session.token_hash, secrets::digest(&self.secret)));
        session.rotated_at = now;
        session.last_used_at = now;
        sessions::put(tx, session)
    }

    /// Records that the user authenticated again, and rotates the refresh token.
    pub(super) fn reauthenticate(
        &self,
        tx: &WriteTx,
        session: &mut SessionRecord,
        now: Timestamp,
    ) -> Result<(), StoreError> {
        session.auth_time = now;
        self.rotate(tx, session, now)
    }

    fn refresh_token(&self, session: &SessionRecord) -> String {
        format!("{}.{}.{}", session.uid, session.id.simple(), self.secret)
    }
}

/// The random parts, settings and input of a sign-in, prepared before the transaction.
#[derive(Debug, Clone)]
pub(super) struct SignInContext {
    pub method: SignInMethod,
    pub persistence: Persistence,
    pub device: String,
    pub origin: Origin,
    pub policy: AccountPolicy,
    pub now: Timestamp,
    pub client: ClientInfo,
    pub seed: SessionSeed,
    pub pending: PendingSeed,
    /// The kind of proof of the second factor, if the sign-in has one.
    pub second_factor: Option<FactorProof>,
    pub new_device: InfoMessage,
    pub provider_linked: InfoMessage,
    /// Display name of the provider, if the user signs in through one.
    pub provider_name: String,
    /// The verdicts of the operator's hook so far.
    pub verdicts: Verdicts,
}

impl SignInContext {
    /// Uses the configured persistence when the client chose none.
    pub(super) fn new(app: &App, method: SignInMethod, persistence: Option<Persistence>, client: &ClientInfo) -> Self {
        let now = app.clock.now();
        let provider_name = app.config.accounts.provider_name(method.as_str());
        Self {
            method,
            persistence: persistence.unwrap_or(app.config.accounts.persistence),
            device: client.device.clone(),
            origin: Origin::new(client, now),
            policy: app.config.accounts.policy(),
            now,
            client: client.clone(),
            seed: SessionSeed::new(now),
            pending: PendingSeed::new(client),
            second_factor: None,
            new_device: InfoMessage::new(now),
            provider_linked: InfoMessage::new(now),
            provider_name,
            verdicts: Verdicts::new(app),
        }
    }
}

/// Whether the session has neither been idle for too long nor reached the end of its life.
pub(super) fn is_active(session: &SessionRecord, policy: &AccountPolicy, now: Timestamp) -> bool {
    now < ends_at(session, policy)
}

/// Returns the time at which the session ends unless it is used.
pub(super) fn ends_at(session: &SessionRecord, policy: &AccountPolicy) -> Timestamp {
    let idle_end = session.last_used_at.saturating_add(policy.session_idle).unwrap_or(Timestamp::MAX);
    idle_end.min(session.expires_at)
}

/// The parts of a refresh token.
#[derive(Debug, Clone)]
pub(super) struct RefreshToken {
    pub uid: Uid,
    pub session: Uuid,
    pub secret: String,
}

impl RefreshToken {
    pub(super) fn parse(text: &str) -> Option<Self> {
        let mut parts = text.split('.');
        let (uid, session, secret) = (parts.next()?, parts.next()?, parts.next()?);
        let is_well_formed = parts.next().is_none() && session.len() == 32 && secret.len() <= 64;
        let session = Uuid::try_parse(session).ok().filter(|_| is_well_formed)?;
        Some(Self { uid: Uid::parse(uid)?, session, secret: secret.to_owned() })
    }
}

/// Issues an access token for the session; `rotated` is the seed of its new refresh token, if there is one.
pub(super) fn issue(
    app: &App,
    account: &AccountRecord,
    session: &SessionRecord,
    rotated: Option<&SessionSeed>,
    is_new_user: bool,
) -> Result<IssuedSession> {
    let (policy, now) = (app.config.accounts.policy_of(&account.tenant), app.clock.now().as_second());
    let expires_in = policy.access_token.as_secs();
    let is_second_factor_missing = session.second_factor.is_none() && !account.is_guest();
    let claims = Claims {
        iss: app.public_url(),
        aud: AUDIENCE.into(),
        sub: account.uid.clone(),
        tenant: account.tenant.clone(),
        sid: session.id,
        // Tokens issued before `valid_since` are void. After the clock was set back, `valid_since` is in the future.
        iat: now.max(account.valid_since.as_second()),
        exp: now + expires_in,
        auth_time: session.auth_time.as_second(),
        email: account.email.as_ref().map(|email| email.as_str().to_owned()),
        email_verified: account.email_verified,
        phone_number: account.phone.as_ref().map(|phone| phone.as_str().to_owned()),
        name: account.display_name.clone(),
        sign_in_provider: session.provider.clone(),
        sign_in_second_factor: session.second_factor,
        role: account.role,
        custom: account.custom_claims.merged(&session.claims),
    };
    Ok(IssuedSession {
        access_token: app.keyring.sign(&claims)?,
        expires_in,
        user: User::new(account, session.auth_time),
        is_new_user,
        persistence: session.persistence,
        refresh_token: rotated.map(|seed| seed.refresh_token(session)),
        idle_secs: policy.session_idle.as_secs(),
        enrolment_required: is_second_factor_missing && policy.second_factor.is_required_of(account.role),
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_well_formed_refresh_tokens_are_parsed() {
        let (uid, id) = ("a".repeat(28), "0".repeat(32));
        assert!(RefreshToken::parse(&format!("{uid}.{id}.secret")).is_some());
        for bad in [
            String::new(),
            format!("{uid}.{id}"),
            format!("{uid}.{id}.a.b"),
            format!("{uid}.x.a"),
            format!("short.{id}.a"),
            format!("{uid}.{id}.{}", "a".repeat(65)),
        ] {
            assert!(RefreshToken::parse(&bad).is_none(), "{bad}");
        }
    }
}
