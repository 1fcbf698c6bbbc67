//! Records of a signed-in account, for tests and benches.

use jiff::{SignedDuration, Timestamp};
use paragraf::clock::uuid_at;
use paragraf::domain::account::SignInMethod;
use paragraf::domain::email::Email;
use paragraf::domain::{Language, Persistence, Uid};
use paragraf::identity::claims::{AUDIENCE, Claims};
use paragraf::store::accounts::AccountRecord;
use paragraf::store::sessions::SessionRecord;

/// An account with a verified address that has this name before its `@`.
pub fn account(uid: &Uid, name: &str, now: Timestamp) -> AccountRecord {
    let email = Email::parse(&format!("{name}@exemplu.ro")).expect("an address");
    let new = AccountRecord::new(uid.clone(), email, name.to_owned(), Language::Ro, now);
    AccountRecord { email_verified: true, credentials_proven: true, ..new }
}

/// A session of 90 days that a password began.
pub fn session(uid: &Uid, now: Timestamp) -> SessionRecord {
    SessionRecord {
        id: uuid_at(now),
        uid: uid.clone(),
        token_hash: "0".repeat(64),
        previous_hash: None,
        rotated_at: now,
        persistence: Persistence::Local,
        provider: SignInMethod::Password,
        second_factor: None,
        claims: Default::default(),
        device: "test".into(),
        created_at: now,
        auth_time: now,
        last_used_at: now,
        expires_at: now + SignedDuration::from_hours(24 * 90),
    }
}

/// The claims of an access token that is valid for this many seconds from the beginning of the session.
pub fn claims(account: &AccountRecord, session: &SessionRecord, issuer: String, seconds: i64) -> Claims {
    let now = session.created_at.as_second();
    Claims {
        iss: issuer,
        aud: AUDIENCE.into(),
        sub: account.uid.clone(),
        sid: session.id,
        iat: now,
        exp: now + seconds,
        auth_time: now,
        email: account.email.as_ref().map(|email| email.as_str().to_owned()),
        email_verified: account.email_verified,
        phone_number: None,
        name: account.display_name.clone(),
        sign_in_provider: session.provider.clone(),
        sign_in_second_factor: None,
        tenant: Default::default(),
        custom: Default::default(),
        role: account.role,
    }
}
