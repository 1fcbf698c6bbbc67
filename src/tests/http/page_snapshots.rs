//! The pages that need no scripts, as an outline of what the server writes into the bundle's templates.

use paragraf::domain::mailing::Audience;
use paragraf::domain::{Article, AudienceRole, DatedEntry, EntryKind, Language, Provenance};
use paragraf::ops::Actor;
use paragraf::ops::mail::campaigns::create::create;
use paragraf::ops::mail::campaigns::files::CampaignFiles;

use super::subscriptions::ANA;
use crate::mail::snapshots::outline;
use crate::support::app::TestApp;
use crate::support::articles::{article, english, entry, source};

const CAMPAIGN: &str = "---\nsubject: Ce se <schimbă>\nlanguages: [ro]\n---\n# Pe scurt\n\n{{!display_name}}Bună & *ziua*,  \n\
                        **toți**!\n\n{{article:legea-1}}\n\n3. trei\n4. `patru`\n\n- [cinci](https://a.ro/?b=1&c=2)\n\n\
                        > citat\n\n---\n\n[Apasă](https://a.ro)\n";

fn full() -> Article {
    let mut full = article("legea-1");
    full.translations.insert(Language::En, english("legea-1"));
    full.title = "Taxe & <b>\"impozite\"</b>".into();
    full.simple_explanation = "Un **text** cu:\n\n- puncte\n- multe <i>\n\n[link](https://a.ro/?b=1&c=2)".into();
    full.file_url = Some("https://monitoruloficial.ro/a b.pdf?x=1&y=\"2".into());
    full.sources = vec![source("https://legislatie.just.ro/x?a=1&b=2"), source("https://www.pwc.ro/a")];
    full.in_short = Some("Impozitul pe chirii crește.".into());
    full.provenance = Some(Provenance {
        reviewed_by: Some("Ana Pop".into()),
        reviewed_at: Some(jiff::civil::date(2026, 1, 9)),
        dated_by: Some("Legea nr. 239/2025".into()),
        ..Provenance::default()
    });
    full.applies_from = Some(jiff::civil::date(2026, 2, 1));
    full.steps[0].roles = vec![AudienceRole::Landlord, AudienceRole::Tenant];
    full.deadlines = vec![
        entry(EntryKind::Starts, "2025-12-20", "cota nouă"),
        DatedEntry {
            rule: Some("în 30 de zile de la semnare".into()),
            what: "înregistrarea".into(),
            ..DatedEntry::default()
        },
        DatedEntry {
            recurs: serde_json::from_str("{\"monthly\":25}").ok(),
            ..entry(EntryKind::Due, "2025-01-25", "plata")
        },
    ];
    full
}

/// Compares a page with its snapshot; what the bundle itself refers to changes with each build.
async fn assert_page(test: &TestApp, name: &str, path: &str) {
    let (status, page) = test.text(path).await;
    let from_bundle = ["/assets/", "rel=\"icon\"", "apple-touch-icon", "manifest", "theme.js"];
    let outline = outline(&page);
    let lines: Vec<_> = outline.lines().filter(|line| !from_bundle.iter().any(|part| line.contains(part))).collect();
    let page = format!("{status}\n\n{}\n", lines.join("\n"));
    insta::with_settings!({ prepend_module_to_snapshot => false, omit_expression => true }, {
        insta::assert_snapshot!(name, page);
    });
}

#[tokio::test]
async fn every_page_looks_as_it_did() {
    let configure = |config: &mut paragraf::config::Config| {
        config.server.public_url = "https://p.ro".into();
        config.site.contact_email = "ana@p.ro".into();
        config.site.contact_phone = "+40 21 000 00 00".into();
        config.site.developer_name = "Firma [x](https://e.ro) & <b> SRL".into();
    };
    let test = TestApp::start_with(vec![full(), article("doar-ro")], configure, |_| {}).await;
    let files = CampaignFiles { name: "noutati.md".into(), text: CAMPAIGN.into(), ..CampaignFiles::default() };
    create(&test.app, &Actor::Operator { uid: 1000 }, files, &Audience::Subscribers, None).await.expect("a campaign");
    for (name, path) in [
        ("page_article_ro", "/app?articleId=legea-1&lang=ro"),
        ("page_article_untranslated", "/app?articleId=doar-ro"),
        ("page_list_ro", "/app?lang=ro"),
        ("page_topic_empty", "/app?topic=munca"),
        ("page_about", "/app?screen=about"),
        ("page_private_screen", "/app?screen=options&lang=ro"),
        ("page_missing", "/nothing"),
        ("page_terms", "/terms"),
        ("page_privacy_ro", "/privacy?lang=ro"),
        ("page_campaigns", "/campaigns?lang=ro"),
        ("page_campaign", "/campaigns/noutati?lang=ro"),
        ("page_mail_confirm", "/mail/confirm?token=x&lang=ro"),
    ] {
        assert_page(&test, name, path).await;
    }
    test.subscriber(ANA).await;
    let preferences = format!("/mail/preferences?token={}&lang=ro", test.mail_token(ANA));
    assert_page(&test, "page_mail_preferences", &preferences).await;
    test.stop().await;
}
