//! Errors have one shape of body.

use std::fmt::Write;

use serde_json::Value;

use crate::support::app::{TestApp, read};
use crate::support::articles::article;
use crate::support::html::HtmlPage;

/// The error body without its request id, which differs each time.
fn without_id(mut body: Value) -> Value {
    let id = body.as_object_mut().and_then(|body| body.shift_remove("request_id"));
    assert!(id.is_some_and(|id| id.is_string()), "{body}");
    body
}

#[tokio::test]
async fn a_bad_parameter_is_named() {
    let test = TestApp::start(vec![article("a")]).await;
    let long = format!("/lawchanges?q={}", "a".repeat(201));
    let mut answers = String::new();
    for path in [
        "/lawchanges?limit=0",
        "/lawchanges?limit=101",
        "/lawchanges?limit=300",
        "/lawchanges?limit=",
        "/lawchanges?limit=-1",
        "/lawchanges?limit=1&limit=2",
        "/lawchanges?cursor=x",
        "/lawchanges?cursor=2025-02-30.a",
        "/lawchanges?importance=6",
        "/lawchanges?importance=all",
        "/lawchanges?lang=fr",
        "/lawchanges?q=%FF",
        "/lawchanges?nope=1",
        "/lawchanges/a?nope=1",
        "/lawchanges/a?lang=de",
        "/deadlines?limit=0",
        "/topics?x",
        "/fetch-pdf",
        "/fetch-pdf?uri=x",
        long.as_str(),
    ] {
        let (status, body) = test.json(path).await;
        assert_eq!(status, 400, "{path}");
        writeln!(answers, "{path:.40}\n  {}", without_id(body)).expect("written");
    }
    insta::assert_snapshot!(answers);
    test.stop().await;
}

#[tokio::test]
async fn an_error_has_the_id_of_its_request() {
    let test = TestApp::start(vec![]).await;
    let response = test.get("/lawchanges/none").header("x-request-id", "mine").send().await.expect("a response");
    let id = response.headers()["x-request-id"].to_str().expect("text").to_owned();
    assert_eq!(response.headers()["content-type"], "application/json");
    assert_eq!(id.len(), 36);
    let (status, body) = read(response).await;
    assert_eq!((status, &body["request_id"]), (404, &Value::from(id)));
    insta::assert_json_snapshot!(without_id(body), @r#"
    {
      "error": "There is no such article.",
      "code": "not_found"
    }
    "#);
    test.stop().await;
}

#[tokio::test]
async fn a_body_that_is_an_array_is_refused() {
    let test = TestApp::start(vec![]).await;
    let (status, body) = test.post("/subscribe", serde_json::json!(["ana@exemplu.ro"])).await;
    assert_eq!(status, 400);
    insta::assert_json_snapshot!(without_id(body), @r#"
    {
      "error": "The body must be an object.",
      "code": "invalid"
    }
    "#);
    test.stop().await;
}

#[tokio::test]
async fn a_request_without_credentials_is_asked_for_a_bearer_token() {
    let test = TestApp::start(vec![]).await;
    let response = test.get("/users/user-data/1").send().await.expect("a response");
    assert_eq!(response.status(), 401);
    assert_eq!(response.headers()["www-authenticate"], "Bearer");
    test.stop().await;
}

#[tokio::test]
async fn unknown_paths_of_the_api_are_json_and_others_a_page() {
    let test = TestApp::start(vec![]).await;
    for path in ["/lawchanges/a/b", "/users/nope", "/assets/nope.js", "/auth/v1/x", "/lawchanges/%FF", "/lawchanges/"] {
        let (status, body) = test.json(path).await;
        assert_eq!((status, &body["code"]), (404, &Value::from("not_found")), "{path}");
    }
    for path in ["/nope", "/nope/deeper?x=1", "/index.html", "/..%2f..%2fetc/passwd"] {
        let response = test.get(path).header("if-none-match", "*").send().await.expect("a response");
        assert_eq!(response.status(), 404, "{path}");
        let page = HtmlPage::parse(&response.text().await.expect("text"));
        assert_eq!(page.attributes("meta[name=robots]", "content"), ["noindex"], "{path}");
    }
    test.stop().await;
}

#[tokio::test]
async fn a_wrong_method_is_a_405_with_the_allowed_ones() {
    let test = TestApp::start(vec![]).await;
    let response = test.client.delete(format!("{}/lawchanges", test.base)).send().await.expect("a response");
    assert_eq!(response.headers()["allow"], "GET,HEAD");
    insta::assert_json_snapshot!(without_id(read(response).await.1), @r#"
    {
      "error": "This path does not support the method.",
      "code": "method_not_allowed"
    }
    "#);
    let (status, _) = test.json("/subscribe").await;
    assert_eq!(status, 405);
    test.stop().await;
}

#[tokio::test]
async fn every_response_has_security_headers_and_pages_have_more() {
    let test = TestApp::start(vec![article("a")]).await;
    let names = [
        "content-security-policy",
        "x-content-type-options",
        "strict-transport-security",
        "referrer-policy",
        "cross-origin-opener-policy",
        "permissions-policy",
    ];
    let mut seen = String::new();
    for path in ["/app", "/nope", "/lawchanges", "/lawchanges/none", "/"] {
        let response = test.get(path).send().await.expect("a response");
        writeln!(seen, "{path}").expect("written");
        for name in names {
            let value = response.headers().get(name).map_or("(absent)", |value| value.to_str().expect("text"));
            writeln!(seen, "  {name}: {value}").expect("written");
        }
    }
    insta::assert_snapshot!(seen);
    test.stop().await;
}
