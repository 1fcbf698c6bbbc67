//! Tenants: pools of accounts with their own methods, how readers choose one, and the walls between them (behaviours
//! S08 to S10).

use paragraf::config::{EmailMethod, TenantChoice, TenantConfig};
use paragraf::domain::TenantId;
use paragraf::domain::email::Email;
use paragraf::identity::claims::Claims;
use paragraf::store::accounts::{self, AccountRecord};
use paragraf::web::routes::{self, Access, Route};
use reqwest::header::HeaderValue;

use super::providers::{begin, person, result, return_to};
use super::*;
use crate::support::provider::{PROVIDER, TestProvider, sign_in_at};

/// Calls for everyone that carry neither an account nor a tenant.
const WITHOUT_TENANT: &[&str] = &["/auth/v1/jwks.json", "/auth/v1/idp/return.js", "/auth/v1/idp/{provider}/metadata"];

pub fn tenant(id: &str) -> TenantConfig {
    TenantConfig {
        id: id.into(),
        name: id.to_uppercase(),
        sign_in_methods: vec![EmailMethod::Password, EmailMethod::EmailLink],
        ..TenantConfig::default()
    }
}

/// The tenants `a` and `b`, and `off`, which is disabled.
pub fn with_tenants(config: &mut Config) {
    with_links(config);
    let off = TenantConfig { disabled: true, ..tenant("off") };
    config.accounts.tenant = vec![tenant("a"), tenant("b"), off];
}

pub fn in_tenant<'a>(test: &'a TestApp, tenant: &'static str) -> Browser<'a> {
    let browser = Browser::new(test);
    browser.tenant.set(Some(tenant));
    browser
}

fn claims(test: &TestApp, browser: &Browser<'_>) -> Claims {
    let token = browser.token.borrow().clone().expect("a token");
    (*test.app.keyring.verify(&token, &test.base, test.app.clock.now()).expect("a valid token")).clone()
}

pub const MISMATCH: (u16, &str) = (403, "tenant_id_mismatch");

#[tokio::test]
async fn s08_s09_the_server_sends_the_tenants_to_choose_from_in_their_order() {
    for (choice, with_default, wanted) in [
        (TenantChoice::None, true, json!([])),
        (TenantChoice::OptionFirst, true, json!([["", []], ["a", ["a.ro", "alt.ro"]], ["b", []]])),
        (TenantChoice::OptionFirst, false, json!([["a", ["a.ro", "alt.ro"]], ["b", []]])),
        // By address, the default tenant takes those that no other one has.
        (TenantChoice::IdentifierFirst, true, json!([["a", ["a.ro", "alt.ro"]], ["b", []], ["", []]])),
    ] {
        let test = start(|config| {
            with_tenants(config);
            config.accounts.tenant_choice = choice;
            config.accounts.default_tenant_listed = with_default;
            config.accounts.tenant[0].email_domains = vec!["a.ro".into(), "alt.ro".into()];
            (config.accounts.tenant[0].label, config.accounts.tenant[0].icon) = ("Firma A".into(), "/a.svg".into());
            config.accounts.tenant.push(TenantConfig { listed: false, ..tenant("hidden") });
        })
        .await;
        let sent = Browser::new(&test).get("config").await.body;
        let tenants = sent["tenants"].as_array().expect("a list");
        let listed: Vec<_> =
            tenants.iter().map(|tenant| json!([tenant["tenant_id"], tenant["email_domains"]])).collect();
        assert_eq!(json!(listed), wanted, "{choice:?}, {with_default}");
        if let Some(a) = tenants.iter().find(|tenant| tenant["tenant_id"] == "a") {
            let looks = ["display_name", "full_label", "icon_url", "button_color"].map(|name| a[name].clone());
            assert_eq!(looks, [json!("A"), json!("Firma A"), json!("/a.svg"), Value::Null]);
        }
        // Those that are not listed have their page all the same, and disabled ones have none.
        assert_eq!(in_tenant(&test, "hidden").get("config").await.body["tenant_id"], "hidden");
        assert_eq!(in_tenant(&test, "off").get("config").await.refusal(), (403, "project_disabled"));
        test.stop().await;
    }
}

#[tokio::test]
async fn s10_every_call_with_a_token_of_another_tenant_is_refused() {
    let test = start(with_tenants).await;
    let browser = in_tenant(&test, "a");
    assert_eq!(browser.sign_up("ana@x.ro").await.status, 200);
    let (token, uid) = (browser.token.borrow().clone().expect("a token"), claims(&test, &browser).sub);
    let needs_tenant = |route: &Route| match route.access {
        Access::Account | Access::Editor | Access::Operator => true,
        Access::Everyone => route.path.starts_with("/auth/v1/") && !WITHOUT_TENANT.contains(&route.path),
        // By the refresh token, see `s10_a_session_is_refreshed_only_in_its_tenant`.
        Access::OwnPage | Access::Secret => false,
    };
    let mut let_in = Vec::new();
    let calls: Vec<_> = routes::table().into_iter().filter(needs_tenant).collect();
    for route in &calls {
        let path = route.path.replace("{uid}", uid.as_str()).replace(['{', '}'], "");
        for requested in ["b", "", "none-such"] {
            let request = test.client.request(route.method.clone(), format!("{}{path}", test.base)).bearer_auth(&token);
            let response = request.header("x-tenant-id", requested).send().await.expect("an answer");
            let status = response.status().as_u16();
            let body: Value = response.json().await.unwrap_or_default();
            if (status, body["code"].as_str().unwrap_or_default()) != MISMATCH {
                let_in.push(format!("{} {} in {requested:?}: {status} {body}", route.method, route.path));
            }
        }
    }
    assert!(let_in.is_empty() && calls.len() > 40, "{let_in:#?}");
    assert_eq!(browser.get("me").await.body["tenant_id"], "a");
    browser.tenant.set(None);
    assert_eq!(browser.get("me").await.status, 200, "the token names its tenant");
    test.stop().await;
}

#[tokio::test]
async fn s10_a_session_is_refreshed_only_in_its_tenant() {
    let test = start(with_tenants).await;
    let browser = in_tenant(&test, "a");
    browser.sign_up("ana@x.ro").await;
    for (tenant, refusal) in [("b", MISMATCH), ("", MISMATCH), ("none-such", MISMATCH)] {
        browser.tenant.set(Some(tenant));
        assert_eq!(browser.post("token", json!({})).await.refusal(), refusal, "{tenant}");
    }
    for tenant in [Some("a"), None] {
        browser.tenant.set(tenant);
        assert_eq!(browser.post("token", json!({})).await.status, 200, "{tenant:?}");
        assert_eq!(claims(&test, &browser).tenant.as_str(), "a");
    }
    test.stop().await;
}

#[tokio::test]
async fn s10_codes_work_only_in_their_tenant() {
    let test = start(with_tenants).await;
    let (own, other, default) = (in_tenant(&test, "a"), in_tenant(&test, "b"), Browser::new(&test));
    own.sign_up("ana@x.ro").await;
    let strangers = || [&other, &default].map(|browser| *browser.token.borrow_mut() = None);
    let verification = link(&test, MessageKind::VerifyEmail).await;
    assert_eq!(verification["tenantId"], "a");
    let input = json!({"code": verification["oobCode"]});
    for path in ["oob/check", "oob/apply"] {
        for browser in [&other, &default] {
            assert_eq!(browser.post(path, input.clone()).await.refusal(), MISMATCH, "{path}");
        }
        assert_eq!(own.post(path, input.clone()).await.status, 200, "{path}");
    }
    wait(&test, 60);
    own.send("password_reset", "ana@x.ro").await;
    let input = json!({"code": code(&test, MessageKind::PasswordReset).await, "new_password": "alt cal pe drum"});
    for browser in [&other, &default] {
        assert_eq!(browser.post("oob/reset-password", input.clone()).await.refusal(), MISMATCH);
    }
    assert_eq!(own.post("oob/reset-password", input).await.status, 200);
    wait(&test, 60);
    own.send("email_sign_in", "ana@x.ro").await;
    let sign_in = link(&test, MessageKind::EmailSignIn).await;
    let input = json!({"email": "ana@x.ro", "code": sign_in["oobCode"]});
    for browser in [&other, &default] {
        assert_eq!(browser.post("sign-in/email-link", input.clone()).await.refusal(), MISMATCH);
    }
    assert_eq!((own.post("sign-in/email-link", input).await.status, &sign_in["tenantId"][..]), (200, "a"));
    wait(&test, 60);
    let change = json!({"kind": "verify_and_change_email", "new_email": "eva@x.ro"});
    assert_eq!(own.post("oob/send", change).await.status, 200);
    let input = json!({"code": code(&test, MessageKind::VerifyAndChangeEmail).await});
    strangers();
    assert_eq!(other.post("oob/apply", input.clone()).await.refusal(), MISMATCH);
    assert_eq!(own.post("oob/apply", input).await.status, 200);
    assert_eq!(link(&test, MessageKind::RecoverEmail).await["tenantId"], "a");
    test.stop().await;
}

#[tokio::test]
async fn s10_visits_to_a_provider_end_in_the_tenant_where_they_began() {
    let configure = |config: &mut Config| {
        with_tenants(config);
        config.accounts.provider = vec![TestProvider::shared().settings(PROVIDER)];
        config.accounts.tenant[0].providers = vec![PROVIDER.into()];
    };
    let test = start(configure).await;
    let browser = in_tenant(&test, "a");
    let (url, transaction) = begin(&browser, json!({})).await;
    return_to(&browser, &sign_in_at(&url, person("s10", "ana@x.ro", true)).await).await;
    for tenant in [Some("b"), None] {
        browser.tenant.set(tenant);
        assert_eq!(result(&browser, &transaction).await.refusal(), MISMATCH, "{tenant:?}");
    }
    browser.tenant.set(Some("a"));
    let user = result(&browser, &transaction).await.body["session"]["user"].clone();
    assert_eq!(user["tenant_id"], "a");
    let redirected = in_tenant(&test, "a");
    let (url, _) = begin(&redirected, json!({"flow": "redirect"})).await;
    let back = sign_in_at(&url, person("s10", "ana@x.ro", true)).await;
    let (_, onward) = return_to(&redirected, &back).await;
    assert!(onward.expect("an address").ends_with("&tenantId=a"), "the page that reads the result is the tenant's");

    let default = Browser::new(&test);
    let (url, transaction) = begin(&default, json!({})).await;
    return_to(&default, &sign_in_at(&url, person("s10", "ana@x.ro", true)).await).await;
    let other = result(&default, &transaction).await.body["session"]["user"].clone();
    assert!(other["uid"] != user["uid"] && other["tenant_id"].is_null(), "an identity has an account in each tenant");
    let absent = in_tenant(&test, "b").post(&format!("idp/{PROVIDER}/start"), json!({})).await;
    assert_eq!(absent.refusal(), (404, "not_found"), "the tenant does not offer the provider");
    test.stop().await;
}

#[tokio::test]
async fn an_address_has_an_account_of_its_own_in_each_tenant() {
    let test = start(with_tenants).await;
    let mut uids = Vec::new();
    for (tenant, password) in [("", PASSWORD), ("a", "alt cal pe drum"), ("b", "un lup la stână")] {
        let browser = in_tenant(&test, tenant);
        assert_eq!(browser.post("methods", json!({"email": "ana@x.ro"})).await.body["methods"], json!([]));
        let input = json!({"email": "ana@x.ro", "password": password, "display_name": tenant.to_owned() + "na"});
        uids.push(browser.post("sign-up", input).await.body["user"]["uid"].clone());
        wait(&test, 60);
    }
    assert!(uids[0] != uids[1] && uids[1] != uids[2]);
    let (a, b) = (in_tenant(&test, "a"), in_tenant(&test, "b"));
    assert_eq!(b.sign_in("ana@x.ro", "alt cal pe drum").await.refusal(), (401, "wrong_password"));
    for _ in 0..4 {
        b.sign_in("ana@x.ro", "x").await;
    }
    assert_eq!(b.sign_in("ana@x.ro", "un lup la stână").await.status, 429);
    assert_eq!(a.sign_in("ana@x.ro", "alt cal pe drum").await.body["user"]["uid"], uids[1], "nobody else waits");
    assert_eq!(a.delete("me").await.status, 200);
    wait(&test, 3600);
    assert_eq!(Browser::new(&test).sign_in("ana@x.ro", PASSWORD).await.body["user"]["uid"], uids[0]);
    test.stop().await;
}

#[tokio::test]
async fn a_tenant_has_its_own_methods_and_rules() {
    let configure = |config: &mut Config| {
        config.accounts.tenant = vec![
            TenantConfig { sign_in_methods: vec![EmailMethod::EmailLink], sign_up: false, ..tenant("a") },
            TenantConfig { guests: true, sign_in_methods: vec![EmailMethod::Password], ..tenant("b") },
        ];
    };
    let test = start(configure).await;
    let (a, b) = (in_tenant(&test, "a"), in_tenant(&test, "b"));
    assert_eq!(a.sign_up("ana@x.ro").await.refusal(), (403, "operation_not_allowed"));
    assert_eq!(a.sign_in("ana@x.ro", PASSWORD).await.refusal(), (403, "operation_not_allowed"));
    assert_eq!(a.send("email_sign_in", "ana@x.ro").await.refusal(), (403, "admin_restricted_operation"));
    assert_eq!(b.send("email_sign_in", "ana@x.ro").await.refusal(), (403, "operation_not_allowed"));
    for browser in [&a, &Browser::new(&test)] {
        let refused = browser.post("sign-in/anonymous", json!({})).await;
        assert_eq!(refused.refusal(), (403, "admin_restricted_operation"));
    }
    assert_eq!(b.post("sign-in/anonymous", json!({})).await.status, 200);
    let guest = claims(&test, &b);
    let upgraded = b.sign_up("ana@x.ro").await.body["user"].clone();
    assert_eq!((upgraded["uid"].as_str(), &upgraded["tenant_id"]), (Some(guest.sub.as_str()), &json!("b")));
    let options = async |browser: &Browser<'_>| {
        let config = browser.get("config").await.body;
        let options = config["sign_in_options"].as_array().expect("options").clone();
        let names = options.iter().map(|option| option["provider"].as_str().expect("text").to_owned());
        (config["tenant_id"].clone(), config["sign_up"].clone(), names.collect::<Vec<_>>())
    };
    *b.token.borrow_mut() = None;
    assert_eq!(options(&a).await, (json!("a"), json!(false), vec!["password".to_owned()]));
    assert_eq!(options(&b).await.2, ["password", "anonymous"]);
    assert_eq!(options(&Browser::new(&test)).await, (Value::Null, json!(true), vec!["password".to_owned()]));
    test.stop().await;
}

#[tokio::test]
async fn nobody_uses_a_tenant_that_is_disabled_or_not_configured() {
    let test = start(with_tenants).await;
    let disabled = (403, "project_disabled");
    for (tenant, refusal) in
        [("off", disabled), ("none-such", (400, "invalid_tenant_id")), ("A B", (400, "invalid_tenant_id"))]
    {
        let browser = in_tenant(&test, tenant);
        assert_eq!(browser.sign_up("ana@x.ro").await.refusal(), refusal, "{tenant}");
        assert_eq!(browser.get("config").await.refusal(), refusal, "{tenant}");
    }
    // The operator disables the tenant of an account.
    let browser = in_tenant(&test, "a");
    browser.sign_up("ana@x.ro").await;
    browser.tenant.set(None);
    let moved = Claims { tenant: TenantId::parse("off").expect("an ID"), ..claims(&test, &browser) };
    let uid = moved.sub.clone();
    let write = test.app.store.write(move |tx| {
        let before = accounts::get(tx, &uid)?.expect("an account");
        let off = AccountRecord { tenant: TenantId::parse("off").expect("an ID"), ..before.clone() };
        paragraf::store::action_codes::remove_all(tx, &before)?;
        Ok(accounts::put(tx, Some(&before), &off)?)
    });
    write.await.expect("moved");
    assert_eq!(browser.get("me").await.refusal(), MISMATCH, "a token of another tenant than the account's");
    assert_eq!(browser.post("token", json!({})).await.refusal(), disabled);
    *browser.token.borrow_mut() = Some(test.app.keyring.sign(&moved).expect("a token"));
    for path in ["me", "sessions"] {
        assert_eq!(browser.get(path).await.refusal(), disabled, "{path}");
    }
    assert!(browser.cookie("__Host-rt").is_some(), "the session lasts until the tenant is enabled again");
    test.stop().await;
}

#[tokio::test]
async fn mails_and_marks_of_an_account_in_a_tenant_work_as_for_others() {
    let test = start(with_tenants).await;
    let browser = in_tenant(&test, "a");
    let uid = browser.sign_up("ana@x.ro").await.body["user"]["uid"].clone();
    let subscription = format!("/subscriptions/{}", test.mail_token("ana@x.ro"));
    assert_eq!(test.json(&subscription).await.0, 404, "nobody has proven the address");
    let input = json!({"code": code(&test, MessageKind::VerifyEmail).await});
    assert_eq!(browser.post("oob/apply", input).await.status, 200);
    assert_eq!(test.json(&subscription).await.1["has_account"], json!(true));
    let found = test.app.store.read(|tx| Ok(accounts::at(tx, &Email::parse("ANA@x.ro").expect("an address"))?));
    let found = found.await.expect("the store");
    assert_eq!((found.len(), json!(found[0].uid)), (1, uid.clone()));
    let followed = test.client.post(format!("{}/users/follow-topic", test.base));
    let token = HeaderValue::try_from(format!("Bearer {}", browser.token.borrow().as_deref().expect("a token")));
    let followed = followed.header("authorization", token.expect("a header"));
    let followed = followed.json(&json!({"userId": uid, "topicId": "munca", "followed": true})).send().await;
    assert_eq!(followed.expect("an answer").status(), 200);
    test.stop().await;
}
