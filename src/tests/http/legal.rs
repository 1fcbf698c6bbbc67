//! The privacy policy and the terms, ours and the operator's.

use paragraf::config::{Config, ProviderConfig, ProviderKind};

use crate::support::app::TestApp;

#[tokio::test]
async fn the_documents_are_there_in_both_languages() {
    let test = TestApp::start(vec![]).await;
    for (path, heading) in [
        ("/privacy", "<h1>Privacy Policy</h1>"),
        ("/privacy?lang=ro", "<h1>Politica de confidențialitate</h1>"),
        ("/terms", "<h1>Terms of Use</h1>"),
        ("/terms?lang=ro", "<h1>Termeni de utilizare</h1>"),
    ] {
        let (status, page) = test.text(path).await;
        assert_eq!(status, 200);
        assert!(page.contains(heading), "{page}");
        for mark in ["{{", "}}", "mailto:\"", "style=", "type=\"module\""] {
            assert!(!page.contains(mark), "{mark} in {path}: {page}");
        }
        assert!(page.contains("theme.js") && page.contains("aria-current=\"true\""), "{page}");
    }
    let (_, page) = test.text("/privacy").await;
    for part in
        ["<code>analytics-consent</code>", "https://www.dataprotection.ro/", "has no e-mail address", "Article 6(1)(f)"]
    {
        assert!(page.contains(part), "{part}: {page}");
    }
    test.stop().await;
}

#[tokio::test]
async fn the_privacy_policy_names_what_is_configured() {
    let configure = |config: &mut Config| {
        config.site.contact_email = "ana_b@p.ro".into();
        config.site.developer_name = "Firma [x](https://e.ro) <b> SRL".into();
        config.site.city = "Cluj".into();
    };
    let test = TestApp::start_with(vec![], configure, |_| {}).await;
    let (_, page) = test.text("/privacy?lang=ro").await;
    assert!(page.contains("<a href=\"mailto:ana_b@p.ro\">ana_b@p.ro</a>"), "{page}");
    assert!(page.contains("Firma [x](https://e.ro) &lt;b&gt; SRL, din Cluj"), "{page}");
    assert!(!page.contains("nu are încă o adresă"), "{page}");
    test.stop().await;
}

#[tokio::test]
async fn a_provider_is_named_where_there_is_one() {
    let google = || ProviderConfig { kind: ProviderKind::Google, ..ProviderConfig::default() };
    for (providers, paragraphs) in [(vec![], 0), (vec![google()], 1)] {
        let test = TestApp::start_with(vec![], |config| config.accounts.provider = providers, |_| {}).await;
        for (path, sentence) in [
            ("/privacy", "you sign in through another service (Google)"),
            ("/privacy?lang=ro", "te conectezi prin alt serviciu (Google)"),
        ] {
            let (_, page) = test.text(path).await;
            assert_eq!(page.matches(sentence).count(), paragraphs, "{path}");
        }
        test.stop().await;
    }
}

#[tokio::test]
async fn the_privacy_policy_describes_the_configured_counting() {
    for (enabled, kept, not_at_all) in [(true, 1, 0), (false, 0, 1)] {
        let configure = |config: &mut Config| {
            config.analytics.enabled = enabled;
            config.analytics.keep_days = 77;
        };
        let test = TestApp::start_with(vec![], configure, |_| {}).await;
        for (path, days, none) in [
            ("/privacy", "(in days: 77)", "does not count visits"),
            ("/privacy?lang=ro", "(în zile: 77)", "nu numără vizitele"),
        ] {
            let (_, page) = test.text(path).await;
            assert_eq!((page.matches(days).count(), page.matches(none).count()), (kept, not_at_all), "{page}");
        }
        test.stop().await;
    }
}

/// The pages name everything they keep in the browser; the keys are read where they are defined.
#[tokio::test]
async fn every_key_in_the_browser_is_named() {
    let test = TestApp::start(vec![]).await;
    let sources = [
        include_str!("../../../ui/src/api/analytics.ts"),
        include_str!("../../../ui/src/chunks.ts"),
        include_str!("../../../ui/src/consent.ts"),
        include_str!("../../../ui/src/hooks/preferences.ts"),
        include_str!("../../../ui/src/i18n/language.ts"),
    ];
    let definitions = sources.iter().flat_map(|source| source.lines()).filter_map(|line| line.split_once("ey = '"));
    let keys: Vec<&str> = definitions.filter_map(|(_, rest)| rest.split('\'').next()).collect();
    assert_eq!(keys.len(), 6, "{keys:?}");
    for path in ["/privacy", "/privacy?lang=ro"] {
        let (_, page) = test.text(path).await;
        for key in &keys {
            assert!(page.contains(&format!("<code>{key}</code>")), "{key} in {path}");
        }
    }
    test.stop().await;
}

#[tokio::test]
async fn the_operator_can_replace_a_document_and_cannot_write_html() {
    let folder = tempfile::tempdir().expect("a folder");
    let own = "# Ale noastre\r\n\r\nScrie la {{contact_email}}.\r\n\r\nDatele stau la {{public_url}}. <script>alert(1)</script>\r\n\r\n<img src=x onerror=alert(1)>\r\n";
    std::fs::write(folder.path().join("privacy.ro.md"), own).expect("written");
    let configure = |config: &mut Config| config.site.legal_dir = folder.path().display().to_string();
    let test = TestApp::start_with(vec![], configure, |_| {}).await;
    let (_, page) = test.text("/privacy?lang=ro").await;
    assert!(page.contains("<title>Ale noastre · Paragraf</title>"), "{page}");
    assert!(page.contains(&format!("Datele stau la {}. &lt;script&gt;", test.base)), "{page}");
    for mark in ["<script>alert", "<img", "Scrie la"] {
        assert!(!page.contains(mark), "{mark}: {page}");
    }
    let (_, page) = test.text("/privacy").await;
    assert!(page.contains("<h1>Privacy Policy</h1>"), "what is missing stays ours: {page}");
    test.stop().await;
}
