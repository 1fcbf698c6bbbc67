use paragraf::domain::article::Provenance;
use paragraf::domain::{Slug, Status};
use paragraf::error::Kind;
use paragraf::ops::articles::{ArticleFilter, list, remove, show};
use paragraf::ops::import::{ImportOptions, import};
use paragraf::ops::sources::portal::PortalImport;
use paragraf::ops::{Actor, acts, drafts};
use paragraf::sources::{Format, Upload};

use super::{app_of, read};
use crate::support::app::TestApp;
use crate::support::stand_in_portal::{StandInPortal, law, real_records};

async fn draft_slugs(test: &TestApp) -> Vec<Slug> {
    let listed = list(&test.app, &Actor::System, ArticleFilter::default()).await.expect("a list");
    assert!(listed.iter().all(|article| article.status == Status::Draft), "nothing is published: {listed:?}");
    listed.into_iter().map(|article| article.slug).collect()
}

#[tokio::test]
async fn a_new_law_becomes_a_draft_with_its_reasons_and_a_decoration_does_not() {
    let portal = StandInPortal::start(vec![real_records()]).await;
    let test = app_of(&portal).await;
    let (summary, _) = read(&test, &PortalImport::default()).await.expect("the records");
    let slugs = draft_slugs(&test).await;
    let [slug] = &slugs[..] else { panic!("{slugs:?}") };
    assert_eq!((summary.new, summary.drafts), (3, 1));
    let stored = show(&test.app, &Actor::System, slug.clone()).await.expect("the draft").article;
    assert!(stored.title.starts_with("Legea nr. 87/2026 pentru completarea Ordonanței de urgență"), "{}", stored.title);
    assert_eq!(stored.in_force_date.expect("a day").to_string(), "2026-05-31");
    assert_eq!(stored.publish_date.to_string(), "2026-05-28");
    let law = acts::show(&test.app, &Actor::System, "lege/2026/87".parse().expect("a key")).await.expect("the law");
    let Some(Provenance { source_sha256: Some(sha256), .. }) = stored.provenance else { panic!("no provenance") };
    assert_eq!((law.article.as_ref(), &law.text_sha256), (Some(slug), &sha256));
    let text = acts::source_text(&test.app, &Actor::System, sha256).await.expect("the text").text;
    let why = drafts::reasons(&test.app, &Actor::System, slug.clone()).await.expect("the reasons");
    for reason in why.reasons.iter().filter(|reason| !reason.quote.as_ref().is_none_or(|quote| quote.ends_with('…')))
    {
        let (start, end) = reason.at.expect("a place");
        let words = text[start..end].split_whitespace().collect::<Vec<_>>().join(" ");
        assert_eq!(Some(words.as_str()), reason.quote.as_deref(), "{reason:?}");
    }
    assert!(
        ["topic", "importance", "in_force_date", "gazette"]
            .iter()
            .all(|field| why.reasons.iter().any(|reason| reason.field == *field)),
        "{why:?}"
    );
    test.stop().await;
}

/// Imports the draft again with another title, as an editor does.
async fn edit(test: &TestApp, slug: &Slug) {
    let mut article = show(&test.app, &Actor::System, slug.clone()).await.expect("the draft").article;
    article.title = "Alt titlu".into();
    let line = serde_json::to_vec(&article).expect("JSON");
    let reader = Box::new(std::io::Cursor::new(line));
    let upload = Upload { name: "a.json".into(), format: Some(Format::Json), reader };
    let app = std::sync::Arc::clone(&test.app);
    let options = ImportOptions { format: None, draft: true, dry_run: false, strict: true };
    let edited = tokio::task::spawn_blocking(move || {
        import(&app, &Actor::System, std::iter::once(Ok(upload)), &options, &mut |_| {})
    });
    assert_eq!(edited.await.expect("no panic").expect("an import").changed, 1);
}

#[tokio::test]
async fn a_corrected_text_renews_a_draft_that_nobody_touched() {
    let portal = StandInPortal::start(vec![vec![law(1, 456, 28), law(2, 456, 28), law(3, 456, 28)]]).await;
    let test = app_of(&portal).await;
    read(&test, &PortalImport::default()).await.expect("the laws");
    let mut slugs = draft_slugs(&test).await;
    slugs.sort();
    let [untouched, edited, removed] = &slugs[..] else { panic!("{slugs:?}") };
    edit(&test, edited).await;
    remove(&test.app, &Actor::System, vec![removed.clone()]).await.expect("removed");
    let gone = drafts::reasons(&test.app, &Actor::System, removed.clone()).await.expect_err("its reasons are gone");
    assert_eq!(gone.kind, Kind::NotFound);
    for record in &mut portal.service().pages[0] {
        *record = record.replace("Articolul 4 ", "Articolul IV ");
    }
    let (summary, _) = read(&test, &PortalImport::default()).await.expect("the laws");
    assert_eq!((summary.changed, summary.drafts), (3, 1));
    assert_eq!(draft_slugs(&test).await.len(), 2, "a removed draft does not come back");
    let title = async |slug: &Slug| show(&test.app, &Actor::System, slug.clone()).await.expect("the draft");
    assert_eq!(title(untouched).await.revision, 2);
    assert_eq!(title(edited).await.article.title, "Alt titlu");
    test.stop().await;
}
