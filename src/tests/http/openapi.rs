//! The API document agrees with the table of routes and with the file in the repository.

use std::collections::BTreeSet;

use paragraf::web::{document, routes};

use crate::support::app::TestApp;

const FILE: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/src/web/openapi.json");

#[test]
fn each_route_has_an_operation_of_its_method_and_path() {
    let document: serde_json::Value = serde_json::from_str(&document().expect("a document")).expect("JSON");
    let paths = document["paths"].as_object().expect("paths");
    let documented: BTreeSet<(String, String)> = paths
        .iter()
        .flat_map(|(path, item)| {
            item.as_object().expect("methods").keys().map(|method| (method.to_uppercase(), path.clone()))
        })
        .collect();
    let routes: BTreeSet<_> =
        routes::table().iter().map(|route| (route.method.to_string(), route.path.replace("{*", "{"))).collect();
    assert_eq!(documented, routes);
}

#[test]
fn no_operation_has_the_name_of_another() {
    let document: serde_json::Value = serde_json::from_str(&document().expect("a document")).expect("JSON");
    let items = document["paths"].as_object().expect("paths").values();
    let mut names = BTreeSet::new();
    for operation in items.flat_map(|item| item.as_object().expect("methods").values()) {
        let name = operation["operationId"].as_str().expect("a name");
        assert!(names.insert(name), "two operations are called {name}");
    }
}

#[test]
fn each_operation_with_a_body_says_that_it_may_be_too_large_or_compressed() {
    let document: serde_json::Value = serde_json::from_str(&document().expect("a document")).expect("JSON");
    let items = document["paths"].as_object().expect("paths").values();
    let operations = items.flat_map(|item| item.as_object().expect("methods").values());
    let with_body: Vec<_> = operations.filter(|operation| operation.get("requestBody").is_some()).collect();
    assert!(with_body.len() > 50, "the bodies were found");
    for operation in with_body {
        for status in ["413", "415"] {
            assert!(operation["responses"].get(status).is_some(), "{} lacks {status}", operation["operationId"]);
        }
    }
}

#[test]
fn the_file_in_the_repository_is_up_to_date() {
    let current = document().expect("a document");
    if std::env::var_os("UPDATE").is_some() {
        std::fs::write(FILE, &current).expect("written");
    }
    let kept = std::fs::read_to_string(FILE).unwrap_or_default();
    assert!(
        kept == current,
        "src/web/openapi.json is out of date: run `UPDATE=1 cargo test --test paragraf openapi`, then \
         `npm --prefix ui run gen:api`"
    );
}

#[test]
fn bodies_of_signing_in_name_their_required_fields() {
    let document: serde_json::Value = serde_json::from_str(&document().expect("a document")).expect("JSON");
    let required = |name: &str| {
        let schema = &document["components"]["schemas"][name];
        let parts = schema["allOf"].as_array().into_iter().flatten().chain([schema]);
        let names = parts.filter_map(|part| part["required"].as_array()).flatten().filter_map(|name| name.as_str());
        names.collect::<Vec<_>>().join(" ")
    };
    for (body, fields) in [
        ("MethodsInput", "email"),
        ("SignUpInput", "email password"),
        ("PasswordInput", "email password"),
        ("EmailLinkInput", "email code"),
        ("ReauthPasswordInput", "password"),
        ("ReauthEmailLinkInput", "email code"),
        ("ResultInput", "transaction"),
        ("TransactionInput", "transaction"),
        ("BrowserAccountInput", "transaction id_token"),
        ("FinalizeInput", "pending_credential"),
        ("FactorCodeInput", "pending_credential"),
        ("FactorInput", "factor_id"),
        ("RenameInput", "factor_id"),
        ("EnrolStartInput", "kind"),
        ("SendInput", "kind"),
        ("DeviceInput", "ui_sid"),
        ("CodeInput", "code"),
        ("ResetInput", "code new_password"),
        ("PhoneCodeInput", "phone"),
        ("MergeInput", "guest_token"),
        ("PasskeyEnrollInput", "transaction credential"),
        ("PasskeySignInInput", "transaction credential"),
        ("PasskeyReauthInput", "transaction credential"),
    ] {
        assert_eq!(required(body), fields, "{body}");
    }
}

#[tokio::test]
async fn the_document_is_served() {
    let test = TestApp::start(vec![]).await;
    let (status, served) = test.json("/openapi.json").await;
    // The file as it was built in: with UPDATE set, another test of this run rewrites it.
    let built_in: serde_json::Value = serde_json::from_str(include_str!("../../web/openapi.json")).expect("JSON");
    assert_eq!(status, 200);
    assert!(served == built_in, "another document is served than src/web/openapi.json");
    test.stop().await;
}
