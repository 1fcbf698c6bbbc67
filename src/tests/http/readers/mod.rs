//! Calls of a signed-in reader: `marks` (toggles and their counts), `done_steps` (what is ticked off), `profiles` (answers),
//! `follows` (settings of each), `followed_deadlines`,
//! `saved_searches`, `tags` (one name for all spellings), `user_data`
//! (reading them), `access` (tokens), `notifications`, `read_notifications` (those that were seen), `stream`
//! (server-sent events), `reports` to the operator, and `counts` (where a like becomes visible).

mod access;
mod counts;
mod done_steps;
mod followed_deadlines;
mod follows;
mod marks;
mod notifications;
mod profiles;
mod read_notifications;
mod reports;
mod saved_searches;
mod stream;
mod tags;
mod user_data;

use std::sync::Arc;

use paragraf::domain::Status;
use paragraf::ops::import::{ImportEvent, ImportOptions, import};
use paragraf::ops::{Actor, browse};
use paragraf::sources::{Format, Upload};
use serde_json::{Value, json};

use crate::support::accounts::{Reader, get_as as get, post_as as call};
use crate::support::app::TestApp;

const OPERATOR: Actor = Actor::Operator { uid: 1000 };

/// Likes or unlikes and returns the whole body.
async fn like(test: &TestApp, reader: &Reader, slug: &str, liked: Option<bool>) -> Value {
    let mut body = json!({"userId": reader.uid, "articleId": slug});
    if let Some(liked) = liked {
        body["liked"] = liked.into();
    }
    let (status, answer) = call(test, reader, "/users/like-article", body).await;
    assert_eq!(status, 200, "{answer}");
    answer
}

async fn follow(test: &TestApp, reader: &Reader, topic: &str) -> Value {
    let body = json!({"userId": reader.uid, "topicId": topic, "followed": true});
    let (status, answer) = call(test, reader, "/users/follow-topic", body).await;
    assert_eq!(status, 200, "{answer}");
    answer
}

async fn track(test: &TestApp, reader: &Reader, slug: &str) -> Value {
    let body = json!({"userId": reader.uid, "articleId": slug, "tracked": true});
    let (status, answer) = call(test, reader, "/users/track-article", body).await;
    assert_eq!(status, 200, "{answer}");
    answer
}

async fn user_data(test: &TestApp, reader: &Reader) -> Value {
    let (status, data) = get(test, reader, &format!("/users/user-data/{}", reader.uid)).await;
    assert_eq!(status, 200, "{data}");
    data
}

/// Slug and reason of each notification, newest first.
async fn notification_list(test: &TestApp, reader: &Reader) -> Vec<(String, String)> {
    let (status, list) = get(test, reader, &format!("/notifications/{}", reader.uid)).await;
    assert_eq!(status, 200, "{list}");
    let text = |value: &Value| value.as_str().expect("text").to_owned();
    list.as_array().expect("a list").iter().map(|item| (text(&item["slug"]), text(&item["reason"]))).collect()
}

/// Imports records as the operator's command does.
async fn import_as(test: &TestApp, records: Vec<Value>, options: ImportOptions) {
    let app = Arc::clone(&test.app);
    let lines: String = records.iter().map(|record| format!("{record}\n")).collect();
    let work = move || {
        let reader = Box::new(std::io::Cursor::new(lines.into_bytes()));
        let upload = Upload { name: "test.jsonl".into(), format: Some(Format::JsonLines), reader };
        let mut stored = Vec::new();
        let summary = import(&app, &OPERATOR, [Ok(upload)].into_iter(), &options, &mut |event| {
            if let ImportEvent::Stored { slugs, concerned } = event {
                stored.push((slugs, concerned));
            }
        });
        assert_eq!(summary.expect("it ends").refused, 0);
        stored
    };
    for (slugs, concerned) in tokio::task::spawn_blocking(work).await.expect("it ends") {
        browse::refresh(&test.app, &slugs).await.expect("the pages take it up");
        test.app.notify_streams(concerned);
    }
}

async fn publish(test: &TestApp, record: Value) {
    import_as(test, vec![record], ImportOptions::default()).await;
}

async fn set_status(test: &TestApp, slug: &str, status: Status) {
    crate::support::desk::set_status(&test.app, slug, status).await;
}

/// A valid record of today that is not urgent.
fn record(slug: &str) -> Value {
    let mut record = json!(crate::support::articles::article(slug));
    record["publish_date"] = "2026-01-10".into();
    record
}

/// The record with this importance.
fn of_importance(slug: &str, level: u8) -> Value {
    let mut record = record(slug);
    record["importance"] = level.into();
    record
}

/// The record with another title.
fn revised(mut record: Value, title: &str) -> Value {
    record["title"] = title.into();
    record
}
