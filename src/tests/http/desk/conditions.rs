//! Which readers an article concerns: saving conditions, their words and what roles suggest.

use paragraf::domain::AudienceRole::{Company, Employer, Tenant};
use paragraf::domain::Status;
use serde_json::{Value, json};

use super::{draft, get, opened, post, start, stored};
use crate::support::accounts::Reader;
use crate::support::app::TestApp;
use crate::support::articles::article;

async fn save(test: &TestApp, editor: &Reader, read: &Value, article: &Value) -> (u16, Value) {
    post(test, editor, "/desk/drafts/a", json!({"version": read["version"], "article": article})).await
}

fn concerns() -> Value {
    json!({
        "condition": {"all": [{"rule": "is_company"}, {"not": {"fact": "vat", "in": ["no", "longer"]}}]},
        "reason": {"yes": {"ro": "fiindcă ai TVA", "en": "because you pay VAT"}, "no": {"ro": "n-ai TVA", "en": "no VAT"}},
        "event": {"ro": "Numai când vinzi.", "en": "Only when you sell."},
        "optional": true,
    })
}

#[tokio::test]
async fn conditions_are_saved_and_read_as_they_were_sent() {
    let (test, editor, read) = opened(article("a")).await;
    let mut changed = read["article"].clone();
    changed["concerns"] = concerns();
    changed["steps"][1]["condition"] = json!({"fact": "employees", "at_least": 3});
    changed["deadlines"] = json!([{"date": "2026-12-31", "what": "Depune.", "condition": {"rule": "vat_payer"}}]);
    let (status, saved) = save(&test, &editor, &read, &changed).await;
    assert_eq!(status, 200, "{saved}");
    let again = draft(&test, &editor).await;
    for part in ["/concerns", "/steps/1/condition", "/deadlines/0/condition"] {
        assert_eq!(again["article"].pointer(part), changed.pointer(part), "{part}");
    }
    test.stop().await;
}

#[tokio::test]
async fn a_condition_that_cannot_be_read_is_refused_with_its_part() {
    let (test, editor, read) = opened(article("a")).await;
    let mut changed = read["article"].clone();
    changed["concerns"] = concerns();
    changed["concerns"]["condition"]["all"][1] = json!({"fact": "vat", "in": []});
    changed["concerns"]["reason"]["no"]["en"] = "".into();
    changed["steps"][1]["condition"] = json!({"any": []});
    let (status, refused) = save(&test, &editor, &read, &changed).await;
    assert_eq!((status, &refused["code"]), (400, &json!("invalid")), "{refused}");
    let problems = refused["problems"].as_array().expect("problems").iter();
    let mut problems: Vec<_> = problems.filter_map(|it| Some((it["field"].as_str()?, it["code"].as_str()?))).collect();
    problems.sort_unstable();
    assert_eq!(
        problems,
        [
            ("concerns.condition.all[1]", "condition"),
            ("concerns.reason.no.en", "required"),
            ("steps[1].condition", "condition"),
        ]
    );
    assert_eq!(draft(&test, &editor).await, read, "nothing was saved");
    test.stop().await;
}

#[tokio::test]
async fn the_desk_gets_questions_rules_and_a_condition_in_words() {
    let test = start(vec![]).await;
    let editor = test.editor("dan").await;
    let (status, parts) = get(&test, &editor, "/desk/conditions?lang=ro").await;
    assert_eq!(status, 200, "{parts}");
    let is_company = json!({"id": "is_company", "words": "ai o societate"});
    assert!(parts["rules"].as_array().expect("rules").contains(&is_company), "{parts}");
    let turnover = parts["questions"].as_array().expect("questions").iter().find(|it| it["id"] == "turnover");
    assert_eq!(turnover.map(|it| &it["money"]), Some(&json!(true)));

    let body = json!({"condition": {"not": {"rule": "is_company"}}});
    let (status, reading) = post(&test, &editor, "/desk/conditions", body).await;
    assert_eq!(status, 200, "{reading}");
    assert_eq!(reading["words"]["en"], "it is not true that you have a company");
    assert_eq!(reading["reason"]["no"]["ro"], "ai o societate");
    let answers: Vec<_> = reading["readers"].as_array().expect("readers").iter().map(|it| &it["answer"]).collect();
    assert!(answers.contains(&&json!("yes")) && answers.contains(&&json!("no")), "{reading}");

    for (condition, field) in [
        (json!({"any": [{"rule": "farms"}, {"rule": "is_firm"}]}), json!("condition.any[1]")),
        (json!({"unknown": {"ro": "", "en": "x"}}), json!("condition.unknown.ro")),
    ] {
        let (status, refused) = post(&test, &editor, "/desk/conditions", json!({ "condition": condition })).await;
        assert_eq!((status, &refused["field"]), (400, &field), "{refused}");
    }
    test.stop().await;
}

#[tokio::test]
async fn roles_suggest_a_condition_that_counts_only_when_it_is_saved() {
    let mut of_firms = article("a");
    of_firms.roles = vec![Company, Tenant];
    of_firms.steps[1].roles = vec![Employer];
    let (test, editor, read) = opened(of_firms).await;
    let suggested = &read["suggestion"]["concerns"];
    assert_eq!(suggested["condition"]["any"][0], json!({"rule": "is_company"}), "{read}");
    assert_eq!(read["suggestion"]["steps"], json!([{"at": 1, "condition": {"rule": "employer"}}]));
    assert!(read["article"]["concerns"].is_null(), "{read}");

    let mut accepted = read["article"].clone();
    accepted["concerns"] = suggested.clone();
    let (status, saved) = save(&test, &editor, &read, &accepted).await;
    assert_eq!((status, &saved["article"]["concerns"]), (200, suggested), "{saved}");
    assert!(saved["suggestion"]["concerns"].is_null(), "{saved}");
    assert_eq!(saved["suggestion"]["steps"][0]["at"], 1, "the step has none yet");
    test.stop().await;
}

/// What `POST /concerns` answers about `a` for a firm.
async fn answer_for_a_firm(test: &TestApp) -> Value {
    let body = json!({"facts": {"subject": "srl"}, "reasons": true});
    let request = test.client.post(format!("{}/concerns", test.base)).json(&body);
    let report: Value = request.send().await.expect("an answer").json().await.expect("JSON");
    report["articles"]["a"].clone()
}

#[tokio::test]
async fn a_suggestion_that_nobody_accepted_is_never_published() {
    let mut of_firms = article("a");
    of_firms.roles = vec![Company];
    let (test, editor, read) = opened(of_firms).await;
    assert!(read["suggestion"]["concerns"].is_object(), "{read}");
    let body = json!({"version": read["version"], "confirmed": []});
    assert_eq!(post(&test, &editor, "/desk/drafts/a/publish", body).await.0, 200);
    let published = stored(&test).await;
    assert_eq!((published.status, published.article.concerns), (Status::Published, None));
    let answer = answer_for_a_firm(&test).await;
    assert_eq!(answer["answer"], "maybe", "{answer}");
    assert_eq!(answer["reason"]["ro"], "textul numește numai rolurile: firme");
    test.stop().await;
}
