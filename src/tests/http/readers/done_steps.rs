//! Steps and duties that a reader ticked off.

use std::collections::BTreeMap;

use paragraf::domain::{EntryKind, Status};
use paragraf::ops::done_steps::{MAX_ARTICLES, MAX_PER_ARTICLE};
use paragraf::ops::import::ImportOptions;
use serde_json::{Value, json};

use super::{call, import_as, publish, record, set_status, user_data};
use crate::support::accounts::Reader;
use crate::support::app::TestApp;
use crate::support::articles::{article, entry};

/// Ticks off, or back, and returns all that is done.
async fn tick(test: &TestApp, reader: &Reader, steps: Value, done: bool) -> Value {
    let body = json!({"userId": reader.uid, "done": done, "steps": steps});
    let (status, answer) = call(test, reader, "/users/done-steps", body).await;
    assert_eq!(status, 200, "{answer}");
    answer["done_steps"].clone()
}

#[tokio::test]
async fn steps_are_ticked_off_and_back_for_one_account() {
    let test = TestApp::start(vec![article("a"), article("b")]).await;
    let (ana, bo) = (test.reader("ana").await, test.reader("bo").await);
    for _ in 0..2 {
        let done = tick(&test, &ana, json!({"a": ["declaratie", "contract"], "b": ["contract"]}), true).await;
        assert_eq!(done, json!({"a": ["declaratie", "contract"], "b": ["contract"]}));
    }
    assert_eq!(user_data(&test, &bo).await["done_steps"], json!({}));
    for _ in 0..2 {
        let done = tick(&test, &ana, json!({"a": ["declaratie"], "b": ["contract"]}), false).await;
        assert_eq!(done, json!({"a": ["contract"]}));
    }
    assert_eq!(user_data(&test, &ana).await["done_steps"], json!({"a": ["contract"]}));
    test.stop().await;
}

#[tokio::test]
async fn a_tick_survives_a_new_revision_and_a_withdrawal() {
    let test = TestApp::start(vec![]).await;
    publish(&test, record("a")).await;
    let ana = test.reader("ana").await;
    tick(&test, &ana, json!({"a": ["contract", "declaratie"]}), true).await;
    let mut next = record("a");
    next["steps"] = json!([{"id": "contract", "text": "Altfel spus."}, {"id": "nou", "text": "Un pas nou."}]);
    publish(&test, next).await;
    let done = tick(&test, &ana, json!({"a": ["nou"]}), true).await;
    assert_eq!(done, json!({"a": ["contract", "declaratie", "nou"]}));
    set_status(&test, "a", Status::Withdrawn).await;
    let done = tick(&test, &ana, json!({"a": ["declaratie"]}), false).await;
    assert_eq!(done, json!({"a": ["contract", "nou"]}));
    let slug = paragraf::domain::Slug::parse("a").expect("a slug");
    paragraf::ops::articles::remove(&test.app, &super::OPERATOR, vec![slug]).await.expect("removed");
    assert_eq!(user_data(&test, &ana).await["done_steps"], json!({}));
    test.stop().await;
}

#[tokio::test]
async fn ids_that_no_published_article_has_are_ignored() {
    let mut with_duty = article("a");
    with_duty.deadlines = vec![
        entry(EntryKind::Due, "2026-05-25", "Depune declarația."),
        entry(EntryKind::Starts, "2026-07-01", "Se aplică regula."),
    ];
    let test = TestApp::start(vec![with_duty, article("withdrawn")]).await;
    set_status(&test, "withdrawn", Status::Withdrawn).await;
    let ana = test.reader("ana").await;
    let duty = "due-2026-05-25-0";
    let steps = json!({
        "a": [duty, "contract", "nimic", "", "due-2026-07-01-1", "due-2026-05-25-2", "due-2026-05-25-00", "due-x-0"],
        "withdrawn": ["contract"], "none": ["contract"], "No Slug": ["contract"],
    });
    assert_eq!(tick(&test, &ana, steps.clone(), true).await, json!({"a": [duty, "contract"]}));
    assert_eq!(tick(&test, &ana, steps, false).await, json!({}));
    test.stop().await;
}

#[tokio::test]
async fn days_of_recurring_duties_are_ticked_off_like_those_of_articles() {
    let test = TestApp::start(vec![]).await;
    let ana = test.reader("ana").await;
    let steps = json!({
        "d112-monthly": ["due-2026-12-21-0", "due-2026-12-21-1", "contract"],
        "no-such-duty": ["due-2026-12-21-0"],
    });
    let done = json!({"d112-monthly": ["due-2026-12-21-0"]});
    assert_eq!(tick(&test, &ana, steps.clone(), true).await, done);
    assert_eq!(user_data(&test, &ana).await["done_steps"], done);
    assert_eq!(tick(&test, &ana, steps, false).await, json!({}));
    test.stop().await;
}

#[tokio::test]
async fn an_account_keeps_the_articles_ticked_last() {
    let test = TestApp::start(vec![]).await;
    let ana = test.reader("ana").await;
    let slugs: Vec<_> = (0..=MAX_ARTICLES).map(|number| format!("a{number}")).collect();
    import_as(&test, slugs.iter().map(|slug| record(slug)).collect(), ImportOptions::default()).await;
    let some = |slugs: &[String]| json!(slugs.iter().map(|slug| (slug, ["contract"])).collect::<BTreeMap<_, _>>());
    tick(&test, &ana, some(&slugs[..1]), true).await;
    test.app.clock.advance(jiff::Span::new().seconds(1));
    let done = tick(&test, &ana, some(&slugs[1..]), true).await;
    let kept = done.as_object().expect("an object");
    assert_eq!((kept.len(), kept.contains_key("a0")), (MAX_ARTICLES, false));

    for steps in [some(&slugs), json!({"a1": vec!["contract"; MAX_PER_ARTICLE + 1]})] {
        let body = json!({"userId": ana.uid, "done": true, "steps": steps});
        let (status, problem) = call(&test, &ana, "/users/done-steps", body).await;
        assert_eq!((status, &problem["field"]), (400, &json!("steps")), "{problem}");
    }
    test.stop().await;
}

#[tokio::test]
async fn a_duty_that_recurs_keeps_its_newest_ticks() {
    let mut monthly = article("a");
    monthly.deadlines = vec![entry(EntryKind::Due, "2026-01-25", "Depune declarația.")];
    let test = TestApp::start(vec![monthly]).await;
    let ana = test.reader("ana").await;
    let first = jiff::civil::date(2026, 1, 25);
    let days = (0..120).map(|month| format!("due-{}-0", first.saturating_add(jiff::Span::new().months(month))));
    let days: Vec<_> = days.collect();
    for part in days.chunks(60) {
        tick(&test, &ana, json!({"a": part}), true).await;
    }
    assert_eq!(user_data(&test, &ana).await["done_steps"], json!({"a": days[120 - MAX_PER_ARTICLE..]}));
    test.stop().await;
}
