//! Likes, bookmarks, follows and tracking, one at a time and concurrently.

use futures_util::future::join_all;
use paragraf::domain::Status;
use serde_json::{Value, json};

use super::{call, follow, get, like, set_status, track, user_data};
use crate::support::app::{TestApp, without_nulls};
use crate::support::articles::article;

#[tokio::test]
async fn a_like_toggles_and_returns_state_and_count() {
    let test = TestApp::start(vec![article("a")]).await;
    let (ana, bo) = (test.reader("ana").await, test.reader("bo").await);
    assert_eq!(like(&test, &ana, "a", None).await, json!({"liked": true, "likes": 1}));
    assert_eq!(like(&test, &bo, "a", None).await, json!({"liked": true, "likes": 2}));
    assert_eq!(like(&test, &ana, "a", None).await, json!({"liked": false, "likes": 1}));
    for _ in 0..2 {
        assert_eq!(like(&test, &ana, "a", Some(true)).await, json!({"liked": true, "likes": 2}));
    }
    for _ in 0..2 {
        assert_eq!(like(&test, &ana, "a", Some(false)).await, json!({"liked": false, "likes": 1}));
    }
    test.stop().await;
}

#[tokio::test]
async fn a_bookmark_toggles_and_returns_state_and_count() {
    let test = TestApp::start(vec![article("a")]).await;
    let ana = test.reader("ana").await;
    let bookmark = async |wanted: Option<bool>| {
        let body = without_nulls(json!({"userId": ana.uid, "articleId": "a", "bookmarked": wanted}));
        let (status, answer) = call(&test, &ana, "/users/bookmark-article", body).await;
        assert_eq!(status, 200);
        answer
    };
    assert_eq!(bookmark(None).await, json!({"bookmarked": true, "bookmarks": 1}));
    assert_eq!(bookmark(Some(true)).await, json!({"bookmarked": true, "bookmarks": 1}));
    assert_eq!(bookmark(None).await, json!({"bookmarked": false, "bookmarks": 0}));
    assert_eq!(bookmark(Some(false)).await, json!({"bookmarked": false, "bookmarks": 0}));
    test.stop().await;
}

#[tokio::test]
async fn topics_and_domains_are_followed() {
    let mut with_domain = article("a");
    with_domain.domains = vec!["Chirii și Arende".into()];
    let test = TestApp::start(vec![with_domain]).await;
    let ana = test.reader("ana").await;
    let set = async |topic: &str, followed: Option<bool>| {
        let body = without_nulls(json!({"userId": ana.uid, "topicId": topic, "followed": followed}));
        call(&test, &ana, "/users/follow-topic", body).await
    };
    assert_eq!(set("munca", None).await, (200, json!({"followed": true, "topics_followed": ["munca"]})));
    test.app.clock.advance(jiff::Span::new().seconds(1));
    let both = json!({"followed": true, "topics_followed": ["domain:chirii si arende", "munca"]});
    assert_eq!(set("domain:Chirii și arende", Some(true)).await, (200, both.clone()));
    assert_eq!(set("domain:chirii si arende", Some(true)).await, (200, both));
    for unknown in ["nothing", "", "domain:", "domain:nothing", "munca\u{0}", "Munca"] {
        let (status, body) = set(unknown, None).await;
        assert_eq!((status, &body["code"]), (404, &json!("not_found")), "{unknown:?}");
    }
    set_status(&test, "a", Status::Withdrawn).await;
    let (status, left) = set("domain:chirii si arende", Some(false)).await;
    assert_eq!((status, left), (200, json!({"followed": false, "topics_followed": ["munca"]})));
    assert_eq!(set("munca", None).await, (200, json!({"followed": false, "topics_followed": []})));
    test.stop().await;
}

#[tokio::test]
async fn tracking_an_article_follows_nothing_else() {
    let test = TestApp::start(vec![article("a"), article("b")]).await;
    let ana = test.reader("ana").await;
    let answer = json!({"tracked": true, "articles_tracked": ["a"]});
    assert_eq!(track(&test, &ana, "a").await, answer);
    assert_eq!(track(&test, &ana, "a").await, answer);
    test.app.clock.advance(jiff::Span::new().seconds(1));
    let answer = json!({"tracked": true, "articles_tracked": ["b", "a"]});
    assert_eq!(track(&test, &ana, "b").await, answer);
    let flip = call(&test, &ana, "/users/track-article", json!({"userId": ana.uid, "articleId": "b"})).await;
    assert_eq!(flip, (200, json!({"tracked": false, "articles_tracked": ["a"]})));
    assert_eq!(user_data(&test, &ana).await["topics_followed"], json!([]));
    let (status, list) = get(&test, &ana, &format!("/users/tracked-articles/{}", ana.uid)).await;
    assert_eq!((status, &list[0]["title"], &list[1]), (200, &json!("Schimbare pentru a"), &Value::Null));
    test.stop().await;
}

#[tokio::test]
async fn only_published_articles_can_be_marked_and_withdrawn_ones_unmarked() {
    let test = TestApp::start(vec![article("a"), article("b")]).await;
    let ana = test.reader("ana").await;
    like(&test, &ana, "a", None).await;
    track(&test, &ana, "a").await;
    for slug in ["a", "b"] {
        set_status(&test, slug, Status::Withdrawn).await;
    }
    for (path, slug) in [
        ("/users/like-article", "b"),
        ("/users/bookmark-article", "a"),
        ("/users/track-article", "b"),
        ("/users/like-article", "never"),
        ("/users/like-article", "No Slug"),
    ] {
        let body = json!({"userId": ana.uid, "articleId": slug});
        let (status, answer) = call(&test, &ana, path, body).await;
        assert_eq!((status, &answer["code"]), (404, &json!("not_found")), "{path} {slug}");
    }
    let liked = format!("/users/liked-articles/{}", ana.uid);
    assert_eq!(get(&test, &ana, &liked).await, (200, json!([])));
    assert_eq!(like(&test, &ana, "a", Some(false)).await, json!({"liked": false, "likes": 0}));
    let body = json!({"userId": ana.uid, "articleId": "a", "tracked": false});
    assert_eq!(call(&test, &ana, "/users/track-article", body).await.0, 200);
    test.stop().await;
}

#[tokio::test]
async fn removing_an_article_removes_its_marks() {
    let test = TestApp::start(vec![article("a"), article("b")]).await;
    let ana = test.reader("ana").await;
    for slug in ["a", "b"] {
        like(&test, &ana, slug, None).await;
        track(&test, &ana, slug).await;
    }
    let bo = test.reader("bo").await;
    like(&test, &bo, "a", None).await;
    set_status(&test, "a", Status::Withdrawn).await;
    like(&test, &bo, "a", None).await;
    let slug = paragraf::domain::Slug::parse("a").expect("a slug");
    paragraf::ops::articles::remove(&test.app, &super::OPERATOR, vec![slug]).await.expect("removed");
    let data = user_data(&test, &ana).await;
    assert_eq!(data["liked_law_changes"], json!(["b"]));
    assert_eq!(data["articles_tracked"], json!(["b"]));
    test.publish(vec![article("a")]).await;
    let (_, again) = test.json("/lawchanges/a").await;
    assert_eq!(again[0]["likes"], 0, "what has the name now is another article");
    assert_eq!(like(&test, &ana, "a", None).await, json!({"liked": true, "likes": 1}));
    let (_, again) = test.json("/lawchanges/a").await;
    assert_eq!(again[0]["likes"], 1);
    test.stop().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn two_hundred_readers_at_once_are_two_hundred_likes() {
    let test = TestApp::start(vec![article("a")]).await;
    let names: Vec<String> = (0..200).map(|number| format!("r{number:03}x")).collect();
    let readers = join_all(names.iter().map(|name| test.reader(name))).await;
    let answers = join_all(readers.iter().map(|reader| like(&test, reader, "a", None))).await;
    let mut counts: Vec<_> = answers.iter().map(|answer| answer["likes"].as_u64().expect("a count")).collect();
    counts.sort_unstable();
    assert_eq!(counts, (1..=200).collect::<Vec<u64>>(), "each saw the count of its own moment");
    let (_, now) = test.json("/lawchanges/a").await;
    assert_eq!(now[0]["likes"], 200);
    join_all(readers.iter().take(50).map(|reader| like(&test, reader, "a", None))).await;
    let (_, now) = test.json("/lawchanges/a").await;
    assert_eq!(now[0]["likes"], 150);
    test.stop().await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn two_hundred_concurrent_toggles_of_one_reader_are_applied_one_by_one() {
    let test = TestApp::start(vec![article("a")]).await;
    let ana = test.reader("ana").await;
    let answers = join_all((0..200).map(|_| like(&test, &ana, "a", None))).await;
    let (on, off) = (json!({"liked": true, "likes": 1}), json!({"liked": false, "likes": 0}));
    let count = |wanted: &Value| answers.iter().filter(|answer| *answer == wanted).count();
    assert_eq!((count(&on), count(&off)), (100, 100));
    let (_, now) = test.json("/lawchanges/a").await;
    assert_eq!(now[0]["likes"], 0);
    let answers = join_all((0..200).map(|number| like(&test, &ana, "a", Some(number % 2 == 0)))).await;
    assert!(answers.iter().all(|answer| *answer == on || *answer == off), "{answers:?}");
    follow(&test, &ana, "munca").await;
    test.stop().await;
}

#[tokio::test]
async fn the_rate_limit_of_marks_is_per_account() {
    let test = TestApp::start_with(vec![article("a")], |config| config.limits.marks_per_minute = 2, |_| {}).await;
    let (ana, bo) = (test.reader("ana").await, test.reader("bo").await);
    like(&test, &ana, "a", Some(true)).await;
    follow(&test, &ana, "munca").await;
    for (path, body) in [
        ("/users/like-article", json!({"userId": ana.uid, "articleId": "a"})),
        ("/users/track-article", json!({"userId": ana.uid, "articleId": "a"})),
    ] {
        let (status, problem) = call(&test, &ana, path, body).await;
        assert_eq!((status, &problem["code"]), (429, &json!("too_many_requests")));
    }
    assert_eq!(like(&test, &bo, "a", Some(true)).await["likes"], 2);
    test.app.clock.advance(jiff::Span::new().seconds(30));
    assert_eq!(like(&test, &ana, "a", None).await, json!({"liked": false, "likes": 1}));
    test.stop().await;
}
