//! The web pages of campaigns, their archive and their feed.

use atom_syndication::Feed;
use jiff::{Timestamp, ToSpan};
use paragraf::domain::mailing::Audience;
use paragraf::domain::{CampaignId, Importance, Language};
use paragraf::ops::Actor;
use paragraf::ops::mail::campaigns::control::{CampaignStatusChange, change};
use paragraf::ops::mail::campaigns::create::create;
use paragraf::ops::mail::campaigns::files::CampaignFiles;

use crate::support::app::TestApp;
use crate::support::articles::{article, english};

const OPERATOR: Actor = Actor::Operator { uid: 1000 };
const TEXT: &str = "---\nsubject: Ce se <schimbă>\npreheader: Trei lucruri\nsubject_en: What changes\n---\n\
                    # Pe scurt\n\nBună, {{display_name}}!\n\n{{!display_name}}Bună ziua!\n\n{{article:legea-1}}\n\n\
                    - **unu** & [doi](https://a.ro/?b=1&c=2)\n\n[Alege]({{preferences_url}})\n\n<!-- en -->\n\nHello from {{host}}!\n";

async fn send(test: &TestApp, name: &str, text: &str, audience: Audience, at: Option<Timestamp>) {
    let files = CampaignFiles { name: name.into(), text: text.into(), ..CampaignFiles::default() };
    create(&test.app, &OPERATOR, files, &audience, at).await.expect("a campaign");
}

async fn start() -> TestApp {
    let configure = |config: &mut paragraf::config::Config| config.server.public_url = "https://p.ro".into();
    TestApp::start_with(vec![article("legea-1")], configure, |_| {}).await
}

#[tokio::test]
async fn a_campaign_can_be_read_as_a_page_in_both_languages() {
    let test = start().await;
    send(&test, "noutati.md", TEXT, Audience::Subscribers, None).await;
    let (status, page) = test.text("/campaigns/noutati?lang=ro").await;
    assert_eq!(status, 200);
    for part in [
        "<html lang=\"ro\"",
        "<h1>Ce se &lt;schimbă&gt;</h1>",
        "<h2>Pe scurt</h2>",
        "<p>Bună ziua!</p>",
        "<h3><a href=\"https://p.ro/app?articleId=legea-1&amp;lang=ro\">Schimbare pentru legea-1</a></h3>",
        "<li><strong>unu</strong> &amp; <a href=\"https://a.ro/?b=1&amp;c=2\">doi</a></li>",
        "<link rel=\"canonical\" href=\"https://p.ro/campaigns/noutati?lang=ro\">",
        "hreflang=\"en\" href=\"https://p.ro/campaigns/noutati\"",
        "<meta property=\"og:title\" content=\"Ce se &lt;schimbă&gt; · Paragraf\">",
        "<meta name=\"description\" content=\"Trei lucruri\">",
        "/campaigns.xml?lang=ro",
        "10 ianuarie 2026",
    ] {
        assert!(page.contains(part), "{part}: {page}");
    }
    for part in ["{{", "Bună, ", "token", "Alege", "style="] {
        assert!(!page.contains(part), "{part}: {page}");
    }
    let (_, page) = test.text("/campaigns/noutati").await;
    assert!(page.contains("<html lang=\"en\"") && page.contains("<p>Hello from p.ro!</p>"), "{page}");
    let response = test.get("/campaigns/noutati").send().await.expect("an answer");
    let etag = response.headers()["etag"].clone();
    let again = test.get("/campaigns/noutati").header("if-none-match", etag).send().await.expect("an answer");
    assert_eq!(again.status(), 304);
    test.withdraw("legea-1").await;
    let (_, page) = test.text("/campaigns/noutati?lang=ro").await;
    assert!(!page.contains("articleId=legea-1"), "no link to a withdrawn article: {page}");
    test.stop().await;
}

#[tokio::test]
async fn articles_are_cards_as_in_the_mail_with_their_text_as_text() {
    let mut urgent = article("urgent");
    urgent.importance = Importance::new(5).expect("a level");
    urgent.title = "Taxe & <b>impozite</b>".into();
    urgent.simple_explanation = format!("Plătești **altfel** 1 < 2. {}", "cuvânt ".repeat(60));
    urgent.translations.insert(Language::En, english("urgent"));
    let configure = |config: &mut paragraf::config::Config| config.server.public_url = "https://p.ro".into();
    let test = TestApp::start_with(vec![article("legea-1"), urgent], configure, |_| {}).await;
    let text = "---\nsubject: Două\nsubject_en: Two\n---\n{{article:legea-1}}\n\n## Urgent\n\n{{article:urgent}}\n\n\
                <!-- en -->\n\n{{article:urgent}}\n\n{{article:legea-1}}\n";
    send(&test, "doua.md", text, Audience::Subscribers, None).await;
    let (_, page) = test.text("/campaigns/doua?lang=ro").await;
    for part in [
        "<article class=\"document-card\" lang=\"ro\"><p><strong class=\"shell-importance\" data-level=\"3\">Moderat</strong> · \
         <time datetime=\"2025-12-15\">15 decembrie 2025</time></p><h2><a href=",
        "<p>Dacă închiriezi un apartament, plătești altfel impozitul.</p></article>",
        "<strong class=\"shell-importance\" data-level=\"5\">Urgent</strong>",
        "<h4><a href=\"https://p.ro/app?articleId=urgent&amp;lang=ro\">Taxe &amp; &lt;b&gt;impozite&lt;/b&gt;</a></h4>",
        "<p>Plătești altfel 1 &lt; 2. cuvânt ",
        "cuvânt…</p>",
    ] {
        assert!(page.contains(part), "{part}: {page}");
    }
    let (_, page) = test.text("/campaigns/doua").await;
    for part in [
        "<h2><a href=\"https://p.ro/app?articleId=urgent\">A change for urgent</a></h2>",
        "<article class=\"document-card\" lang=\"ro\">",
        "<h2><a href=\"https://p.ro/app?articleId=legea-1\">Schimbare pentru legea-1</a></h2>",
    ] {
        assert!(page.contains(part), "an article without translation says so: {part}: {page}");
    }
    let (_, feed) = test.text("/campaigns.xml").await;
    assert!(feed.contains("articleId=legea-1") && !feed.contains("document-card"), "{feed}");
    test.stop().await;
}

#[tokio::test]
async fn only_public_campaigns_that_have_begun_and_were_not_cancelled_are_there() {
    let test = start().await;
    let app = &test.app;
    let (_, page) = test.text("/campaigns?lang=ro").await;
    assert!(page.contains("Nu a fost trimis încă niciun mesaj."), "{page}");
    send(&test, "unu.md", TEXT, Audience::Subscribers, None).await;
    send(&test, "ascuns.md", &TEXT.replace("---\n#", "public: false\n---\n#"), Audience::Subscribers, None).await;
    let tomorrow = app.clock.now() + jiff::SignedDuration::from_hours(24);
    send(&test, "viitor.md", TEXT, Audience::Accounts, Some(tomorrow)).await;
    let en = "---\nsubject_en: Only English\nlanguages: [en]\n---\n<!-- en -->\nText.\n";
    app.clock.advance(1.hour());
    send(&test, "english.md", en, Audience::Accounts, None).await;
    let (_, page) = test.text("/campaigns?lang=ro").await;
    let at = |name: &str| page.find(&format!("/campaigns/{name}"));
    assert!(at("english") < at("unu") && at("english").is_some(), "newest first: {page}");
    assert!(page.contains("<a href=\"/campaigns/english\" lang=\"en\">Only English</a>"), "{page}");
    for hidden in ["ascuns", "viitor", "nothing", "UPPER", "a%20b"] {
        assert!(!page.contains(&format!("/campaigns/{hidden}")), "{page}");
        let (status, text) = test.text(&format!("/campaigns/{hidden}")).await;
        assert!(status == 404 && text.contains("Page not found"), "{hidden}: {status}");
    }
    let (_, sitemap) = test.text("/sitemap.xml").await;
    for part in [
        "<loc>https://p.ro/campaigns</loc>",
        "<loc>https://p.ro/campaigns/unu?lang=ro</loc>",
        "<loc>https://p.ro/campaigns/english</loc>",
    ] {
        assert!(sitemap.contains(part), "{part}: {sitemap}");
    }
    assert!(!sitemap.contains("ascuns") && !sitemap.contains("english?lang=ro"), "{sitemap}");
    let unu = CampaignId::parse("unu").expect("an id");
    change(app, &OPERATOR, unu, CampaignStatusChange::Cancel).await.expect("cancelled");
    assert_eq!(test.text("/campaigns/unu").await.0, 404);
    assert!(!test.text("/campaigns").await.1.contains("/campaigns/unu"));
    assert!(!test.text("/sitemap.xml").await.1.contains("/campaigns/unu"));
    test.stop().await;
}

#[tokio::test]
async fn the_archive_is_a_feed_too() {
    let test = start().await;
    send(&test, "noutati.md", TEXT, Audience::Subscribers, None).await;
    let response = test.get("/campaigns.xml").send().await.expect("an answer");
    assert_eq!(response.headers()["content-type"], "application/atom+xml; charset=utf-8");
    let text = response.text().await.expect("text");
    let feed = Feed::read_from(text.as_bytes()).unwrap_or_else(|error| panic!("{error}: {text}"));
    let base = test.app.store.instance();
    assert_eq!((feed.id.as_str(), feed.lang.as_deref()), (&*format!("tag:{base},2026:campaigns/ro"), Some("ro")));
    let [entry] = feed.entries.as_slice() else { panic!("{text}") };
    assert_eq!(entry.id, format!("tag:{base},2026:campaign/noutati/ro"));
    assert_eq!(
        (entry.title.value.as_str(), entry.links[0].href.as_str()),
        ("Ce se <schimbă>", "https://p.ro/campaigns/noutati?lang=ro")
    );
    let html = entry.content.as_ref().and_then(|content| content.value.as_deref()).expect("content");
    assert!(html.contains("<p>Bună ziua!</p>") && !html.contains("{{"), "{html}");
    let (_, english) = test.text("/campaigns.xml?lang=en").await;
    assert!(english.contains("What changes"), "{english}");
    assert_eq!(test.json("/campaigns.xml?lang=xx").await.0, 400);
    test.stop().await;
}
