//! Bad input has one shape of answer.

use serde_json::json;

use crate::support::app::{TestApp, read};
use crate::support::articles::article;

#[tokio::test]
async fn a_bad_parameter_is_named() {
    let test = TestApp::start(vec![article("a")]).await;
    let long = format!("/lawchanges?q={}", "a".repeat(201));
    for (path, field) in [
        ("/lawchanges?limit=0", "limit"),
        ("/lawchanges?limit=101", "limit"),
        ("/lawchanges?limit=300", "limit"),
        ("/lawchanges?limit=", "limit"),
        ("/lawchanges?limit=-1", "limit"),
        ("/lawchanges?limit=1&limit=2", "limit"),
        ("/lawchanges?cursor=x", "cursor"),
        ("/lawchanges?cursor=2025-02-30.a", "cursor"),
        ("/lawchanges?importance=6", "importance"),
        ("/lawchanges?importance=all", "importance"),
        ("/lawchanges?lang=fr", "lang"),
        ("/lawchanges?q=%FF", "q"),
        ("/lawchanges?nope=1", "nope"),
        ("/lawchanges/a?nope=1", "nope"),
        ("/lawchanges/a?lang=RO", "lang"),
        ("/deadlines?limit=0", "limit"),
        ("/topics?x", "x"),
        ("/fetch-pdf", "url"),
        ("/fetch-pdf?uri=x", "uri"),
        (long.as_str(), "q"),
    ] {
        let (status, body) = test.json(path).await;
        assert_eq!((status, &body["code"], &body["field"]), (400, &json!("invalid"), &json!(field)), "{path}");
        assert!(body["error"].as_str().is_some_and(|error| error.ends_with('.')), "{body}");
    }
    test.stop().await;
}

#[tokio::test]
async fn an_error_carries_its_request_id() {
    let test = TestApp::start(vec![]).await;
    let response = test.get("/lawchanges/none").header("x-request-id", "mine").send().await.expect("an answer");
    let id = response.headers()["x-request-id"].to_str().expect("text").to_owned();
    assert_eq!(response.headers()["content-type"], "application/json");
    assert_eq!(id.len(), 36);
    let (status, body) = read(response).await;
    assert_eq!(status, 404);
    assert_eq!(body, json!({"error": "There is no such article.", "code": "not_found", "request_id": id}));
    test.stop().await;
}

#[tokio::test]
async fn programs_get_json_and_readers_a_page_for_what_is_not_there() {
    let test = TestApp::start(vec![]).await;
    for path in ["/lawchanges/a/b", "/users/nope", "/assets/nope.js", "/auth/v1/x", "/lawchanges/%FF", "/lawchanges/"] {
        let (status, body) = test.json(path).await;
        assert_eq!((status, &body["code"]), (404, &json!("not_found")), "{path}");
    }
    for path in ["/nope", "/nope/deeper?x=1", "/index.html", "/..%2f..%2fetc/passwd"] {
        let request = test.get(path).header("if-none-match", "*");
        let response = request.send().await.expect("an answer");
        assert_eq!(response.status(), 404, "{path}");
        let page = response.text().await.expect("text");
        assert!(page.contains("<meta name=\"robots\" content=\"noindex\">"), "{path}");
    }
    test.stop().await;
}

#[tokio::test]
async fn a_wrong_method_is_405_and_says_which_are_right() {
    let test = TestApp::start(vec![]).await;
    let response = test.client.delete(format!("{}/lawchanges", test.base)).send().await.expect("an answer");
    assert_eq!(response.headers()["allow"], "GET,HEAD");
    assert_eq!(read(response).await.1["code"], "method_not_allowed");
    let (status, _) = test.json("/subscribe").await;
    assert_eq!(status, 405);
    test.stop().await;
}

#[tokio::test]
async fn every_answer_carries_the_security_headers_and_pages_some_more() {
    let test = TestApp::start(vec![article("a")]).await;
    for (path, page) in
        [("/app", true), ("/nope", true), ("/lawchanges", false), ("/lawchanges/none", false), ("/", false)]
    {
        let response = test.get(path).send().await.expect("an answer");
        let header = |name: &str| response.headers().get(name).and_then(|value| value.to_str().ok()).unwrap_or("");
        assert!(header("content-security-policy").starts_with("default-src 'none'; script-src 'self';"), "{path}");
        assert_eq!(header("x-content-type-options"), "nosniff");
        assert_eq!(header("strict-transport-security"), "", "only over https");
        if page {
            assert_eq!(header("referrer-policy"), "strict-origin-when-cross-origin");
            assert_eq!(header("cross-origin-opener-policy"), "same-origin-allow-popups");
            assert!(header("permissions-policy").contains("camera=()"));
        }
    }
    test.stop().await;
}
