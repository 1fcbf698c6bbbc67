//! The feeds, parsed by an independent library.

use atom_syndication::Feed;
use paragraf::domain::{Article, Importance, Language};

use crate::support::app::TestApp;
use crate::support::articles::{article, demo, english};

async fn start(articles: Vec<Article>) -> TestApp {
    let configure = |config: &mut paragraf::config::Config| config.server.public_url = "https://p.ro".into();
    TestApp::start_with(articles, configure, |_| {}).await
}

async fn atom(test: &TestApp, path: &str) -> Feed {
    let response = test.get(path).send().await.expect("an answer");
    assert_eq!(response.status(), 200, "{path}");
    assert_eq!(response.headers()["content-type"], "application/atom+xml; charset=utf-8");
    let text = response.text().await.expect("text");
    Feed::read_from(text.as_bytes()).unwrap_or_else(|error| panic!("{error}: {text}"))
}

/// An id, whose base is the store's and not the address of the site.
fn tag(test: &TestApp, specific: &str) -> String {
    format!("tag:{},2026:{specific}", test.app.store.instance())
}

#[tokio::test]
async fn the_atom_feed_has_the_newest_articles() {
    let test = start(demo()).await;
    let feed = atom(&test, "/feed.xml").await;
    assert_eq!(feed.lang.as_deref(), Some("ro"));
    assert_eq!(feed.id, tag(&test, "feed/ro/all/all"));
    assert_eq!(feed.updated, feed.entries.iter().map(|entry| entry.updated).max().expect("entries"));
    let own = feed.links.iter().find(|link| link.rel == "self").expect("a link to itself");
    assert_eq!(own.href, "https://p.ro/feed.xml?lang=ro");
    let (_, list) = test.json("/lawchanges").await;
    let slugs = list.as_array().expect("a list").iter().map(|item| item["slug"].as_str().expect("a slug"));
    let urls: Vec<_> = slugs.take(50).map(|slug| format!("https://p.ro/app?articleId={slug}&lang=ro")).collect();
    assert_eq!(feed.entries.iter().map(|entry| entry.links[0].href.clone()).collect::<Vec<_>>(), urls);
    for entry in &feed.entries {
        assert!(entry.id.starts_with(&tag(&test, "article/")) && entry.published.is_some(), "{entry:?}");
        assert!(
            entry
                .content
                .as_ref()
                .and_then(|content| content.value.as_deref())
                .is_some_and(|html| html.starts_with("<p><strong>"))
        );
        assert!(entry.summary.as_ref().is_some_and(|summary| !summary.value.is_empty()));
        assert!(!entry.categories.is_empty());
    }
    test.stop().await;
}

#[tokio::test]
async fn feeds_take_the_filters_of_the_list() {
    let mut urgent = article("b");
    urgent.importance = Importance::URGENT;
    urgent.topic = "munca".into();
    urgent.translations.insert(Language::En, english("b"));
    let test = start(vec![article("a"), urgent]).await;
    for path in ["/feed.xml?topic=munca", "/feed.xml?importance=5", "/feed.xml?topic=munca&importance=5"] {
        let feed = atom(&test, path).await;
        assert_eq!(feed.entries.iter().map(|entry| &*entry.title.value).collect::<Vec<_>>(), ["Schimbare pentru b"]);
    }
    let feed = atom(&test, "/feed.xml?topic=munca&lang=en&importance=5").await;
    assert_eq!(feed.title.value, "Paragraf: The newest changes in the law (Employment, Urgent)");
    assert_eq!(feed.entries[0].id, tag(&test, "article/b/en"));
    assert_eq!(feed.entries[0].links[0].href, "https://p.ro/app?articleId=b");
    assert_eq!(atom(&test, "/feed.xml?importance=1").await.entries, []);
    for (path, status) in [
        ("/feed.xml?topic=none", 404),
        ("/feed.json?topic=%3Cscript%3E", 404),
        ("/feed.xml?importance=6", 400),
        ("/feed.xml?lang=xx", 400),
        ("/feed.json?topic=munca&topic=munca", 400),
    ] {
        let (answered, body) = test.json(path).await;
        assert_eq!(answered, status, "{path}");
        assert!(body["error"].is_string(), "{body}");
    }
    for shared in ["/feed.json?x=1", "/feed.xml?utm_source=a&utm_source=b&fbclid=%FF", "/campaigns.xml?nocache=1"] {
        assert_eq!(test.get(shared).send().await.expect("an answer").status(), 200, "{shared}");
    }
    test.stop().await;
}

#[tokio::test]
async fn unusual_titles_do_not_break_a_feed() {
    let mut bad = article("a");
    let evil = "]]></title><x>&amp; \"'\u{1}\u{b} <script>alert(1)</script>";
    bad.title = evil.into();
    bad.simple_explanation = format!("{evil} ]]>");
    bad.domains = vec!["<a & \"b\">".into()];
    let test = start(vec![bad]).await;
    let feed = atom(&test, "/feed.xml").await;
    assert_eq!(feed.entries[0].title.value, evil.replace(['\u{1}', '\u{b}'], ""));
    let html = feed.entries[0].content.as_ref().and_then(|content| content.value.clone()).expect("content");
    assert!(!html.contains("<script") && html.contains("&lt;script&gt;"), "{html}");
    assert!(feed.entries[0].categories.iter().any(|category| category.term == "<a & \"b\">"));
    let (status, json) = test.json("/feed.json").await;
    assert_eq!((status, json["items"][0]["title"].as_str()), (200, Some(evil)));
    test.stop().await;
}

#[tokio::test]
async fn the_json_feed_has_the_same_articles() {
    let test = start(vec![article("a")]).await;
    let response = test.get("/feed.json?lang=en").send().await.expect("an answer");
    assert_eq!(response.headers()["content-type"], "application/feed+json");
    let feed: serde_json::Value = response.json().await.expect("JSON");
    assert_eq!(feed["version"], "https://jsonfeed.org/version/1.1");
    assert_eq!(feed["feed_url"], "https://p.ro/feed.json?lang=en");
    let item = &feed["items"][0];
    assert_eq!(item["id"], tag(&test, "article/a/ro"));
    assert_eq!(item["url"], "https://p.ro/app?articleId=a&lang=ro");
    assert_eq!(item["language"], "ro");
    assert_eq!(item["date_published"], "2025-12-14T22:00:00Z");
    assert_eq!(item["date_modified"], "2026-01-10T09:00:00Z");
    test.stop().await;
}

#[tokio::test]
async fn a_change_of_content_changes_the_feed() {
    let test = start(vec![article("a")]).await;
    let etag = async || test.get("/feed.xml").send().await.expect("an answer").headers()["etag"].clone();
    let before = etag().await;
    assert_eq!(etag().await, before);
    let mut changed = article("a");
    changed.title = "Altfel".into();
    test.publish(vec![changed]).await;
    assert_ne!(etag().await, before);
    assert_eq!(atom(&test, "/feed.xml").await.entries[0].title.value, "Altfel");
    test.stop().await;
}
