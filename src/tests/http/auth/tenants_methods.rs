//! Guests, second factors, passkeys and telephone numbers in tenants (behaviour S10).

use paragraf::config::{SecondFactorPolicy, TenantConfig};
use url::Url;

use super::passkeys::{SITE, begin, enroll, finish as finish_passkey, sign_in as sign_in_by_passkey, start_site};
use super::phone::{ANA as ANA_PHONE, start_with_phone};
use super::second_factors::{finish, pending, put_factor};
use super::tenants::{MISMATCH, in_tenant, tenant, with_tenants};
use super::*;
use crate::support::authenticator::Authenticator;

#[tokio::test]
async fn guests_stay_in_their_tenant() {
    let configure = |config: &mut Config| {
        with_tenants(config);
        config.accounts.guests = true;
        config.accounts.tenant[0].guests = true;
    };
    let test = start(configure).await;
    let (guest, reader) = (in_tenant(&test, "a"), Browser::new(&test));
    guest.post("sign-in/anonymous", json!({})).await;
    let token = guest.token.borrow().clone().expect("a token");
    guest.tenant.set(Some("b"));
    assert_eq!(guest.sign_up("ana@x.ro").await.refusal(), MISMATCH);
    reader.sign_up("eva@x.ro").await;
    assert_eq!(reader.post("merge-guest", json!({"guest_token": token})).await.refusal(), MISMATCH);
    test.stop().await;
}

#[tokio::test]
async fn s10_a_pending_sign_in_is_completed_only_in_its_tenant() {
    let test = start(with_tenants).await;
    let browser = in_tenant(&test, "a");
    let uid = browser.sign_up("ana@x.ro").await.body["user"]["uid"].clone();
    let (app, recovery) = put_factor(&test, uid.as_str().expect("a uid")).await;
    *browser.token.borrow_mut() = None;
    let credential = pending(&browser.sign_in("ana@x.ro", PASSWORD).await);
    let by_recovery = json!({"pending_credential": credential, "recovery_code": recovery});
    for tenant in [Some("b"), None] {
        browser.tenant.set(tenant);
        assert_eq!(finish(&browser, &credential, &app, &app.code(&test)).await.refusal(), MISMATCH, "{tenant:?}");
        let refused = browser.post("mfa/sign-in/finalize", by_recovery.clone()).await;
        assert_eq!(refused.refusal(), MISMATCH, "{tenant:?}");
    }
    browser.tenant.set(Some("a"));
    let signed_in = finish(&browser, &credential, &app, &app.code(&test)).await;
    assert_eq!((signed_in.status, &signed_in.body["user"]["tenant_id"]), (200, &json!("a")));
    test.stop().await;
}

#[tokio::test]
async fn s10_passkeys_and_their_ceremonies_stay_in_their_tenant() {
    let test = start_site(with_tenants).await;
    let (own, other, default) = (in_tenant(&test, "a"), in_tenant(&test, "b"), Browser::new(&test));
    own.sign_up("ana@x.ro").await;
    let mut authenticator = Authenticator::at(SITE);
    let made = enroll(&own, &mut authenticator, "Laptop").await;
    assert_eq!(made.status, 200, "{}", made.body);
    for browser in [&other, &default] {
        let refused = sign_in_by_passkey(browser, &mut authenticator).await;
        assert_eq!(refused.refusal(), MISMATCH, "the browser must not forget it");
    }
    let moving = Browser::new(&test);
    let (transaction, options) = begin(&moving, "passkeys/sign-in/start").await;
    moving.tenant.set(Some("a"));
    let credential = authenticator.get(&options);
    assert_eq!(finish_passkey(&moving, &transaction, &credential).await.refusal(), MISMATCH);
    assert_eq!(sign_in_by_passkey(&moving, &mut authenticator).await.body["user"]["tenant_id"], "a");
    test.stop().await;
}

#[tokio::test]
async fn s10_telephone_numbers_are_not_offered_in_a_tenant() {
    let test = start_with_phone(|config| config.accounts.tenant = vec![tenant("a")]).await;
    let browser = Browser::new(&test);
    let (session_info, code) = phone::code_for(&browser, ANA_PHONE).await;
    browser.tenant.set(Some("a"));
    let unsupported = (403, "unsupported_tenant_operation");
    let request = json!({"phone": ANA_PHONE, "captcha": "x"});
    for (path, body) in [("captcha", json!({})), ("phone/send", request)] {
        assert_eq!(browser.post(path, body).await.refusal(), unsupported, "{path}");
    }
    assert_eq!(phone::sign_in(&browser, &session_info, &code).await.refusal(), unsupported);
    browser.sign_up("ana@x.ro").await;
    let proof = json!({"session_info": session_info, "code": code});
    assert_eq!(browser.post("phone/link", proof).await.refusal(), unsupported);
    test.stop().await;
}

#[tokio::test]
async fn a_tenant_sets_its_own_second_factors_and_passkeys() {
    let configure = |config: &mut Config| {
        config.accounts.second_factor = Some(SecondFactorPolicy::Off);
        let second_factor = Some(SecondFactorPolicy::Mandatory);
        config.accounts.tenant = vec![TenantConfig { second_factor, passkeys: false, ..tenant("a") }, tenant("b")];
    };
    let test = start_site(configure).await;
    for (id, policy, has_passkeys) in [(Some("a"), "mandatory", false), (Some("b"), "off", true), (None, "off", true)] {
        let browser = Browser::new(&test);
        browser.tenant.set(id);
        let config = browser.get("config").await.body;
        let options = config["sign_in_options"].as_array().expect("options").clone();
        assert_eq!(config["second_factor"], policy, "{id:?}");
        assert_eq!(options.iter().any(|option| option["provider"] == "passkey"), has_passkeys, "{id:?}");
        let passkeys = browser.post("passkeys/sign-in/start", json!({})).await.status;
        assert_eq!(passkeys, if has_passkeys { 200 } else { 403 }, "{id:?}");
        let is_required = browser.sign_up("ana@x.ro").await.body["enrolment_required"] == true;
        assert_eq!(is_required, policy == "mandatory", "{id:?}");
        let likes = browser.get("sessions").await.status;
        assert_eq!(likes, if is_required { 403 } else { 200 }, "{id:?}");
    }
    test.stop().await;
}

#[tokio::test]
async fn s10_every_link_of_a_tenant_leads_to_the_site_and_names_the_tenant() {
    // The listener has another address: links begin with the configured one.
    let test = start_site(with_tenants).await;
    let browser = in_tenant(&test, "a");
    let after = async |kind: MessageKind| {
        wait(&test, 60);
        let mail = mails(&test, kind).await.pop().expect("a mail");
        let link = Url::parse(&mail.content.link.expect("a link")).expect("an address");
        let value = |wanted: &str| link.query_pairs().find(|(name, _)| name == wanted).map(|(_, value)| value.into());
        let place = format!("{}{}", link.origin().ascii_serialization(), link.path());
        assert_eq!((place, value("tenantId")), (format!("{SITE}/auth"), Some("a".to_owned())), "{link}");
        value("oobCode").expect("a code")
    };
    browser.sign_up("ana@x.ro").await;
    let verification = after(MessageKind::VerifyEmail).await;
    assert_eq!(browser.post("oob/apply", json!({"code": verification})).await.status, 200);
    for (kind, mailed) in [("password_reset", MessageKind::PasswordReset), ("email_sign_in", MessageKind::EmailSignIn)]
    {
        assert_eq!(browser.send(kind, "ana@x.ro").await.status, 200, "{kind}");
        after(mailed).await;
    }
    factor_enrolment::add(&browser).await;
    after(MessageKind::SecondFactorAdded).await;
    let change = json!({"kind": "verify_and_change_email", "new_email": "eva@x.ro"});
    assert_eq!(browser.post("oob/send", change).await.status, 200);
    let code = after(MessageKind::VerifyAndChangeEmail).await;
    assert_eq!(browser.post("oob/apply", json!({"code": code})).await.status, 200);
    after(MessageKind::RecoverEmail).await;
    test.stop().await;
}
