//! Signed-in readers of a store that no server has open yet.

use std::path::Path;

use paragraf::app::App;
use paragraf::clock::{Clock, uuid_at};
use paragraf::config::Config;
use paragraf::domain::account::SignInMethod;
use paragraf::domain::email::Email;
use paragraf::domain::{Importance, Language, MailPreferences, Persistence, Role, Uid};
use paragraf::identity::claims::{AUDIENCE, Claims};
use paragraf::store::accounts::{self, AccountRecord};
use paragraf::store::sessions::{self, SessionRecord};

/// Adds `count` readers to the store in `data`. Returns a function that issues their tokens for the server's URL.
pub fn seed(data: &Path, count: usize) -> impl FnOnce(&str) -> Vec<(Uid, String)> + use<> {
    seed_with(Config::default(), data, count)
}

/// As [`seed`], for the store of this configuration.
pub fn seed_with(config: Config, data: &Path, count: usize) -> impl FnOnce(&str) -> Vec<(Uid, String)> + use<> {
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build().expect("a runtime");
    paragraf::tls::install_provider();
    let app = App::open(config, data.to_owned(), Clock::System).expect("the store opens");
    runtime.block_on(paragraf::ops::accounts::keys::load(&app)).expect("the keys");
    let now = app.clock.now();
    let seeded: Vec<(AccountRecord, SessionRecord)> = (0..count).map(|number| reader(number, now)).collect();
    let sessions: Vec<SessionRecord> = seeded.iter().map(|(_, session)| session.clone()).collect();
    let write = move |tx: &paragraf::store::WriteTx| {
        for (account, session) in &seeded {
            accounts::put(tx, None, account)?;
            sessions::put(tx, session)?;
        }
        Ok(())
    };
    app.store.write_blocking(write).expect("the readers are stored");
    let App { keyring, .. } = app;
    move |issuer: &str| {
        let token = |session: &SessionRecord| keyring.sign(&claims(session, issuer)).expect("a token");
        sessions.iter().map(|session| (session.uid.clone(), token(session))).collect()
    }
}

fn reader(number: usize, now: jiff::Timestamp) -> (AccountRecord, SessionRecord) {
    let uid = Uid::parse(&format!("reader{number:022}")).expect("a uid");
    let account = AccountRecord {
        guest_until: None,
        tenant: Default::default(),
        custom_claims: Default::default(),
        uid: uid.clone(),
        email: Some(Email::parse(&format!("reader{number}@example.ro")).expect("an address")),
        email_verified: true,
        email_link: false,
        phone: None,
        initial_email: None,
        email_changed_at: None,
        display_name: format!("Reader {number}"),
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
        passkeys: vec![],
        passkey_handle: None,
        second_factors: Default::default(),
        in_app_from: Importance::TRIVIAL,
        mail: MailPreferences::of_account(),
    };
    let session = SessionRecord {
        id: uuid_at(now),
        uid,
        token_hash: "0".repeat(64),
        previous_hash: None,
        rotated_at: now,
        persistence: Persistence::Local,
        provider: SignInMethod::Password,
        claims: Default::default(),
        device: "bench".into(),
        second_factor: None,
        created_at: now,
        auth_time: now,
        last_used_at: now,
        expires_at: now + jiff::SignedDuration::from_hours(24),
    };
    (account, session)
}

fn claims(session: &SessionRecord, issuer: &str) -> Claims {
    let now = session.created_at.as_second();
    Claims {
        iss: issuer.into(),
        aud: AUDIENCE.into(),
        sub: session.uid.clone(),
        sid: session.id,
        iat: now,
        exp: now + 24 * 3600,
        auth_time: now,
        email: Some("reader@example.ro".into()),
        email_verified: true,
        phone_number: None,
        sign_in_second_factor: None,
        name: "Reader".into(),
        sign_in_provider: SignInMethod::Password,
        tenant: Default::default(),
        custom: Default::default(),
        role: Role::Reader,
    }
}
