//! Sessions as they are begun and carried on: the refresh token that a browser keeps, the access
//! token that it is given for it.

use jiff::Timestamp;
use uuid::Uuid;

use super::{Origin, User};
use crate::app::App;
use crate::clock::uuid_at;
use crate::config::AccountPolicy;
use crate::domain::{Persistence, Uid};
use crate::error::Result;
use crate::identity::claims::{AUDIENCE, Claims};
use crate::identity::secrets;
use crate::store::accounts::AccountRecord;
use crate::store::sessions::{self, SessionRecord};
use crate::store::{StoreError, WriteTx};

/// Sessions of one account; the one that was idle longest makes room.
const MAX_SESSIONS: usize = 50;

/// What a client is given when its session begins or goes on.
#[derive(Debug, Clone)]
pub struct SignedIn {
    pub access_token: String,
    /// Seconds for which the access token is good.
    pub expires_in: i64,
    pub user: User,
    pub is_new_user: bool,
    pub persistence: Persistence,
    /// The next refresh token, where there is a new one.
    pub refresh_token: Option<String>,
    /// Seconds for which the session lives without being used.
    pub idle_secs: i64,
}

/// What a refresh token is made of, drawn before the transaction.
#[derive(Debug, Clone)]
pub(super) struct Draw {
    id: Uuid,
    secret: String,
}

impl Draw {
    pub(super) fn new(now: Timestamp) -> Self {
        Self { id: uuid_at(now), secret: secrets::token() }
    }

    /// Begins a session; which others it displaces is decided here.
    pub(super) fn begin(
        &self,
        tx: &WriteTx,
        uid: &Uid,
        way: &Way,
        policy: &AccountPolicy,
        now: Timestamp,
    ) -> Result<SessionRecord, StoreError> {
        let mut others = sessions::of(tx, uid)?;
        others.sort_by_key(|session| session.last_used_at);
        let dead = others.iter().filter(|session| !is_alive(session, policy, now)).count();
        let surplus = (others.len() + 1).saturating_sub(MAX_SESSIONS).max(dead);
        others.sort_by_key(|session| (is_alive(session, policy, now), session.last_used_at));
        for old in &others[..surplus.min(others.len())] {
            sessions::remove(tx, uid, old.id)?;
        }
        let record = SessionRecord {
            id: self.id,
            uid: uid.clone(),
            token_hash: secrets::digest(&self.secret),
            previous_hash: None,
            rotated_at: now,
            persistence: way.persistence,
            provider: way.provider.clone(),
            device: way.device.clone(),
            created_at: now,
            auth_time: now,
            last_used_at: now,
            expires_at: now.saturating_add(policy.session_life).unwrap_or(Timestamp::MAX),
        };
        sessions::put(tx, &record)?;
        Ok(record)
    }

    /// Gives a session its next token; the one before stays good for a moment.
    pub(super) fn rotate(&self, tx: &WriteTx, session: &mut SessionRecord, now: Timestamp) -> Result<(), StoreError> {
        session.previous_hash = Some(std::mem::replace(&mut session.token_hash, secrets::digest(&self.secret)));
        session.rotated_at = now;
        session.last_used_at = now;
        sessions::put(tx, session)
    }

    /// The token as a browser keeps it.
    fn token(&self, session: &SessionRecord) -> String {
        format!("{}.{}.{}", session.uid, session.id.simple(), self.secret)
    }
}

/// How somebody came in.
#[derive(Debug, Clone)]
pub(super) struct Way {
    pub provider: String,
    pub persistence: Persistence,
    pub device: String,
}

impl Way {
    /// Without a wish of the client's own the session lives as the operator has it.
    pub(super) fn new(app: &App, provider: &str, persistence: Option<Persistence>, origin: &Origin) -> Self {
        let persistence = persistence.unwrap_or_else(|| app.config.accounts.persistence());
        Self { provider: provider.to_owned(), persistence, device: origin.device.clone() }
    }
}

/// Whether the session was used lately enough and has time left.
pub(super) fn is_alive(session: &SessionRecord, policy: &AccountPolicy, now: Timestamp) -> bool {
    now < session.expires_at && now.duration_since(session.last_used_at) < policy.session_idle
}

/// A refresh token taken apart.
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
        let sound = parts.next().is_none() && session.len() == 32 && secret.len() <= 64;
        let session = Uuid::try_parse(session).ok().filter(|_| sound)?;
        Some(Self { uid: Uid::parse(uid)?, session, secret: secret.to_owned() })
    }
}

/// Signs the access token, and puts together what the client is given.
pub(super) fn signed_in(
    app: &App,
    account: &AccountRecord,
    session: &SessionRecord,
    new_token: Option<&Draw>,
    is_new_user: bool,
) -> Result<SignedIn> {
    let (policy, now) = (app.config.accounts.policy(), app.clock.now().as_second());
    let expires_in = policy.access_token.as_secs();
    let claims = Claims {
        iss: app.public_url(),
        aud: AUDIENCE.into(),
        sub: account.uid.clone(),
        sid: session.id,
        iat: now,
        exp: now + expires_in,
        auth_time: session.auth_time.as_second(),
        email: account.email.as_str().to_owned(),
        email_verified: account.email_verified,
        name: account.display_name.clone(),
        sign_in_provider: session.provider.clone(),
        role: account.role,
    };
    Ok(SignedIn {
        access_token: app.keyring.issue(&claims)?,
        expires_in,
        user: User::new(account, session.auth_time),
        is_new_user,
        persistence: session.persistence,
        refresh_token: new_token.map(|draw| draw.token(session)),
        idle_secs: policy.session_idle.as_secs(),
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_whole_tokens_are_taken_apart() {
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
