//! Filters of the article list.

use paragraf::domain::act::Act;
use paragraf::domain::{Article, Importance, Language};

use crate::support::app::TestApp;
use crate::support::articles::{article, english};

fn three() -> Vec<Article> {
    let mut a = article("a");
    a.importance = Importance::URGENT;
    a.act = Some(Act { kind: "LEGE".into(), number: Some("239".into()), year: 2025, issuer: None });
    let mut b = article("b");
    b.topic = "munca".into();
    b.domains = vec!["Școală".into()];
    b.title = "Țarini și pășuni".into();
    let mut c = article("c");
    c.translations.insert(Language::En, english("c"));
    vec![a, b, c]
}

#[tokio::test]
async fn each_filter_finds_its_articles() {
    let test = TestApp::start(three()).await;
    for (query, expected) in [
        ("importance=5", &["a"][..]),
        ("importance=1", &[]),
        ("topic=munca", &["b"]),
        ("topic=nimic", &[]),
        ("domain=chirii", &["a", "c"]),
        ("domain=scoala", &["b"]),
        ("domain=%C8%98COAL%C4%82", &["b"]),
        ("q=tarini", &["b"]),
        ("q=%C8%9Aarini+PASUNI", &["b"]),
        // First the article on the act, then those that name it.
        ("q=239/2025", &["a", "c", "b"]),
        ("q=impozitul", &["a", "c", "b"]),
        // A word that nothing has is left out.
        ("q=impozitul+nimic", &["a", "c", "b"]),
        ("q=", &["a", "c", "b"]),
        ("q=scoala", &["b"]),
        ("q=another+way&lang=en", &["c"]),
        // Both languages are searched.
        ("q=another+way", &["c"]),
        ("topic=inchirieri&importance=3&domain=chirii&q=apartament", &["c"]),
    ] {
        let (status, list) = test.json(&format!("/lawchanges?{query}")).await;
        assert_eq!(status, 200, "{query}");
        let slugs: Vec<_> =
            list.as_array().expect("an array").iter().filter_map(|item| item["slug"].as_str()).collect();
        assert_eq!(slugs, expected, "{query}");
    }
    test.stop().await;
}
