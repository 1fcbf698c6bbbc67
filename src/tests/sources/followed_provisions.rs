//! Readers who follow one provision of an act.

use std::sync::Arc;

use paragraf::domain::{Article, Slug};
use paragraf::mail::Mailer;
use paragraf::mail::memory::Memory;
use paragraf::ops::Actor;
use paragraf::ops::desk::drafts::Confirmed;
use paragraf::ops::mail::campaigns::gather;
use paragraf::ops::mail::deliver;
use paragraf::ops::sources::portal::PortalImport;
use paragraf::store::marks::{self, Mark};
use serde_json::{Value, json};

use super::amendments::{amending_record, record};
use super::{app_with, read};
use crate::support::accounts::Reader;
use crate::support::app::{TestApp, read as answer};
use crate::support::articles::article;
use crate::support::desk::publish_as;
use crate::support::new_law;
use crate::support::stand_in_portal::StandInPortal;

async fn follow(test: &TestApp, reader: &Reader, name: &str) -> (u16, Value) {
    let body = json!({"userId": reader.uid, "topicId": name, "followed": true});
    let request = test.client.post(format!("{}/users/follow-topic", test.base)).bearer_auth(&reader.token).json(&body);
    answer(request.send().await.expect("an answer")).await
}

async fn asked(test: &TestApp, reader: &Reader, path: &str) -> Value {
    answer(test.get(path).bearer_auth(&reader.token).send().await.expect("an answer")).await.1
}

/// An article that names an act, which has a page then.
fn naming(citation: &str) -> Article {
    Article { technical_summary: format!("Vezi {citation}."), ..article("a") }
}

/// Reads the only act of the portal. Returns its draft.
async fn drafted(test: &TestApp) -> Slug {
    read(test, &PortalImport::default()).await.expect("the law");
    let editor = test.editor("dan").await;
    let list = asked(test, &editor, "/desk/drafts").await;
    Slug::parse(list["drafts"][0]["slug"].as_str().expect("a draft")).expect("a slug")
}

async fn published(test: &TestApp, slug: &Slug) {
    publish_as(&test.app, slug.as_str(), Some("Dan Ene"), Confirmed::All).await.expect("published");
    test.load().await;
}

/// An app with the draft on Legea nr. 299/2024, and an article that names the law which it amends.
async fn with_draft(portal: &StandInPortal) -> (TestApp, Slug) {
    let test = app_with(portal, |config| config.notifications.max_age_days = 3_000).await;
    test.publish(vec![naming("Legea nr. 31/1990")]).await;
    test.load().await;
    let slug = drafted(&test).await;
    (test, slug)
}

#[tokio::test]
async fn a_follow_of_a_provision_fires_for_that_provision() {
    let portal = StandInPortal::start(vec![vec![record("2024-12-06")]]).await;
    let (test, slug) = with_draft(&portal).await;
    let readers = [test.reader("ana").await, test.reader("bo").await, test.reader("cip").await];
    let names = ["Articolul 114 alineatul (1)", "art. 114 alin. (2)", "art. 7"];
    for (reader, name) in readers.iter().zip(names) {
        assert_eq!(follow(&test, reader, &format!("provision:lege-31-1990:{name}")).await.0, 200, "{name}");
    }
    published(&test, &slug).await;
    let [ana, bo, cip] = &readers;
    let list = |reader: &Reader| format!("/notifications/{}?lang=ro", reader.uid);
    let notified = asked(&test, ana, &list(ana)).await;
    assert_eq!(
        (&notified[0]["slug"], &notified[0]["reason"]),
        (&json!(slug.as_str()), &json!("provision")),
        "{notified}"
    );
    assert_eq!(notified[0]["provision"], "art. 114 alin. (1) din Legea nr. 31/1990");
    assert_eq!(asked(&test, bo, &list(bo)).await, json!([]), "another paragraph");
    assert_eq!(asked(&test, cip, &list(cip)).await[0]["provision"], "art. 7 din Legea nr. 31/1990", "a letter of it");
    let follows = asked(&test, ana, &format!("/users/follows/{}", ana.uid)).await;
    assert_eq!(follows[0]["name"], "provision:lege-31-1990:art. 114 alin. (1)", "one spelling");
    assert_eq!(follows[0]["title"]["en"], "art. 114 alin. (1) of Law no. 31/1990", "{follows}");
    test.stop().await;
}

/// Law no. 300/2024, which gives art. 114 another number.
fn renumbering() -> String {
    let title = "LEGE nr. 300 din 5 decembrie 2024 pentru modificarea Legii societăților nr. 31/1990";
    let text = "Legea societăților nr. 31/1990, republicată în Monitorul Oficial al României, Partea I, nr. 1066 din 17 noiembrie 2004, cu modificările și completările ulterioare, se modifică după cum urmează: 1. Articolul 114 devine articolul 115.";
    amending_record(300, title, "nr. 1230 din 6 decembrie 2024", "2024-12-09", text)
}

#[tokio::test]
async fn the_list_of_follows_has_the_present_number_and_the_search_finds_its_changes() {
    let portal = StandInPortal::start(vec![vec![renumbering()]]).await;
    let (test, slug) = with_draft(&portal).await;
    let (ana, bo) = (test.reader("ana").await, test.reader("bo").await);
    let name = "provision:lege-31-1990:art. 114 alin. (1)";
    let (uid, began) = (ana.uid.clone(), "2024-03-01T09:00:00Z".parse().expect("an instant"));
    let write = test.app.store.write(move |tx| Ok(marks::set(tx, Mark::Follow, &uid, name, Some(began))?));
    assert!(write.await.expect("stored"));
    assert_eq!(follow(&test, &bo, name).await.0, 200);
    published(&test, &slug).await;
    for (reader, present) in [(&ana, json!("art. 115 alin. (1)")), (&bo, Value::Null)] {
        let follows = asked(&test, reader, &format!("/users/follows/{}", reader.uid)).await;
        assert_eq!((&follows[0]["name"], &follows[0]["present"]), (&json!(name), &present), "{follows}");
    }

    let found = async |provision: &str| {
        let (status, answer) = test.json(&format!("/search?provision=lege-31-1990:{provision}&lang=en")).await;
        let hits = answer["hits"].as_array().map(Vec::as_slice).unwrap_or_default().to_vec();
        let slugs: Vec<_> = hits.iter().map(|hit| hit["article"]["slug"].clone()).collect();
        (status, slugs, answer)
    };
    let (status, slugs, answer) = found("art.%20115").await;
    assert_eq!((status, slugs), (200, vec![json!(slug.as_str())]), "{answer}");
    assert_eq!(answer["provision"], "art. 115 of Law no. 31/1990");
    assert_eq!(answer["follow"], Value::Null, "the provision is followed itself");
    assert_eq!(answer["without_filters"], 2);
    assert_eq!(found("art.%20116").await.1, Vec::<Value>::new());
    assert_eq!(found("art.%205-7").await.0, 400);
    let (_, page) = test.text("/app?screen=search&provision=lege-31-1990:art.%20115").await;
    assert!(page.contains(slug.as_str()) && !page.contains("articleId=a\""), "{page}");
    test.stop().await;
}

#[tokio::test]
async fn the_mail_about_a_followed_provision_names_it_in_its_subject() {
    let portal = StandInPortal::start(vec![vec![new_law::record()]]).await;
    let memory = Arc::new(Memory::default());
    let mailer = Mailer::Memory(Arc::clone(&memory));
    let configure = |config: &mut paragraf::config::Config| {
        config.sources.portal_url.clone_from(&portal.url);
        config.sources.pause_ms = 0;
    };
    let test = TestApp::start_with(vec![naming("Legea nr. 273/2006")], configure, |app| app.mailer = mailer).await;
    let ana = test.reader("ana").await;
    let volume =
        async |provision: &str| test.json(&format!("/follows/volume?name=provision:lege-273-2006:{provision}")).await;
    assert_eq!(volume("art.%2032").await, (200, json!({"articles": 0, "days": 90})));
    let name = "provision:lege-273-2006:art. 32 alin. (7)";
    assert_eq!(follow(&test, &ana, name).await.0, 200);
    let settings = json!({"name": name, "frequency": "at_once"});
    let path = format!("{}/users/follows/{}", test.base, ana.uid);
    let request = test.client.post(path).bearer_auth(&ana.token).json(&settings);
    assert_eq!(request.send().await.expect("an answer").status(), 200);

    let slug = drafted(&test).await;
    published(&test, &slug).await;
    let counted = [("art.%2032", 1), ("art.%2032%20alin.%20(7)", 1), ("art.%2032%20alin.%20(6)", 0), ("art.%2033", 0)];
    for (provision, articles) in counted {
        assert_eq!(volume(provision).await.1["articles"], articles, "{provision}");
    }
    gather::all_due(&test.app, &Actor::System).await.expect("gathered");
    deliver::all_due(&test.app, &Actor::System).await.expect("delivered");
    let sent = memory.sent();
    let mail = sent.iter().find(|mail| mail.to.as_str() == "ana@exemplu.ro").expect("a mail to the reader");
    assert!(mail.subject.contains("art. 32 alin. (7)") && mail.subject.contains("273/2006"), "{}", mail.subject);
    assert!(mail.text.contains("art. 32 alin. (7)"), "{}", mail.text);
    test.stop().await;
}

#[tokio::test]
async fn only_one_provision_of_a_known_act_can_be_followed() {
    let portal = StandInPortal::start(vec![]).await;
    let test = app_with(&portal, |_| {}).await;
    test.publish(vec![article("a")]).await;
    test.load().await;
    let ana = test.reader("ana").await;
    for name in ["lege-1-1800:art. 1", "lege-239-2025:art. 5-7", "lege-239-2025:cap. II", "lege-239-2025:", "x"] {
        assert_eq!(follow(&test, &ana, &format!("provision:{name}")).await.0, 404, "{name}");
    }
    assert_eq!(follow(&test, &ana, "provision:lege-239-2025:anexa nr. 3 pct. 2").await.0, 200);
    test.stop().await;
}
