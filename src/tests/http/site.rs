//! The facts about the site, and health.

use jiff::civil::date;
use paragraf::domain::gazette::Gazette;
use serde_json::json;

use crate::support::app::TestApp;
use crate::support::articles::{article, english};

#[tokio::test]
async fn the_site_leaves_out_what_is_not_configured() {
    let test = TestApp::start(vec![]).await;
    let (status, site) = test.json("/site").await;
    assert_eq!(status, 200);
    let expected = json!({
        "name": "Paragraf", "version": env!("CARGO_PKG_VERSION"), "build": site["build"], "demo": false,
        "sample_details": false, "explains_with_ai": false, "public_url": test.base, "launch_at": "2025-01-14T00:24:00Z", "social_links": [],
        "testimonials": [], "analytics": true,
    });
    assert_eq!(site, expected);
    test.stop().await;
}

#[tokio::test]
async fn the_page_about_the_product_says_who_writes_the_explanations() {
    let about = "/app?screen=about&lang=ro";
    let people = TestApp::start(vec![]).await;
    assert!(people.text(about).await.1.contains("Explicațiile le scriu oameni."));
    let configure = |config: &mut paragraf::config::Config| {
        config.explain.base_url = "https://model.example/v1".into();
        config.explain.model = "exemplu".into();
    };
    let helped = TestApp::start_with(vec![], configure, |_| {}).await;
    assert_eq!(helped.json("/site").await.1["explains_with_ai"], true);
    let (_, page) = helped.text(about).await;
    assert!(page.contains("cu ajutorul inteligenței artificiale") && !page.contains("le scriu oameni"));
    people.stop().await;
    helped.stop().await;
}

#[tokio::test]
async fn the_site_names_its_operator_and_the_newest_gazette() {
    let mut newest = article("noua");
    let gazette = Gazette { part: "I".into(), number: "1160".into(), bis: false, date: date(2025, 12, 15) };
    newest.gazette = Some(gazette);
    newest.translations.insert(paragraf::domain::Language::En, english("noua"));
    let configure = |config: &mut paragraf::config::Config| {
        config.server.public_url = "https://paragraf.example/".into();
        config.site.developer_name = "Firma".into();
        config.site.city = "Cluj".into();
        config.site.launch_at = "2027-03-01 09:00+02:00".into();
        config.site.social_links = vec!["https://example.com/firma".into()];
        config.site.testimonials = vec![paragraf::config::Testimonial {
            quote: "Bun.".into(),
            name: "O cititoare".into(),
            role: "contabilă".into(),
            lang: paragraf::domain::Language::Ro,
        }];
    };
    let test = TestApp::start_with(vec![newest], configure, |app| app.demo = true).await;
    let (_, site) = test.json("/site").await;
    assert_eq!(site["demo"], true);
    assert_eq!(site["developer"], json!({"name": "Firma"}));
    assert_eq!(site["city"], "Cluj");
    assert_eq!(site["launch_at"], "2027-03-01T07:00:00Z");
    assert_eq!(site["social_links"], json!(["https://example.com/firma"]));
    let testimonial = json!({"quote": "Bun.", "name": "O cititoare", "role": "contabilă", "lang": "ro"});
    assert_eq!(site["testimonials"], json!([testimonial]));
    assert_eq!(site["public_url"], "https://paragraf.example");
    assert_eq!(
        site["latest"],
        json!({"publish_date": "2025-12-15", "gazette_citation": {
            "ro": "Monitorul Oficial, Partea I, nr. 1160 din 15 decembrie 2025",
            "en": "Official Gazette, Part I, no. 1160 of 15 December 2025",
        }})
    );
    let response = test.get("/site").send().await.expect("an answer");
    assert_eq!(response.headers()["strict-transport-security"], "max-age=31536000");
    test.stop().await;
}

#[tokio::test]
async fn a_server_is_ready_when_the_articles_are_loaded_and_until_it_stops() {
    let test = TestApp::start_empty(|_| {}, |_| {}).await;
    assert_eq!(test.json("/healthz").await, (200, json!({"status": "ok"})));
    let (status, body) = test.json("/readyz").await;
    assert_eq!((status, &body["code"]), (503, &json!("unavailable")));
    for path in ["/lawchanges", "/lawchanges/a", "/topics", "/deadlines", "/app"] {
        assert_eq!(test.get(path).send().await.expect("an answer").status(), 503, "{path}: nothing is not the truth");
    }
    paragraf::ops::browse::load(&test.app).await.expect("loaded");
    assert_eq!(test.json("/readyz").await, (200, json!({"status": "ok"})));
    test.stop().await;
}

#[tokio::test]
async fn a_ready_server_says_while_searches_do_not_find_all_articles() {
    let test = TestApp::start_empty(|_| {}, |_| {}).await;
    // The catalogue does not follow before it is loaded.
    test.publish(vec![article("a")]).await;
    paragraf::ops::browse::load(&test.app).await.expect("loaded");
    let incomplete = json!({"status": "ok", "index": {"indexed": 0, "articles": 1}});
    assert_eq!(test.json("/readyz").await, (200, incomplete));
    paragraf::ops::search::update_index(&test.app).await.expect("indexed");
    assert_eq!(test.json("/readyz").await, (200, json!({"status": "ok"})));
    test.stop().await;
}
