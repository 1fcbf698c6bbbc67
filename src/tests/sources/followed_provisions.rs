//! Readers who follow one provision of an act.

use paragraf::domain::Slug;
use paragraf::ops::desk::drafts::Confirmed;
use paragraf::ops::sources::portal::PortalImport;
use serde_json::{Value, json};

use super::amendments::record;
use super::{app_with, read};
use crate::support::accounts::Reader;
use crate::support::app::{TestApp, read as answer};
use crate::support::articles::article;
use crate::support::desk::publish_as;
use crate::support::stand_in_portal::StandInPortal;

async fn follow(test: &TestApp, reader: &Reader, name: &str) -> (u16, Value) {
    let body = json!({"userId": reader.uid, "topicId": name, "followed": true});
    let request = test.client.post(format!("{}/users/follow-topic", test.base)).bearer_auth(&reader.token).json(&body);
    answer(request.send().await.expect("an answer")).await
}

async fn asked(test: &TestApp, reader: &Reader, path: &str) -> Value {
    answer(test.get(path).bearer_auth(&reader.token).send().await.expect("an answer")).await.1
}

/// An app with the draft on Legea nr. 299/2024, and an article that names the law which it amends.
async fn with_draft(portal: &StandInPortal) -> (TestApp, Slug) {
    let test = app_with(portal, |config| config.notifications.max_age_days = 3_000).await;
    let mut naming = article("a");
    naming.technical_summary = "Vezi Legea nr. 31/1990.".into();
    test.publish(vec![naming]).await;
    test.load().await;
    read(&test, &PortalImport::default()).await.expect("the law");
    let editor = test.editor("dan").await;
    let list = asked(&test, &editor, "/desk/drafts").await;
    let slug = Slug::parse(list["drafts"][0]["slug"].as_str().expect("a draft")).expect("a slug");
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
    publish_as(&test.app, slug.as_str(), Some("Dan Ene"), Confirmed::All).await.expect("published");
    test.load().await;
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
