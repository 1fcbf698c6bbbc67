//! Reading and saving drafts.

use paragraf::domain::Status;
use paragraf::domain::article::limits;
use serde_json::json;

use super::{draft, get, opened, post, save_title, start, stored};
use crate::support::articles::{article, english};

#[tokio::test]
async fn the_list_has_the_drafts_with_their_reasons() {
    let mut machine = article("b");
    machine.provenance = Some(paragraf::domain::Provenance {
        model: Some("model-1".into()),
        source_sha256: Some("a".repeat(64)),
        ..Default::default()
    });
    let test = start(vec![article("a"), machine]).await;
    test.publish(vec![article("c")]).await;
    let editor = test.editor("dan").await;
    let (status, list) = get(&test, &editor, "/desk/drafts").await;
    assert_eq!((status, &list["total"]), (200, &json!(2)), "{list}");
    let reasons = |slug: &str| {
        let drafts = list["drafts"].as_array().expect("drafts");
        drafts.iter().find(|draft| draft["slug"] == slug).map(|draft| draft["reasons"].clone())
    };
    assert_eq!(reasons("a"), Some(json!(["imported"])));
    assert_eq!(reasons("b"), Some(json!(["written_by_model", "found_in_source"])));
    assert_eq!(reasons("c"), None, "it is published");
    test.stop().await;
}

#[tokio::test]
async fn a_draft_is_read_whole_and_saved_under_the_editors_name() {
    let mut both = article("a");
    both.translations.insert(paragraf::domain::Language::En, english("a"));
    let test = start(vec![both]).await;
    let editor = test.editor("dan").await;
    let before = draft(&test, &editor).await;
    assert_eq!(before["article"]["translations"]["en"]["title"], "A change for a");
    assert_eq!((&before["state"], &before["findings"]), (&json!("open"), &json!(0)));
    let (status, saved) = save_title(&test, &editor, &before, "Alt titlu").await;
    assert_eq!(status, 200, "{saved}");
    assert_eq!((&saved["article"]["title"], &saved["saved"]["by"]), (&json!("Alt titlu"), &json!("dan")));
    assert_eq!(saved["article"]["provenance"], json!({"written_by": "dan"}));
    assert_ne!(saved["version"], before["version"]);
    let kept = stored(&test).await;
    assert_eq!((kept.status, kept.revision, kept.earlier.len()), (Status::Draft, 1, 0), "no reader saw revision 1");
    test.stop().await;
}

#[tokio::test]
async fn an_unchanged_text_changes_nothing() {
    let test = start(vec![article("a")]).await;
    let editor = test.editor("dan").await;
    let before = draft(&test, &editor).await;
    test.app.clock.advance(jiff::Span::new().minutes(1));
    let body = json!({"version": before["version"], "article": before["article"]});
    let (status, saved) = post(&test, &editor, "/desk/drafts/a", body).await;
    assert_eq!((status, saved), (200, before));
    test.stop().await;
}

#[tokio::test]
async fn of_two_editors_the_second_gets_the_text_of_the_first() {
    let test = start(vec![article("a")]).await;
    let (ana, dan) = (test.editor("ana").await, test.editor("dan").await);
    let read = draft(&test, &ana).await;
    assert_eq!(draft(&test, &dan).await, read);
    assert_eq!(save_title(&test, &ana, &read, "Titlul Anei").await.0, 200);
    let (status, refused) = save_title(&test, &dan, &read, "Titlul lui Dan").await;
    assert_eq!((status, &refused["code"]), (409, &json!("changed_meanwhile")), "{refused}");
    assert!(refused["request_id"].is_string());
    let theirs = &refused["current"];
    assert_eq!((&theirs["article"]["title"], &theirs["saved"]["by"]), (&json!("Titlul Anei"), &json!("ana")));
    assert_eq!(stored(&test).await.article.title, "Titlul Anei");
    let (status, merged) = save_title(&test, &dan, theirs, "Titlul amândurora").await;
    assert_eq!((status, &merged["article"]["provenance"]["written_by"]), (200, &json!("ana, dan")));
    test.stop().await;
}

#[tokio::test]
async fn a_text_that_breaks_a_rule_is_refused_with_its_fields() {
    let (test, editor, read) = opened(article("a")).await;
    let mut bad = read["article"].clone();
    bad["title"] = "".into();
    bad["in_short"] = "ș".repeat(limits::IN_SHORT + 1).into();
    bad["steps"][1]["text"] = "<b>Depune</b>".into();
    bad["importance"] = 6.into();
    bad["publish_date"] = "2026-02-30".into();
    bad["topic"] = "x".into();
    let body = json!({"version": read["version"], "article": bad});
    let (status, refused) = post(&test, &editor, "/desk/drafts/a", body).await;
    assert_eq!((status, &refused["code"], &refused["field"]), (400, &json!("invalid"), &json!("title")), "{refused}");
    let mut problems = refused["problems"].clone();
    for problem in problems.as_array_mut().expect("problems") {
        assert!(problem.as_object_mut().expect("an object").remove("message").is_some(), "{refused}");
    }
    assert_eq!(
        problems,
        json!([
            {"field": "title", "code": "required"},
            {"field": "in_short", "code": "too_long", "max": limits::IN_SHORT},
            {"field": "steps[1].text", "code": "html"},
            {"field": "importance", "code": "out_of_range", "min": 1, "max": 5},
            {"field": "publish_date", "code": "not_a_date"},
            {"field": "topic", "code": "unknown_value"},
        ])
    );
    let mut other = read["article"].clone();
    other["slug"] = "b".into();
    let body = json!({"version": read["version"], "article": other});
    let problem = post(&test, &editor, "/desk/drafts/a", body).await.1["problems"][0].clone();
    assert_eq!((&problem["field"], &problem["code"]), (&json!("slug"), &json!("fixed")));
    assert_eq!(draft(&test, &editor).await, read, "nothing was saved");
    test.stop().await;
}

#[tokio::test]
async fn the_longest_article_can_be_saved() {
    let (test, editor, read) = opened(article("a")).await;
    let mut long = read["article"].clone();
    for field in ["technical_summary", "simple_explanation"] {
        long[field] = "ș".repeat(limits::LONG_TEXT).into();
    }
    let body = json!({"version": read["version"], "article": long});
    assert_eq!(post(&test, &editor, "/desk/drafts/a", body).await.0, 200);
    test.stop().await;
}

#[tokio::test]
async fn a_preview_is_what_readers_would_get() {
    let test = start(vec![article("a")]).await;
    let editor = test.editor("dan").await;
    let (status, preview) = get(&test, &editor, "/desk/drafts/a/preview?lang=en").await;
    assert_eq!((status, &preview["lang"], &preview["title"]), (200, &json!("ro"), &json!("Schimbare pentru a")));
    assert_eq!(preview["steps"][0]["text"], "Verifică contractul.");
    test.stop().await;
}

#[tokio::test]
async fn a_published_article_and_none_are_not_on_the_desk() {
    let test = start(vec![]).await;
    test.publish(vec![article("a")]).await;
    let editor = test.editor("dan").await;
    let (status, body) = get(&test, &editor, "/desk/drafts/a").await;
    assert_eq!((status, &body["code"]), (409, &json!("not_a_draft")));
    for path in ["/desk/drafts/b", "/desk/drafts/B%20"] {
        assert_eq!(get(&test, &editor, path).await.0, 404, "{path}");
    }
    test.stop().await;
}
