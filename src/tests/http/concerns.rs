//! `POST /concerns`: the answers of the command, with nothing of the request kept.

use paragraf::config::Config;
use paragraf::ops::demo;
use serde_json::{Value, json};

use crate::concerns::{days_of_duties, readers};
use crate::support::app::TestApp;
use crate::support::articles::article;

async fn post(test: &TestApp, body: &Value) -> (u16, Value) {
    let response = test.client.post(format!("{}/concerns", test.base)).json(body).send().await.expect("an answer");
    assert_eq!(response.headers()["cache-control"], "no-store");
    let status = response.status().as_u16();
    (status, response.json().await.expect("JSON"))
}

#[tokio::test(flavor = "multi_thread")]
async fn the_server_gives_the_answers_of_the_command() {
    let test = TestApp::start_empty(|_| {}, |_| {}).await;
    let app = test.app.clone();
    tokio::task::spawn_blocking(move || demo::load(&app)).await.expect("no panic").expect("the demo articles");
    test.travel("2026-11-26T09:00:00Z");
    test.load().await;
    for reader in &readers().readers {
        let (status, report) = post(&test, &json!({"facts": reader.facts, "reasons": true})).await;
        assert_eq!(status, 200, "{report}");
        let expected = serde_json::to_value(crate::concerns::ask(&reader.facts, &[], true)).expect("JSON");
        for part in ["duties", "articles", "next_question", "today", "until"] {
            assert_eq!(report[part], expected[part], "{}: {part}", reader.id);
        }
        assert_eq!(days_of_duties(&report), days_of_duties(&expected), "{}", reader.id);
        let (_, short) = post(&test, &json!({ "facts": reader.facts })).await;
        assert!(short["duties"]["d300-monthly"]["reason"].is_null());
        assert_eq!(short["duties"]["d300-monthly"]["answer"], report["duties"]["d300-monthly"]["answer"]);
    }
    let (_, article) = test.json("/lawchanges/ordin-anaf-1783-2021-saf-t-d406").await;
    let current = article.as_array().and_then(|revisions| revisions.last()).expect("a revision");
    assert!(current["concerns"]["condition"]["any"].is_array(), "{current}");
    assert!(current["steps"].as_array().expect("steps").iter().any(|step| step["condition"].is_object()));
    assert!(current["deadlines"][0]["condition"].is_object());
    let (_, list) = test.json("/lawchanges").await;
    assert!(!list.to_string().contains("\"condition\""), "lists do without conditions");
    test.stop().await;
}

#[tokio::test]
async fn a_request_that_cannot_be_read_names_the_field() {
    let test = TestApp::start(vec![article("a")]).await;
    for (body, field) in [
        (json!({"facts": {"vatt": 1}}), "facts.vatt"),
        (json!({"facts": {"employees": -1}}), "facts.employees"),
        (json!({"facts": {"employees": 1.005}}), "facts.employees"),
        (json!({"facts": {"vat": {"yes": []}}}), "facts.vat"),
        (json!({"facts": {"eur_rate": "much"}}), "facts.eur_rate"),
        (json!({"facts": {}, "skipped": ["x"]}), "skipped"),
        (json!({"facts": {}, "today": "x"}), "today"),
        (json!({}), "facts"),
    ] {
        let (status, error) = post(&test, &body).await;
        assert_eq!(
            (status, &error["code"], &error["field"]),
            (400, &json!("invalid"), &json!(field)),
            "{body}: {error}"
        );
    }
    let long = json!({"facts": {}, "skipped": ["x".repeat(100_000)]});
    assert_eq!(post(&test, &long).await.0, 413);
    test.stop().await;
}

#[tokio::test]
async fn what_concerns_one_profile_concerns_the_reader() {
    let test = TestApp::start(vec![article("a")]).await;
    let person = json!({"subject": "person", "farms": false});
    let srl = json!({"subject": "srl", "farms": false, "vat": "monthly"});
    let body = json!({"facts": person, "other_profiles": [srl, srl], "reasons": true});
    let (status, report) = post(&test, &body).await;
    assert_eq!(status, 200, "{report}");
    let (_, of_person) = post(&test, &json!({"facts": person, "reasons": true})).await;
    let (_, of_srl) = post(&test, &json!({"facts": srl, "reasons": true})).await;
    // Questions are about `facts`, but ask nothing that another profile has decided.
    assert_eq!(report["not_applicable"], of_person["not_applicable"]);
    let next = &report["next_question"];
    assert_eq!(&report["next_screen"][0], next);
    let is_asked_already = person.get(next.as_str().expect("a question")).is_some();
    let not_applicable = of_person["not_applicable"].as_array().expect("a list");
    assert!(!is_asked_already && !not_applicable.contains(next), "{next}");
    let rank = |duty: &Value| match duty["answer"].as_str() {
        Some("yes") => 0,
        Some("maybe") => 1,
        _ => 2,
    };
    for (id, duty) in report["duties"].as_object().expect("duties") {
        let (own, other) = (&of_person["duties"][id], &of_srl["duties"][id]);
        let decides = if rank(other) < rank(own) { (1, other) } else { (0, own) };
        assert_eq!((&duty["profile"], &duty["answer"]), (&json!(decides.0), &decides.1["answer"]), "{id}");
        assert_eq!(duty["reason"], decides.1["reason"], "{id}");
        assert!(own["profile"].is_null());
    }
    let dates = report["dates"].as_array().expect("dates");
    let vat = dates.iter().find(|date| date["duty"] == "d300-monthly").expect("a day");
    assert_eq!(vat["profiles"], json!([1, 2]));
    assert!(of_srl["dates"].as_array().expect("dates").iter().all(|date| date["profiles"].is_null()));

    let (status, error) = post(&test, &json!({"facts": {}, "other_profiles": [{}, {"vatt": 1}]})).await;
    assert_eq!((status, &error["field"]), (400, &json!("other_profiles[1].vatt")), "{error}");
    let (status, error) = post(&test, &json!({"facts": {}, "other_profiles": vec![json!({}); 8]})).await;
    assert_eq!((status, &error["field"]), (400, &json!("other_profiles")), "{error}");
    test.stop().await;
}

#[tokio::test]
async fn the_questions_come_in_order_and_their_bands_are_answers() {
    let test = TestApp::start(vec![article("a")]).await;
    let (status, questions) = test.json("/concerns/questions?lang=ro").await;
    assert_eq!((status, &questions[0]["id"], &questions[1]["asked_with"]), (200, &json!("subject"), &json!("subject")));
    assert_eq!(questions[0]["question"], "Pentru cine e profilul?");
    let (_, english) = test.json("/concerns/questions?lang=en").await;
    let srl = json!({"id": "srl", "label": "A limited company (SRL)", "statement": "you have an SRL"});
    assert_eq!(english[0]["options"][2], srl);
    let bands = english.as_array().expect("questions").iter().flat_map(|question| {
        let bands = question["bands"].as_array().expect("bands").clone();
        bands.into_iter().map(|band| (question["id"].as_str().expect("an id").to_owned(), band))
    });
    for (id, band) in bands {
        let (status, report) = post(&test, &json!({"facts": {id: band}})).await;
        assert_eq!((status, &report["not_applicable"]), (200, &json!([])), "{report}");
    }
    let answer = test.client.get(format!("{}/concerns/questions", test.base)).send().await.expect("an answer");
    let tag = answer.headers()["etag"].clone();
    let again = test.client.get(format!("{}/concerns/questions", test.base)).header("if-none-match", tag);
    assert_eq!(again.send().await.expect("an answer").status(), 304);
    let (_, page) = test.text("/app?articleId=a&lang=ro").await;
    assert!(page.contains("href=\"/app?screen=questions&amp;lang=ro\""), "{page}");
    test.stop().await;
}

#[tokio::test]
async fn a_threshold_in_euro_is_compared_at_the_rate_of_the_configuration() {
    let near = json!({"facts": {"subject": "srl", "turnover": 5_095_000}, "reasons": true});
    for (rate, answer, words) in
        [("", "maybe", "cursul"), ("5.09", "yes", "(la 5,09 lei/euro, BNR, 31 decembrie 2025)")]
    {
        let configure = |config: &mut Config| {
            if !rate.is_empty() {
                config.concerns.euro_rate = rate.to_owned();
                config.concerns.euro_rate_day = "2025-12-31".to_owned();
                config.concerns.euro_rate_source = "BNR".to_owned();
            }
        };
        let test = TestApp::start_with(vec![article("a")], configure, |_| {}).await;
        let (_, report) = post(&test, &near).await;
        let found = &report["duties"]["half-year-accounting-report"];
        assert_eq!(found["answer"], answer, "{found}");
        assert!(found["reason"]["ro"].as_str().expect("a reason").contains(words), "{found}");
        test.stop().await;
    }
}
