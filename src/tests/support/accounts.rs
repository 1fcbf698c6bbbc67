//! Accounts written directly into the store, each with a session and an access token.

use paragraf::app::App;
use paragraf::clock::uuid_at;
use paragraf::domain::account::SignInMethod;
use paragraf::domain::email::Email;
use paragraf::domain::second_factor::{FactorProof, SecondFactors};
use paragraf::domain::{Importance, Language, MailPreferences, Persistence, Role, Uid};
use paragraf::identity::claims::{AUDIENCE, Claims};
use paragraf::store::accounts::{self, AccountRecord};
use paragraf::store::sessions::{self, SessionRecord};

use super::app::TestApp;

/// A signed-in account.
pub struct Reader {
    pub uid: Uid,
    pub claims: Claims,
    /// Access token.
    pub token: String,
}

impl TestApp {
    /// Stores a signed-in account whose uid and address are derived from the name.
    pub async fn reader(&self, name: &str) -> Reader {
        put_reader(&self.app, name).await
    }

    /// As [`TestApp::reader`], with the role of editor.
    pub async fn editor(&self, name: &str) -> Reader {
        put_with_role(&self.app, name, Role::Editor).await
    }

    /// As [`TestApp::reader`], with the role of operator and a second factor in the session.
    pub async fn operator(&self, name: &str) -> Reader {
        let mut operator = put_with_role(&self.app, name, Role::Operator).await;
        operator.claims.sign_in_second_factor = Some(FactorProof::Totp);
        operator.token = self.app.keyring.sign(&operator.claims).expect("a token");
        operator
    }
}

/// Does what [`TestApp::reader`] does, for any app.
pub async fn put_reader(app: &App, name: &str) -> Reader {
    put_with_role(app, name, Role::Reader).await
}

async fn put_with_role(app: &App, name: &str, role: Role) -> Reader {
    let (now, base) = (app.clock.now(), app.public_url());
    let uid = Uid::parse(&format!("{name:0<28}")).expect("a uid");
    let session = session(&uid, now);
    let account = AccountRecord { role, ..account(&uid, name, now) };
    let claims = Claims {
        iss: base,
        aud: AUDIENCE.into(),
        sub: uid.clone(),
        sid: session.id,
        iat: now.as_second(),
        exp: now.as_second() + 900,
        auth_time: now.as_second(),
        email: account.email.as_ref().map(|email| email.as_str().to_owned()),
        email_verified: true,
        phone_number: None,
        name: account.display_name.clone(),
        sign_in_provider: SignInMethod::Password,
        sign_in_second_factor: None,
        tenant: Default::default(),
        custom: Default::default(),
        role: account.role,
    };
    let write = app.store.write(move |tx| {
        accounts::put(tx, None, &account)?;
        Ok(sessions::put(tx, &session)?)
    });
    write.await.expect("the account is stored");
    let token = app.keyring.sign(&claims).expect("a token");
    Reader { uid, claims, token }
}

pub fn account(uid: &Uid, name: &str, now: jiff::Timestamp) -> AccountRecord {
    AccountRecord {
        uid: uid.clone(),
        email: Some(Email::parse(&format!("{name}@exemplu.ro")).expect("an address")),
        email_verified: true,
        phone: None,
        email_link: false,
        initial_email: None,
        email_changed_at: None,
        display_name: name.to_owned(),
        photo_url: None,
        credentials_proven: true,
        password_hash: None,
        password_updated_at: None,
        valid_since: now,
        disabled: false,
        role: Role::Reader,
        language: Language::Ro,
        created_at: now,
        last_login_at: Some(now),
        devices: vec![],
        identities: vec![],
        second_factors: SecondFactors::default(),
        passkeys: vec![],
        passkey_handle: None,
        mail: MailPreferences::of_account(),
        in_app_from: Importance::TRIVIAL,
        guest_until: None,
        tenant: Default::default(),
        custom_claims: Default::default(),
    }
}

pub fn session(uid: &Uid, now: jiff::Timestamp) -> SessionRecord {
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
        expires_at: now + jiff::SignedDuration::from_hours(24 * 90),
    }
}
