//! What is told to whom when something is published.

use paragraf::domain::Status;
use paragraf::ops::import::ImportOptions;
use serde_json::json;

use super::{
    call, follow, import_as, look, notices, of_importance, publish, record, revised, set_status, track, user_data,
};
use crate::support::app::TestApp;
use crate::support::articles::article;

/// Pairs as [`notices`] gives them.
fn told(pairs: &[(&str, &str)]) -> Vec<(String, String)> {
    pairs.iter().map(|(slug, reason)| ((*slug).to_owned(), (*reason).to_owned())).collect()
}

#[tokio::test]
async fn followers_of_topic_and_domain_are_told_and_nobody_else() {
    let test = TestApp::start(vec![article("a")]).await;
    let (ana, bo, cris) = (test.reader("ana").await, test.reader("bo").await, test.reader("cris").await);
    follow(&test, &ana, "inchirieri").await;
    follow(&test, &ana, "domain:chirii").await;
    follow(&test, &bo, "domain:Chirii").await;
    follow(&test, &cris, "munca").await;
    publish(&test, record("n")).await;
    assert_eq!(notices(&test, &ana).await, told(&[("n", "topic")]), "the topic is the better reason");
    assert_eq!(notices(&test, &bo).await, told(&[("n", "domain")]));
    assert_eq!(notices(&test, &cris).await, []);
    let (_, list) = look(&test, &ana, &format!("/notifications/{}", ana.uid)).await;
    assert_eq!(list[0]["notified_at"], "2026-01-10T09:00:00Z");
    let (_, all) = test.json("/lawchanges").await;
    let mut summary = list[0].clone();
    for own in ["notified_at", "reason"] {
        summary.as_object_mut().expect("an object").remove(own);
    }
    assert_eq!(Some(&summary), all.as_array().expect("a list").iter().find(|item| item["slug"] == "n"));
    publish(&test, record("n")).await;
    publish(&test, revised(record("n"), "Altfel")).await;
    assert_eq!(notices(&test, &ana).await, told(&[("n", "topic")]), "a follower hears of an article once");
    test.stop().await;
}

#[tokio::test]
async fn everybody_is_told_of_what_is_urgent_also_when_it_becomes_so() {
    let test = TestApp::start(vec![]).await;
    let (ana, bo) = (test.reader("ana").await, test.reader("bo").await);
    follow(&test, &ana, "inchirieri").await;
    publish(&test, of_importance("u", 5)).await;
    publish(&test, of_importance("v", 4)).await;
    for reader in [&ana, &bo] {
        assert!(notices(&test, reader).await.contains(&("u".into(), "urgent".into())));
    }
    assert_eq!(notices(&test, &bo).await, told(&[("u", "urgent")]));
    test.app.clock.advance(jiff::Span::new().seconds(1));
    publish(&test, of_importance("v", 5)).await;
    assert_eq!(notices(&test, &bo).await, told(&[("v", "urgent"), ("u", "urgent")]));
    let body = json!({"articleId": "u"});
    call(&test, &bo, &format!("/notifications/{}/clear-article", bo.uid), body).await;
    publish(&test, revised(of_importance("u", 5), "Altfel")).await;
    assert_eq!(notices(&test, &bo).await, told(&[("v", "urgent")]), "it was urgent before");
    test.stop().await;
}

#[tokio::test]
async fn those_who_track_an_article_are_told_of_each_revision_whatever_its_age() {
    let test = TestApp::start(vec![]).await;
    let (ana, bo) = (test.reader("ana").await, test.reader("bo").await);
    let mut old = record("old");
    old["publish_date"] = "2020-01-01".into();
    follow(&test, &bo, "inchirieri").await;
    publish(&test, old.clone()).await;
    track(&test, &ana, "old").await;
    assert_eq!(notices(&test, &bo).await, [], "an archive floods nobody");
    for title in ["Altfel", "Și mai altfel"] {
        publish(&test, revised(old.clone(), title)).await;
        assert_eq!(notices(&test, &ana).await, told(&[("old", "revision")]));
        publish(&test, revised(old.clone(), title)).await;
        let clear = format!("/notifications/{}/clear-article", ana.uid);
        let answer = call(&test, &ana, &clear, json!({"articleId": "old"})).await;
        assert_eq!(answer, (200, json!({"cleared": true, "notifications": {"articles": []}})));
        let answer = call(&test, &ana, &clear, json!({"articleId": "old"})).await;
        assert_eq!(answer, (200, json!({"cleared": false, "notifications": {"articles": []}})));
        publish(&test, revised(old.clone(), title)).await;
        assert_eq!(notices(&test, &ana).await, [], "what did not change is not told again");
    }
    assert_eq!(notices(&test, &bo).await, []);
    test.stop().await;
}

#[tokio::test]
async fn the_age_is_counted_in_days_and_can_be_set() {
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
    assert_eq!(notices(&test, &ana).await, told(&[("d2", "topic"), ("later", "topic")]));
    test.stop().await;
}

#[tokio::test]
async fn a_draft_is_told_when_it_is_published_and_a_withdrawn_article_takes_what_was_told_along() {
    let test = TestApp::start(vec![]).await;
    let ana = test.reader("ana").await;
    follow(&test, &ana, "inchirieri").await;
    let draft = ImportOptions { draft: true, ..ImportOptions::default() };
    import_as(&test, vec![record("n")], draft).await;
    assert_eq!(notices(&test, &ana).await, []);
    import_as(&test, vec![revised(record("n"), "Altfel")], draft).await;
    set_status(&test, "n", Status::Published).await;
    assert_eq!(notices(&test, &ana).await, told(&[("n", "topic")]));
    track(&test, &ana, "n").await;
    set_status(&test, "n", Status::Withdrawn).await;
    assert_eq!(user_data(&test, &ana).await["notifications"], json!({"articles": []}));
    set_status(&test, "n", Status::Published).await;
    assert_eq!(notices(&test, &ana).await, [], "nobody is told twice of the same revision");
    set_status(&test, "n", Status::Withdrawn).await;
    publish(&test, revised(record("n"), "Al treilea fel")).await;
    assert_eq!(notices(&test, &ana).await, [], "an import leaves withdrawn what is withdrawn");
    set_status(&test, "n", Status::Published).await;
    assert_eq!(notices(&test, &ana).await, told(&[("n", "revision")]));
    let mut withdrawn = revised(record("n"), "Al treilea fel");
    withdrawn["status"] = "withdrawn".into();
    publish(&test, withdrawn).await;
    assert_eq!(user_data(&test, &ana).await["notifications"], json!({"articles": []}));
    test.stop().await;
}

#[tokio::test]
async fn a_removed_article_is_told_to_nobody_any_more() {
    let test = TestApp::start(vec![]).await;
    let ana = test.reader("ana").await;
    import_as(&test, vec![of_importance("u", 5), of_importance("v", 5)], ImportOptions::default()).await;
    assert_eq!(notices(&test, &ana).await.len(), 2);
    let slug = paragraf::domain::Slug::parse("u").expect("a slug");
    paragraf::ops::articles::remove(&test.app, &super::OPERATOR, vec![slug]).await.expect("removed");
    assert_eq!(notices(&test, &ana).await, told(&[("v", "urgent")]));
    test.stop().await;
}

#[tokio::test]
async fn a_strict_import_tells_as_the_others_do() {
    let test = TestApp::start(vec![]).await;
    let ana = test.reader("ana").await;
    let strict = ImportOptions { strict: true, ..ImportOptions::default() };
    import_as(&test, vec![of_importance("u", 5), record("n")], strict).await;
    assert_eq!(notices(&test, &ana).await, told(&[("u", "urgent")]));
    test.stop().await;
}

#[tokio::test]
async fn all_that_was_seen_is_cleared_at_once_and_what_came_meanwhile_stays() {
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
    assert_eq!(notices(&test, &bo).await.len(), 3, "another's stay");
    assert_eq!(user_data(&test, &ana).await["notifications"]["articles"], json!([]));
    test.stop().await;
}
