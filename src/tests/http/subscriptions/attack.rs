//! Invalid links, and too many requests with them.

use paragraf::domain::message::MessageKind;
use paragraf::ops::mail::compose::transactional;
use paragraf::store::outbox;
use serde_json::json;

use super::{ANA, days, token_in};
use crate::support::app::TestApp;

const VERBS: [&str; 5] = ["/confirm", "/undo-confirm", "/leave", "/rejoin", "/new-link"];

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
    for verb in ["/leave", "/rejoin", "/new-link"] {
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
async fn a_link_changes_choices_for_thirty_days_and_unsubscribes_for_ever() {
    let test = TestApp::start(vec![]).await;
    test.subscriber(ANA).await;
    let token = test.mail_token(ANA);
    assert_eq!(test.choose(&token, json!({"digest": "daily"})).await.0, 200);
    test.app.clock.advance(days(30));
    let shown = test.json(&format!("/subscriptions/{token}")).await.1;
    assert_eq!((&shown["may_change"], &shown["preferences"]["digest"]), (&json!(false), &json!("weekly")), "{shown}");
    let delete = test.client.delete(format!("{}/subscriptions/{token}", test.base)).send().await.expect("an answer");
    assert_eq!(delete.status(), 410);
    let (status, refused) = test.choose(&token, json!({"digest": "never"})).await;
    assert_eq!((status, &refused["code"]), (410, &json!("link_too_old")));
    assert_eq!(test.link(&token, "/undo-confirm").await.1["code"], "link_too_old");
    let page = test.text(&format!("/mail/preferences?token={token}&lang=ro")).await.1;
    assert!(page.contains("prea vechi") || page.contains("schimbă setările 30 de zile"), "{page}");
    assert!(page.contains("Trimite-mi un link nou") && !page.contains("value=\"save\""), "{page}");

    let asked = test.client.post(format!("{}/subscriptions/{token}/new-link", test.base)).send().await;
    assert_eq!(asked.expect("an answer").status(), 204);
    assert_eq!(test.link(&token, "/new-link").await.0, 429, "one mailbox gets one a minute");
    let rows = test.app.store.read(|tx| {
        let mut rows = vec![];
        outbox::each_readable(tx, &mut |row| rows.push(row))?;
        Ok(rows)
    });
    let rows = rows.await.expect("the outbox");
    let kinds: Vec<_> = rows.iter().map(|row| row.kind).collect();
    assert_eq!(kinds, [MessageKind::PreferencesLink]);
    let mail = transactional::compose(&test.app, &rows[0]).expect("a mail");
    let link = mail.text.lines().find(|line| line.contains("token=")).expect("a link");
    assert_eq!(test.choose(&token_in(link), json!({"digest": "never"})).await.0, 200);

    assert_eq!(test.link(&token, "/leave").await.1["status"], "left");
    assert_eq!(test.link(&token, "/rejoin").await.1["code"], "link_too_old");
    assert_eq!(test.link(&token, "/new-link").await.1["code"], "too_many_requests");
    test.app.clock.advance(days(1));
    assert_eq!(test.link(&token, "/new-link").await.1["code"], "subscription_not_found");
    assert_eq!(test.link(&test.mail_token(ANA), "/rejoin").await.1["status"], "confirmed");
    test.stop().await;
}

#[tokio::test]
async fn a_link_changes_only_the_subscription_that_it_was_made_for() {
    let test = TestApp::start(vec![]).await;
    test.subscriber(ANA).await;
    let (confirm, mail) = (test.confirm_token(ANA), test.mail_token(ANA));
    let delete = test.client.delete(format!("{}/subscriptions/{mail}", test.base)).send().await.expect("an answer");
    assert_eq!(delete.status(), 204);
    test.app.clock.advance(days(1));
    test.subscriber(ANA).await;
    assert_eq!(test.json(&format!("/subscriptions/{mail}")).await.1["code"], "subscription_not_found");
    assert_eq!(test.choose(&mail, json!({"digest": "never"})).await.1["code"], "subscription_not_found");
    for (token, verb) in [(&confirm, "/confirm"), (&confirm, "/undo-confirm"), (&mail, "/undo-confirm")] {
        assert_eq!(test.link(token, verb).await.1["code"], "subscription_not_found", "{verb}");
    }
    assert!(test.stored(ANA).await.expect("Ana").is_active());
    let delete = test.client.delete(format!("{}/subscriptions/{mail}", test.base)).send().await.expect("an answer");
    assert_eq!(delete.status(), 404);
    assert_eq!(test.link(&mail, "/leave").await.0, 200, "it still unsubscribes");
    assert_eq!(test.link(&mail, "/rejoin").await.1["code"], "subscription_not_found");
    assert!(test.stored(ANA).await.expect("Ana").left_at.is_some());
    test.stop().await;
}

#[tokio::test]
async fn the_spellings_of_one_mailbox_are_asked_four_times_a_day() {
    let test = TestApp::start(vec![]).await;
    let subscribe = async |address: &str| test.post("/subscribe", json!({"email": address})).await.0;
    let mut accepted = 0;
    for number in 0..10 {
        accepted += u32::from(subscribe(&format!("Ana.Pop+{number}@gmail.com")).await == 200);
    }
    assert_eq!((accepted, subscribe("a.n.a.pop@googlemail.com").await), (4, 429));
    assert_eq!(subscribe("anapop@example.ro").await, 200);
    assert!(test.stored("Ana.Pop+3@gmail.com").await.is_some(), "each spelling is its own subscription");
    test.app.clock.advance(days(1));
    assert_eq!(subscribe("anapop@gmail.com").await, 200);
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
