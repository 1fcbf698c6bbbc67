//! The readers who are notified of a published article.

use paragraf::domain::Status;
use paragraf::ops::import::ImportOptions;
use serde_json::json;

use super::{
    call, follow, get, import_as, notification_list, of_importance, publish, record, revised, set_status, track,
    user_data,
};
use crate::support::app::TestApp;
use crate::support::articles::article;

/// Pairs as [`notification_list`] gives them.
fn expected(pairs: &[(&str, &str)]) -> Vec<(String, String)> {
    pairs.iter().map(|(slug, reason)| ((*slug).to_owned(), (*reason).to_owned())).collect()
}

#[tokio::test]
async fn only_followers_of_topic_and_domain_are_notified() {
    let test = TestApp::start(vec![article("a")]).await;
    let (ana, bo, cris) = (test.reader("ana").await, test.reader("bo").await, test.reader("cris").await);
    follow(&test, &ana, "inchirieri").await;
    follow(&test, &ana, "domain:chirii").await;
    follow(&test, &bo, "domain:Chirii").await;
    follow(&test, &cris, "munca").await;
    publish(&test, record("n")).await;
    assert_eq!(notification_list(&test, &ana).await, expected(&[("n", "topic")]), "the topic is the better reason");
    assert_eq!(notification_list(&test, &bo).await, expected(&[("n", "domain")]));
    assert_eq!(notification_list(&test, &cris).await, []);
    let (_, list) = get(&test, &ana, &format!("/notifications/{}", ana.uid)).await;
    assert_eq!(list[0]["notified_at"], "2026-01-10T09:00:00Z");
    let (_, all) = test.json("/lawchanges").await;
    let mut summary = list[0].clone();
    for own in ["notified_at", "reason"] {
        summary.as_object_mut().expect("an object").remove(own);
    }
    assert_eq!(Some(&summary), all.as_array().expect("a list").iter().find(|item| item["slug"] == "n"));
    publish(&test, record("n")).await;
    publish(&test, revised(record("n"), "Altfel")).await;
    assert_eq!(
        notification_list(&test, &ana).await,
        expected(&[("n", "topic")]),
        "a follower hears of an article once"
    );
    test.stop().await;
}

#[tokio::test]
async fn all_accounts_are_notified_of_articles_that_are_or_become_urgent() {
    let test = TestApp::start(vec![]).await;
    let (ana, bo) = (test.reader("ana").await, test.reader("bo").await);
    follow(&test, &ana, "inchirieri").await;
    publish(&test, of_importance("u", 5)).await;
    publish(&test, of_importance("v", 4)).await;
    for reader in [&ana, &bo] {
        assert!(notification_list(&test, reader).await.contains(&("u".into(), "urgent".into())));
    }
    assert_eq!(notification_list(&test, &bo).await, expected(&[("u", "urgent")]));
    test.app.clock.advance(jiff::Span::new().seconds(1));
    publish(&test, of_importance("v", 5)).await;
    assert_eq!(notification_list(&test, &bo).await, expected(&[("v", "urgent"), ("u", "urgent")]));
    let body = json!({"articleId": "u"});
    call(&test, &bo, &format!("/notifications/{}/clear-article", bo.uid), body).await;
    publish(&test, revised(of_importance("u", 5), "Altfel")).await;
    assert_eq!(notification_list(&test, &bo).await, expected(&[("v", "urgent")]), "it was urgent before");
    test.stop().await;
}

#[tokio::test]
async fn trackers_are_notified_of_each_revision_even_of_old_articles() {
    let test = TestApp::start(vec![]).await;
    let (ana, bo) = (test.reader("ana").await, test.reader("bo").await);
    let mut old = record("old");
    old["publish_date"] = "2020-01-01".into();
    follow(&test, &bo, "inchirieri").await;
    publish(&test, old.clone()).await;
    track(&test, &ana, "old").await;
    assert_eq!(notification_list(&test, &bo).await, [], "an archive floods nobody");
    for title in ["Altfel", "Și mai altfel"] {
        publish(&test, revised(old.clone(), title)).await;
        assert_eq!(notification_list(&test, &ana).await, expected(&[("old", "revision")]));
        publish(&test, revised(old.clone(), title)).await;
        let clear = format!("/notifications/{}/clear-article", ana.uid);
        let answer = call(&test, &ana, &clear, json!({"articleId": "old"})).await;
        assert_eq!(answer, (200, json!({"cleared": true, "notifications": {"articles": []}})));
        let answer = call(&test, &ana, &clear, json!({"articleId": "old"})).await;
        assert_eq!(answer, (200, json!({"cleared": false, "notifications": {"articles": []}})));
        publish(&test, revised(old.clone(), title)).await;
        assert_eq!(notification_list(&test, &ana).await, [], "an unchanged article does not notify again");
    }
    assert_eq!(notification_list(&test, &bo).await, []);
    test.stop().await;
}

#[tokio::test]
async fn the_maximum_age_of_notified_articles_is_a_setting_in_days() {
    let test = TestApp::start_with(vec![], |config| config.notifications.max_age_days = 2, |_| {}).await;
    let ana = test.reader("ana").await;
    for (slug, date, level) in
        [("d2", "2026-01-08", 1), ("d3", "2026-01-07", 1), ("u3", "2026-01-07", 5), ("later", "2026-02-01", 1)]
    {
        follow(&test, &ana, "inchirieri").await;
        let mut record = of_importance(slug, level);
        record["publish_date"] = date.into();
        publish(&test, record).await;
    }
    assert_eq!(notification_list(&test, &ana).await, expected(&[("d2", "topic"), ("later", "topic")]));
    test.stop().await;
}

#[tokio::test]
async fn publishing_a_draft_notifies_and_withdrawing_removes_the_notifications() {
    let test = TestApp::start(vec![]).await;
    let ana = test.reader("ana").await;
    follow(&test, &ana, "inchirieri").await;
    let draft = ImportOptions { draft: true, ..ImportOptions::default() };
    import_as(&test, vec![record("n")], draft).await;
    assert_eq!(notification_list(&test, &ana).await, []);
    import_as(&test, vec![revised(record("n"), "Altfel")], draft).await;
    set_status(&test, "n", Status::Published).await;
    assert_eq!(notification_list(&test, &ana).await, expected(&[("n", "topic")]));
    track(&test, &ana, "n").await;
    set_status(&test, "n", Status::Withdrawn).await;
    assert_eq!(user_data(&test, &ana).await["notifications"], json!({"articles": []}));
    set_status(&test, "n", Status::Published).await;
    assert_eq!(notification_list(&test, &ana).await, [], "one revision notifies once");
    set_status(&test, "n", Status::Withdrawn).await;
    publish(&test, revised(record("n"), "Al treilea fel")).await;
    assert_eq!(notification_list(&test, &ana).await, [], "an import leaves withdrawn what is withdrawn");
    set_status(&test, "n", Status::Published).await;
    assert_eq!(notification_list(&test, &ana).await, expected(&[("n", "revision")]));
    let mut withdrawn = revised(record("n"), "Al treilea fel");
    withdrawn["status"] = "withdrawn".into();
    publish(&test, withdrawn).await;
    assert_eq!(user_data(&test, &ana).await["notifications"], json!({"articles": []}));
    test.stop().await;
}

#[tokio::test]
async fn removing_an_article_removes_its_notifications() {
    let test = TestApp::start(vec![]).await;
    let ana = test.reader("ana").await;
    import_as(&test, vec![of_importance("u", 5), of_importance("v", 5)], ImportOptions::default()).await;
    assert_eq!(notification_list(&test, &ana).await.len(), 2);
    let slug = paragraf::domain::Slug::parse("u").expect("a slug");
    paragraf::ops::articles::remove(&test.app, &super::OPERATOR, vec![slug]).await.expect("removed");
    assert_eq!(notification_list(&test, &ana).await, expected(&[("v", "urgent")]));
    test.stop().await;
}

#[tokio::test]
async fn a_strict_import_notifies_like_others() {
    let test = TestApp::start(vec![]).await;
    let ana = test.reader("ana").await;
    let strict = ImportOptions { strict: true, ..ImportOptions::default() };
    import_as(&test, vec![of_importance("u", 5), record("n")], strict).await;
    assert_eq!(notification_list(&test, &ana).await, expected(&[("u", "urgent")]));
    test.stop().await;
}

#[tokio::test]
async fn clearing_seen_articles_keeps_later_notifications() {
    let test = TestApp::start(vec![]).await;
    let (ana, bo) = (test.reader("ana").await, test.reader("bo").await);
    for slug in ["a", "b", "c"] {
        publish(&test, of_importance(slug, 5)).await;
    }
    let clear = format!("/notifications/{}/clear", ana.uid);
    let left = |slugs: &[&str], cleared: bool| (200, json!({"cleared": cleared, "notifications": {"articles": slugs}}));
    let seen = json!({"articleIds": ["a", "b", "no such", "-- "]});
    assert_eq!(call(&test, &ana, &clear, seen.clone()).await, left(&["c"], true));
    assert_eq!(call(&test, &ana, &clear, seen).await, left(&["c"], false));
    assert_eq!(call(&test, &ana, &clear, json!({})).await, left(&[], true));
    assert_eq!(notification_list(&test, &bo).await.len(), 3, "another's stay");
    assert_eq!(user_data(&test, &ana).await["notifications"]["articles"], json!([]));
    test.stop().await;
}

#[tokio::test]
async fn followers_of_an_act_hear_of_articles_that_are_on_it_or_name_it() {
    let test = TestApp::start(vec![article("a")]).await;
    let (ana, bo) = (test.reader("ana").await, test.reader("bo").await);
    follow(&test, &ana, "act:lege-239-2025").await;
    follow(&test, &bo, "act:lege-227-2015").await;
    let refused = json!({"userId": ana.uid, "topicId": "act:lege-1-1990"});
    assert_eq!(call(&test, &ana, "/users/follow-topic", refused).await.0, 404, "no article is on it or names it");
    let mut named = record("n");
    named["technical_summary"] = "Vezi Legea nr. 239/2025.".into();
    publish(&test, named).await;
    assert_eq!(notification_list(&test, &ana).await, expected(&[("n", "act")]));
    assert_eq!(notification_list(&test, &bo).await, []);
    test.stop().await;
}
