//! The sitemap and the rules for crawlers.

use std::collections::{BTreeMap, BTreeSet};

use paragraf::domain::Language;
use quick_xml::Reader;
use quick_xml::events::Event;

use crate::support::app::TestApp;
use crate::support::articles::{article, english};

/// Each URL with its alternates by language.
fn read(text: &str) -> BTreeMap<String, BTreeMap<String, String>> {
    let mut reader = Reader::from_str(text);
    let (mut pages, mut location, mut alternates) = (BTreeMap::new(), String::new(), BTreeMap::new());
    let mut inside = false;
    loop {
        match reader.read_event().expect("well-formed XML") {
            Event::Start(tag) => inside = tag.name().as_ref() == b"loc",
            Event::Text(text) if inside => location.push_str(&text.decode().expect("text")),
            Event::GeneralRef(entity) if inside => {
                assert_eq!(&entity[..], b"amp");
                location.push('&');
            }
            Event::Empty(tag) => {
                let attribute = |name: &str| {
                    let attribute = tag.try_get_attribute(name).expect("attributes").expect(name);
                    String::from_utf8(attribute.value.into_owned()).expect("text").replace("&amp;", "&")
                };
                alternates.insert(attribute("hreflang"), attribute("href"));
            }
            Event::End(tag) if tag.name().as_ref() == b"loc" => inside = false,
            Event::End(tag) if tag.name().as_ref() == b"url" => {
                pages.insert(std::mem::take(&mut location), std::mem::take(&mut alternates));
            }
            Event::Eof => return pages,
            _ => {}
        }
    }
}

#[tokio::test]
async fn the_sitemap_lists_every_page_in_its_languages_and_all_exist() {
    let mut both = article("doua-limbi");
    both.translations.insert(Language::En, english("doua-limbi"));
    let test = TestApp::start(vec![both, article("doar-ro")]).await;
    let response = test.get("/sitemap.xml").send().await.expect("an answer");
    assert_eq!(response.headers()["content-type"], "application/xml; charset=utf-8");
    let text = response.text().await.expect("text");
    assert!(text.contains("<lastmod>2026-01-10T09:00:00Z</lastmod>"), "{text}");
    let pages = read(&text);
    let paths: BTreeSet<_> = pages.keys().map(|url| url.strip_prefix(&test.base).expect("our own")).collect();
    let mut expected = BTreeSet::from(["/app?articleId=doar-ro&lang=ro".to_owned()]);
    for path in [
        "/",
        "/app",
        "/privacy",
        "/terms",
        "/app?screen=about",
        "/app?screen=chat",
        "/app?screen=coverage",
        "/app?screen=insights",
        "/app?screen=deadlines",
        "/app?screen=figures",
        "/topic/inchirieri",
        "/act/lege-227-2015",
        "/act/lege-239-2025",
        "/app?articleId=doua-limbi",
    ] {
        let mark = if path.contains('?') { '&' } else { '?' };
        expected.extend([path.to_owned(), format!("{path}{mark}lang=ro")]);
    }
    assert_eq!(paths, expected.iter().map(String::as_str).collect());
    for (url, alternates) in &pages {
        let (status, page) = test.text(url.strip_prefix(&test.base).expect("our own")).await;
        assert_eq!(status, 200, "{url}");
        let canonical = format!("<link rel=\"canonical\" href=\"{}\">", url.replace('&', "&amp;"));
        assert!(page.contains(&canonical), "{url} is not its own canonical address: {page}");
        for (language, href) in alternates {
            let link = format!("hreflang=\"{language}\" href=\"{}\"", href.replace('&', "&amp;"));
            assert!(page.contains(&link), "{link} is missing in {page}");
        }
    }
    assert_eq!(pages[&format!("{}/app?articleId=doar-ro&lang=ro", test.base)].len(), 0);
    test.stop().await;
}

#[tokio::test]
async fn unknown_parts_are_not_found() {
    let test = TestApp::start(vec![article("a")]).await;
    assert_eq!(test.text("/sitemap.xml?part=1").await.0, 200);
    for (path, status) in [("?part=2", 404), ("?part=0", 404), ("?part=99999999999999999999", 400), ("?x=1", 400)] {
        assert_eq!(test.json(&format!("/sitemap.xml{path}")).await.0, status, "{path}");
    }
    test.stop().await;
}

#[tokio::test]
async fn crawlers_may_read_what_the_pages_load() {
    let test = TestApp::start(vec![]).await;
    let response = test.get("/robots.txt").send().await.expect("an answer");
    assert_eq!(response.headers()["content-type"], "text/plain; charset=utf-8");
    let text = response.text().await.expect("text");
    assert!(text.contains(&format!("Sitemap: {}/sitemap.xml", test.base)), "{text}");
    let closed: Vec<_> = text.lines().filter_map(|line| line.strip_prefix("Disallow: ")).collect();
    for path in ["/", "/app", "/lawchanges", "/topics", "/deadlines", "/site", "/assets/x.js", "/og/a.png", "/feed.xml"]
    {
        assert!(!closed.iter().any(|prefix| path.starts_with(prefix)), "{path}: {text}");
    }
    assert!(closed.contains(&"/fetch-pdf"), "{text}");
    test.stop().await;
}
