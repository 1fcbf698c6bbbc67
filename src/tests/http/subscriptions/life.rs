//! A subscription from the form to its deletion.

use jiff::ToSpan;
use paragraf::domain::mailing::SuppressionReason;
use paragraf::domain::message::MessageKind;
use paragraf::ops::{self, Actor};
use paragraf::store::outbox::{self, OutboxRecord};
use serde_json::{Value, json};

use super::{ANA, days, token_in, usual};
use crate::mail::mail;
use crate::support::app::TestApp;

async fn rows(test: &TestApp) -> Vec<OutboxRecord> {
    let read = test.app.store.read(|tx| {
        let mut rows = Vec::new();
        outbox::each_readable(tx, &mut |row| rows.push(row))?;
        Ok(rows)
    });
    read.await.expect("the outbox")
}

async fn subscribe(test: &TestApp) -> u16 {
    test.post("/subscribe", json!({"email": ANA, "lang": "ro"})).await.0
}

#[tokio::test]
async fn the_mailed_link_confirms_and_undoes() {
    let test = TestApp::start(vec![]).await;
    assert_eq!(subscribe(&test).await, 200);
    let message = ops::mail::compose::transactional::compose(&test.app, &rows(&test).await[0]).expect("a mail");
    let link = message.text.lines().find(|line| line.starts_with("http") && line.contains("token=")).expect("a link");
    assert!(!link.contains("ana") && message.text.contains("30 de zile"), "{}", message.text);
    let token = token_in(link);
    assert_eq!(test.text(&format!("/mail/confirm?token={token}")).await.0, 200);
    let (status, before) = test.json(&format!("/subscriptions/{token}")).await;
    assert_eq!((status, &before["status"]), (200, &json!("unconfirmed")), "looking changes nothing");
    assert_eq!(
        (&before["email"], &before["language"], &before["has_account"], &before["preferences"]),
        (&json!("a*a@example.ro"), &json!("ro"), &json!(false), &usual())
    );
    assert!(before["topics"].as_array().is_some_and(|topics| topics.len() > 3 && topics[0]["name"].is_string()));
    for _ in 0..2 {
        let (status, confirmed) = test.link(&token, "/confirm").await;
        assert_eq!((status, &confirmed["status"]), (200, &json!("confirmed")));
    }
    assert!(test.stored(ANA).await.expect("Ana").is_active());
    assert_eq!(subscribe(&test).await, 409);
    test.app.clock.advance(1.minutes());
    let (status, undone) = test.link(&token, "/undo-confirm").await;
    assert_eq!((status, &undone["status"]), (200, &json!("left")));
    let record = test.stored(ANA).await.expect("Ana");
    assert!(record.confirmed_at.is_none() && record.left_at.is_some());
    let (status, refused) = test.link(&token, "/confirm").await;
    assert_eq!((status, &refused["code"]), (410, &json!("link_used")), "a confirmation works once");
    assert_eq!(subscribe(&test).await, 200);
    assert_eq!(test.link(&token, "/confirm").await.1["code"], "link_used", "also after a new request");
    assert_eq!(test.link(&test.confirm_token(ANA), "/confirm").await.1["status"], "confirmed");
    test.stop().await;
}

#[tokio::test]
async fn an_unconfirmed_or_former_subscriber_is_asked_to_confirm_again() {
    let test = TestApp::start(vec![]).await;
    assert_eq!(subscribe(&test).await, 200);
    test.app.clock.advance(10.minutes());
    assert_eq!((subscribe(&test).await, rows(&test).await.len()), (409, 1), "the first request may still arrive");
    for requests in [2, 3, 4, 4] {
        test.app.clock.advance(11.minutes());
        assert_eq!((subscribe(&test).await, rows(&test).await.len()), (409, requests), "at most four a day");
    }
    test.app.clock.advance(days(1));
    assert_eq!((subscribe(&test).await, rows(&test).await.len()), (409, 5));
    let token = test.confirm_token(ANA);
    assert_eq!(test.link(&token, "/confirm").await.0, 200);
    test.app.clock.advance(days(2));
    assert_eq!(subscribe(&test).await, 409, "who confirmed is not asked again");
    assert_eq!(test.link(&test.mail_token(ANA), "/leave").await.0, 200);
    assert_eq!((subscribe(&test).await, subscribe(&test).await), (200, 409));
    assert!(test.stored(ANA).await.expect("Ana").left_at.is_some(), "not before a yes");
    assert_eq!(test.suppression(ANA).await, Some(SuppressionReason::Asked));
    assert_eq!(test.link(&test.confirm_token(ANA), "/confirm").await.1["status"], "confirmed");
    assert_eq!(test.suppression(ANA).await, None);
    test.stop().await;
}

#[tokio::test]
async fn a_confirmation_lifts_a_bounce_but_not_a_suppression_by_the_operator() {
    let test = TestApp::start(vec![]).await;
    for reason in [SuppressionReason::Bounced, SuppressionReason::Complaint, SuppressionReason::Asked] {
        test.subscriber(ANA).await;
        test.suppress(ANA, reason).await;
        assert_eq!(test.json(&format!("/subscriptions/{}", test.mail_token(ANA))).await.1["status"], "left");
        test.link(&test.confirm_token(ANA), "/confirm").await;
        assert_eq!(test.suppression(ANA).await, None, "{reason:?}");
    }
    test.suppress(ANA, SuppressionReason::Bounced).await;
    assert_eq!(test.link(&test.mail_token(ANA), "/rejoin").await.0, 200);
    assert_eq!(test.suppression(ANA).await, Some(SuppressionReason::Bounced), "a tap does not repair a mailbox");
    test.suppress("dan@example.ro", SuppressionReason::Operator).await;
    let answer = test.post("/subscribe", json!({"email": "dan@example.ro"})).await;
    assert_eq!(answer, (200, json!({"message": "Subscribed successfully!"})), "nobody learns who is on the list");
    assert!(test.stored("dan@example.ro").await.is_none() && rows(&test).await.is_empty());
    test.subscriber("dan@example.ro").await;
    test.link(&test.confirm_token("dan@example.ro"), "/confirm").await;
    assert_eq!(test.suppression("dan@example.ro").await, Some(SuppressionReason::Operator));
    test.stop().await;
}

#[tokio::test]
async fn a_suppressed_subscriber_who_subscribes_again_is_asked_to_confirm() {
    let test = TestApp::start(vec![]).await;
    for (reason, mails) in [(SuppressionReason::Bounced, 1), (SuppressionReason::Complaint, 2)] {
        test.subscriber(ANA).await;
        test.suppress(ANA, reason).await;
        test.app.clock.advance(11.minutes());
        assert_eq!((subscribe(&test).await, rows(&test).await.len()), (200, mails), "{reason:?}");
        assert_eq!(test.suppression(ANA).await, Some(reason), "anyone can enter the address");
        assert_eq!((subscribe(&test).await, rows(&test).await.len()), (409, mails), "the request may still arrive");
        assert_eq!(test.link(&test.confirm_token(ANA), "/confirm").await.1["status"], "confirmed");
        assert_eq!(test.suppression(ANA).await, None, "the owner read the mail");
        assert_eq!((subscribe(&test).await, rows(&test).await.len()), (409, mails));
    }
    test.stop().await;
}

#[tokio::test]
async fn preferences_change_field_by_field() {
    let test = TestApp::start(vec![]).await;
    test.subscriber(ANA).await;
    let token = test.mail_token(ANA);
    let topics: Vec<String> = {
        let (_, shown) = test.json(&format!("/subscriptions/{token}")).await;
        let ids = shown["topics"].as_array().expect("topics").iter();
        ids.take(2).map(|topic| topic["id"].as_str().expect("an id").to_owned()).collect()
    };
    let (status, changed) = test
        .choose(
            &token,
            json!({
                "language": "en", "topics": [topics[1], topics[0], topics[1]], "urgent_from": null, "digest": "daily",
                "digest_from": 1, "digest_when_empty": true, "deadlines": false, "news": false,
                "paused_until": "2026-02-01",
            }),
        )
        .await;
    assert_eq!((status, &changed["language"]), (200, &json!("en")));
    let chosen = json!({
        "topics": topics, "urgent_from": null, "urgent_for_others": true, "digest": "daily", "digest_from": 1,
        "digest_when_empty": true, "deadlines": false, "reminders": true, "news": false, "paused_until": "2026-02-01",
    });
    assert_eq!(changed["preferences"], chosen);
    let (_, changed) = test.choose(&token, json!({"urgent_from": 4, "paused_until": null})).await;
    assert_eq!(
        (&changed["preferences"]["urgent_from"], &changed["preferences"]["paused_until"]),
        (&json!(4), &Value::Null)
    );
    assert_eq!(changed["preferences"]["digest"], "daily", "what is absent stays");
    for (body, field) in [
        (json!({"urgent_from": 3}), "urgent_from"),
        (json!({"digest": "hourly"}), "digest"),
        (json!({"digest_from": 0}), "digest_from"),
        (json!({"topics": ["nothing"]}), "topics"),
        (json!({"topics": vec!["x"; 101]}), "topics"),
        (json!({"paused_until": "soon"}), "paused_until"),
        (json!({"language": "fr"}), "language"),
        (json!({"email": "x@y.ro"}), "email"),
    ] {
        let (status, answer) = test.choose(&token, body.clone()).await;
        assert_eq!((status, &answer["field"]), (400, &json!(field)), "{body}: {answer}");
    }
    assert_eq!(test.choose(&token, json!({"topics": "x".repeat(70_000)})).await.0, 413);
    test.stop().await;
}

#[tokio::test]
async fn leaving_can_be_undone_and_deleting_cannot() {
    let test = TestApp::start(vec![]).await;
    test.subscriber(ANA).await;
    let token = test.mail_token(ANA);
    test.choose(&token, json!({"digest": "daily"})).await;
    for _ in 0..2 {
        let (status, left) = test.link(&token, "/leave").await;
        assert_eq!((status, &left["status"]), (200, &json!("left")));
    }
    let (status, back) = test.link(&token, "/rejoin").await;
    assert_eq!((status, &back["status"], &back["preferences"]["digest"]), (200, &json!("confirmed"), &json!("daily")));
    assert_eq!(test.suppression(ANA).await, None);
    let (bulk, account) = (MessageKind::Campaign, MessageKind::NewDevice);
    let queued = [bulk, account].map(|kind| mail(kind, ANA, test.app.clock.now()));
    let write = test.app.store.write(move |tx| queued.iter().try_for_each(|row| Ok(outbox::put(tx, row)?)));
    write.await.expect("queued");
    let delete = || test.client.delete(format!("{}/subscriptions/{token}", test.base)).send();
    assert_eq!(delete().await.expect("an answer").status(), 204);
    assert_eq!(delete().await.expect("an answer").status(), 404);
    assert!(test.stored(ANA).await.is_none());
    let kinds: Vec<_> = rows(&test).await.into_iter().map(|row| row.kind).collect();
    assert_eq!(kinds, [account], "what is about an account is the account's");
    for verb in ["/rejoin", "/undo-confirm", ""] {
        let (status, answer) = match verb {
            "" => test.choose(&token, json!({})).await,
            verb => test.link(&token, verb).await,
        };
        assert_eq!((status, &answer["code"]), (404, &json!("subscription_not_found")), "{verb}");
    }
    let (status, answer) = test.link(&test.confirm_token(ANA), "/confirm").await;
    assert_eq!((status, &answer["code"]), (404, &json!("subscription_not_found")));
    test.stop().await;
}

#[tokio::test]
async fn an_address_of_a_list_can_leave_and_rejoin() {
    let test = TestApp::start(vec![]).await;
    let token = test.mail_token(ANA);
    assert_eq!(test.json(&format!("/subscriptions/{token}")).await.0, 404);
    let (status, left) = test.link(&token, "/leave").await;
    assert_eq!(
        (status, &left["status"], test.suppression(ANA).await),
        (200, &json!("left"), Some(SuppressionReason::Asked))
    );
    assert_eq!(test.link(&token, "/rejoin").await.0, 200);
    assert_eq!((test.suppression(ANA).await, test.stored(ANA).await), (None, None));
    test.stop().await;
}

#[tokio::test]
async fn account_and_subscription_of_one_address_share_preferences() {
    let test = TestApp::start(vec![]).await;
    let reader = test.reader("ana").await;
    let (address, token) = ("ana@exemplu.ro", test.mail_token("ana@exemplu.ro"));
    let (status, shown) = test.json(&format!("/subscriptions/{token}")).await;
    assert_eq!((status, &shown["has_account"], &shown["status"]), (200, &json!(true), &json!("confirmed")));
    assert_eq!(shown["preferences"]["digest_from"], 1, "an account's own beginning");
    test.subscriber(address).await;
    test.choose(&token, json!({"digest": "never", "paused_until": "2026-03-01", "language": "en"})).await;
    let wants = test.stored(address).await.expect("the subscriber").preferences;
    assert_eq!(wants.paused_until.map(|day| day.to_string()).as_deref(), Some("2026-03-01"));
    let settings = test.get(&format!("/users/mail-preferences/{}", reader.uid)).bearer_auth(&reader.token);
    let (_, settings) = crate::support::app::read(settings.send().await.expect("an answer")).await;
    assert_eq!((&settings["preferences"]["digest"], &settings["language"]), (&json!("never"), &json!("en")));
    assert_eq!(test.link(&token, "/leave").await.1["status"], "left");
    let deleted = test.client.delete(format!("{}/subscriptions/{token}", test.base)).send().await.expect("an answer");
    assert_eq!(deleted.status(), 204);
    assert_eq!(test.json(&format!("/subscriptions/{token}")).await.1["status"], "left", "the account stays, unmailed");
    test.stop().await;
}

#[tokio::test]
async fn unconfirmed_and_former_subscribers_are_deleted_after_thirty_days() {
    let test = TestApp::start(vec![]).await;
    assert_eq!(subscribe(&test).await, 200);
    test.subscriber("bogdan@example.ro").await;
    test.subscriber("cora@example.ro").await;
    test.link(&test.mail_token("cora@example.ro"), "/leave").await;
    let tidy = || ops::subscribers::clean_up(&test.app, &Actor::System);
    test.app.clock.advance(days(29));
    assert_eq!(tidy().await.expect("tidied"), 0);
    test.app.clock.advance(days(1));
    assert_eq!(tidy().await.expect("tidied"), 2);
    assert!(test.stored(ANA).await.is_none() && test.stored("cora@example.ro").await.is_none());
    assert!(test.stored("bogdan@example.ro").await.is_some() && rows(&test).await.is_empty());
    assert_eq!(test.suppression("cora@example.ro").await, Some(SuppressionReason::Asked), "a no stays a no");
    test.stop().await;
}
