//! Attacks on signing in at an identity provider of SAML: behaviours F16 and F17.

use paragraf::app::App;
use paragraf::identity::federation::{AuthorizationGrant, AuthorizationOptions, AuthorizationResponse, Federation};
use paragraf::store::used_responses;

use super::oauth2::begin;
use super::providers::{actions, result, return_to};
use super::saml::{ana, post_form, return_by_form, sign_in_as, start_with_saml};
use super::*;
use crate::support::saml_provider::{PROVIDER, Visitor, sign_in_at};

/// The fault of a response, and the reason of its refusal.
const FAULTS: [(&str, &str); 42] = [
    ("unsigned", "it is not signed"),
    ("signature_removed", "it is not signed"),
    ("response_only", "the assertion itself is not signed"),
    ("other_key", "another certificate"),
    ("next_key", "another certificate"),
    ("sha1", "does not use RSA with SHA-256 or stronger"),
    ("tampered_subject", "a wrong signature"),
    ("tampered_attribute", "a wrong signature"),
    ("xsw1", ""),
    ("xsw2", ""),
    ("xsw3", ""),
    ("xsw4", ""),
    ("xsw5", ""),
    ("xsw6", ""),
    ("xsw7", ""),
    ("xsw8", ""),
    ("two_assertions", "several assertions"),
    ("two_principals", "several users"),
    ("wrong_audience", "another audience"),
    ("no_audience", "another audience"),
    ("wrong_recipient", "the subject is not confirmed"),
    ("wrong_destination", "another destination"),
    ("foreign_request", "another request"),
    ("foreign_confirmation", "the subject is not confirmed"),
    ("unsolicited", "another request"),
    ("expired", "not valid at this time"),
    ("confirmation_expired", "the subject is not confirmed"),
    ("not_yet_valid", "not valid at this time"),
    ("session_over", "not valid at this time"),
    ("not_bearer", "the subject is not confirmed"),
    ("wrong_issuer", "another issuer"),
    ("unknown_condition", "an unknown condition"),
    ("transient", "transient"),
    ("no_subject", ""),
    ("blank_subject", "the identifier of the user is empty"),
    ("too_many_groups", "more than 256 KiB of XML"),
    ("encrypted", "the assertion is encrypted"),
    ("doctype", "XML is not acceptable"),
    ("entities", "XML is not acceptable"),
    ("external_entity", "XML is not acceptable"),
    ("deep", "XML is not acceptable"),
    ("not_xml", ""),
];

fn federation(app: &App) -> &dyn Federation {
    app.providers[PROVIDER].as_ref()
}

/// Signs in at the provider without a browser. Returns the grant of the response.
async fn grant(test: &TestApp, visitor: Visitor<'_>) -> AuthorizationGrant {
    let redirect_uri = format!("{}/auth/v1/idp/{PROVIDER}/callback", test.base);
    let options = AuthorizationOptions { redirect_uri: redirect_uri.clone(), ..AuthorizationOptions::default() };
    let request = federation(&test.app).authorize(&options, test.app.clock.now()).await.expect("a request");
    let form = sign_in_at(&request.url, visitor).await;
    AuthorizationGrant {
        redirect_uri,
        response: AuthorizationResponse::Saml(form.field("SAMLResponse").to_owned()),
        iss: None,
        nonce: request.nonce,
        pkce_verifier: String::new(),
        authenticated_since: None,
    }
}

#[tokio::test]
async fn f16_each_fault_of_a_saml_response_is_refused_for_its_own_reason() {
    let test = start_with_saml(|_| {}).await;
    let now = test.app.clock.now();
    for good in ["", "both_signed"] {
        let accepted = federation(&test.app).exchange(&grant(&test, ana(good)).await, now).await;
        assert_eq!(accepted.unwrap_or_else(|error| panic!("{good}: {}", error.chain())).profile.subject, "u-1");
    }
    let mut wrong = Vec::new();
    for (fault, reason) in FAULTS.into_iter().chain([("not_base64", "Base64"), ("empty", ""), ("oversized", "")]) {
        match federation(&test.app).exchange(&grant(&test, ana(fault)).await, now).await {
            Ok(accepted) => wrong.push(format!("{fault}: accepted as {:?}", accepted.profile)),
            Err(error) if !error.chain().contains(reason) => wrong.push(format!("{fault}: {}", error.chain())),
            Err(error) => assert_eq!(error.code.as_str(), "invalid_idp_response", "{fault}"),
        }
    }
    assert!(wrong.is_empty(), "{wrong:#?}");
    test.stop().await;
}

#[tokio::test]
async fn f16_a_comment_in_the_name_does_not_shorten_it() {
    let test = start_with_saml(|_| {}).await;
    let visitor = Visitor { subject: "victim@firma.ro.evil.example", ..ana("commented") };
    let accepted = federation(&test.app).exchange(&grant(&test, visitor).await, test.app.clock.now()).await;
    assert_eq!(accepted.expect("the signature is valid").profile.subject, "victim@firma.ro.evil.example");
    test.stop().await;
}

#[tokio::test]
async fn f16_a_refused_saml_response_gives_no_session() {
    let test = start_with_saml(|_| {}).await;
    for fault in ["unsigned", "tampered_subject", "xsw3", "xsw8", "wrong_audience", "encrypted", "entities"] {
        let browser = Browser::new(&test);
        assert_eq!(sign_in_as(&browser, ana(fault)).await.refusal(), (400, "invalid_idp_response"), "{fault}");
        assert_eq!(browser.cookie("__Host-rt"), None, "{fault}");
    }
    let (url, transaction) = begin(&Browser::new(&test), PROVIDER, json!({})).await;
    let form = sign_in_at(&url, ana("oversized")).await;
    assert_eq!(post_form(&test, &form).await.0, 413);
    let mut padded = sign_in_at(&url, ana("")).await;
    padded.fields.push(("RelayState".into(), transaction));
    assert_eq!(post_form(&test, &padded).await.0, 400, "a field twice");
    test.stop().await;
}

#[tokio::test]
async fn f16_a_sign_in_that_the_provider_started_is_refused() {
    let test = start_with_saml(|_| {}).await;
    let browser = Browser::new(&test);
    let (url, transaction) = begin(&browser, PROVIDER, json!({})).await;
    let mut form = sign_in_at(&url, ana("unsolicited")).await;
    form.fields.retain(|(name, _)| name == "SAMLResponse");
    let (status, location) = return_by_form(&browser, &form).await;
    assert_eq!((status, location.as_deref()), (303, Some("/auth?mode=callback&transaction=")));
    assert_eq!(result(&browser, "").await.refusal(), (400, "invalid_idp_response"));
    // SAML allows responses in forms only.
    let good = sign_in_at(&url, ana("")).await;
    return_to(&browser, &format!("{}?{}", good.action, good.body())).await;
    assert_eq!(result(&browser, &transaction).await.refusal(), (400, "invalid_idp_response"));
    assert_eq!(browser.cookie("__Host-rt"), None);
    test.stop().await;
}

#[tokio::test]
async fn f17_a_saml_response_belongs_to_one_visit_and_one_browser_and_is_used_once() {
    let test = start_with_saml(|_| {}).await;
    let (browser, thief) = (Browser::new(&test), Browser::new(&test));
    let (url, transaction) = begin(&browser, PROVIDER, json!({})).await;
    let form = sign_in_at(&url, ana("")).await;
    // The thief's browser gets the response of the victim, or the victim's that of the thief.
    begin(&thief, PROVIDER, json!({})).await;
    let (_, location) = post_form(&test, &form).await;
    let onward = format!("{}{}", test.base, location.expect("an address"));
    assert_eq!(return_to(&thief, &onward).await.0, 303);
    assert_eq!(result(&thief, &transaction).await.refusal(), (400, "invalid_idp_response"));
    assert_eq!(return_to(&browser, &onward).await, (200, None));
    assert_eq!(result(&browser, &transaction).await.status, 200);
    // The same response again, for the same visit and for another.
    let (_, second) = begin(&browser, PROVIDER, json!({})).await;
    for state in [&transaction, &second] {
        let mut again = form.clone();
        again.fields.iter_mut().filter(|(name, _)| name == "RelayState").for_each(|(_, value)| value.clone_from(state));
        return_by_form(&browser, &again).await;
        assert_eq!(result(&browser, state).await.refusal(), (400, "invalid_idp_response"));
    }
    let refused = actions(&test).await.iter().filter(|action| *action == "accounts.provider_refused").count();
    assert_eq!(refused, 3, "the thief, and the same visit again in both steps");
    test.stop().await;
}

#[tokio::test]
async fn f17_an_assertion_with_a_used_id_is_refused_until_it_has_expired() {
    let test = start_with_saml(|_| {}).await;
    let signed_in = sign_in_as(&Browser::new(&test), ana("same_assertion")).await;
    assert_eq!(signed_in.status, 200, "{}", signed_in.body);
    let again = sign_in_as(&Browser::new(&test), ana("same_assertion")).await;
    assert_eq!(again.refusal(), (400, "invalid_idp_response"), "signed again, for another request");
    let count = async |test: &TestApp| {
        let digest = paragraf::identity::secrets::digest(format!("{PROVIDER} assertion_id:id-used-twice"));
        test.app.store.read(move |tx| Ok(used_responses::contains(tx, &digest)?)).await.expect("the store")
    };
    assert!(count(&test).await);
    let clean = async || {
        paragraf::ops::accounts::cleanup::remove_expired(&test.app, &paragraf::ops::Actor::System)
            .await
            .expect("cleaned");
    };
    clean().await;
    assert!(count(&test).await, "the response is still valid");
    wait(&test, 20 * 60);
    clean().await;
    assert!(!count(&test).await);
    test.stop().await;
}
