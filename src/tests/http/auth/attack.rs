//! Attacks: forged tokens, requests of foreign pages, injected input.

use data_encoding::BASE64URL_NOPAD;
use jsonwebtoken::{Algorithm, EncodingKey, Header};
use paragraf::identity::keyring::{KeyMaterial, Keyring};
use paragraf::rate_limit::Limit;
use paragraf::store::outbox::MessageKind;
use serde_json::json;

use super::{Browser, PASSWORD, mails, start, with_links};
use crate::support::app::{TestApp, read};

async fn me(test: &TestApp, token: &str) -> (u16, String) {
    let request = test.get("/auth/v1/me").bearer_auth(token);
    let (status, body) = read(request.send().await.expect("an answer")).await;
    (status, body["code"].as_str().unwrap_or_default().to_owned())
}

#[tokio::test]
async fn forged_tokens_are_refused() {
    let test = start(|_| {}).await;
    let reader = test.reader("ana").await;
    assert_eq!(me(&test, &reader.token).await.0, 200);
    assert_eq!(reader.claims.sub, reader.uid);
    let stranger = Keyring::default();
    stranger.set(&[KeyMaterial { id: "k".into(), secret: [9; 32] }]).expect("a key");
    let header = Header { typ: Some("at+jwt".into()), ..Header::new(Algorithm::HS256) };
    let public = test.app.keyring.public_keys()[0].x.clone();
    let confused = jsonwebtoken::encode(&header, &reader.claims, &EncodingKey::from_secret(public.as_bytes()));
    let parts: Vec<&str> = reader.token.split('.').collect();
    let none = BASE64URL_NOPAD.encode(br#"{"alg":"none","typ":"at+jwt"}"#);
    let mut other = reader.claims.clone();
    other.iss = "https://evil.example".into();
    let mut elsewhere = reader.claims.clone();
    elsewhere.aud = "other".into();
    for forged in [
        stranger.sign(&reader.claims).expect("a token"),
        confused.expect("a token"),
        format!("{none}.{}.", parts[1]),
        format!("{}.{}.", parts[0], parts[1]),
        test.app.keyring.sign(&other).expect("a token"),
        test.app.keyring.sign(&elsewhere).expect("a token"),
        String::new(),
        "a.b.c".into(),
    ] {
        assert_eq!(me(&test, &forged).await, (401, "invalid_user_token".into()), "{forged}");
    }
    let mut expired = reader.claims.clone();
    expired.exp = expired.iat - 1;
    let expired = test.app.keyring.sign(&expired).expect("a token");
    assert_eq!(me(&test, &expired).await, (401, "id_token_expired".into()));
    test.stop().await;
}

#[tokio::test]
async fn a_token_of_another_reader_reaches_only_its_own_account() {
    let test = start(|_| {}).await;
    let (ana, bogdan) = (Browser::new(&test), Browser::new(&test));
    ana.sign_up("ana@x.ro").await;
    bogdan.sign_up("bogdan@x.ro").await;
    let id = ana.get("sessions").await.body["sessions"][0]["id"].as_str().expect("an id").to_owned();
    assert_eq!(bogdan.delete(&format!("sessions/{id}")).await.refusal(), (404, "not_found"));
    assert_eq!(ana.get("me").await.body["email"], "ana@x.ro");
    // A refresh token with the uid of another account.
    let (own, foreign) = (bogdan.cookie("__Host-rt").expect("a cookie"), ana.cookie("__Host-rt").expect("a cookie"));
    let mixed = format!("{}{}", &foreign[..28], &own[28..]);
    let thief = Browser::new(&test);
    thief.put_cookie("__Host-rt", &mixed);
    assert_eq!(thief.post("token", json!({})).await.refusal(), (401, "invalid_refresh_token"));
    assert_eq!(ana.post("token", json!({})).await.status, 200);
    test.stop().await;
}

#[tokio::test]
async fn requests_of_foreign_pages_are_refused() {
    let test = start(|_| {}).await;
    let send = async |path: &str, headers: &[(&str, &str)]| {
        let mut request = test.client.post(format!("{}/auth/v1/{path}", test.base));
        for (name, value) in headers {
            request = request.header(*name, *value);
        }
        let (status, body) = read(request.json(&json!({"email": "ana@x.ro"})).send().await.expect("an answer")).await;
        (status, body["code"].as_str().unwrap_or_default().to_owned())
    };
    let port = test.base.rsplit(':').next().expect("a port");
    let wrong_port = format!("http://127.0.0.1:{}", port.parse::<u32>().expect("a port") + 1);
    for headers in [
        [("origin", "https://evil.example")],
        [("origin", "null")],
        [("origin", wrong_port.as_str())],
        [("origin", "http://127.0.0.1.evil.example")],
        [("sec-fetch-site", "cross-site")],
        [("sec-fetch-site", "same-site")],
    ] {
        for path in ["methods", "sign-in/password", "sign-up", "oob/send", "oob/check", "token", "sign-out"] {
            let own = [headers[0], ("x-requested-with", "paragraf")];
            assert_eq!(send(path, &own).await, (403, "forbidden".into()), "{path} {headers:?}");
        }
    }
    assert_eq!(send("methods", &[("origin", &test.base), ("sec-fetch-site", "same-origin")]).await.0, 200);
    assert_eq!(
        send("token", &[("origin", &test.base)]).await,
        (403, "forbidden".into()),
        "without the header of our pages"
    );
    let form = test.client.post(format!("{}/auth/v1/methods", test.base));
    let form = form.header("content-type", "text/plain").body("{\"email\":\"ana@x.ro\"}");
    assert_eq!(form.send().await.expect("an answer").status(), 415);
    let plain = test.client.post(format!("{}/auth/v1/token", test.base)).header("x-requested-with", "paragraf");
    assert_eq!(plain.send().await.expect("an answer").status(), 401, "a missing body is an empty one");
    test.stop().await;
}

#[tokio::test]
async fn a_host_header_never_reaches_a_link() {
    let test = start(with_links).await;
    let request = test.client.post(format!("{}/auth/v1/oob/send", test.base));
    let request = request.header("host", "evil.example").header("x-forwarded-host", "evil.example");
    let response = request.json(&json!({"kind": "email_sign_in", "email": "ana@x.ro"})).send().await;
    assert_eq!(response.expect("an answer").status(), 200);
    let link = mails(&test, MessageKind::EmailSignIn).await[0].content.link.clone().expect("a link");
    assert!(link.starts_with(&test.base) && !link.contains("evil"), "{link}");
    test.stop().await;
}

#[tokio::test]
async fn injected_and_oversized_input_is_refused() {
    let test = start(with_links).await;
    let browser = Browser::new(&test);
    for name in ["Ana\r\nBcc: x@y.ro", "Ana\nX", "a\u{0}", "\u{202e}anA", &"a".repeat(81)] {
        let body = json!({"email": "ana@x.ro", "password": PASSWORD, "display_name": name});
        let answer = browser.post("sign-up", body).await;
        assert_eq!((answer.refusal(), &answer.body["field"]), ((400, "invalid"), &json!("display_name")), "{name:?}");
    }
    for email in ["ana@x.ro\r\nBcc: b@x.ro", "ana@x.ro%0d%0aBcc:b@x.ro", "ana@x.ro, b@x.ro", "ana\u{0}@x.ro"] {
        assert_eq!(browser.send("email_sign_in", email).await.refusal(), (400, "invalid_email"), "{email:?}");
    }
    let long = "a".repeat(70_000);
    for path in ["sign-up", "sign-in/password", "oob/check", "methods", "token"] {
        let answer = browser.post(path, json!({"email": long})).await;
        assert_eq!(answer.refusal(), (413, "payload_too_large"), "{path}");
    }
    let body = json!({"email": "ana@x.ro", "password": "lung ".repeat(300), "display_name": "Ana"});
    assert_eq!(browser.post("sign-up", body).await.refusal(), (400, "password_too_long"));
    let body = json!({"email": {"$ne": ""}, "password": PASSWORD});
    assert_eq!(browser.post("sign-in/password", body).await.refusal(), (400, "invalid"));
    test.stop().await;
}

#[tokio::test]
async fn lookups_and_mails_are_limited_by_network() {
    let test = start(with_links).await;
    let browser = Browser::new(&test);
    for _ in 0..4 {
        assert_eq!(browser.post("methods", json!({"email": "ana@x.ro"})).await.status, 200);
    }
    assert_eq!(browser.post("methods", json!({"email": "ana@x.ro"})).await.refusal(), (429, "proof_required"));
    // Six more with proofs of work.
    let (home, now) = (std::net::IpAddr::from([127, 0, 0, 1]), test.app.clock.steady());
    for _ in 0..6 {
        test.app.rate_limiter.take(Limit::LookUp, home, now).expect("ten a minute");
    }
    assert_eq!(browser.post("methods", json!({"email": "ana@x.ro"})).await.refusal(), (429, "too_many_requests"));
    for place in 0..20 {
        assert_eq!(browser.send("email_sign_in", &format!("a{place}@x.ro")).await.status, 200);
    }
    assert_eq!(browser.send("email_sign_in", "b@x.ro").await.refusal(), (429, "too_many_requests"));
    assert_eq!(mails(&test, MessageKind::EmailSignIn).await.len(), 20);
    test.stop().await;
}
