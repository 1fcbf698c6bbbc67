//! Following a deadline: what is listed, notified and put into the calendar.

use paragraf::domain::{EntryKind, Status};
use serde_json::{Value, json};

use super::{call, follow, get, notification_list, publish, set_status, user_data};
use crate::support::accounts::Reader;
use crate::support::app::TestApp;
use crate::support::articles::{article, entry};

/// An article with two deadlines, the second of which is on this day.
fn dated(second: Option<&str>) -> Value {
    let mut article = article("a");
    article.publish_date = jiff::civil::date(2026, 1, 10);
    article.deadlines = vec![entry(EntryKind::Due, "2026-02-02", "plata")];
    article.deadlines.extend(second.map(|day| entry(EntryKind::Due, day, "raportul anual")));
    json!(article)
}

async fn mine(test: &TestApp, reader: &Reader) -> Vec<String> {
    let (status, list) = get(test, reader, "/deadlines?mine=true").await;
    assert_eq!(status, 200, "{list}");
    let ids = list.as_array().expect("a list").iter().map(|day| day["id"].as_str().expect("an id").to_owned());
    ids.collect()
}

async fn calendar(test: &TestApp, reader: &Reader) -> String {
    let path = format!("/users/calendar/{}/address", reader.uid);
    let (status, answer) = call(test, reader, &path, json!({"language": "ro"})).await;
    assert_eq!(status, 200, "{answer}");
    let url = answer["url"].as_str().expect("an address");
    test.text(url.strip_prefix(&test.base).expect("an address of this server")).await.1
}

#[tokio::test]
async fn for_me_knows_followed_deadlines_duties_and_acts() {
    let mut on_act = article("pe-act");
    on_act.topic = "munca".into();
    on_act.act = serde_json::from_value(json!({"type": "LEGE", "number": "239", "year": 2025})).ok();
    on_act.deadlines = vec![entry(EntryKind::Due, "2026-03-01", "act")];
    let mut naming = article("numeste");
    naming.topic = "munca".into();
    naming.deadlines = vec![entry(EntryKind::Due, "2026-03-02", "altul")];
    let test = TestApp::start(vec![on_act, naming]).await;
    let ana = test.reader("ana").await;
    publish(&test, dated(Some("2026-03-16"))).await;
    test.load().await;
    assert_eq!(mine(&test, &ana).await, Vec::<String>::new());
    follow(&test, &ana, "deadline:a.2.2026-03").await;
    follow(&test, &ana, "deadline:duty.d112-monthly.2026-12").await;
    let named = json!(["deadline:duty.d112-monthly", "deadline:a.2"]);
    assert_eq!(
        user_data(&test, &ana).await["topics_followed"].as_array().map(Vec::len),
        named.as_array().map(Vec::len)
    );
    assert_eq!(mine(&test, &ana).await, ["a.2"], "one deadline, not its article");
    let events = calendar(&test, &ana).await;
    assert!(events.contains("Raportul anual") && !events.contains("Plata"), "{events}");
    assert!(
        events.contains("SUMMARY:D112 decembrie") && !events.contains("SUMMARY:D300"),
        "only the followed duty: {events}"
    );
    follow(&test, &ana, "act:lege-239-2025").await;
    assert_eq!(mine(&test, &ana).await, ["pe-act.1", "a.2"], "an article that only names the act has other days");
    let paused = json!({"name": "act:lege-239-2025", "paused": true});
    assert_eq!(call(&test, &ana, &format!("/users/follows/{}", ana.uid), paused).await.0, 200);
    assert_eq!(mine(&test, &ana).await, ["a.2"]);
    let (_, follows) = get(&test, &ana, &format!("/users/follows/{}", ana.uid)).await;
    let titles: Vec<_> =
        follows.as_array().expect("a list").iter().filter_map(|it| it["title"]["ro"].as_str()).collect();
    assert!(titles.contains(&"Raportul anual") && titles.len() == 2, "{follows}");
    test.stop().await;
}

#[tokio::test]
async fn a_moved_and_a_withdrawn_deadline_notify_their_followers() {
    let test = TestApp::start(vec![]).await;
    let [ana, bo] = [test.reader("ana").await, test.reader("bo").await];
    publish(&test, dated(Some("2026-03-02"))).await;
    test.load().await;
    follow(&test, &ana, "deadline:a.2").await;
    follow(&test, &bo, "deadline:a.1").await;
    publish(&test, dated(Some("2026-03-16"))).await;
    assert_eq!(notification_list(&test, &ana).await, [("a".to_owned(), "deadline_moved".to_owned())]);
    assert_eq!(notification_list(&test, &bo).await, [], "the other deadline stands");
    let (_, list) = get(&test, &ana, &format!("/notifications/{}", ana.uid)).await;
    assert_eq!(list[0]["deadline"], json!({"what": "Raportul anual", "date": "2026-03-16"}));
    publish(&test, dated(None)).await;
    assert_eq!(notification_list(&test, &ana).await, [("a".to_owned(), "deadline_withdrawn".to_owned())]);
    set_status(&test, "a", Status::Withdrawn).await;
    assert_eq!(notification_list(&test, &bo).await, [("a".to_owned(), "deadline_withdrawn".to_owned())]);
    let (_, export) = get(&test, &bo, "/auth/v1/me/export").await;
    assert!(export["marks"]["reminders"]["changes"].to_string().contains("\"is_withdrawn\":true"), "{export}");
    test.stop().await;
}

#[tokio::test]
async fn settings_of_reminders_belong_to_their_account() {
    let test = TestApp::start(vec![article("a")]).await;
    let [ana, bo] = [test.reader("ana").await, test.reader("bo").await];
    let path = format!("/users/reminders/{}", ana.uid);
    let default = json!({
        "days": [7, 1], "in_app": true, "followed": true, "bookmarks": true, "interests": false, "duties": false,
    });
    assert_eq!(get(&test, &ana, &path).await, (200, default));
    let (status, changed) = call(&test, &ana, &path, json!({"days": [1, 30, 1], "interests": true})).await;
    assert_eq!((status, &changed["days"], &changed["interests"]), (200, &json!([30, 1]), &json!(true)));
    let (status, answer) = call(&test, &ana, &path, json!({"days": [2]})).await;
    assert_eq!((status, &answer["field"]), (400, &json!("days")));
    assert_eq!(call(&test, &ana, &path, json!({"other": true})).await.0, 400);
    assert_eq!(get(&test, &bo, &path).await.0, 403);
    assert_eq!(call(&test, &bo, &path, json!({"duties": true})).await.0, 403);
    test.stop().await;
}
