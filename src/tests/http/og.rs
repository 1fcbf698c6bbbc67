//! The images of link previews.

use paragraf::config::Config;
use paragraf::domain::Language;

use crate::support::app::TestApp;
use crate::support::articles::{article, demo, english};

/// Width and height from the file's header.
fn size(png: &[u8]) -> (u32, u32) {
    assert_eq!(&png[..8], b"\x89PNG\r\n\x1a\n");
    let number = |at: usize| u32::from_be_bytes(png[at..at + 4].try_into().expect("four bytes"));
    (number(16), number(20))
}

async fn picture(test: &TestApp, path: &str) -> Vec<u8> {
    let response = test.get(path).header("accept-encoding", "gzip, deflate, br, zstd").send().await.expect("an answer");
    assert_eq!(response.status(), 200, "{path}");
    assert_eq!(response.headers()["content-type"], "image/png");
    assert_eq!(response.headers()["cache-control"], "public, max-age=86400");
    assert!(!response.headers().contains_key("content-encoding"), "a PNG is compressed already");
    let bytes = response.bytes().await.expect("bytes").to_vec();
    assert_eq!(size(&bytes), (1200, 630), "{path}");
    bytes
}

#[tokio::test]
async fn every_article_has_an_image_in_each_of_its_languages() {
    let mut sample = article("a");
    sample.translations.insert(Language::En, english("a"));
    let test = TestApp::start(vec![sample, article("doar-ro")]).await;
    let (ro, en) = (picture(&test, "/og/a.png?lang=ro").await, picture(&test, "/og/a.png").await);
    assert_ne!(ro, en);
    assert_eq!(picture(&test, "/og/a.png?lang=xx").await, en);
    assert_eq!(picture(&test, "/og/doar-ro.png").await, picture(&test, "/og/doar-ro.png?lang=ro").await);
    assert_ne!(picture(&test, "/og.png").await, picture(&test, "/og.png?lang=ro").await);
    test.stop().await;
}

#[tokio::test]
async fn an_image_names_the_public_host_and_no_port_on_which_the_server_listens() {
    let with_url = |url: &'static str| move |config: &mut Config| config.server.public_url = url.into();
    let start = async |url| TestApp::start_with(vec![article("a")], with_url(url), |_| {}).await;
    let (one, other, public) = (start("").await, start("").await, start("https://paragraf.example").await);
    for path in ["/og/a.png", "/og.png"] {
        let here = picture(&one, path).await;
        assert!(here == picture(&other, path).await, "{path} has the port");
        assert!(here != picture(&public, path).await, "{path} has no host");
    }
    for test in [one, other, public] {
        test.stop().await;
    }
}

#[tokio::test]
async fn an_image_is_cached_until_its_article_changes() {
    let test = TestApp::start(vec![article("a")]).await;
    let etag = test.get("/og/a.png").send().await.expect("an answer").headers()["etag"].clone();
    let again = test.get("/og/a.png").header("if-none-match", &etag).send().await.expect("an answer");
    assert_eq!(again.status(), 304);
    let mut changed = article("a");
    changed.title = "Altfel".into();
    test.publish(vec![changed]).await;
    let again = test.get("/og/a.png").header("if-none-match", &etag).send().await.expect("an answer");
    assert_eq!(again.status(), 200);
    test.stop().await;
}

/// A crawler that requests all images at once must not slow down readers.
#[tokio::test]
async fn requests_past_the_queue_for_rendering_are_refused() {
    let articles = (0..200).map(|index| article(&format!("a{index}"))).map(|mut article| {
        article.title = article.slug.to_string();
        article
    });
    // Rendering is slow without optimization, and the queue is to be emptied.
    let patient = |config: &mut Config| config.server.request_timeout_secs = 600;
    let test = TestApp::start_with(articles.collect(), patient, |_| {}).await;
    let ask = async |index: usize| {
        let answer = test.get(&format!("/og/a{index}.png")).send().await.expect("an answer");
        (answer.status().as_u16(), answer.headers().contains_key("retry-after"))
    };
    let answers = futures_util::future::join_all((0..200).map(ask)).await;
    let drawn = answers.iter().filter(|answer| **answer == (200, false)).count();
    let refused = answers.iter().filter(|answer| **answer == (503, true)).count();
    assert_eq!(drawn + refused, 200, "{answers:?}");
    assert!(drawn >= 64 && refused > 0, "{drawn} drawn, {refused} refused");
    let (last, _) = (picture(&test, "/og/a199.png").await, test.stop().await);
    assert!(!last.is_empty());
}

#[tokio::test]
async fn unusual_titles_can_be_rendered() {
    let titles = [
        "</text><script>alert(1)</script>",
        "„Ghilimele” & <b>",
        "\u{1}\u{b}\u{202e}\u{fffe}",
        "Закон 法律 🏠",
        &"Ș".repeat(300),
        &"o lege lungă ".repeat(60),
        "]]>",
    ]
    .map(str::to_owned);
    let articles = titles.iter().zip(0..).map(|(title, place)| {
        let mut odd = article(&format!("a{place}"));
        odd.title.clone_from(title);
        odd
    });
    let test = TestApp::start(articles.collect()).await;
    for place in 0..titles.len() {
        picture(&test, &format!("/og/a{place}.png")).await;
    }
    test.stop().await;
}

#[tokio::test]
async fn concurrent_requests_are_all_served() {
    let test = TestApp::start(demo()).await;
    let (_, list) = test.json("/lawchanges").await;
    let slugs: Vec<_> = list.as_array().expect("a list").iter().filter_map(|item| item["slug"].as_str()).collect();
    let paths: Vec<_> = slugs.iter().take(6).map(|slug| format!("/og/{slug}.png?lang=ro")).collect();
    futures_util::future::join_all(paths.iter().chain(&paths).map(|path| picture(&test, path))).await;
    test.stop().await;
}

#[tokio::test]
async fn an_unknown_article_has_no_image() {
    let test = TestApp::start(vec![article("a")]).await;
    let long = format!("/og/{}.png", "a".repeat(10_000));
    for path in [
        "/og/none.png", "/og/a", "/og/a.jpg", "/og/.png", "/og/%3Cscript%3E.png", "/og/a%2Fb.png",
        "/og/..%2f..%2fa.png", "/og/a%00.png", "/og/a/b.png", "/og/", &long,
    ] {
        let (status, body) = test.json(path).await;
        assert_eq!((status, &body["code"]), (404, &"not_found".into()), "{path}");
    }
    test.stop().await;
}
