use jiff::SignedDuration;
use paragraf::domain::article::Provenance;
use paragraf::domain::desk::DraftReason;
use paragraf::domain::rule_reason::TextPlace;
use paragraf::domain::{NotDrafted, Slug, Status};
use paragraf::error::ErrorCode;
use paragraf::ops::articles::{ArticleFilter, list, remove, show};
use paragraf::ops::desk::correction::Adoption;
use paragraf::ops::desk::drafts::Confirmed;
use paragraf::ops::desk::publish::{Approval, Publication};
use paragraf::ops::desk::reject::NewRejection;
use paragraf::ops::import::{ImportOptions, import};
use paragraf::ops::sources::portal::PortalImport;
use paragraf::ops::sources::report::SourceSummary;
use paragraf::ops::{Actor, acts, desk};
use paragraf::sources::{Format, Upload};

use super::{app_of, read};
use crate::support::app::TestApp;
use crate::support::listed::rows;
use crate::support::stand_in_portal::{StandInPortal, law, real_records};

async fn draft_slugs(test: &TestApp) -> Vec<Slug> {
    let listed = rows(async |take| list(&test.app, &Actor::System, ArticleFilter::default(), take).await).await;
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
    assert!(stored.title.starts_with("OUG 119/2006"), "{}", stored.title);
    assert_eq!(stored.in_force_date.expect("a day").to_string(), "2026-05-31");
    assert_eq!(stored.publish_date.to_string(), "2026-05-28");
    let law = acts::show(&test.app, &Actor::System, "lege/2026/87".parse().expect("a key")).await.expect("the law");
    let reason = async |key: &str| {
        let act = acts::show(&test.app, &Actor::System, key.parse().expect("a key")).await.expect("the act");
        act.not_drafted
    };
    assert_eq!((law.not_drafted, reason("decret/2026/305").await), (None, Some(NotDrafted::Decoration)));
    let Some(Provenance { source_sha256: Some(sha256), .. }) = stored.provenance else { panic!("no provenance") };
    assert_eq!((law.article.as_ref(), &law.text_sha256), (Some(slug), &sha256));
    let text = acts::source_text(&test.app, &Actor::System, sha256).await.expect("the text").text;
    let draft = desk::drafts::show(&test.app, &Actor::System, slug.clone()).await.expect("the draft");
    assert_eq!((draft.summary.reasons, draft.summary.findings), (vec![DraftReason::FoundInSource], 0));
    for reason in draft.rule_reasons.iter().filter(|reason| !reason.quote.as_ref().is_none_or(|it| it.ends_with('…')))
    {
        let TextPlace { start, end } = reason.place.expect("a place");
        let words: String = text.chars().skip(start).take(end - start).collect();
        let words = words.split_whitespace().collect::<Vec<_>>().join(" ");
        assert_eq!(Some(words.as_str()), reason.quote.as_deref(), "{reason:?}");
    }
    assert!(
        ["topic", "importance", "in_force_date", "gazette"]
            .iter()
            .all(|field| draft.rule_reasons.iter().any(|reason| reason.field == *field)),
        "{:?}",
        draft.rule_reasons
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

/// Saves the draft with another title, as an editor does on the desk: in place, without a new revision.
async fn save_on_desk(test: &TestApp, slug: &Slug) {
    let draft = desk::drafts::show(&test.app, &Actor::System, slug.clone()).await.expect("the draft");
    let mut article = serde_json::to_value(&draft.article).expect("JSON");
    article["title"] = "Alt titlu".into();
    let article = article.as_object().expect("an object").clone();
    let edited = desk::edit::Edited { slug: slug.clone(), version: draft.version, article };
    let saved = desk::edit::save(&test.app, &Actor::System, edited).await.expect("no error");
    assert!(matches!(saved, desk::edit::SaveOutcome::Saved(_)), "{saved:?}");
}

/// Approves the draft for later.
async fn schedule(test: &TestApp, slug: &Slug) {
    let approval = Approval { slug: slug.clone(), version: None, confirmed: Confirmed::All };
    let at = Some(test.app.clock.now() + SignedDuration::from_hours(1));
    let publication = Publication { approvals: vec![approval], at, reviewed_by: Some("Ana Pop".into()) };
    desk::publish::publish(&test.app, &Actor::System, publication).await.expect("scheduled");
}

async fn reject(test: &TestApp, slug: &Slug) {
    let rejection = NewRejection { slug: slug.clone(), reason: "Nu privește cititorii.".into() };
    desk::reject::reject(&test.app, &Actor::System, rejection).await.expect("rejected");
}

/// The portal's text of all laws changes.
async fn deliver_corrected_texts(portal: &StandInPortal, test: &TestApp) -> SourceSummary {
    for record in &mut portal.service().pages[0] {
        *record = record.replace("Articolul 4 ", "Articolul IV ");
    }
    read(test, &PortalImport::default()).await.expect("the laws").0
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
    let summary = deliver_corrected_texts(&portal, &test).await;
    assert_eq!((summary.changed, summary.drafts), (3, 1));
    assert_eq!(draft_slugs(&test).await.len(), 2, "a removed draft does not come back");
    let stored = async |slug: &Slug| show(&test.app, &Actor::System, slug.clone()).await.expect("the draft");
    let renewed = stored(untouched).await;
    let law = acts::show(&test.app, &Actor::System, "lege/2026/1".parse().expect("a key")).await.expect("the law");
    let source = renewed.article.provenance.and_then(|provenance| provenance.source_sha256);
    assert_eq!((renewed.revision, source), (1, Some(law.text_sha256)));
    assert_eq!(stored(edited).await.article.title, "Alt titlu");
    test.stop().await;
}

#[tokio::test]
async fn a_corrected_text_replaces_no_words_and_no_decision_of_an_editor() {
    let portal = StandInPortal::start(vec![vec![law(1, 456, 28), law(2, 456, 28), law(3, 456, 28)]]).await;
    let test = app_of(&portal).await;
    read(&test, &PortalImport::default()).await.expect("the laws");
    let slugs = draft_slugs(&test).await;
    let [saved, scheduled, rejected] = &slugs[..] else { panic!("{slugs:?}") };
    save_on_desk(&test, saved).await;
    schedule(&test, scheduled).await;
    reject(&test, rejected).await;
    let stored = async |slug: &Slug| show(&test.app, &Actor::System, slug.clone()).await.expect("the draft").article;
    let before = [stored(saved).await, stored(scheduled).await, stored(rejected).await];
    let summary = deliver_corrected_texts(&portal, &test).await;
    assert_eq!((summary.changed, summary.drafts), (3, 0));
    assert_eq!([stored(saved).await, stored(scheduled).await, stored(rejected).await], before);
    test.stop().await;
}

#[tokio::test]
async fn an_editor_sees_what_the_source_corrected_and_takes_it_over() {
    let portal = StandInPortal::start(vec![vec![law(1, 456, 28)]]).await;
    let test = app_of(&portal).await;
    read(&test, &PortalImport::default()).await.expect("the law");
    let slug = draft_slugs(&test).await.remove(0);
    save_on_desk(&test, &slug).await;
    deliver_corrected_texts(&portal, &test).await;
    let on_desk = async || desk::drafts::show(&test.app, &Actor::System, slug.clone()).await.expect("the draft");
    let draft = on_desk().await;
    assert!(draft.summary.reasons.contains(&DraftReason::SourceCorrected), "{:?}", draft.summary.reasons);
    let corrected = draft.corrected_source.expect("the corrected text");
    let [change] = &corrected.changes[..] else { panic!("{corrected:?}") };
    assert_eq!((change.before.as_str(), change.after.as_str()), ("Articolul 4", "Articolul IV"));
    let adoption =
        |version: &str| Adoption { slug: slug.clone(), version: version.to_owned(), sha256: corrected.sha256.clone() };
    let adopt = async |adoption| desk::correction::adopt(&test.app, &Actor::System, adoption).await;
    let refused = adopt(adoption("another version")).await.expect_err("another version");
    assert_eq!(refused.code, ErrorCode::ChangedMeanwhile);
    let adopted = adopt(adoption(&draft.version)).await.expect("adopted");
    assert_eq!(adopted.source.map(|source| source.sha256), Some(corrected.sha256.clone()));
    assert_eq!(adopted.article.title, "Alt titlu");
    let after = on_desk().await;
    assert_eq!((after.corrected_source, after.version), (None, adopted.version));
    assert!(!after.summary.reasons.contains(&DraftReason::SourceCorrected));
    test.stop().await;
}
