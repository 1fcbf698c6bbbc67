//! Invalid links, and too many requests with them.

use serde_json::json;

use super::{ANA, days};
use crate::support::app::TestApp;

const VERBS: [&str; 4] = ["/confirm", "/undo-confirm", "/leave", "/rejoin"];

#[tokio::test]
async fn every_call_refuses_an_invalid_token() {
    let test = TestApp::start(vec![]).await;
    test.subscriber(ANA).await;
    let foreign = TestApp::start(vec![]).await;
    let good = test.mail_token(ANA);
    let bad = [
        "x".to_owned(),
        "A".repeat(64),
        foreign.mail_token(ANA),
        format!("{good}A"),
        good[1..].to_owned(),
        good.to_lowercase(),
        "%0d%0aBcc:b@x.ro".into(),
        "..%2f..%2fetc".into(),
        "ș%00".into(),
        "A".repeat(6000),
    ];
    for token in &bad {
        let (status, answer) = test.json(&format!("/subscriptions/{token}")).await;
        assert_eq!((status, &answer["code"]), (400, &json!("invalid_link")), "{token}");
        for verb in VERBS {
            assert_eq!(test.link(token, verb).await.1["code"], "invalid_link", "{verb} {token}");
        }
        assert_eq!(test.choose(token, json!({"digest": "never"})).await.1["code"], "invalid_link");
        let delete = test.client.delete(format!("{}/subscriptions/{token}", test.base)).send().await;
        assert_eq!(delete.expect("an answer").status(), 400);
    }
    assert!(test.stored(ANA).await.expect("Ana").is_active(), "nothing was changed");
    foreign.stop().await;
    test.stop().await;
}

#[tokio::test]
async fn a_link_serves_its_purpose_only() {
    let test = TestApp::start(vec![]).await;
    test.subscriber(ANA).await;
    let (confirm, mail) = (test.confirm_token(ANA), test.mail_token(ANA));
    assert_eq!(test.link(&mail, "/confirm").await.1["code"], "invalid_link");
    for verb in ["/leave", "/rejoin"] {
        assert_eq!(test.link(&confirm, verb).await.1["code"], "invalid_link", "{verb}");
    }
    assert_eq!(test.choose(&confirm, json!({"digest": "never"})).await.1["code"], "invalid_link");
    assert_eq!(test.json(&format!("/subscriptions/{confirm}")).await.0, 200, "what it is about may be seen");
    test.stop().await;
}

#[tokio::test]
async fn a_confirmation_link_expires_after_thirty_days_and_others_never() {
    let test = TestApp::start(vec![]).await;
    test.subscriber(ANA).await;
    let (confirm, mail) = (test.confirm_token(ANA), test.mail_token(ANA));
    test.app.clock.advance(days(30));
    let (status, answer) = test.link(&confirm, "/confirm").await;
    assert_eq!((status, &answer["code"]), (410, &json!("link_expired")));
    test.app.clock.advance(days(3650));
    assert_eq!(test.link(&mail, "/leave").await.0, 200);
    test.stop().await;
}

#[tokio::test]
async fn a_network_with_too_many_requests_must_wait_but_not_for_one_click_unsubscribing() {
    let test = TestApp::start_with(vec![], |config| config.limits.links_per_minute = 3, |_| {}).await;
    test.subscriber(ANA).await;
    let token = test.mail_token(ANA);
    for _ in 0..3 {
        assert_eq!(test.link("guess", "/leave").await.0, 400);
    }
    let (status, answer) = test.link(&token, "/leave").await;
    assert_eq!((status, &answer["code"]), (429, &json!("too_many_requests")));
    let click = async |token: &str| {
        let url = format!("{}/mail/unsubscribe?token={token}", test.base);
        let request = test.client.post(url).header("content-type", "application/x-www-form-urlencoded");
        request.body("List-Unsubscribe=One-Click").send().await.expect("an answer").status().as_u16()
    };
    for _ in 0..5 {
        assert_eq!(click(&token).await, 200);
    }
    assert_eq!(click("guess").await, 429, "guessing is counted there too");
    test.stop().await;
}
