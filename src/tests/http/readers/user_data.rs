//! The data of a reader, and the lists of marked articles.

use serde_json::{Value, json};

use super::{call, follow, get, like, publish, record, track, user_data};
use crate::support::accounts::Reader;
use crate::support::app::TestApp;
use crate::support::articles::{article, english};
use crate::support::listed::listed;

fn slugs(list: &Value) -> Vec<&str> {
    list.as_array().expect("a list").iter().map(|item| item["slug"].as_str().expect("a slug")).collect()
}

#[tokio::test]
async fn user_data_has_all_marks_newest_first() {
    let test = TestApp::start(vec![article("a"), article("b"), article("c")]).await;
    let ana = test.reader("ana").await;
    let tick = || test.app.clock.advance(jiff::Span::new().seconds(1));
    assert_eq!(
        user_data(&test, &ana).await,
        json!({
            "uid": ana.uid, "email": "ana@exemplu.ro", "displayName": "ana", "email_verified": true,
            "language": "ro", "created_at": "2026-01-10T09:00:00Z", "liked_law_changes": [], "bookmarks": [],
            "notifications": {"articles": []}, "topics_followed": [], "domains_followed": {},
            "articles_tracked": [], "done_steps": {},
        })
    );
    for slug in ["b", "c", "a"] {
        tick();
        like(&test, &ana, slug, None).await;
        let body = json!({"userId": ana.uid, "articleId": slug});
        call(&test, &ana, "/users/bookmark-article", body).await;
    }
    tick();
    like(&test, &ana, "b", Some(false)).await;
    like(&test, &ana, "b", Some(true)).await;
    follow(&test, &ana, "munca").await;
    tick();
    track(&test, &ana, "c").await;
    follow(&test, &ana, "inchirieri").await;
    for slug in ["n1", "n2"] {
        tick();
        publish(&test, record(slug)).await;
    }
    let data = user_data(&test, &ana).await;
    assert_eq!(data["liked_law_changes"], json!(["b", "a", "c"]));
    assert_eq!(data["bookmarks"], json!(["a", "c", "b"]));
    assert_eq!(data["notifications"], json!({"articles": ["n2", "n1"]}));
    assert_eq!(data["topics_followed"], json!(["inchirieri", "munca"]));
    assert_eq!(data["articles_tracked"], json!(["c"]));
    test.stop().await;
}

#[tokio::test]
async fn the_lists_of_marks_are_whole_articles_in_the_readers_language() {
    let mut both = article("a");
    both.translations.insert(paragraf::domain::Language::En, english("a"));
    let test = TestApp::start(vec![both, article("b")]).await;
    let ana = test.reader("ana").await;
    for slug in ["a", "b"] {
        test.app.clock.advance(jiff::Span::new().seconds(1));
        like(&test, &ana, slug, None).await;
    }
    let path = format!("/users/liked-articles/{}", ana.uid);
    let (_, list) = get(&test, &ana, &format!("{path}?lang=en")).await;
    assert_eq!(slugs(&list), ["b", "a"]);
    assert_eq!((&list[1]["title"], &list[1]["lang"]), (&json!("A change for a"), &json!("en")));
    assert_eq!((&list[0]["lang"], &list[0]["likes"]), (&json!("ro"), &json!(1)));
    test.app.clock.advance(jiff::Span::new().seconds(60));
    let (_, all) = test.json("/lawchanges").await;
    let (_, list) = get(&test, &ana, &path).await;
    assert_eq!(list[0], all.as_array().expect("a list").iter().find(|item| item["slug"] == "b").expect("b").clone());
    let bookmarked = format!("/users/bookmarked-articles/{}", ana.uid);
    assert_eq!(get(&test, &ana, &bookmarked).await, (200, json!([])));
    let (status, problem) = get(&test, &ana, &format!("{path}?lang=de")).await;
    assert_eq!((status, &problem["field"]), (400, &json!("lang")));
    let (status, problem) = get(&test, &ana, &format!("{path}?page=2")).await;
    assert_eq!((status, &problem["field"]), (400, &json!("page")));
    test.stop().await;
}

#[tokio::test]
async fn private_responses_are_not_cached() {
    let test = TestApp::start(vec![article("a")]).await;
    let ana = test.reader("ana").await;
    for path in ["/users/user-data/", "/users/liked-articles/", "/users/tracked-articles/", "/notifications/"] {
        let request = test.get(&format!("{path}{}", ana.uid)).bearer_auth(&ana.token);
        let response = request.send().await.expect("an answer");
        assert_eq!(
            (response.status().as_u16(), &response.headers()["cache-control"]),
            (200, &"no-store".parse().expect("a header")),
            "{path}"
        );
        assert_eq!(response.headers()["content-type"], "application/json");
    }
    test.stop().await;
}

/// Gives the account one row of each kind of a reader's data.
async fn fill(test: &TestApp, ana: &Reader) {
    like(test, ana, "a", None).await;
    track(test, ana, "a").await;
    follow(test, ana, "inchirieri").await;
    for slug in ["m", "n"] {
        publish(test, record(slug)).await;
    }
    let calendar = format!("/users/calendar/{}", ana.uid);
    for (path, body) in [
        (format!("/notifications/{}/clear-article", ana.uid), json!({"articleId": "m"})),
        ("/users/done-steps".to_owned(), json!({"userId": ana.uid, "done": true, "steps": {"a": ["contract"]}})),
        (
            format!("/users/profiles/{}", ana.uid),
            json!({"name": "Eu", "facts": {"subject": "person"}, "skipped": ["farms"]}),
        ),
        (calendar.clone(), json!({"alarms": [7]})),
        (format!("{calendar}/address"), json!({})),
    ] {
        assert_eq!(call(test, ana, &path, body).await.0, 200, "{path}");
    }
    let report = json!({"articleId": "a", "kind": "wrong", "message": "Art. 5", "email": "ana@alt.ro"});
    assert_eq!(call(test, ana, "/reports", report).await.0, 201);
}

/// The export of what [`fill`] gives.
fn filled() -> Value {
    let at = "2026-01-10T09:00:00Z";
    json!({
        "likes": [{"article": "a", "at": at}], "bookmarks": [],
        "topics_followed": [{"topic": "inchirieri", "at": at}], "articles_tracked": [{"article": "a", "at": at}],
        "done_steps": [{"article": "a", "step": "contract", "at": at}],
        "profiles": [{
            "name": "Eu",
            "answers": [
                {"question": "farms", "skipped": true, "at": at},
                {"question": "subject", "answer": "person", "at": at},
            ],
        }],
        "calendar": {"language": "ro", "alarms": [7], "roles": [], "address_made_at": at},
        "reminders": {
            "settings": {
                "days": [7, 1], "in_app": true, "followed": true, "bookmarks": true, "interests": false,
                "duties": false,
            },
            "given": [],
            "changes": [],
        },
        "notifications": [{"article": "n", "at": at, "reason": "topic"}],
        "notifications_read": [{"article": "m", "at": at, "reason": "topic", "read_at": at}],
        "reports": [{"article": "a", "at": at, "kind": "wrong", "message": "Art. 5", "email": "ana@alt.ro"}],
    })
}

#[tokio::test]
async fn deleting_an_account_removes_its_marks_and_lowers_the_counts() {
    use paragraf::ops::{reader_export, readers};
    use paragraf::store::{accounts, sessions};

    let test = TestApp::start(vec![article("a")]).await;
    let (ana, bo) = (test.reader("ana").await, test.reader("bo").await);
    like(&test, &bo, "a", None).await;
    track(&test, &bo, "a").await;
    follow(&test, &bo, "inchirieri").await;
    fill(&test, &ana).await;
    let uid = ana.uid.clone();
    let exported = test.app.store.read(move |tx| reader_export::export(tx, &uid));
    assert_eq!(exported.await.expect("the data"), filled());
    let uid = ana.uid.clone();
    let counts = test.app.store.write(move |tx| {
        let account = accounts::get(tx, &uid)?.expect("the account");
        let counts = readers::remove_account(tx, &account)?;
        for session in sessions::of(tx, &uid)? {
            sessions::remove(tx, &uid, session.id)?;
        }
        accounts::remove(tx, &account)?;
        Ok(counts)
    });
    readers::account_removed(&test.app, &ana.uid, &counts.await.expect("deleted"));
    let (_, now) = test.json("/lawchanges/a").await;
    assert_eq!(now[0]["likes"], 1);
    assert_eq!(user_data(&test, &bo).await["notifications"], json!({"articles": ["m", "n"]}));
    let (take, rows) = listed();
    paragraf::ops::reports::list(&test.app, &super::OPERATOR, true, take).await.expect("the reports");
    let reports: Vec<_> = rows.into_iter().collect();
    assert_eq!(reports.len(), 1);
    assert_eq!((&reports[0].uid, &reports[0].email, reports[0].message.as_str()), (&None, &None, "Art. 5"));
    test.stop().await;
}
