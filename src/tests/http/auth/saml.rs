//! Signing in at an identity provider of SAML: behaviours F15 and F23.

use paragraf::config::{NameIdFormat, ProviderConfig};

use super::oauth2::begin;
use super::providers::{actions, result, return_to};
use super::*;
use crate::support::saml_provider::{PROVIDER, PostedForm, SamlProvider, Visitor, sign_in_at};

/// The provider, started beside the runtime: its first start installs packages.
pub(super) async fn provider() -> &'static SamlProvider {
    tokio::task::spawn_blocking(SamlProvider::shared).await.expect("the provider")
}

pub(super) async fn start_with_saml(change: impl FnOnce(&mut Config)) -> TestApp {
    let settings = provider().await.settings(PROVIDER);
    start(|config| {
        config.accounts.provider = vec![settings];
        change(config);
    })
    .await
}

/// Posts the provider's form as its page does. Returns the status and the location.
pub(super) async fn post_form(test: &TestApp, form: &PostedForm) -> (u16, Option<String>) {
    let request = test.client.post(&form.action).header("content-type", "application/x-www-form-urlencoded");
    let request = request.header("origin", "https://idp.example").header("sec-fetch-site", "cross-site");
    let response = request.body(form.body()).send().await.expect("an answer");
    let location = response.headers().get("location").map(|to| to.to_str().expect("text").to_owned());
    (response.status().as_u16(), location)
}

/// From the start to the result.
pub(super) async fn sign_in_as(browser: &Browser<'_>, visitor: Visitor<'_>) -> Answer {
    let (url, transaction) = begin(browser, PROVIDER, json!({})).await;
    let form = sign_in_at(&url, visitor).await;
    return_by_form(browser, &form).await;
    result(browser, &transaction).await
}

/// Posts the form and follows the redirect.
pub(super) async fn return_by_form(browser: &Browser<'_>, form: &PostedForm) -> (u16, Option<String>) {
    let (status, location) = post_form(browser.test, form).await;
    assert_eq!(status, 303);
    return_to(browser, &format!("{}{}", browser.test.base, location.expect("an address"))).await
}

pub(super) fn ana(fault: &str) -> Visitor<'_> {
    Visitor { subject: "u-1", email: "ana@firma.ro", name: "Ana Țiriac", format: "", fault }
}

#[tokio::test]
async fn f15_a_saml_user_signs_up_and_then_in() {
    let trusting = |config: &mut Config| config.accounts.provider[0].trusted_domains = Some(vec!["firma.ro".into()]);
    let test = start_with_saml(trusting).await;
    let browser = Browser::new(&test);
    let options = browser.get("config").await.body["sign_in_options"].clone();
    assert_eq!((&options[1]["provider"], &options[1]["provider_name"]), (&json!(PROVIDER), &json!("Firma")));
    let (url, transaction) = begin(&browser, PROVIDER, json!({"login_hint": "ana@firma.ro"})).await;
    assert!(url.starts_with(&format!("{}/sso?idpid=C0&SAMLRequest=", provider().await.issuer)), "{url}");
    assert!(url.contains("login_hint=ana%40firma.ro") && url.contains(&format!("RelayState={transaction}")), "{url}");
    let form = sign_in_at(&url, ana("")).await;
    assert_eq!((form.field("RelayState"), form.force_authn.as_str()), (transaction.as_str(), "None"));
    assert_eq!(return_by_form(&browser, &form).await, (200, None), "the popup closes");
    let signed_in = result(&browser, &transaction).await;
    let session = &signed_in.body["session"];
    assert_eq!((signed_in.status, &session["is_new_user"]), (200, &json!(true)), "{}", signed_in.body);
    let user = &session["user"];
    assert_eq!((&user["email"], &user["display_name"]), (&json!("ana@firma.ro"), &json!("Ana Țiriac")));
    assert_eq!((&user["email_verified"], &user["sign_in_methods"]), (&json!(true), &json!([PROVIDER])));
    assert!(
        mails(&test, MessageKind::VerifyEmail).await.is_empty(),
        "the provider assigns the addresses of its domain"
    );

    let moved = Visitor { email: "altul@alt.ro", ..ana("") };
    let again = sign_in_as(&Browser::new(&test), moved).await;
    assert_eq!(again.body["session"]["user"]["uid"], user["uid"], "the NameID identifies the user");
    let stranger = Visitor { subject: "u-2", email: "dan@alt.ro", ..ana("") };
    let other = sign_in_as(&Browser::new(&test), stranger).await;
    assert_eq!(other.body["session"]["user"]["email_verified"], json!(false), "an address of another domain");
    let nameless = Visitor { subject: "u-3", email: "", ..ana("") };
    assert_eq!(sign_in_as(&Browser::new(&test), nameless).await.refusal(), (403, "email_not_shared"));
    test.stop().await;
}

#[tokio::test]
async fn f15_our_metadata_registers_us_at_the_provider() {
    let test = start_with_saml(|config| {
        let own = ProviderConfig {
            client_id: "urn:paragraf".into(),
            id: "saml.own".into(),
            name_id_format: NameIdFormat::Email,
            ..config.accounts.provider[0].clone()
        };
        config.accounts.provider.push(own);
    })
    .await;
    let at = |id: &str, what: &str| format!("{}/auth/v1/idp/{id}/{what}", test.base);
    for (id, entity_id, format) in [
        (PROVIDER, at(PROVIDER, "metadata"), "urn:oasis:names:tc:SAML:2.0:nameid-format:persistent"),
        ("saml.own", "urn:paragraf".to_owned(), "urn:oasis:names:tc:SAML:1.1:nameid-format:emailAddress"),
    ] {
        let response = test.client.get(at(id, "metadata")).send().await.expect("an answer");
        assert_eq!(response.headers()["content-type"], "application/samlmetadata+xml");
        let metadata = response.text().await.expect("text");
        let wanted = [
            format!("entityID=\"{entity_id}\""),
            format!("Location=\"{}\"", at(id, "callback")),
            format!("<NameIDFormat>{format}</NameIDFormat>"),
            "WantAssertionsSigned=\"true\"".to_owned(),
        ];
        wanted.iter().for_each(|part| assert!(metadata.contains(part), "{part}: {metadata}"));
    }
    assert_eq!(test.json("/auth/v1/idp/saml.none/metadata").await.0, 404);
    test.stop().await;
}

#[tokio::test]
async fn f15_an_address_as_the_name_and_a_configured_attribute_are_read() {
    const EMAIL: &str = "urn:oasis:names:tc:SAML:1.1:nameid-format:emailAddress";
    let test = start_with_saml(|config| {
        let mut own = ProviderConfig { id: "saml.own".into(), ..config.accounts.provider[0].clone() };
        own.attributes.subject = "urn:oid:0.9.2342.19200300.100.1.3".into();
        own.attributes.name = "none".into();
        config.accounts.provider.push(own);
    })
    .await;
    let named = Visitor { subject: "ana@firma.ro", email: "", format: EMAIL, ..ana("") };
    let user = sign_in_as(&Browser::new(&test), named).await.body["session"]["user"].clone();
    assert_eq!((&user["email"], &user["display_name"]), (&json!("ana@firma.ro"), &json!("Ana Țiriac")));
    let browser = Browser::new(&test);
    let (url, transaction) = begin(&browser, "saml.own", json!({})).await;
    let form = sign_in_at(&url, Visitor { email: "dan@firma.ro", ..ana("transient") }).await;
    return_by_form(&browser, &form).await;
    assert_eq!(result(&browser, &transaction).await.body["session"]["user"]["display_name"], "", "no such attribute");
    let export = browser.get("me/export").await.body;
    assert_eq!(export["identities"][0]["subject"], "dan@firma.ro", "the transient NameID is not used");
    test.stop().await;
}

#[tokio::test]
async fn f15_a_saml_identity_is_connected_to_an_account_by_its_owner() {
    let test = start_with_saml(|_| {}).await;
    let browser = Browser::signed_up(&test, "ana@firma.ro").await;
    let visitor = Browser::new(&test);
    let (url, transaction) = begin(&visitor, PROVIDER, json!({})).await;
    return_by_form(&visitor, &sign_in_at(&url, ana("")).await).await;
    let asked = result(&visitor, &transaction).await;
    assert_eq!(asked.body["linking"], json!({"email": "ana@firma.ro", "methods": ["password"]}));
    assert_eq!(visitor.sign_in("ana@firma.ro", PASSWORD).await.status, 200);
    let linked = visitor.post("link", json!({"transaction": transaction})).await;
    assert_eq!(linked.body["user"]["sign_in_methods"], json!(["password", PROVIDER]), "{}", linked.body);
    // From the account page, another user of the provider.
    let (url, transaction) = begin(&browser, PROVIDER, json!({"purpose": "link", "flow": "redirect"})).await;
    let form = sign_in_at(&url, Visitor { subject: "u-2", email: "a@firma.ro", ..ana("") }).await;
    let onward = format!("/app?screen=account&visit={transaction}&visit_for=link");
    assert_eq!(return_by_form(&browser, &form).await, (303, Some(onward)));
    assert_eq!(browser.post("link", json!({"transaction": transaction})).await.status, 200);
    assert_eq!(mails(&test, MessageKind::ProviderLinked).await.len(), 2);
    test.stop().await;
}

#[tokio::test]
async fn f15_a_mismatch_and_a_guest_are_handled_as_at_any_provider() {
    let test = start_with_saml(|config| config.accounts.guests = true).await;
    let browser = Browser::new(&test);
    let (url, transaction) = begin(&browser, PROVIDER, json!({"expected_email": "dan@firma.ro"})).await;
    return_by_form(&browser, &sign_in_at(&url, ana("")).await).await;
    let other = result(&browser, &transaction).await;
    assert_eq!(other.body["mismatch"], json!({"email": "ana@firma.ro", "expected_email": "dan@firma.ro"}));
    let guest = Browser::new(&test);
    let uid = guest.post("sign-in/anonymous", json!({})).await.body["user"]["uid"].clone();
    let upgraded = sign_in_as(&guest, ana("")).await;
    assert_eq!(upgraded.body["session"]["user"]["uid"], uid, "{}", upgraded.body);
    test.stop().await;
}

#[tokio::test]
async fn s05_reauthentication_asks_a_saml_provider_for_a_new_one_and_checks_it() {
    let test = start_with_saml(|_| {}).await;
    let browser = Browser::new(&test);
    sign_in_as(&browser, ana("")).await;
    let reauthenticate = async |fault: &str| {
        let (url, transaction) = begin(&browser, PROVIDER, json!({"purpose": "reauthenticate"})).await;
        let form = sign_in_at(&url, ana(fault)).await;
        assert_eq!(form.force_authn, "true");
        return_by_form(&browser, &form).await;
        browser.post("reauth/idp", json!({"transaction": transaction})).await
    };
    let old = reauthenticate("old_authentication").await;
    assert_eq!(old.refusal(), (400, "invalid_idp_response"), "the provider ignored that we asked for a new one");
    assert_eq!(reauthenticate("").await.status, 200);
    assert_eq!(
        sign_in_as(&Browser::new(&test), ana("old_authentication")).await.status,
        200,
        "single sign-on is usual"
    );
    test.stop().await;
}

#[tokio::test]
async fn f04_a_refusal_at_a_saml_provider_is_a_cancelled_sign_in() {
    let test = start_with_saml(|_| {}).await;
    let browser = Browser::new(&test);
    assert_eq!(sign_in_as(&browser, ana("status_denied")).await.refusal(), (403, "user_cancelled"));
    assert_eq!(browser.cookie("__Host-rt"), None);
    assert!(actions(&test).await.is_empty());
    test.stop().await;
}

#[tokio::test]
async fn f15_a_provider_replaces_its_certificate_without_a_gap() {
    let at = provider().await;
    let test = start_with_saml(|config| {
        let provider = &mut config.accounts.provider[0];
        provider.certificates = vec![at.certificates["now"].clone() + &at.certificates["next"]];
    })
    .await;
    for fault in ["", "next_key"] {
        assert_eq!(sign_in_as(&Browser::new(&test), ana(fault)).await.status, 200, "{fault}");
    }
    assert_eq!(sign_in_as(&Browser::new(&test), ana("other_key")).await.refusal(), (400, "invalid_idp_response"));
    test.stop().await;
}

#[tokio::test]
async fn f15_responses_of_real_providers_are_read_with_groups_other_names_and_indentation() {
    let test = start_with_saml(|_| {}).await;
    for form in ["many_groups", "indented", "keycloak_email", "capital_email", "empty_value_first"] {
        let entered = sign_in_as(&Browser::new(&test), ana(form)).await;
        let user = &entered.body["session"]["user"];
        assert_eq!((entered.status, &user["email"]), (200, &json!("ana@firma.ro")), "{form}: {}", entered.body);
    }
    let accounts = Browser::new(&test);
    sign_in_as(&accounts, ana("indented")).await;
    assert_eq!(accounts.get("me/export").await.body["identities"][0]["subject"], "u-1");
    let nameless = Visitor { subject: "u-7", ..ana("unknown_email") };
    assert_eq!(sign_in_as(&Browser::new(&test), nameless).await.refusal(), (403, "email_not_shared"));
    test.stop().await;
}

#[tokio::test]
async fn f23_a_saml_user_needs_the_required_attribute() {
    let group = "http://schemas.xmlsoap.org/claims/Group".to_owned();
    let test = start_with_saml(|config| {
        config.accounts.provider[0].required_claims = [(group, vec!["FIRMA-Grup-cu-nume-00749".to_owned()])].into();
    })
    .await;
    assert_eq!(sign_in_as(&Browser::new(&test), ana("many_groups")).await.status, 200);
    assert_eq!(sign_in_as(&Browser::new(&test), ana("")).await.refusal(), (403, "admin_restricted_operation"));
    test.stop().await;
}
