//! Forms of acts: from files, and from the portal's pages.

use std::ops::ControlFlow;

use jiff::civil::{Date, date};
use paragraf::error::ErrorCode;
use paragraf::ops::forms::fetch::{WantedForms, fetch};
use paragraf::ops::forms::{FormEvent, FormOutcome, FormSummary, import, list};
use paragraf::ops::{Actor, acts};
use paragraf::sources::Upload;
use paragraf_law::form::Form;
use paragraf_law::form::read::read as read_form;

use super::app_of;
use crate::law::{AFTER, BEFORE};
use crate::support::app::TestApp;
use crate::support::listed::rows;
use crate::support::portal_page::page;
use crate::support::stand_in_portal::{StandInPortal, Trouble};

const OCTOBER: Date = date(2024, 10, 8);
const DECEMBER: Date = date(2024, 12, 6);

async fn fetched(test: &TestApp, wanted: WantedForms) -> (FormSummary, Vec<FormEvent>) {
    let mut events = Vec::new();
    let summary = fetch(&test.app, &Actor::System, wanted, &mut |event| events.push(event)).await.expect("the forms");
    (summary, events)
}

/// Imports files of these texts.
pub(super) async fn imported(
    test: &TestApp,
    files: &[(&str, &str)],
    date: Option<Date>,
) -> (FormSummary, Vec<FormEvent>) {
    let upload = |(name, text): &(&str, &str)| Upload {
        name: (*name).to_owned(),
        format: None,
        reader: Box::new(std::io::Cursor::new(text.as_bytes().to_vec())),
    };
    let uploads: Vec<_> = files.iter().map(|file| Ok(upload(file))).collect();
    let mut events = Vec::new();
    let uploads = Box::new(uploads.into_iter());
    let summary = import(&test.app, &Actor::System, uploads, date, &mut |event| events.push(event)).await;
    (summary.expect("an import"), events)
}

/// Each article with its text in one line.
fn articles(form: &Form) -> Vec<String> {
    form.articles().map(|article| article.unit.flat()).collect()
}

/// The articles without the rows of dashes and dots that some texts have beside them.
fn words(articles: &[String]) -> Vec<String> {
    let is_word = |word: &&str| word.contains(char::is_alphanumeric);
    articles.iter().map(|text| text.split(' ').filter(is_word).collect::<Vec<_>>().join(" ")).collect()
}

async fn stored_text(test: &TestApp, at: usize) -> String {
    let forms = rows(async |take| list(&test.app, &Actor::System, None, take).await).await;
    acts::source_text(&test.app, &Actor::System, forms[at].text_sha256.clone()).await.expect("a text").text
}

#[tokio::test]
async fn a_page_of_the_portal_gives_the_articles_of_the_consolidated_text() {
    let portal = StandInPortal::start(vec![]).await;
    let test = app_of(&portal).await;
    for (at, text) in [BEFORE, AFTER].into_iter().enumerate() {
        let shown = [OCTOBER, DECEMBER][at];
        portal.service().documents.insert("DetaliiDocument/798".into(), page(text, Some(shown), &[]));
        let (summary, events) = fetched(&test, WantedForms::Document(798)).await;
        assert_eq!(summary.new, 1, "{events:?}");
        let [from_page, from_text] =
            [stored_text(&test, at).await, text.to_owned()].map(|it| read_form(&it).expect("a form"));
        assert_eq!(articles(&from_page), articles(&from_text));
        assert_eq!(from_page.act, from_text.act);
    }
    let forms = rows(async |take| list(&test.app, &Actor::System, None, take).await).await;
    assert_eq!(forms.iter().map(|form| form.date).collect::<Vec<_>>(), [OCTOBER, DECEMBER]);
    let page = acts::source_text(&test.app, &Actor::System, forms[0].source_sha256.clone().expect("a page")).await;
    assert!(page.expect("the page").text.contains("div_Formaconsolidata"), "the page is archived as it came");
    test.stop().await;
}

#[tokio::test]
async fn the_forms_of_an_act_since_a_day_come_from_its_history() {
    let portal = StandInPortal::start(vec![]).await;
    let test = app_of(&portal).await;
    {
        let mut service = portal.service();
        let others = [(OCTOBER, 289_000), (date(2023, 11, 11), 275_000)];
        service.documents.insert("DetaliiDocument/798".into(), page(AFTER, Some(DECEMBER), &others));
        service.documents.insert("DetaliiDocumentAfis/289000".into(), page(BEFORE, None, &[]));
    }
    let key = "lege/1990/31".parse().expect("a key");
    fetched(&test, WantedForms::Document(798)).await;
    let wanted = WantedForms::Act { key, since: Some(date(2024, 1, 1)) };
    let (summary, events) = fetched(&test, wanted.clone()).await;
    assert_eq!((summary.new, summary.unchanged, summary.refused), (1, 1, 0), "{events:?}");
    assert_eq!(portal.service().asked[2..], ["DetaliiDocumentAfis/289000"]);
    assert_eq!(fetched(&test, wanted).await.0.unchanged, 1, "a stored form is not fetched again");
    assert_eq!(portal.service().asked.len(), 4);
    test.stop().await;
}

#[tokio::test]
async fn a_page_without_a_form_is_refused_with_its_address_and_a_failing_one_is_asked_again() {
    let portal = StandInPortal::start(vec![]).await;
    let test = app_of(&portal).await;
    portal.service().documents.insert("DetaliiDocument/1".into(), "<p>Nimic</p>".into());
    let (summary, events) = fetched(&test, WantedForms::Document(1)).await;
    assert_eq!((summary.refused, summary.new), (1, 0));
    let [FormEvent::Refused { reason }] = &events[..] else { panic!("{events:?}") };
    assert!(reason.ends_with("/Public/DetaliiDocument/1: the page shows no act"), "{reason}");
    portal.service().documents.insert("DetaliiDocument/798".into(), page(BEFORE, Some(OCTOBER), &[]));
    portal.service().troubles.extend([Trouble::Status(503), Trouble::Status(500)]);
    assert_eq!(fetched(&test, WantedForms::Document(798)).await.0.new, 1);
    let missing = fetch(&test.app, &Actor::System, WantedForms::Document(2), &mut |_| {}).await.expect_err("404");
    assert!(missing.code == ErrorCode::FetchFailed && missing.to_string().contains("answered 404"), "{missing}");
    let unknown = WantedForms::Act { key: "lege/2000/17".parse().expect("a key"), since: None };
    let unknown = fetch(&test.app, &Actor::System, unknown, &mut |_| {}).await.expect_err("no document");
    assert!(unknown.to_string().contains("--form ID"), "{unknown}");
    test.stop().await;
}

#[tokio::test]
async fn a_file_is_imported_once_and_changed_by_another_text_of_its_day() {
    let test = TestApp::start(vec![]).await;
    let outcome = |events: &[FormEvent]| match events {
        [FormEvent::Form { outcome, .. }] => *outcome,
        other => panic!("{other:?}"),
    };
    for (text, expected) in [
        (BEFORE.to_owned(), FormOutcome::New),
        (BEFORE.to_owned(), FormOutcome::Unchanged),
        (BEFORE.replace("comandită", "comandita"), FormOutcome::Changed),
    ] {
        assert_eq!(outcome(&imported(&test, &[("a.md", &text)], None).await.1), expected);
    }
    let (summary, events) = imported(&test, &[("b.txt", "nimic"), ("c.md", AFTER)], None).await;
    assert_eq!((summary.refused, summary.new), (1, 1), "{events:?}");
    let refused = list(&test.app, &Actor::Visitor, None, |_| ControlFlow::Continue(()))
        .await
        .expect_err("only the operator lists forms");
    assert_eq!(refused.code, ErrorCode::Forbidden);
    test.stop().await;
}

/// Whole official texts from the folder that `PARAGRAF_DATA` names; without it, this test is left out.
#[tokio::test]
async fn pages_of_whole_laws_give_their_articles() {
    let Some(folder) = crate::law::data::folder() else { return };
    let portal = StandInPortal::start(vec![]).await;
    let test = app_of(&portal).await;
    for (at, file) in
        ["legea-31-1990/2024-10-08", "legea-17-2000/2024-09-06", "og-121-1998/2024-01-09"].iter().enumerate()
    {
        let text = std::fs::read_to_string(folder.join(format!("consolidated/{file}.md"))).expect("a text");
        let id = 1_000 + at as u64;
        portal.service().documents.insert(format!("DetaliiDocument/{id}"), page(&text, Some(OCTOBER), &[]));
        let (summary, events) = fetched(&test, WantedForms::Document(id)).await;
        assert_eq!(summary.new, 1, "{file}: {events:?}");
        let forms = rows(async |take| list(&test.app, &Actor::System, None, take).await).await;
        let form = forms.iter().find(|form| form.portal_id == Some(id)).expect("the form");
        let stored = acts::source_text(&test.app, &Actor::System, form.text_sha256.clone()).await.expect("a text").text;
        let [from_page, from_text] = [stored, text].map(|it| words(&articles(&read_form(&it).expect("a form"))));
        let different: Vec<_> = from_page.iter().zip(&from_text).filter(|(page, text)| page != text).collect();
        assert_eq!((from_page.len(), different), (from_text.len(), vec![]), "{file}");
    }
    test.stop().await;
}
