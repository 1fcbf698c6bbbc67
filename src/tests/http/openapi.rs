//! The document, the table of routes and the checked-in file say the same.

use std::collections::BTreeSet;

use paragraf::web::{document, routes};

use crate::support::app::TestApp;

const FILE: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/src/web/openapi.json");

#[test]
fn every_route_is_documented_and_every_documented_path_is_a_route() {
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
fn the_checked_in_document_is_this_one() {
    let now = document().expect("a document");
    if std::env::var_os("UPDATE").is_some() {
        std::fs::write(FILE, &now).expect("written");
    }
    let kept = std::fs::read_to_string(FILE).unwrap_or_default();
    assert!(kept == now, "src/web/openapi.json is old: run `UPDATE=1 cargo test openapi` and commit it");
}

#[tokio::test]
async fn the_document_is_served() {
    let test = TestApp::start(vec![]).await;
    let (status, served) = test.json("/openapi.json").await;
    let own: serde_json::Value = serde_json::from_str(&document().expect("a document")).expect("JSON");
    assert_eq!(status, 200);
    assert_eq!(served, own);
    test.stop().await;
}
