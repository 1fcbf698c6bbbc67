//! Publishing drafts, now and at a time.

use paragraf::domain::Status;
use paragraf::ops::desk::drafts::Confirmed;
use paragraf::ops::desk::due;
use paragraf::ops::{Actor, browse};
use paragraf::store::articles;
use serde_json::{Value, json};

use super::{draft, get, opened, post, save_title, slug, start, stored};
use crate::support::accounts::Reader;
use crate::support::app::{TestApp, without_nulls};
use crate::support::articles::article;
use crate::support::desk::publish_as;

/// An hour after the time of the tests.
const LATER: &str = "2026-01-10T10:00:00Z";

async fn publish(test: &TestApp, editor: &Reader, draft: &Value, at: Option<&str>) -> (u16, Value) {
    post(test, editor, "/desk/drafts/a/publish", without_nulls(json!({"version": draft["version"], "at": at}))).await
}

async fn follow(test: &TestApp, reader: &Reader) {
    let body = json!({"userId": reader.uid, "topicId": "inchirieri", "followed": true});
    assert_eq!(post(test, reader, "/users/follow-topic", body).await.0, 200);
}

async fn notified(test: &TestApp, reader: &Reader) -> usize {
    let (_, list) = get(test, reader, &format!("/notifications/{}", reader.uid)).await;
    list.as_array().expect("a list").len()
}

fn recent() -> paragraf::domain::Article {
    paragraf::domain::Article { publish_date: jiff::civil::date(2026, 1, 9), ..article("a") }
}

#[tokio::test]
async fn a_published_draft_names_its_reviewer_and_notifies_followers() {
    let test = start(vec![recent()]).await;
    let (editor, reader) = (test.editor("dan").await, test.reader("ana").await);
    follow(&test, &reader).await;
    let read = draft(&test, &editor).await;
    let (status, published) = publish(&test, &editor, &read, None).await;
    assert_eq!((status, &published), (200, &json!({"status": "published"})));
    let (_, article) = test.json("/lawchanges/a").await;
    assert_eq!(article[0]["provenance"], json!({"reviewed_by": "dan", "reviewed_at": "2026-01-10"}));
    assert_eq!((&article[0]["revision"], article.as_array().map(Vec::len)), (&json!(1), Some(1)));
    assert_eq!(notified(&test, &reader).await, 1);
    assert_eq!(get(&test, &editor, "/desk/drafts").await.1["total"], 0);
    let (status, again) = publish(&test, &editor, &read, None).await;
    assert_eq!((status, &again["code"]), (409, &json!("not_a_draft")));
    test.stop().await;
}

#[tokio::test]
async fn only_the_text_that_was_read_is_published() {
    let test = start(vec![recent()]).await;
    let (ana, dan) = (test.editor("ana").await, test.editor("dan").await);
    let read = draft(&test, &dan).await;
    save_title(&test, &ana, &read, "Alt titlu").await;
    let (status, refused) = publish(&test, &dan, &read, None).await;
    assert_eq!((status, &refused["code"]), (409, &json!("changed_meanwhile")));
    assert_eq!(stored(&test).await.status, Status::Draft);
    test.stop().await;
}

#[tokio::test]
async fn an_editor_without_a_name_approves_nothing() {
    let test = start(vec![recent()]).await;
    let editor = test.editor("dan").await;
    let uid = editor.uid.clone();
    let write = test.app.store.write(move |tx| {
        let before = paragraf::store::accounts::get(tx, &uid)?.expect("dan");
        let nameless = paragraf::store::accounts::AccountRecord { display_name: String::new(), ..before.clone() };
        Ok(paragraf::store::accounts::put(tx, Some(&before), &nameless)?)
    });
    write.await.expect("written");
    let read = draft(&test, &editor).await;
    let (status, refused) = publish(&test, &editor, &read, None).await;
    assert_eq!((status, &refused["code"]), (409, &json!("name_missing")));
    test.stop().await;
}

#[tokio::test]
async fn a_scheduled_draft_is_published_once_at_its_time() {
    let test = start(vec![recent()]).await;
    let (editor, reader) = (test.editor("dan").await, test.reader("ana").await);
    follow(&test, &reader).await;
    let read = draft(&test, &editor).await;
    let (status, scheduled) = publish(&test, &editor, &read, Some(LATER)).await;
    assert_eq!((status, &scheduled), (200, &json!({"status": "draft", "scheduled_for": LATER})));
    let (_, list) = get(&test, &editor, "/desk/drafts").await;
    assert_eq!(list["drafts"][0]["state"], "scheduled");
    assert_eq!(draft(&test, &editor).await["approved"]["by"], "dan");
    let next = due::publish(&test.app, &Actor::System).await.expect("a step");
    assert_eq!((next.map(|at| at.to_string()).as_deref(), test.json("/lawchanges/a").await.0), (Some(LATER), 404));
    // Days of downtime.
    test.travel("2026-01-13T09:00:00Z");
    for _ in 0..2 {
        assert_eq!(due::publish(&test.app, &Actor::System).await.expect("a step"), None);
    }
    let (_, article) = test.json("/lawchanges/a").await;
    assert_eq!(article[0]["provenance"], json!({"reviewed_by": "dan", "reviewed_at": "2026-01-10"}));
    assert_eq!(stored(&test).await.revision, 1);
    let count = test.app.store.read({
        let uid = reader.uid.clone();
        move |tx| Ok(paragraf::store::notifications::of(tx, &uid)?.len())
    });
    assert_eq!(count.await.expect("a count"), 1);
    test.stop().await;
}

#[tokio::test]
async fn a_scheduled_text_is_fixed_until_the_publication_is_cancelled() {
    let (test, editor, read) = opened(recent()).await;
    publish(&test, &editor, &read, Some(LATER)).await;
    let (status, refused) = save_title(&test, &editor, &read, "Alt titlu").await;
    assert_eq!((status, &refused["code"]), (409, &json!("draft_scheduled")));
    let (status, cancelled) = post(&test, &editor, "/desk/drafts/a/cancel", json!({})).await;
    assert_eq!((status, &cancelled["state"]), (200, &json!("open")));
    assert_eq!(save_title(&test, &editor, &read, "Alt titlu").await.0, 200);
    assert_eq!(due::publish(&test.app, &Actor::System).await.expect("a step"), None);
    test.stop().await;
}

#[tokio::test]
async fn a_text_that_an_import_changed_after_its_approval_stays_a_draft() {
    let (test, editor, read) = opened(recent()).await;
    publish(&test, &editor, &read, Some(LATER)).await;
    let changed = paragraf::domain::Article { title: "Din import".into(), ..recent() };
    super::put_drafts(&test, vec![changed]).await;
    test.travel(LATER);
    assert_eq!(due::publish(&test.app, &Actor::System).await.expect("a step"), None);
    assert_eq!(stored(&test).await.status, Status::Draft);
    // The first access token has expired since.
    let now = draft(&test, &test.editor("ana").await).await;
    assert_eq!((&now["state"], &now["reasons"]), (&json!("open"), &json!(["text_changed", "imported"])));
    test.stop().await;
}

#[tokio::test]
async fn the_time_is_at_most_a_year_ahead() {
    let (test, editor, read) = opened(recent()).await;
    let (status, refused) = publish(&test, &editor, &read, Some("2027-06-01T00:00:00Z")).await;
    assert_eq!((status, &refused["field"]), (400, &json!("at")));
    let (status, now) = publish(&test, &editor, &read, Some("2025-06-01T00:00:00Z")).await;
    assert_eq!((status, &now["status"]), (200, &json!("published")), "a past time is now");
    test.stop().await;
}

/// Makes the published article `a` a draft, as an import with `--draft` does.
async fn make_draft(test: &TestApp) {
    let write = test.app.store.write(|tx| {
        let before = articles::get(tx, &slug("a"))?.expect("the article");
        let last_public_revision = before.last_public_revision();
        let record = articles::ArticleRecord { status: Status::Draft, last_public_revision, ..before.clone() };
        Ok(articles::put(tx, Some(&before), &record)?)
    });
    write.await.expect("a draft");
}

#[tokio::test]
async fn readers_see_a_new_revision_of_what_they_saw_before() {
    let test = start(vec![]).await;
    test.publish(vec![recent()]).await;
    make_draft(&test).await;
    let editor = test.editor("dan").await;
    let read = draft(&test, &editor).await;
    assert_eq!(read["reasons"], json!(["was_public"]));
    let (_, once) = save_title(&test, &editor, &read, "Un titlu").await;
    let (_, twice) = save_title(&test, &editor, &once, "Alt titlu").await;
    assert_eq!(twice["revision"], 2, "the second save replaces what nobody saw");
    publish(&test, &editor, &twice, None).await;
    let (_, article) = test.json("/lawchanges/a").await;
    let titles: Vec<_> = article.as_array().expect("revisions").iter().map(|revision| &revision["title"]).collect();
    assert_eq!(titles, [&json!("Schimbare pentru a"), &json!("Alt titlu")]);
    browse::load(&test.app).await.expect("loaded");
    test.stop().await;
}

#[tokio::test]
async fn a_machines_draft_needs_a_reviewer_on_the_command_line_too() {
    let machine = paragraf::domain::Article {
        provenance: Some(paragraf::domain::Provenance { model: Some("model-1".into()), ..Default::default() }),
        ..recent()
    };
    let test = start(vec![machine]).await;
    let publish = |reviewed_by| publish_as(&test.app, "a", reviewed_by, Confirmed::Findings(vec![]));
    assert_eq!(publish(None).await.expect_err("no reviewer").code.as_str(), "reviewer_missing");
    assert_eq!(publish(Some("Ana Pop")).await.expect("published")[0].after, Status::Published);
    let provenance = stored(&test).await.article.provenance.expect("provenance");
    assert_eq!(provenance.reviewed_by.as_deref(), Some("Ana Pop"));
    test.stop().await;
}
