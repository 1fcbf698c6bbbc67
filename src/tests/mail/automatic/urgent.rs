use paragraf::domain::{Language, Status};

use super::{account, all, dated, level, mails, news, publish, recipients, set_status, subscribe};
use crate::support::app::TestApp;

#[tokio::test]
async fn subscribers_get_urgent_changes_at_once_and_once() {
    let test = TestApp::start(vec![]).await;
    subscribe(&test, "ana", Language::Ro, |wants| wants.topics = vec!["munca".into()]).await;
    subscribe(&test, "bo", Language::En, |_| {}).await;
    let urgent = news(&test, "u", 5, "inchirieri");
    publish(&test, vec![urgent.clone(), news(&test, "n", 3, "inchirieri")]).await;
    assert_eq!(all(&test).await, ["urgent-u-r1"]);
    let mails = mails(&test, "urgent-u-r1").await;
    assert_eq!(mails.len(), 2);
    assert_eq!(mails[0].subject, "Urgent: Schimbare pentru u");
    assert_eq!(mails[1].subject, "Urgent: A change for u");
    assert!(mails[0].text.contains("Pentru că este urgentă"), "{}", mails[0].text);
    assert!(mails[1].text.contains("Because it is urgent"), "whatever the topic: {}", mails[1].text);
    assert!(mails[1].text.contains("1. Check your contract."), "{}", mails[1].text);
    let mut corrected = urgent.clone();
    corrected.title = "Altfel".into();
    publish(&test, vec![corrected.clone()]).await;
    set_status(&test, "u", Status::Withdrawn).await;
    set_status(&test, "u", Status::Published).await;
    publish(&test, vec![corrected]).await;
    assert_eq!(all(&test).await, ["urgent-u-r1"], "a correction is not sent again");
    test.stop().await;
}

#[tokio::test]
async fn a_raised_importance_is_announced_to_those_who_chose_it() {
    let test = TestApp::start(vec![]).await;
    account(&test, "ana", &["inchirieri"], |account| account.mail.urgent_from = Some(level(4))).await;
    account(&test, "bo", &["munca"], |account| account.mail.urgent_from = Some(level(4))).await;
    account(&test, "cris", &["inchirieri"], |_| {}).await;
    account(&test, "dan", &["inchirieri"], |account| account.mail.urgent_from = None).await;
    let mut article = news(&test, "a", 3, "inchirieri");
    publish(&test, vec![article.clone()]).await;
    assert_eq!(all(&test).await, Vec::<String>::new());
    article.importance = level(4);
    publish(&test, vec![article.clone()]).await;
    assert_eq!(recipients(&test, "urgent-a-r2").await, ["ana"], "of the topic, and chosen");
    article.importance = level(5);
    publish(&test, vec![article.clone()]).await;
    assert_eq!(recipients(&test, "urgent-a-r3").await, ["ana", "bo", "cris"], "never is never");
    article.importance = level(4);
    publish(&test, vec![article]).await;
    assert_eq!(all(&test).await.len(), 2, "what matters less now is no news");
    let important = mails(&test, "urgent-a-r2").await;
    assert_eq!(important[0].subject, "Închirieri: Schimbare pentru a");
    test.stop().await;
}

#[tokio::test]
async fn old_or_withdrawn_articles_and_paused_recipients_are_skipped() {
    let test = TestApp::start(vec![]).await;
    publish(&test, vec![news(&test, "first", 5, "munca")]).await;
    assert_eq!(all(&test).await, Vec::<String>::new(), "there was nobody to tell");
    subscribe(&test, "ana", Language::Ro, |_| {}).await;
    subscribe(&test, "bo", Language::Ro, |wants| wants.paused_until = Some(jiff::civil::date(2026, 1, 11))).await;
    subscribe(&test, "cris", Language::Ro, |wants| wants.paused_until = Some(jiff::civil::date(2026, 1, 10))).await;
    account(&test, "dan", &[], |account| account.email_verified = false).await;
    publish(&test, vec![dated(news(&test, "old", 5, "munca"), jiff::civil::date(2025, 12, 1))]).await;
    assert_eq!(all(&test).await, Vec::<String>::new(), "an archive floods nobody");
    publish(&test, vec![news(&test, "u", 5, "munca"), news(&test, "gone", 5, "munca")]).await;
    set_status(&test, "gone", Status::Withdrawn).await;
    assert_eq!(recipients(&test, "urgent-u-r1").await, ["ana", "cris"]);
    let mails = mails(&test, "urgent-u-r1").await;
    assert!(mails.iter().all(|mail| mail.subject.ends_with(" u") && !mail.text.contains("gone")), "{mails:?}");
    test.stop().await;
}

#[tokio::test]
async fn articles_published_together_share_one_message() {
    let test = TestApp::start(vec![]).await;
    account(&test, "ana", &["inchirieri"], |account| account.mail.urgent_from = Some(level(4))).await;
    subscribe(&test, "bo", Language::En, |_| {}).await;
    let together = [("a", 4, "inchirieri"), ("b", 5, "munca"), ("c", 5, "inchirieri"), ("d", 3, "inchirieri")];
    publish(&test, together.map(|(slug, importance, topic)| news(&test, slug, importance, topic)).into()).await;
    assert_eq!(all(&test).await, ["urgent-a-r1"]);
    let sent = mails(&test, "urgent-a-r1").await;
    assert_eq!(sent.len(), 2);
    assert_eq!(sent[0].subject, "Urgent: Schimbare pentru b și încă 2");
    assert_eq!(sent[1].subject, "Urgent: A change for b and 1 more");
    let places = ["pentru b", "pentru c", "pentru a"].map(|title| sent[0].text.find(title));
    assert!(places.is_sorted() && places[0].is_some(), "the most important first: {}", sent[0].text);
    assert!(!sent[1].text.contains("A change for a"), "importance 4 was not chosen: {}", sent[1].text);
    assert!(sent[0].text.contains("articleId=c"), "each has its link: {}", sent[0].text);
    publish(&test, vec![news(&test, "e", 5, "munca")]).await;
    assert_eq!(all(&test).await, ["urgent-a-r1", "urgent-e-r1"], "later articles get their own message");
    test.stop().await;
}

#[tokio::test]
async fn omitted_articles_are_counted() {
    let test = TestApp::start(vec![]).await;
    subscribe(&test, "ana", Language::Ro, |_| {}).await;
    publish(&test, (10..60).map(|number| news(&test, &format!("u{number}"), 5, "munca")).collect()).await;
    let sent = mails(&test, "urgent-u10-r1").await;
    assert_eq!(sent[0].subject, "Urgent: Schimbare pentru u10 și încă 49");
    assert!(sent[0].text.contains("50 de schimbări care nu pot aștepta"), "{}", sent[0].text);
    assert!(sent[0].text.contains("Și încă 5 schimbări, pe "), "{}", sent[0].text);
    test.stop().await;
}

#[tokio::test]
async fn notifications_respect_the_least_importance() {
    let test = TestApp::start(vec![]).await;
    account(&test, "ana", &["munca"], |account| account.in_app_from = level(4)).await;
    account(&test, "bo", &["munca"], |_| {}).await;
    publish(&test, (3..=5).map(|importance| news(&test, &format!("a{importance}"), importance, "munca")).collect())
        .await;
    let counts = test.app.store.read(|tx| {
        let mut counts = Vec::new();
        for name in ["ana", "bo"] {
            let uid = paragraf::domain::Uid::parse(&format!("{name:0<28}")).expect("a uid");
            counts.push(paragraf::store::notifications::of(tx, &uid)?.len());
        }
        Ok(counts)
    });
    assert_eq!(counts.await.expect("read"), [2, 3]);
    test.stop().await;
}
