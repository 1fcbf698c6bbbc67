//! Before and after: what acts change in the stored forms of other acts, for editors and readers.

use jiff::civil::date;
use paragraf::domain::Slug;
use paragraf::domain::act::Act;
use paragraf::ops::amendments::make::make_due;
use paragraf::ops::desk::drafts::Confirmed;
use paragraf::ops::forms::fetch::{WantedForms, fetch};
use paragraf::ops::sources::portal::PortalImport;
use paragraf::ops::{Actor, amendments, articles};
use serde_json::{Value, json};

use super::forms::imported;
use super::{app_of, read};
use crate::law::{ACT, BEFORE};
use crate::support::accounts::Reader;
use crate::support::app::{TestApp, read as answer};
use crate::support::articles::article;
use crate::support::desk::publish_as;
use crate::support::portal_page::page;
use crate::support::stand_in_portal::{StandInPortal, real_records};

/// Legea nr. 299/2024 as the service delivers it, in force from this day.
pub(super) fn record(in_force: &str) -> String {
    let act: Value = serde_json::from_str(ACT).expect("JSON");
    let text = act["provisions"][0]["text"].as_str().expect("a text");
    let title = "LEGE nr. 299 din 2 decembrie 2024 pentru modificarea și completarea Legii societăților nr. 31/1990";
    amending_record(299, title, "nr. 1212 din 3 decembrie 2024", in_force, text)
}

/// A law of one article as the service delivers it.
pub(super) fn amending_record(number: u32, title: &str, printed: &str, in_force: &str, text: &str) -> String {
    let text = text.replace('&', "&amp;").replace('<', "&lt;");
    let document = 290_701 + number;
    format!(
        "<a:Legi><a:DataVigoare>{in_force}</a:DataVigoare><a:Emitent>Parlamentul</a:Emitent>\
         <a:LinkHtml>http://legislatie.just.ro/Public/DetaliiDocument/{document}</a:LinkHtml><a:Numar>{number}</a:Numar>\
         <a:Publicatie>Monitorul Oficial</a:Publicatie><a:Text> {title}     EMITENT     PARLAMENTUL ROMÂNIEI     \
         Publicat în MONITORUL OFICIAL {printed}      ARTICOL UNIC     {text}</a:Text><a:TipAct>LEGE</a:TipAct>\
         <a:Titlu> {title}      EMITENT      Parlamentul       PUBLICAT ÎN Monitorul Oficial {printed}     </a:Titlu></a:Legi>"
    )
}

fn law(number: &str, year: i16) -> Act {
    Act { kind: "LEGE".into(), number: Some(number.into()), year, issuer: None }
}

async fn draft(test: &TestApp, editor: &Reader) -> Slug {
    let (_, list) = answer(test.get("/desk/drafts").bearer_auth(&editor.token).send().await.expect("an answer")).await;
    Slug::parse(list["drafts"][0]["slug"].as_str().expect("a draft")).expect("a slug")
}

async fn on_desk(test: &TestApp, editor: &Reader, slug: &Slug) -> Value {
    let path = format!("/desk/drafts/{slug}/amendments?lang=en");
    let (status, acts) = answer(test.get(&path).bearer_auth(&editor.token).send().await.expect("an answer")).await;
    assert_eq!(status, 200, "{acts}");
    acts
}

#[tokio::test]
async fn a_form_that_arrives_later_gives_draft_and_article_their_before_and_after() {
    let portal = StandInPortal::start(vec![vec![record("2024-12-06")]]).await;
    let test = app_of(&portal).await;
    let editor = test.editor("dan").await;
    let (summary, _) = read(&test, &PortalImport::default()).await.expect("the law");
    assert_eq!((summary.new, summary.drafts), (1, 1));
    let slug = draft(&test, &editor).await;
    let waiting = on_desk(&test, &editor, &slug).await;
    assert_eq!(
        (&waiting[0]["act"]["citation"], &waiting[0]["found"]),
        (&json!("Law no. 31/1990"), &json!(12)),
        "{waiting}"
    );
    assert_eq!((&waiting[0]["form_date"], &waiting[0]["amendments"]), (&Value::Null, &json!([])));

    publish_as(&test.app, slug.as_str(), Some("Dan Ene"), Confirmed::All).await.expect("published");
    let path = format!("/lawchanges/{slug}");
    let before = test.json(&path).await.1;
    assert_eq!(before.as_array().and_then(|it| it.last()).map(|it| &it["amendments"]), Some(&json!(0)));
    let page = format!("/app?articleId={slug}&lang=ro");
    assert!(!test.text(&page).await.1.contains("Înainte și după"));

    assert_eq!(imported(&test, &[("a.md", BEFORE)], None).await.0.amendments, 1);
    assert_eq!(test.json(&path).await.1[0]["amendments"], 12, "the article in memory is made again");
    let (status, acts) = test.json(&format!("{path}/amendments")).await;
    let act = &acts[0];
    assert_eq!((status, &act["applied"], &act["form_date"]), (200, &json!(12), &json!("2024-10-08")), "{acts}");
    assert_eq!(act["act"]["citation"], "Legea nr. 31/1990");
    let changed = act["amendments"].as_array().expect("a list");
    let of = |provision: &str| changed.iter().find(|it| it["provision"] == provision).expect("the provision");
    assert_eq!(of("art. 7 lit. f^1)")["kind"], "repeal");
    let inserted = of("art. 86^1")["difference"].as_array().expect("pieces");
    assert!(inserted.iter().all(|piece| piece["kind"] == "added"), "{inserted:?}");
    let pieces = of("art. 90")["difference"].as_array().expect("pieces");
    assert!(["same", "added"].iter().all(|kind| pieces.iter().any(|piece| piece["kind"] == *kind)), "{pieces:?}");

    let (_, html) = test.text(&page).await;
    assert!(html.contains("Înainte și după") && html.contains("<ins>") && html.contains("8 octombrie 2024"), "{html}");
    assert_eq!(make_due(&test.app, &Actor::System).await.expect("nothing to do").acts, 0);
    test.stop().await;
}

#[tokio::test]
async fn only_forms_from_before_the_entry_into_force_are_amended() {
    let portal = StandInPortal::start(vec![vec![record("2024-10-08")]]).await;
    let test = app_of(&portal).await;
    imported(&test, &[("a.md", BEFORE)], None).await;
    let (summary, _) = read(&test, &PortalImport::default()).await.expect("the law");
    assert_eq!((summary.new, summary.amendments), (1, 0), "the form is not from before");
    let editor = test.editor("dan").await;
    let slug = draft(&test, &editor).await;
    assert_eq!(on_desk(&test, &editor, &slug).await[0]["form_date"], Value::Null);
    imported(&test, &[("b.md", BEFORE)], Some(date(2024, 1, 1))).await;
    assert_eq!(on_desk(&test, &editor, &slug).await[0]["form_date"], "2024-01-01");
    test.stop().await;
}

#[tokio::test]
async fn operations_that_do_not_fit_the_form_are_listed_with_their_text() {
    let portal = StandInPortal::start(vec![vec![record("2024-12-06")]]).await;
    let test = app_of(&portal).await;
    let (before, _) = BEFORE.split_once("##### Articolul 90\n").expect("article 90");
    imported(&test, &[("a.md", before)], None).await;
    let (summary, _) = read(&test, &PortalImport::default()).await.expect("the law");
    let editor = test.editor("dan").await;
    let slug = draft(&test, &editor).await;
    let acts = on_desk(&test, &editor, &slug).await;
    let left = acts[0]["found"].as_u64().zip(acts[0]["applied"].as_u64()).map(|(found, applied)| found - applied);
    assert_eq!(Some(summary.listed), left, "none is silent");
    let listed: Vec<_> =
        acts[0]["amendments"].as_array().expect("a list").iter().filter(|it| !it["problem"].is_null()).collect();
    assert!(!listed.is_empty() && acts[0]["applied"].as_u64() < acts[0]["found"].as_u64(), "{acts}");
    for amendment in listed {
        assert!(amendment["text"].as_str().is_some_and(|text| !text.is_empty()), "{amendment}");
        assert_eq!(amendment["difference"], json!([]), "nothing is guessed");
    }
    test.stop().await;
}

#[tokio::test]
async fn the_forms_that_stored_acts_amend_are_fetched_from_the_history() {
    let portal = StandInPortal::start(vec![vec![record("2024-12-06")]]).await;
    let test = app_of(&portal).await;
    read(&test, &PortalImport::default()).await.expect("the law");
    {
        let mut service = portal.service();
        let others = [(date(2024, 10, 8), 289_000), (date(2023, 11, 11), 275_000)];
        let newest = page(crate::law::AFTER, Some(date(2024, 12, 6)), &others);
        service.documents.insert("DetaliiDocument/798".into(), newest);
        service.documents.insert("DetaliiDocumentAfis/289000".into(), page(BEFORE, None, &[]));
    }
    fetch(&test.app, &Actor::System, WantedForms::Document(798), &mut |_| {}).await.expect("the newest form");
    let wanted = WantedForms::Act { key: "lege/1990/31".parse().expect("a key"), since: None };
    let summary = fetch(&test.app, &Actor::System, wanted, &mut |_| {}).await.expect("the forms");
    assert_eq!((summary.new, summary.amendments), (1, 1), "only the form that the law amends: {summary:?}");
    assert!(!portal.service().asked.contains(&"DetaliiDocumentAfis/275000".to_owned()));
    test.stop().await;
}

#[tokio::test]
async fn acts_without_operations_and_readers_see_no_before_and_after() {
    let portal = StandInPortal::start(vec![real_records()]).await;
    let test = app_of(&portal).await;
    read(&test, &PortalImport::default()).await.expect("the records");
    let (editor, reader) = (test.editor("dan").await, test.reader("ana").await);
    let slug = draft(&test, &editor).await;
    let path = format!("/desk/drafts/{slug}/amendments");
    assert_eq!(answer(test.get(&path).bearer_auth(&reader.token).send().await.expect("an answer")).await.0, 403);
    assert_eq!(test.json(&format!("/lawchanges/{slug}/amendments")).await.0, 404, "a draft is not public");
    let refused = amendments::of_draft(&test.app, &Actor::Visitor, slug).await.expect_err("no visitor");
    assert_eq!(refused.code, paragraf::error::ErrorCode::InvalidUserToken);
    test.stop().await;
}

#[tokio::test]
async fn the_page_of_an_amended_act_compares_what_published_acts_change() {
    let portal = StandInPortal::start(vec![vec![record("2024-12-06")]]).await;
    let test = app_of(&portal).await;
    let editor = test.editor("dan").await;
    imported(&test, &[("a.md", BEFORE)], None).await;
    read(&test, &PortalImport::default()).await.expect("the law");
    test.load().await;
    let slug = draft(&test, &editor).await;
    let drafted = articles::show(&test.app, &Actor::System, slug.clone()).await.expect("the draft").article;
    let summary = drafted.technical_summary;
    assert!(summary.contains("**art. 90") && summary.contains(": înainte „"), "the draft has both texts: {summary}");
    assert_eq!(test.json("/acts/lege-31-1990").await.0, 404, "a draft is not public");
    assert_eq!(test.json("/acts/lege-299-2024").await.0, 404);

    publish_as(&test.app, slug.as_str(), Some("Dan Ene"), Confirmed::All).await.expect("published");
    test.load().await;
    let (status, page) = test.json("/acts/lege-31-1990?lang=ro").await;
    assert_eq!(status, 200, "{page}");
    assert_eq!(page["forms"][0]["date"], "2024-10-08");
    let (_, history) = test.json("/acts/lege-31-1990/history?lang=ro").await;
    assert_eq!(
        (&history["changes"], &history["acts"], &history["latest"]),
        (&json!(12), &json!(1), &json!("2024-12-06"))
    );
    let entry = &history["entries"][0];
    assert_eq!(
        (&entry["act"]["citation"], &entry["day"]),
        (&json!("Legea nr. 299/2024"), &json!("2024-12-06")),
        "{entry}"
    );
    assert_eq!(entry["articles"][0]["article"]["slug"], slug.as_str());
    assert_eq!(entry["amendments"].as_array().map(Vec::len), Some(12), "the operations, until a later form is stored");

    let (_, amending) = test.json("/acts/lege-299-2024").await;
    assert_eq!(amending["amends"][0]["id"], "lege-31-1990", "{amending}");
    assert!(amending["title"].as_str().is_some_and(|title| title.starts_with("LEGE nr. 299 din 2 decembrie 2024")));
    assert_eq!(amending["date"], "2024-12-02");
    let (_, html) = test.text("/act/lege-31-1990?lang=ro").await;
    assert!(html.contains("12 schimbări din 2024, prin o lege.") && html.contains("<ins>"), "{html}");
    test.stop().await;
}

#[tokio::test]
async fn the_history_of_an_act_comes_from_its_forms_and_says_first_what_is_not_read() {
    let portal = StandInPortal::start(vec![]).await;
    let test = app_of(&portal).await;
    let mut naming = article("a");
    naming.technical_summary = "Legea nr. 239/2025 schimbă art. 11 din Legea nr. 31/1990.".into();
    naming.act = Some(law("239", 2025));
    let mut ours = article("b");
    ours.technical_summary = "Legea nr. 299/2024 abrogă art. 7 lit. f^1) din Legea nr. 31/1990.".into();
    ours.act = Some(law("299", 2024));
    ours.in_force_date = Some(date(2024, 12, 6));
    test.publish(vec![naming, ours]).await;
    test.load().await;
    let later = crate::law::AFTER;
    imported(&test, &[("legea-31-1990-2024-12-06.md", later), ("legea-31-1990-2024-10-08.md", BEFORE)], None).await;
    let (status, history) = test.json("/acts/lege-31-1990/history?lang=ro").await;
    assert_eq!(status, 200, "{history}");
    assert_eq!((&history["since"], &history["changes"]), (&json!("2024-10-08"), &json!(12)), "{history}");
    let [unread] = &history["unread"].as_array().expect("a list")[..] else { panic!("{history}") };
    assert_eq!(
        (&unread["act"]["citation"], &unread["articles"][0]["slug"]),
        (&json!("Legea nr. 239/2025"), &json!("a"))
    );
    let [entry] = &history["entries"].as_array().expect("a list")[..] else { panic!("{history}") };
    assert_eq!(
        (&entry["act"]["id"], &entry["gazette"]["number"]),
        (&json!("lege-299-2024"), &json!("1212")),
        "{entry}"
    );
    let first = &entry["amendments"][0];
    assert_eq!((&first["provision"], &first["kind"]), (&json!("art. 7 lit. f^1)"), &json!("repeal")), "{first}");
    let named = &entry["articles"][0];
    assert_eq!((&named["article"]["slug"], &named["provisions"]), (&json!("b"), &json!(["art. 7 lit. f^1)"])));
    let (_, html) = test.text("/act/lege-31-1990?lang=ro").await;
    let place = |words: &str| html.find(words).unwrap_or_else(|| panic!("{words}: {html}"));
    assert!(place("poate să fi schimbat și acest act") < place("Ce s-a schimbat"), "what is not read comes first");
    assert!(html.contains("Articolul nostru:"), "{html}");
    assert!(!html.contains("#year-"), "one year needs no links");
    let newest = later.replace("Formalitățile de publicitate", "Formele de publicitate");
    imported(&test, &[("legea-31-1990-2025-03-01.md", &newest)], Some(date(2025, 3, 1))).await;
    let (_, html) = test.text("/act/lege-31-1990?lang=ro").await;
    let place = |words: &str| html.find(words).unwrap_or_else(|| panic!("{words}: {html}"));
    assert!(place("href=\"#year-2024\"") < place("id=\"year-2024\""), "a year leads to its first change");
    test.stop().await;
}
