//! The way of an act from its source to a reader.

use std::sync::Arc;

use paragraf::mail::Mailer;
use paragraf::mail::memory::Memory;
use paragraf::ops::Actor;
use paragraf::ops::amendments::make::make_due;
use paragraf::ops::explain::{ExplainRequest, explain};
use paragraf::ops::mail::campaigns::gather;
use paragraf::ops::mail::deliver;
use paragraf::ops::sources::watch::poll;
use serde_json::{Value, json};

use super::forms::imported;
use crate::support::accounts::Reader;
use crate::support::app::{TestApp, read};
use crate::support::new_law;
use crate::support::stand_in_model::{Reply, StandInModel};
use crate::support::stand_in_portal::StandInPortal;

async fn get(test: &TestApp, reader: &Reader, path: &str) -> Value {
    let (status, body) = read(test.get(path).bearer_auth(&reader.token).send().await.expect("an answer")).await;
    assert_eq!(status, 200, "{body}");
    body
}

async fn post(test: &TestApp, reader: &Reader, path: &str, body: &Value) -> (u16, Value) {
    let request = test.client.post(format!("{}{path}", test.base)).bearer_auth(&reader.token).json(body);
    read(request.send().await.expect("an answer")).await
}

/// A server that watches the portal, explains with the model and keeps its mails in memory.
async fn start(portal: &StandInPortal, model: &StandInModel) -> (TestApp, Arc<Memory>) {
    let memory = Arc::new(Memory::default());
    let mailer = Mailer::Memory(Arc::clone(&memory));
    let test = TestApp::start_with(
        vec![],
        |config| {
            config.sources.portal_url.clone_from(&portal.url);
            config.sources.pause_ms = 0;
            config.explain.base_url.clone_from(&model.base_url);
            config.explain.model = "stand-in".into();
            config.explain.api_key = "k3y".into();
        },
        |app| app.mailer = mailer,
    );
    (test.await, memory)
}

/// The only draft on the desk.
async fn on_desk(test: &TestApp, editor: &Reader) -> Value {
    let list = get(test, editor, "/desk/drafts").await;
    let [draft] = &list["drafts"].as_array().expect("drafts")[..] else { panic!("{list}") };
    get(test, editor, &format!("/desk/drafts/{}", draft["slug"].as_str().expect("a slug"))).await
}

#[tokio::test]
async fn an_act_of_the_portal_reaches_a_reader_only_by_way_of_an_editor() {
    let portal = StandInPortal::start(vec![vec![new_law::record()]]).await;
    let model = StandInModel::start(vec![Reply::Text(new_law::answer_with_a_wrong_figure().to_string())]);
    let (test, memory) = start(&portal, &model).await;
    let (editor, reader) = (test.editor("dan").await, test.reader("ana").await);

    let polled = poll(&test.app, &Actor::System).await.expect("a poll");
    assert_eq!((polled.new, polled.drafts), (1, 1));
    let draft = on_desk(&test, &editor).await;
    assert_eq!((&draft["reasons"], &draft["findings"]), (&json!(["found_in_source"]), &json!(0)), "{draft}");
    let source: Vec<_> = draft["source"]["text"].as_str().expect("the text").chars().collect();
    let reasons = draft["rule_reasons"].as_array().expect("reasons");
    let quoted: Vec<_> = reasons.iter().filter(|reason| !reason["place"].is_null()).collect();
    assert!(!quoted.is_empty(), "{reasons:?}");
    for reason in quoted {
        let at = |edge: &str| usize::try_from(reason["place"][edge].as_u64().expect("a place")).expect("small");
        let words: String = source[at("start")..at("end")].iter().collect();
        let quote = reason["quote"].as_str().expect("a quote").trim_end_matches('…');
        assert!(words.split_whitespace().collect::<Vec<_>>().join(" ").starts_with(quote), "{reason}");
    }

    let follow = json!({ "userId": reader.uid, "topicId": draft["topic"], "followed": true });
    assert_eq!(post(&test, &reader, "/users/follow-topic", &follow).await.0, 200);
    let request = ExplainRequest { drafts: true, ..ExplainRequest::default() };
    let summary = explain(&test.app, &Actor::System, request, &mut |_| {}).await.expect("a model");
    assert_eq!((summary.explained, summary.held), (1, 1));
    let explained = on_desk(&test, &editor).await;
    assert_eq!(explained["reasons"], json!(["findings", "written_by_model", "found_in_source"]));
    let slug = explained["slug"].as_str().expect("a slug");
    let path = format!("/desk/drafts/{slug}");
    let (status, refused) =
        post(&test, &editor, &format!("{path}/publish"), &json!({ "version": explained["version"] })).await;
    assert_eq!((status, &refused["code"]), (409, &json!("findings_open")));

    let corrected = explained["article"].to_string().replace("45 de zile", "30 de zile").replace("45 days", "30 days");
    let article: Value = serde_json::from_str(&corrected).expect("JSON");
    let (status, saved) =
        post(&test, &editor, &path, &json!({ "version": explained["version"], "article": article })).await;
    assert_eq!((status, &saved["findings"]), (200, &json!(0)), "{saved}");
    assert_eq!(test.json(&format!("/lawchanges/{slug}")).await.0, 404, "no machine publishes");
    let (status, published) =
        post(&test, &editor, &format!("{path}/publish"), &json!({ "version": saved["version"] })).await;
    assert_eq!((status, &published["status"]), (200, &json!("published")), "{published}");

    let (_, revisions) = test.json(&format!("/lawchanges/{slug}")).await;
    let provenance = &revisions[0]["provenance"];
    assert_eq!((&provenance["reviewed_by"], &provenance["model"]), (&json!("dan"), &json!("stand-in")), "{provenance}");
    assert_eq!(revisions.as_array().map(Vec::len), Some(1), "readers see no draft");
    let notified = get(&test, &reader, &format!("/notifications/{}", reader.uid)).await;
    assert_eq!(notified.as_array().map(Vec::len), Some(1), "{notified}");
    gather::all_due(&test.app, &Actor::System).await.expect("gathered");
    deliver::all_due(&test.app, &Actor::System).await.expect("delivered");
    let sent = memory.sent();
    let mail = sent.iter().find(|mail| mail.to.as_str() == "ana@exemplu.ro").expect("a mail to the reader");
    assert!(mail.text.contains(slug) && mail.text.contains("30"), "{}", mail.text);
    test.stop().await;
}

#[tokio::test]
async fn the_model_sees_what_was_before_and_may_say_it() {
    let portal = StandInPortal::start(vec![vec![new_law::record()]]).await;
    let mut answer = new_law::answer();
    let (ro, en) =
        ("Până acum, termenul era de 15 zile de la înființare.", "Until now, the term was 15 days from the opening.");
    answer["simple_explanation"][1] = json!({ "ro": ro, "en": en, "rests_on": ["art. I"] });
    let model = StandInModel::start(vec![Reply::Text(answer.to_string())]);
    let (test, _) = start(&portal, &model).await;
    let editor = test.editor("dan").await;
    poll(&test.app, &Actor::System).await.expect("a poll");
    imported(&test, &[("legea-273-2006.md", new_law::BASE)], None).await;
    make_due(&test.app, &Actor::System).await.expect("before and after");
    let request = ExplainRequest { drafts: true, ..ExplainRequest::default() };
    let summary = explain(&test.app, &Actor::System, request, &mut |_| {}).await.expect("a model");
    assert_eq!((summary.explained, summary.held), (1, 0), "{}", on_desk(&test, &editor).await["finding_list"]);
    let request = &model.requests()[0];
    let prompt = request["messages"][1]["content"].as_str().expect("a prompt");
    let before = prompt.split("<<<BEFORE").nth(1).and_then(|rest| rest.split("BEFORE>>>").next()).expect("a part");
    assert!(before.contains("termen de 15 zile") && before.contains("termen de 30 de zile"), "{before}");
    test.stop().await;
}
