//! The parts of each page for search engines and previews: titles, addresses, structured data.

use paragraf::domain::act::Act;
use paragraf::domain::{Article, Language};
use serde_json::Value;

use crate::support::app::TestApp;
use crate::support::articles::{article, demo, english};

async fn start(articles: Vec<Article>) -> TestApp {
    let configure = |config: &mut paragraf::config::Config| {
        config.server.public_url = "https://p.ro".into();
        config.site.contact_email = "ana@p.ro".into();
        config.site.contact_phone = "+40 21 000 00 00".into();
    };
    TestApp::start_with(articles, configure, |_| {}).await
}

/// The data blocks of a page, read as a crawler reads them.
fn data(page: &str) -> Vec<Value> {
    let blocks = page.split("<script type=\"application/ld+json\">").skip(1);
    let ends = blocks.map(|block| block.split("</script>").next().expect("an end"));
    ends.map(|json| serde_json::from_str(json).unwrap_or_else(|error| panic!("{error}: {json}"))).collect()
}

fn title(page: &str) -> &str {
    page.split("<title>").nth(1).and_then(|rest| rest.split("</title>").next()).expect("a title")
}

#[tokio::test]
async fn a_language_is_read_in_capitals_too() {
    let test = start(demo()).await;
    for path in ["/", "/app", "/app?screen=search", "/app?articleId=lege-239-2025-tva", "/privacy", "/mail/confirm"] {
        let mark = if path.contains('?') { '&' } else { '?' };
        for (asked, language) in [("RO", "ro"), ("Ro", "ro"), ("EN", "en"), ("xx", "en")] {
            let (_, page) = test.text(&format!("{path}{mark}lang={asked}")).await;
            assert!(page.contains(&format!("<html lang=\"{language}\"")), "{path} {asked}");
        }
    }
    let first = test.json("/lawchanges?limit=1").await.1[0]["slug"].as_str().expect("a slug").to_owned();
    for path in [
        "/lawchanges?limit=2".to_owned(),
        format!("/lawchanges/{first}?"),
        "/search?q=tva".into(),
        "/search/suggest?q=chi".into(),
        "/deadlines?limit=2".into(),
        "/duties?".into(),
        "/feed.json?".into(),
        "/insights?".into(),
    ] {
        for language in ["ro", "en"] {
            let (status, small) = test.text(&format!("{path}&lang={language}")).await;
            let capital = test.text(&format!("{path}&lang={}", language.to_uppercase())).await;
            assert_eq!((status, &capital), (200, &(200, small)), "{path}");
        }
        assert_eq!(test.json(&format!("{path}&lang=fr")).await.0, 400, "{path}");
    }
    test.stop().await;
}

/// The landing page sets its title itself once scripts run; it must not change then.
#[tokio::test]
async fn the_landing_page_is_called_as_the_ui_calls_it() {
    let test = start(vec![]).await;
    for (path, texts) in [
        ("/", include_str!("../../../ui/src/i18n/locales/en/landing.json")),
        ("/?lang=ro", include_str!("../../../ui/src/i18n/locales/ro/landing.json")),
    ] {
        let texts: Value = serde_json::from_str(texts).expect("JSON");
        let (_, page) = test.text(path).await;
        assert_eq!(Some(title(&page)), texts["title"].as_str(), "{path}");
    }
    test.stop().await;
}

#[tokio::test]
async fn every_page_has_its_own_head_in_both_languages() {
    let test = start(demo()).await;
    let mut titles = Vec::new();
    for path in [
        "/", "/app", "/topic/munca", "/app?screen=insights", "/app?screen=deadlines", "/app?screen=about",
        "/app?screen=chat", "/privacy", "/terms",
    ] {
        let mark = if path.contains('?') { '&' } else { '?' };
        for (language, address) in [("en", path.to_owned()), ("ro", format!("{path}{mark}lang=ro"))] {
            let (status, page) = test.text(&address).await;
            assert_eq!(status, 200);
            let escaped = address.replace('&', "&amp;");
            for part in [
                &*format!("<html lang=\"{language}\""),
                &*format!("<link rel=\"canonical\" href=\"https://p.ro{escaped}\">"),
                &*format!("hreflang=\"x-default\" href=\"https://p.ro{}\"", path.replace('&', "&amp;")),
                &*format!("<meta property=\"og:image\" content=\"https://p.ro/og.png?lang={language}\">"),
                "<meta property=\"og:image:width\" content=\"1200\">",
                "<meta media=\"(prefers-color-scheme: dark)\" name=\"theme-color\"",
                "<meta name=\"description\" content=\"",
            ] {
                assert!(page.contains(part), "{part} is missing at {address}:\n{page}");
            }
            assert_eq!((page.matches("<title>").count(), page.matches("<h1").count()), (1, 1), "{address}");
            assert!(!page.contains("<!--paragraf") && !page.contains("noindex"), "{address}");
            titles.push(title(&page).to_owned());
        }
    }
    let all = titles.len();
    titles.sort();
    titles.dedup();
    assert_eq!(titles.len(), all, "{titles:#?}");
    test.stop().await;
}

#[tokio::test]
async fn private_screens_are_not_for_search_engines_and_unknown_ones_are_the_list() {
    let test = start(vec![article("a")]).await;
    for (screen, heading) in [
        ("options", "Opțiuni"),
        ("auth", "Conectare"),
        ("notifications", "Notificări"),
        ("profile", "Profil"),
        ("liked", "Schimbări apreciate"),
        ("bookmarks", "Schimbări salvate"),
        ("account", "Contul tău"),
    ] {
        let (status, page) = test.text(&format!("/app?screen={screen}&lang=ro")).await;
        assert_eq!((status, title(&page)), (200, &*format!("{heading} · Paragraf")));
        assert!(page.contains("noindex") && !page.contains("canonical"), "{page}");
        let (_, hidden) = page.split_once("<noscript><main class=\"shell\">").expect("a text without scripts");
        assert!(hidden.contains(&format!("<h1>{heading}</h1>")), "{page}");
    }
    for path in ["/app?screen=none", "/app?screen=%3Cscript%3E", "/app?topic=none", "/app?importance=9", "/app?lang=xx"]
    {
        let (status, page) = test.text(path).await;
        assert_eq!(status, 200);
        assert!(page.contains("<html lang=\"en\"") && page.contains("href=\"https://p.ro/app\""), "{path}: {page}");
    }
    test.stop().await;
}

#[tokio::test]
async fn the_list_of_a_topic_names_the_page_of_the_topic() {
    let mut other = article("b");
    other.topic = "munca".into();
    let test = start(vec![article("a"), other]).await;
    let (_, page) = test.text("/app?topic=munca&lang=ro&utm_source=x").await;
    assert_eq!(title(&page), "Muncă și salarii: cele mai noi schimbări ale legii · Paragraf");
    assert!(page.contains("rel=\"canonical\" href=\"https://p.ro/topic/munca?lang=ro\""), "{page}");
    assert!(page.contains("articleId=b&amp;") && !page.contains("articleId=a&amp;"), "{page}");
    assert!(page.contains("href=\"/feed.xml?lang=ro&amp;topic=munca\""), "{page}");
    let (_, page) = test.text("/app?topic=munca&importance=5").await;
    assert!(page.contains("There is no article here yet."), "{page}");
    test.stop().await;
}

#[tokio::test]
async fn the_landing_page_has_the_values_of_the_server() {
    let test = start(vec![article("a")]).await;
    let (status, page) = test.text("/?lang=ro&utm_source=x").await;
    assert_eq!(status, 200);
    for part in ["href=\"/app?articleId=a&amp;lang=ro\"", "mailto:ana@p.ro", "tel:+40210000000"] {
        assert!(page.contains(part), "{part}: {page}");
    }
    let blocks = data(&page);
    assert_eq!(blocks[0]["@type"], "WebSite");
    assert_eq!(
        blocks[0]["potentialAction"]["target"]["urlTemplate"],
        "https://p.ro/app?screen=search&q={search_term_string}&lang=ro"
    );
    assert_eq!(blocks[1]["@type"], "Organization");
    assert_eq!(blocks[1]["email"], "ana@p.ro");
    let (_, page) = test.text("/?lang=xx").await;
    assert!(page.contains("<html lang=\"en\"") && page.contains("rel=\"canonical\" href=\"https://p.ro/\""), "{page}");
    for path in ["/index.html", "/document.html", "/landing.ro.html"] {
        assert_eq!(test.text(path).await.0, 404, "templates are not sent as they are");
    }
    test.stop().await;
}

#[tokio::test]
async fn an_article_has_structured_data() {
    let mut sample = article("a");
    let evil = "</script><script>alert(1)</script> & \"x\" <!-- \u{2028}";
    sample.title = evil.into();
    sample.act = Some(Act {
        kind: "LEGE".into(),
        number: Some("239".into()),
        year: 2025,
        issuer: Some("Parlamentul României".into()),
    });
    sample.translations.insert(Language::En, english("a"));
    let test = start(vec![sample]).await;
    let (_, page) = test.text("/app?articleId=a&lang=ro").await;
    assert!(!page.contains("<script>alert"), "{page}");
    let blocks = data(&page);
    let [block] = &blocks[..] else { panic!("{page}") };
    assert_eq!(block["@type"], "Article");
    assert_eq!(block["headline"], evil);
    assert_eq!(block["inLanguage"], "ro");
    assert_eq!(block["datePublished"], "2025-12-15");
    assert_eq!(block["dateModified"], "2026-01-10T09:00:00Z");
    assert_eq!(block["mainEntityOfPage"], "https://p.ro/app?articleId=a&lang=ro");
    assert_eq!(block["image"], "https://p.ro/og/a.png?lang=ro");
    assert_eq!(block["publisher"]["@type"], "Organization");
    let about = &block["about"];
    assert_eq!(about["@type"], "Legislation");
    assert_eq!(about["legislationIdentifier"], "Legea nr. 239/2025");
    assert_eq!(about["legislationJurisdiction"], "RO");
    assert_eq!(about["legislationPassedBy"]["name"], "Parlamentul României");
    test.stop().await;
}
