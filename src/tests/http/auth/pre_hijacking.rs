//! Preparing an account for its victim. The classes are those of "Pre-hijacked accounts" (Sudhodanan and Paverd, 2022);
//! each is tried with every method by which the victim can arrive.

use paragraf::config::{ProviderConfig, ProviderKind};

use super::oauth2::{begin, sign_in};
use super::providers::{result, return_to};
use super::*;
use crate::support::stand_in_oauth2::StandInOAuth2;

const VICTIM: &str = "ana@x.ro";
const NEW_PASSWORD: &str = "trei capre și un ied";
/// Vouches for addresses.
const HONEST: &str = "oidc.honest";
/// Vouches for none.
const CARELESS: &str = "oauth2.careless";

/// The attacker's preparation before the victim arrives.
#[derive(Debug, Clone, Copy)]
enum Trap {
    /// Signs up with the victim's address.
    ClassicFederatedMerge,
    /// The same, and keeps the session open.
    UnexpiredSession,
    /// The same, and connects an identity of their own.
    TrojanIdentifier,
    /// The same, and asks for a change to an address of their own.
    UnexpiredEmailChange,
    /// Signs in at a provider that verifies no address.
    NonVerifyingProvider,
    /// Uses the site as a guest, who then signs up with the victim's address.
    UpgradedGuest,
}

/// How the victim arrives.
#[derive(Debug, Clone, Copy)]
enum Arrival {
    Provider,
    EmailLink,
    PasswordReset,
}

const TRAPS: [Trap; 6] = [
    Trap::ClassicFederatedMerge,
    Trap::UnexpiredSession,
    Trap::TrojanIdentifier,
    Trap::UnexpiredEmailChange,
    Trap::NonVerifyingProvider,
    Trap::UpgradedGuest,
];
const ARRIVALS: [Arrival; 3] = [Arrival::Provider, Arrival::EmailLink, Arrival::PasswordReset];

fn identity(subject: &str, email: &str) -> Value {
    json!({"sub": subject, "id": subject, "email": email, "email_verified": true})
}

async fn prepare(attacker: &Browser<'_>, at: &StandInOAuth2, trap: Trap) {
    match trap {
        Trap::NonVerifyingProvider => {
            let entered = sign_in(attacker, at, CARELESS, identity("attacker", VICTIM), Value::Null).await;
            assert_eq!(entered.body["session"]["user"]["email_verified"], json!(false), "{}", entered.body);
            return;
        }
        Trap::UpgradedGuest => assert_eq!(attacker.post("sign-in/anonymous", json!({})).await.status, 200),
        _ => {}
    }
    assert_eq!(attacker.sign_up(VICTIM).await.status, 200);
    match trap {
        Trap::TrojanIdentifier => {
            let (url, transaction) = begin(attacker, HONEST, json!({"purpose": "link"})).await;
            return_to(attacker, &at.sign_in_at(&url, identity("attacker", "hot@x.ro"), Value::Null)).await;
            assert_eq!(attacker.post("link", json!({"transaction": transaction})).await.status, 200);
        }
        Trap::UnexpiredEmailChange => {
            wait(attacker.test, 60);
            let change = json!({"kind": "verify_and_change_email", "new_email": "hot@x.ro"});
            assert_eq!(attacker.post("oob/send", change).await.status, 200);
        }
        _ => {}
    }
}

async fn arrive(victim: &Browser<'_>, at: &StandInOAuth2, arrival: Arrival) {
    wait(victim.test, 60);
    let entered = match arrival {
        Arrival::Provider => sign_in(victim, at, HONEST, identity("victim", VICTIM), Value::Null).await,
        Arrival::EmailLink => {
            victim.send("email_sign_in", VICTIM).await;
            let code = code(victim.test, MessageKind::EmailSignIn).await;
            victim.post("sign-in/email-link", json!({"email": VICTIM, "code": code})).await
        }
        Arrival::PasswordReset => {
            victim.send("password_reset", VICTIM).await;
            let code = code(victim.test, MessageKind::PasswordReset).await;
            let reset = json!({"code": code, "new_password": NEW_PASSWORD});
            assert_eq!(victim.post("oob/reset-password", reset).await.status, 200);
            victim.sign_in(VICTIM, NEW_PASSWORD).await
        }
    };
    assert_eq!(entered.status, 200, "{arrival:?}: {}", entered.body);
    assert_eq!(victim.get("me").await.body["email"], VICTIM, "{arrival:?}");
}

/// Everything by which the attacker may still get in.
async fn ways_in(
    attacker: &Browser<'_>,
    at: &StandInOAuth2,
    victim: &Value,
    change: Option<String>,
) -> Vec<&'static str> {
    let mut open = Vec::new();
    if attacker.get("me").await.status == 200 {
        open.push("the access token");
    }
    if attacker.post("token", json!({})).await.status == 200 {
        open.push("the refresh token");
    }
    if let Some(code) = change
        && Browser::new(attacker.test).post("oob/apply", json!({"code": code})).await.status == 200
    {
        open.push("the change of address");
    }
    let fresh = Browser::new(attacker.test);
    if fresh.sign_in(VICTIM, PASSWORD).await.status == 200 {
        open.push("the password");
    }
    for (id, email) in [(HONEST, "hot@x.ro"), (CARELESS, VICTIM)] {
        let fresh = Browser::new(attacker.test);
        let entered = sign_in(&fresh, at, id, identity("attacker", email), Value::Null).await;
        if entered.body["session"]["user"]["uid"] == *victim {
            open.push("the identity");
        }
    }
    open
}

#[tokio::test]
async fn f12_no_trap_for_an_address_survives_the_arrival_of_its_owner() {
    let at = StandInOAuth2::start().await;
    for trap in TRAPS {
        for arrival in ARRIVALS {
            let configure = |config: &mut Config| {
                with_links(config);
                config.accounts.guests = true;
                let careless = at.settings(ProviderKind::Oauth2, CARELESS);
                // Even if the operator trusts it: it never marks an address as verified.
                let careless = ProviderConfig { trusted_domains: Some(vec!["*".into()]), ..careless };
                config.accounts.provider = vec![at.issuer_settings(ProviderKind::Oidc, HONEST), careless];
            };
            let test = start(configure).await;
            let (attacker, victim) = (Browser::new(&test), Browser::new(&test));
            prepare(&attacker, &at, trap).await;
            let changes = mails(&test, MessageKind::VerifyAndChangeEmail).await.len();
            let change = if changes == 0 { None } else { Some(code(&test, MessageKind::VerifyAndChangeEmail).await) };
            arrive(&victim, &at, arrival).await;
            let uid = victim.get("me").await.body["uid"].clone();
            let open = ways_in(&attacker, &at, &uid, change).await;
            assert_eq!(open, [""; 0], "{trap:?}, the owner arrives by {arrival:?}");
            assert_eq!(victim.get("me").await.body["email"], VICTIM, "{trap:?}, {arrival:?}");
            test.stop().await;
        }
    }
}

#[tokio::test]
async fn f12_a_provider_that_does_not_vouch_for_an_address_enters_no_account() {
    let at = StandInOAuth2::start().await;
    let kinds = [
        (ProviderKind::Github, "github.com", json!({"id": 7, "login": "hot"})),
        (ProviderKind::Facebook, "facebook.com", json!({"id": "7", "name": "Hot", "email": VICTIM})),
        (ProviderKind::Oauth2, "oauth2.firma", json!({"id": "7", "email": VICTIM, "verified": true})),
    ];
    let settings = kinds.iter().map(|(kind, id, _)| {
        let all = Some(vec!["*".into()]);
        ProviderConfig { trusted_domains: all, ..at.settings(*kind, id) }
    });
    let providers: Vec<_> = settings.collect();
    let test = start(|config| config.accounts.provider = providers).await;
    let owner = Browser::signed_up(&test, VICTIM).await;
    for proven in [false, true] {
        if proven {
            let code = code(&test, MessageKind::VerifyEmail).await;
            assert_eq!(owner.post("oob/apply", json!({"code": code})).await.status, 200);
        }
        for (_, id, profile) in &kinds {
            let browser = Browser::new(&test);
            let unverified = json!([{"email": VICTIM, "primary": true, "verified": false}]);
            let asked = sign_in(&browser, &at, id, profile.clone(), unverified).await;
            assert_eq!(asked.body["linking"], json!({"email": VICTIM, "methods": ["password"]}), "{id}, {proven}");
            assert_eq!((&asked.body["session"], browser.cookie("__Host-rt")), (&Value::Null, None), "{id}, {proven}");
            assert_eq!(result(&browser, "x").await.refusal(), (400, "invalid_idp_response"));
        }
    }
    assert_eq!(owner.sign_in(VICTIM, PASSWORD).await.status, 200, "nothing of the owner was lost");
    test.stop().await;
}
