//! Counts after a like: in the article at once, in lists within seconds, in pages never.

use reqwest::header::{ETAG, HeaderValue, IF_NONE_MATCH};
use serde_json::{Value, json};

use super::{call, like};
use crate::support::app::TestApp;
use crate::support::articles::article;

async fn etag(test: &TestApp, path: &str) -> HeaderValue {
    test.get(path).send().await.expect("an answer").headers()[ETAG].clone()
}

/// The likes of `a` in this list.
async fn listed(test: &TestApp, path: &str) -> Value {
    let (_, list) = test.json(path).await;
    list.as_array().expect("a list").iter().find(|item| item["slug"] == "a").expect("a")["likes"].clone()
}

#[tokio::test]
async fn the_article_has_the_new_count_at_once() {
    let test = TestApp::start(vec![article("a"), article("b")]).await;
    let ana = test.reader("ana").await;
    let paths = ["/lawchanges/a", "/lawchanges/a?lang=en"];
    for round in 1..=3 {
        let on = round % 2 == 1;
        for path in paths {
            test.json(path).await;
        }
        let (before, other) = (etag(&test, paths[0]).await, etag(&test, "/lawchanges/b").await);
        like(&test, &ana, "a", None).await;
        for path in paths {
            let (_, now) = test.json(path).await;
            assert_eq!(now[0]["likes"], u64::from(on), "{path} in round {round}");
        }
        let request = test.get(paths[0]).header(IF_NONE_MATCH, &before);
        assert_eq!(request.send().await.expect("an answer").status(), 200, "the cached body is outdated");
        assert_eq!(etag(&test, "/lawchanges/b").await, other);
    }
    let body = json!({"userId": ana.uid, "articleId": "a"});
    call(&test, &ana, "/users/bookmark-article", body).await;
    let (_, now) = test.json("/lawchanges/a").await;
    assert_eq!((&now[0]["likes"], &now[0]["bookmarks"]), (&json!(1), &json!(1)));
    test.stop().await;
}

#[tokio::test]
async fn lists_show_a_new_count_within_seconds() {
    let test = TestApp::start(vec![article("b"), article("a")]).await;
    let ana = test.reader("ana").await;
    let paths = ["/lawchanges", "/lawchanges?lang=en", "/lawchanges?limit=1", "/lawchanges?topic=inchirieri"];
    let mut before = Vec::new();
    for path in paths {
        before.push(etag(&test, path).await);
    }
    like(&test, &ana, "a", None).await;
    for (path, before) in paths.iter().zip(&before) {
        assert_eq!(&etag(&test, path).await, before, "{path}: a list is not rebuilt for each like");
    }
    test.app.clock.advance(jiff::Span::new().seconds(3));
    for (path, before) in paths.iter().zip(&before) {
        assert_eq!(listed(&test, path).await, 1, "{path}");
        let now = etag(&test, path).await;
        assert_ne!(&now, before, "{path}");
        let request = test.get(path).header(IF_NONE_MATCH, now);
        assert_eq!(request.send().await.expect("an answer").status(), 304);
    }
    // A change of content also updates the counts.
    like(&test, &ana, "a", None).await;
    test.publish(vec![article("c")]).await;
    assert_eq!(listed(&test, "/lawchanges").await, 0);
    test.stop().await;
}

#[tokio::test]
async fn a_like_does_not_change_pages_feeds_and_sitemap() {
    let test = TestApp::start(vec![article("a")]).await;
    let ana = test.reader("ana").await;
    let paths = [
        "/feed.xml", "/feed.json", "/sitemap.xml", "/app", "/app?articleId=a", "/", "/topics", "/deadlines",
        "/og/a.png",
    ];
    let generation = || test.app.catalogue.snapshot().generation;
    let first = generation();
    let mut before = Vec::new();
    for path in paths {
        before.push(etag(&test, path).await);
    }
    like(&test, &ana, "a", None).await;
    test.app.clock.advance(jiff::Span::new().minutes(1));
    for (path, before) in paths.iter().zip(&before) {
        assert_eq!(&etag(&test, path).await, before, "{path}");
    }
    assert_eq!(generation(), first);
    test.stop().await;
}

#[tokio::test]
async fn counts_survive_a_restart_and_a_revision() {
    let test = TestApp::start(vec![article("a")]).await;
    let ana = test.reader("ana").await;
    like(&test, &ana, "a", None).await;
    paragraf::ops::browse::load(&test.app).await.expect("loaded again");
    assert_eq!(listed(&test, "/lawchanges").await, 1);
    let mut changed = article("a");
    changed.title = "Altfel".into();
    test.publish(vec![changed]).await;
    assert_eq!(listed(&test, "/lawchanges").await, 1);
    let (_, now) = test.json("/lawchanges/a").await;
    assert_eq!((&now[0]["likes"], &now[1]["likes"]), (&json!(1), &json!(1)), "every revision has the current count");
    test.withdraw("a").await;
    let slug = paragraf::domain::Slug::parse("a").expect("a slug");
    super::set_status(&test, slug.as_str(), paragraf::domain::Status::Published).await;
    assert_eq!(listed(&test, "/lawchanges").await, 1);
    test.stop().await;
}
