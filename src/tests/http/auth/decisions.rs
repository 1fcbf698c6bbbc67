//! Decision table for sign-ins through a provider: behaviour F18.

use paragraf::config::{ProviderConfig, ProviderKind};

use super::oauth2::{begin, sign_in};
use super::providers::{actions, return_to};
use super::*;
use crate::support::stand_in_oauth2::StandInOAuth2;

/// The account's owner must agree before this provider's identity is linked, even if it verifies the address.
const PLAIN: &str = "oidc.plain";
/// Trusted for all domains.
const TRUSTED: &str = "oidc.trusted";

/// State of the account with the address before the visit.
#[derive(Debug, Clone, Copy, PartialEq)]
enum Account {
    Missing,
    /// With a password, and the address was never proven.
    Unproven,
    /// With a password, and the owner proved the address.
    Proven,
    /// With this identity, after the user's address changed at the provider.
    WithIdentity,
    Disabled,
}

/// The visit.
#[derive(Debug, Clone, Copy, PartialEq)]
enum Visit {
    SignIn,
    /// By a guest.
    Upgrade,
    /// By another signed-in account.
    Link,
}

/// Where it leads.
#[derive(Debug, Clone, Copy, PartialEq)]
enum Outcome {
    /// A new account.
    Created,
    /// The guest is the account now.
    Upgraded,
    /// Into the account, which keeps its password.
    Entered,
    /// Into the account, whose password and sessions end.
    TakenOver,
    /// The owner of the account is asked.
    Asked,
    /// The signed-in account has the identity.
    Linked,
    Refused(u16, &'static str),
}

struct Row {
    name: &'static str,
    account: Account,
    provider: &'static str,
    is_verified: bool,
    visit: Visit,
    outcome: Outcome,
}

const fn row(
    name: &'static str,
    account: Account,
    provider: &'static str,
    is_verified: bool,
    visit: Visit,
    outcome: Outcome,
) -> Row {
    Row { name, account, provider, is_verified, visit, outcome }
}

use Account::{Disabled, Missing, Proven, Unproven, WithIdentity};
use Outcome::{Asked, Created, Entered, Linked, Refused, TakenOver, Upgraded};
use Visit::{Link, SignIn, Upgrade};

const ROWS: [Row; 19] = [
    row("a known identity signs in", WithIdentity, PLAIN, true, SignIn, Entered),
    row("a known identity signs in, whatever its address", WithIdentity, PLAIN, false, SignIn, Entered),
    row("a new identity without an account, verified", Missing, PLAIN, true, SignIn, Created),
    row("a new identity without an account, unverified", Missing, PLAIN, false, SignIn, Created),
    row("a verified address of an unproven account", Unproven, PLAIN, true, SignIn, TakenOver),
    row("a verified, trusted address of an unproven account", Unproven, TRUSTED, true, SignIn, TakenOver),
    row("a verified address of a proven account", Proven, PLAIN, true, SignIn, Asked),
    row("a verified, trusted address of a proven account", Proven, TRUSTED, true, SignIn, Entered),
    row("an unverified address of an unproven account", Unproven, PLAIN, false, SignIn, Asked),
    row("an unverified address of a proven account", Proven, PLAIN, false, SignIn, Asked),
    row("an unverified address at a trusted provider", Proven, TRUSTED, false, SignIn, Asked),
    row("the identity of a disabled account", Disabled, PLAIN, true, SignIn, Refused(403, "user_disabled")),
    row("a guest with a new identity", Missing, PLAIN, true, Upgrade, Upgraded),
    row("a guest with a known identity", WithIdentity, PLAIN, true, Upgrade, Refused(409, "merge_conflict")),
    row(
        "a guest with the trusted address of an account",
        Proven,
        TRUSTED,
        true,
        Upgrade,
        Refused(409, "merge_conflict"),
    ),
    row("a free identity is linked", Missing, PLAIN, true, Link, Linked),
    row("a free identity without a verified address is linked", Missing, PLAIN, false, Link, Linked),
    row("an identity of another account", WithIdentity, PLAIN, true, Link, Refused(409, "credential_already_in_use")),
    row("an address of another account", Proven, PLAIN, true, Link, Refused(409, "email_already_in_use")),
];

/// A row that is played: the address and the identity are its own.
struct Play<'a> {
    at: &'a StandInOAuth2,
    row: &'a Row,
    email: String,
    subject: String,
    /// The browser of the account's owner.
    owner: Browser<'a>,
}

impl Play<'_> {
    fn profile(&self, email: &str) -> Value {
        json!({"sub": self.subject, "email": email, "email_verified": self.row.is_verified, "name": "Ana"})
    }

    /// Prepares the account; returns its uid.
    async fn prepare(&self) -> Value {
        let (row, test) = (self.row, self.owner.test);
        match row.account {
            Missing => return Value::Null,
            Unproven | Proven => assert_eq!(self.owner.sign_up(&self.email).await.status, 200, "{}", row.name),
            WithIdentity | Disabled => {
                let before = self.profile(&format!("before-{}", self.email));
                let entered = sign_in(&self.owner, self.at, row.provider, before, Value::Null).await;
                assert_eq!(entered.body["session"]["is_new_user"], json!(true), "{}: {}", row.name, entered.body);
            }
        }
        let uid = self.owner.get("me").await.body["uid"].clone();
        if row.account == Proven {
            let code = code(test, MessageKind::VerifyEmail).await;
            assert_eq!(self.owner.post("oob/apply", json!({"code": code})).await.status, 200, "{}", row.name);
        }
        if row.account == Disabled {
            let name = uid.as_str().expect("a uid").parse().expect("a name");
            let actor = paragraf::ops::Actor::Operator { uid: 0 };
            paragraf::ops::accounts::admin::set_disabled(&test.app, &actor, name, true).await.expect("disabled");
        }
        uid
    }

    async fn visit(&self, browser: &Browser<'_>) -> Answer {
        if self.row.visit != Link {
            return sign_in(browser, self.at, self.row.provider, self.profile(&self.email), Value::Null).await;
        }
        let (url, transaction) = begin(browser, self.row.provider, json!({"purpose": "link"})).await;
        return_to(browser, &self.at.sign_in_at(&url, self.profile(&self.email), Value::Null)).await;
        browser.post("link", json!({"transaction": transaction})).await
    }

    /// The outcome, from the answer and the account.
    async fn outcome(&self, answer: &Answer, uid: &Value, own: &Value) -> Outcome {
        let (session, user) = (&answer.body["session"], &answer.body["session"]["user"]);
        let had_password = matches!(self.row.account, Unproven | Proven);
        let keeps_password = had_password && self.owner.sign_in(&self.email, PASSWORD).await.status == 200;
        match answer.status {
            200 if self.row.visit == Link && answer.body["user"]["uid"] == *own => Linked,
            200 if answer.body["linking"]["email"] == json!(self.email) && session.is_null() => Asked,
            200 if self.row.visit == Upgrade && user["uid"] == *own => Upgraded,
            200 if session["is_new_user"] == json!(true) && user["uid"] != *uid => Created,
            200 if user["uid"] == *uid && (keeps_password || self.row.account == WithIdentity) => Entered,
            200 if user["uid"] == *uid => TakenOver,
            200 => Refused(200, "nothing that the table knows"),
            status => match self.row.outcome {
                Refused(_, code) if answer.refusal() == (status, code) => Refused(status, code),
                _ => Refused(status, "another code"),
            },
        }
    }
}

#[tokio::test]
async fn f18_each_row_of_the_decision_table_leads_where_it_says() {
    let at = StandInOAuth2::start().await;
    let trusted =
        ProviderConfig { trusted_domains: Some(vec!["*".into()]), ..at.issuer_settings(ProviderKind::Oidc, TRUSTED) };
    let providers = vec![at.issuer_settings(ProviderKind::Oidc, PLAIN), trusted];
    let test = start(|config| {
        config.accounts.guests = true;
        config.accounts.guests_per_hour = 1000;
        config.accounts.provider = providers;
    })
    .await;
    let mut wrong = Vec::new();
    for (place, row) in ROWS.iter().enumerate() {
        let (email, subject) = (format!("row{place}@x.ro"), format!("row{place}"));
        let play = Play { at: &at, row, email, subject, owner: Browser::new(&test) };
        let uid = play.prepare().await;
        let browser = Browser::new(&test);
        match row.visit {
            SignIn => {}
            Upgrade => assert_eq!(browser.post("sign-in/anonymous", json!({})).await.status, 200),
            Link => assert_eq!(browser.sign_up(&format!("own{place}@x.ro")).await.status, 200),
        }
        let own = if row.visit == SignIn { Value::Null } else { browser.get("me").await.body["uid"].clone() };
        let answer = play.visit(&browser).await;
        let outcome = play.outcome(&answer, &uid, &own).await;
        if outcome != row.outcome {
            wrong.push(format!("{}: {outcome:?}, not {:?}: {}", row.name, row.outcome, answer.body));
        }
        // The limits on attempts are not the subject; the provider's tokens last five minutes.
        wait(&test, 5);
    }
    assert!(wrong.is_empty(), "{wrong:#?}");
    let taken_over =
        actions(&test).await.iter().filter(|action| *action == "accounts.drop_planted_credentials").count();
    assert_eq!(taken_over, 2);
    test.stop().await;
}
