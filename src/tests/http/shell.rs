//! The pages for readers without JavaScript and for link previews; `page_snapshots` has their content.

use paragraf::domain::source::Source;
use paragraf::domain::{Article, Language};

use crate::support::app::TestApp;
use crate::support::articles::{article, english, source, step};

fn sample() -> Article {
    let mut sample = article("a");
    sample.translations.insert(Language::En, english("a"));
    sample.simple_explanation = "Un **text** cu:\n\n- puncte\n- multe".into();
    sample.file_url = Some("https://monitoruloficial.ro/a b.pdf?x=1&y=\"2".into());
    sample.sources = vec![source("https://legislatie.just.ro/x?a=1&b=2")];
    sample
}

async fn start() -> TestApp {
    let configure = |config: &mut paragraf::config::Config| config.server.public_url = "https://p.ro".into();
    TestApp::start_with(vec![sample(), article("doar-ro")], configure, |_| {}).await
}

#[tokio::test]
async fn english_is_the_default_and_accept_language_changes_nothing() {
    let test = start().await;
    let request = test.get("/app?articleId=a").header("accept-language", "ro");
    let page = request.send().await.expect("an answer").text().await.expect("text");
    assert!(
        page.contains("<html lang=\"en\"")
            && page.contains("<h1 class=\"article-title\" lang=\"en\">A change for a</h1>"),
        "{page}"
    );
    assert!(page.contains("<link rel=\"canonical\" href=\"https://p.ro/app?articleId=a\">"), "{page}");
    let (_, page) = test.text("/app?articleId=doar-ro").await;
    assert!(
        page.contains("<html lang=\"en\"") && page.contains("<h1 class=\"article-title\" lang=\"ro\">Schimbare"),
        "{page}"
    );
    assert!(page.contains("rel=\"canonical\" href=\"https://p.ro/app?articleId=doar-ro&amp;lang=ro\""), "{page}");
    assert!(!page.contains("rel=\"alternate\" hreflang=\"en\""), "no translation is promised: {page}");
    test.stop().await;
}

#[tokio::test]
async fn the_home_page_lists_the_newest_titles() {
    let test = start().await;
    let (status, page) = test.text("/app?importance=3&topic=none&utm_source=x").await;
    assert_eq!(status, 200);
    assert!(page.contains("<link rel=\"canonical\" href=\"https://p.ro/app\">"), "{page}");
    assert!(page.contains("<li><a href=\"/app?articleId=a\" lang=\"en\">A change for a</a>"), "{page}");
    let (_, page) = test.text("/app?lang=ro").await;
    assert!(page.contains("<a href=\"/app?articleId=a&amp;lang=ro\" lang=\"ro\">Schimbare pentru a</a>"), "{page}");
    let (_, page) = test.text("/app?screen=options").await;
    let without_scripts = "<div id=\"root\"><noscript><main class=\"shell\">";
    assert!(page.contains(without_scripts) && page.contains("</main></noscript></div>"), "{page}");
    assert!(page.contains("<h1>Options</h1>") && page.contains("<p>This screen needs JavaScript."), "{page}");
    test.stop().await;
}

#[tokio::test]
async fn every_page_lists_the_places_of_the_app() {
    let test = start().await;
    for path in [
        "/app?lang=ro",
        "/app?topic=munca&lang=ro",
        "/app?articleId=a&lang=ro",
        "/app?screen=search&q=x&lang=ro",
        "/app?screen=deadlines&lang=ro",
        "/app?screen=profile&lang=ro",
        "/app?screen=about&lang=ro",
        "/app?screen=coverage&lang=ro",
        "/topic/munca?lang=ro",
        "/privacy?lang=ro",
        "/nothing?lang=ro",
    ] {
        let (_, page) = test.text(path).await;
        let (_, list) = page.split_once("<nav id=\"places\"").unwrap_or_else(|| panic!("{path}: {page}"));
        let (list, _) = list.split_once("</nav>").expect("an end");
        let hrefs: Vec<_> = list.split("href=\"").skip(1).filter_map(|rest| rest.split('"').next()).collect();
        let screens = ["search", "deadlines", "notifications", "chat", "about", "options", "auth"];
        let places = screens.map(|screen| format!("/app?screen={screen}&amp;lang=ro"));
        assert_eq!(hrefs[0], "/app?lang=ro", "{path}");
        assert_eq!(hrefs[1..], places, "{path}");
        let current = list.matches("aria-current=\"page\"").count();
        let is_place = ["/app?lang", "search", "deadlines", "about"].iter().any(|name| path.contains(name));
        assert_eq!(current, usize::from(is_place), "{path}");
        assert_eq!(page.contains("href=\"#places\""), path != "/privacy?lang=ro", "{path}");
    }
    test.stop().await;
}

#[tokio::test]
async fn the_page_for_readers_without_a_network_has_no_text_in_any_language() {
    let test = start().await;
    let (status, page) = test.text("/app?screen=shell").await;
    assert_eq!(status, 200);
    assert!(page.contains("<div id=\"root\"></div>") && page.contains("noindex"), "{page}");
    test.stop().await;
}

#[tokio::test]
async fn an_unknown_article_is_a_page_with_404() {
    let test = start().await;
    let long = format!("/app?articleId={}", "a".repeat(10_000));
    for path in [
        "/app?articleId=none",
        "/app?articleId=",
        "/app?articleId=%3Cscript%3Ealert(1)%3C/script%3E&lang=ro",
        "/app?articleId=%FF",
        "/app?articleId=a%2Fb",
        "/app?articleId=a%00",
        "/app?articleId=a%0d%0aset-cookie:x=1",
        "/app?articleId=a&articleId=doar-ro",
        "/app?articleId=a&articleId=%3Cscript%3E",
        "/nothing/here",
        &long,
    ] {
        let response = test.get(path).send().await.expect("an answer");
        assert_eq!(response.status(), 404, "{path}");
        assert_eq!(response.headers()["content-type"], "text/html; charset=utf-8");
        assert!(!response.headers().contains_key("set-cookie"));
        let page = response.text().await.expect("text");
        assert!(page.contains("noindex") && page.contains("<h1>Pa") && !page.contains("<script>"), "{page}");
    }
    test.stop().await;
}

#[tokio::test]
async fn text_of_an_article_never_becomes_markup() {
    let mut bad = sample();
    let evil = "</title><script>alert(\"1\")</script>' & <b>";
    bad.title = evil.into();
    bad.simple_explanation = evil.into();
    bad.technical_summary = format!("{evil}\n\n[x](javascript:alert(1)) ![y](https://e.ro/p.png)");
    bad.in_short = Some(evil.into());
    bad.steps = vec![step("a", evil)];
    bad.sources = vec![source("javascript:alert(1)"), Source { title: Some(evil.into()), ..source("https://e.ro/") }];
    bad.translations.clear();
    let test = TestApp::start(vec![bad]).await;
    for path in ["/app?articleId=a", "/app?lang=ro", "/?lang=ro"] {
        let (_, page) = test.text(path).await;
        for mark in ["<script>alert", "<b>", "<img", "href=\"javascript:", "content=\"</"] {
            assert!(!page.contains(mark), "{mark} in {path}:\n{page}");
        }
        assert!(page.contains("&lt;script&gt;"), "{page}");
    }
    test.stop().await;
}

#[tokio::test]
async fn old_addresses_lead_to_the_app() {
    let test = start().await;
    for (path, target) in [
        ("/auth", "/app?screen=auth"),
        ("/auth?lang=ro", "/app?screen=auth&lang=ro"),
        ("/auth?lang=%0d%0aX:y", "/app?screen=auth"),
        ("/auth?lang=en&x=1", "/app?screen=auth&lang=en"),
    ] {
        let response = test.get(path).send().await.expect("an answer");
        assert_eq!(response.status(), 302);
        assert_eq!(response.headers()["location"], target, "{path}");
    }
    test.stop().await;
}

#[tokio::test]
async fn a_mailed_link_opens_the_sign_in_screen_and_keeps_its_address_private() {
    let test = start().await;
    let response = test.get("/auth?mode=resetPassword&oobCode=secret-code&lang=ro").send().await.expect("an answer");
    assert_eq!(response.status(), 200);
    for (name, value) in [
        ("cache-control", "no-store"),
        ("referrer-policy", "no-referrer"),
        ("cross-origin-opener-policy", "same-origin-allow-popups"),
    ] {
        assert_eq!(response.headers().get_all(name).iter().collect::<Vec<_>>(), [value], "{name}");
    }
    assert!(response.headers().get("etag").is_none());
    let page = response.text().await.expect("text");
    assert!(page.contains("noindex") && page.contains("lang=\"ro\"") && !page.contains("secret-code"), "{page}");
    test.stop().await;
}
