//! Issues of the gazette from files.

use paragraf::domain::{ActKey, Status};
use paragraf::ops::acts::{self, ActRecord};
use paragraf::ops::articles::{ArticleFilter, list, show};
use paragraf::ops::sources::gazette::{GazetteImport, import};
use paragraf::ops::sources::portal::PortalImport;
use paragraf::ops::sources::report::{SourceEvent, SourceSummary};
use paragraf::ops::{Actor, sources};
use paragraf::sources::Upload;

use super::app_of;
use crate::support::app::TestApp;
use crate::support::gazette_issue::{MAY_28, PrintedAct, decree, issue, law, resolution};
use crate::support::listed::rows;
use crate::support::stand_in_portal::{StandInPortal, real_records};

/// The official address of issue 456 of 2026.
const ADDRESS: &str = "https://monitoruloficial.ro/Monitorul-Oficial--PI--456--2026.html";

async fn import_file(test: &TestApp, bytes: Vec<u8>) -> (SourceSummary, Vec<SourceEvent>) {
    let upload = Upload { name: "issue.pdf".into(), format: None, reader: Box::new(std::io::Cursor::new(bytes)) };
    let mut events = Vec::new();
    let (files, wanted) = (Box::new(std::iter::once(Ok(upload))), GazetteImport::default());
    let read = import(&test.app, &Actor::System, files, &wanted, &mut |event| events.push(event)).await;
    (read.expect("a reading"), events)
}

async fn act(test: &TestApp, key: &str) -> ActRecord {
    acts::show(&test.app, &Actor::System, ActKey::parse(key).expect("a key")).await.expect("the act")
}

async fn text(test: &TestApp, act: &ActRecord) -> String {
    acts::source_text(&test.app, &Actor::System, act.text_sha256.clone()).await.expect("a text").text
}

/// The paragraphs as they are read: with hyphens for dashes.
fn expected(act: &PrintedAct) -> Vec<String> {
    act.paragraphs.iter().map(|text| text.replace(['—', '–'], "-")).collect()
}

#[tokio::test]
async fn the_acts_of_an_issue_are_separated_with_whole_letters_and_words() {
    let test = TestApp::start(vec![]).await;
    let printed = [law(), decree(), resolution()];
    let (summary, events) = import_file(&test, issue(MAY_28, &printed)).await;
    assert_eq!((summary.new, summary.refused, summary.issues), (3, 0, 1), "{events:#?}");
    let keys = ["lege/2026/87", "decret/2026/305", "hotarare/2014/14/parlamentul-romaniei-camera-deputatilor"];
    for (key, printed) in keys.into_iter().zip(&printed) {
        let act = act(&test, key).await;
        let text = text(&test, &act).await;
        let mut lines = text.lines();
        assert_eq!(lines.next(), Some(act.title.as_str()));
        assert!(act.title.ends_with(&printed.title), "{}", act.title);
        assert_eq!(lines.collect::<Vec<_>>(), expected(printed), "{key}");
        let gazette = act.gazette.expect("a gazette");
        assert_eq!((gazette.number.as_str(), gazette.date.to_string()), ("456", "2026-05-28".into()));
        assert_eq!(act.links.gazette.as_deref(), Some(ADDRESS));
    }
    let law = act(&test, keys[0]).await;
    assert_eq!(
        (law.title.as_str().split(" pentru").next(), law.act.issuer.as_deref()),
        (Some("LEGE nr. 87 din 28 mai 2026"), Some("Parlamentul"))
    );
    let drafts = rows(async |take| list(&test.app, &Actor::System, ArticleFilter::default(), take).await).await;
    assert!(drafts.iter().all(|draft| draft.status == Status::Draft) && !drafts.is_empty());
    let slug = law.article.expect("a draft");
    let draft = show(&test.app, &Actor::System, slug).await.expect("the draft").article;
    assert_eq!(draft.file_url.as_deref(), Some(ADDRESS));
    assert_eq!(draft.in_force_date.expect("a day").to_string(), "2026-05-31");
    assert!(draft.sources.iter().any(|source| source.url == ADDRESS), "{:?}", draft.sources);
    test.stop().await;
}

#[tokio::test]
async fn an_act_of_the_portal_gains_its_issue_and_no_second_draft() {
    let portal = StandInPortal::start(vec![real_records()]).await;
    let test = app_of(&portal).await;
    super::read(&test, &PortalImport::default()).await.expect("the records");
    let before = act(&test, "lege/2026/87").await;
    let drafts =
        async || rows(async |take| list(&test.app, &Actor::System, ArticleFilter::default(), take).await).await.len();
    let count = drafts().await;
    let (summary, events) = import_file(&test, issue(MAY_28, &[law()])).await;
    assert_eq!((summary.new, summary.completed, summary.drafts), (0, 1, 1), "{events:?}");
    let after = act(&test, "lege/2026/87").await;
    assert_eq!((&after.text_sha256, after.portal_id), (&before.text_sha256, before.portal_id));
    assert_eq!((after.links.gazette.as_deref(), drafts().await), (Some(ADDRESS), count));
    let draft = show(&test.app, &Actor::System, after.article.expect("a draft")).await.expect("the draft").article;
    assert_eq!(draft.file_url.as_deref(), Some(ADDRESS));
    let (summary, events) = import_file(&test, issue(MAY_28, &[law()])).await;
    assert_eq!((summary.known_issues, summary.acts()), (1, 0), "{events:?}");
    let years = sources::coverage::coverage(&test.app, &Actor::Visitor).await.expect("a coverage");
    let of_2026 = years.iter().find(|year| year.year == 2026).expect("the year");
    assert_eq!((of_2026.seen, of_2026.read, of_2026.incomplete), (2, 1, 0));
    test.stop().await;
}
