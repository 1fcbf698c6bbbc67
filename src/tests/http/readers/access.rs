//! Access: every call of a signed-in reader with every kind of invalid token.

use paragraf::domain::Uid;
use paragraf::identity::keyring::{KeyMaterial, Keyring};
use paragraf::store::{accounts, sessions};
use paragraf::web::routes::{self, Access};
use reqwest::{Method, RequestBuilder};
use serde_json::{Value, json};

use crate::support::app::{TestApp, expect_refusals};
use crate::support::articles::article;

/// Each call that needs an account, for the account `uid`.
fn calls(test: &TestApp, uid: &Uid) -> Vec<(String, RequestBuilder)> {
    let table = routes::table().into_iter().filter(|route| route.access == Access::Account);
    let product = table.filter(|route| route.path.starts_with("/users/") || route.path.starts_with("/notifications/"));
    let calls: Vec<_> = product
        .map(|route| {
            let path = route.path.replace("{uid}", uid.as_str()).replace("{id}", &uuid::Uuid::nil().to_string());
            let request = test.client.request(route.method.clone(), format!("{}{path}", test.base));
            // Settings take no field that they do not know.
            let body = match route.path {
                "/users/follows/{uid}" => json!({"name": "munca"}),
                "/users/profiles/{uid}" => json!({"name": "Eu", "facts": {}}),
                "/users/profiles/{uid}/merge" => json!({"name": "Eu", "facts": {}}),
                path if ["mail-preferences", "calendar", "reminders"].iter().any(|part| path.contains(part)) => {
                    json!({})
                }
                _ => json!({"userId": uid, "articleId": "a", "topicId": "munca", "done": true, "steps": {"a": []}}),
            };
            let request = if route.method == Method::POST { request.json(&body) } else { request };
            (format!("{} {}", route.method, route.path), request)
        })
        .collect();
    assert_eq!(calls.len(), 30, "the product's calls were found");
    calls
}

async fn expect(test: &TestApp, uid: &Uid, token: Option<&str>, status: u16, code: &str) {
    expect_refusals(calls(test, uid), token, status, code).await;
}

#[tokio::test]
async fn each_call_serves_only_the_account_of_the_token() {
    let test = TestApp::start(vec![article("a")]).await;
    let (ana, bo) = (test.reader("ana").await, test.reader("bo").await);
    for (name, request) in calls(&test, &ana.uid) {
        let response = request.bearer_auth(&ana.token).send().await.expect("an answer");
        assert_eq!(response.status().as_u16(), 200, "{name}");
    }
    expect(&test, &bo.uid, Some(&ana.token), 403, "forbidden").await;
    let (_, now) = test.json("/lawchanges/a").await;
    assert_eq!(now[0]["likes"], 1, "the other account liked nothing");
    let nobody = Uid::parse(&"z".repeat(28)).expect("a uid");
    expect(&test, &nobody, Some(&ana.token), 403, "forbidden").await;
    for odd in ["", "x", "../ana", "ana%00", &"a".repeat(5000)] {
        let body = json!({"userId": odd, "articleId": "a"});
        let (status, problem) = super::call(&test, &ana, "/users/like-article", body).await;
        assert_eq!((status, &problem["code"]), (403, &json!("forbidden")), "{odd:?}");
    }
    test.stop().await;
}

#[tokio::test]
async fn an_invalid_token_is_refused_everywhere() {
    let test = TestApp::start(vec![article("a")]).await;
    let ana = test.reader("ana").await;
    let now = ana.claims.iat;
    expect(&test, &ana.uid, None, 401, "invalid_user_token").await;
    let expired = ana.forged(&test.app, |claims| claims.exp = now);
    expect(&test, &ana.uid, Some(&expired), 401, "id_token_expired").await;
    let ring = Keyring::default();
    let id = test.app.keyring.public_keys().pop().expect("a key").kid;
    ring.set(&[KeyMaterial { id, secret: [7; 32] }]).expect("a key");
    let forged = ring.sign(&ana.claims).expect("a token");
    expect(&test, &ana.uid, Some(&forged), 401, "invalid_user_token").await;
    let foreign = ana.forged(&test.app, |claims| claims.iss = "https://elsewhere.example".into());
    expect(&test, &ana.uid, Some(&foreign), 401, "invalid_user_token").await;
    let other_audience = ana.forged(&test.app, |claims| claims.aud = "other".into());
    expect(&test, &ana.uid, Some(&other_audience), 401, "invalid_user_token").await;
    let parts: Vec<&str> = ana.token.split('.').collect();
    // {"alg":"none","typ":"at+jwt"}
    let unsigned = format!("eyJhbGciOiJub25lIiwidHlwIjoiYXQrand0In0.{}.", parts[1]);
    expect(&test, &ana.uid, Some(&unsigned), 401, "invalid_user_token").await;
    for nonsense in ["x", "a.b.c", ""] {
        expect(&test, &ana.uid, Some(nonsense), 401, "invalid_user_token").await;
    }
    let no_session = ana.forged(&test.app, |claims| claims.sid = uuid::Uuid::nil());
    expect(&test, &ana.uid, Some(&no_session), 401, "invalid_user_token").await;
    let before = ana.forged(&test.app, |claims| claims.iat = now - 1);
    expect(&test, &ana.uid, Some(&before), 401, "invalid_user_token").await;
    test.app.clock.advance(jiff::Span::new().minutes(15));
    expect(&test, &ana.uid, Some(&ana.token), 401, "id_token_expired").await;
    test.stop().await;
}

#[tokio::test]
async fn a_token_of_a_removed_account_or_session_is_refused_everywhere() {
    let test = TestApp::start(vec![article("a")]).await;
    let (ana, bo, cris) = (test.reader("ana").await, test.reader("bo").await, test.reader("cris").await);
    let (a, b, c) = (ana.uid.clone(), bo.uid.clone(), cris.uid.clone());
    let (session, own) = (bo.claims.sid, cris.claims.sid);
    let write = test.app.store.write(move |tx| {
        let before = accounts::get(tx, &a)?.expect("ana");
        accounts::put(tx, Some(&before), &accounts::AccountRecord { disabled: true, ..before.clone() })?;
        sessions::remove(tx, &b, session)?;
        sessions::remove(tx, &c, own)?;
        let gone = accounts::get(tx, &c)?.expect("cris");
        Ok(accounts::remove(tx, &gone)?)
    });
    write.await.expect("written");
    expect(&test, &ana.uid, Some(&ana.token), 403, "user_disabled").await;
    expect(&test, &bo.uid, Some(&bo.token), 401, "invalid_user_token").await;
    expect(&test, &cris.uid, Some(&cris.token), 401, "invalid_user_token").await;
    test.stop().await;
}

#[tokio::test]
async fn an_error_names_the_field_of_a_malformed_body() {
    let test = TestApp::start_with(vec![article("a")], |config| config.server.max_body_bytes = 1000, |_| {}).await;
    let ana = test.reader("ana").await;
    let clear = format!("/notifications/{}/clear-article", ana.uid);
    let clear_all = format!("/notifications/{}/clear", ana.uid);
    let calendar = format!("/users/calendar/{}", ana.uid);
    let reminders = format!("/users/reminders/{}", ana.uid);
    let profiles = format!("/users/profiles/{}", ana.uid);
    let merge = format!("{profiles}/merge");
    let uid = &ana.uid;
    let cases: Vec<(&str, Value, Option<&str>)> = vec![
        ("/users/like-article", json!({"articleId": "a"}), Some("userId")),
        ("/users/like-article", json!({"userId": uid}), Some("articleId")),
        ("/users/like-article", json!({"userId": 1, "articleId": "a"}), Some("userId")),
        ("/users/like-article", json!({"userId": uid, "articleId": ["a"]}), Some("articleId")),
        ("/users/like-article", json!({"userId": uid, "articleId": "a", "liked": "yes"}), Some("liked")),
        ("/users/bookmark-article", json!({"userId": uid, "articleId": "a", "bookmarked": 1}), Some("bookmarked")),
        ("/users/follow-topic", json!({"userId": uid}), Some("topicId")),
        ("/users/track-article", json!({"userId": uid, "articleId": null}), Some("articleId")),
        ("/users/like-article", json!({"userId": uid, "articleId": "a", "liked": null}), Some("liked")),
        ("/users/bookmark-article", json!({"userId": uid, "articleId": "a", "bookmarked": null}), Some("bookmarked")),
        ("/users/follow-topic", json!({"userId": uid, "topicId": "munca", "followed": null}), Some("followed")),
        ("/users/track-article", json!({"userId": uid, "articleId": "a", "tracked": null}), Some("tracked")),
        ("/users/track-article", json!([]), None),
        ("/users/done-steps", json!({"userId": uid, "steps": {}}), Some("done")),
        ("/users/done-steps", json!({"userId": uid, "done": true, "steps": ["a"]}), Some("steps")),
        (&clear, json!({}), Some("articleId")),
        (&clear, json!("a"), None),
        (&clear_all, json!({"articleIds": "a"}), Some("articleIds")),
        (&clear_all, json!({"articleIds": null}), Some("articleIds")),
        (&calendar, json!({"roles": null}), Some("roles")),
        (&reminders, json!({"duties": null}), Some("duties")),
        (&profiles, json!({"id": "x"}), Some("id")),
        (&profiles, json!({"name": "Eu", "fact": {}}), Some("fact")),
        (&merge, json!({"name": "Eu"}), Some("facts")),
        (&merge, json!({"name": "Eu", "facts": {}, "answered_at": {"vat": "x"}}), Some("answered_at.vat")),
    ];
    for (path, body, field) in cases {
        let (status, problem) = super::call(&test, &ana, path, body.clone()).await;
        assert_eq!((status, problem["field"].as_str()), (400, field), "{path} {body}: {problem}");
    }
    for (name, request) in calls(&test, &ana.uid).into_iter().filter(|(name, _)| name.starts_with("POST")) {
        let send = async |request: RequestBuilder| request.bearer_auth(&ana.token).send().await.expect("an answer");
        let again = request.try_clone().expect("a copy");
        assert_eq!(send(request.body("{")).await.status().as_u16(), 400, "{name}");
        assert_eq!(send(again.body("x".repeat(1001))).await.status().as_u16(), 413, "{name}");
    }
    test.stop().await;
}
