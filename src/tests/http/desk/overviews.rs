//! Monthly overviews: made, changed, published and read.

use jiff::civil::date;
use paragraf::domain::CalendarMonth;
use paragraf::ops::Actor;
use paragraf::ops::overviews::make;
use serde_json::{Value, json};

use super::{OPERATOR, get, post};
use crate::support::app::TestApp;
use crate::support::articles::{on, slugs};

/// Three articles of December, and one of each month around it. The time of the tests is in January.
async fn start() -> TestApp {
    let articles = vec![
        on("before", "munca", 5, date(2025, 11, 30)),
        on("a", "munca", 2, date(2025, 12, 1)),
        on("b", "munca", 4, date(2025, 12, 31)),
        on("c", "afaceri", 3, date(2025, 12, 20)),
        on("after", "munca", 5, date(2026, 1, 1)),
    ];
    TestApp::start(articles).await
}

#[tokio::test]
async fn the_overviews_of_the_last_month_are_drafted_once() {
    let test = start().await;
    let made = make::make_due(&test.app, &Actor::System).await.expect("overviews");
    let ids: Vec<_> = made.iter().map(ToString::to_string).collect();
    assert_eq!(ids, ["2025-12", "2025-12-afaceri", "2025-12-munca"]);
    assert!(make::make_due(&test.app, &Actor::System).await.expect("nothing").is_empty());

    let editor = test.editor("dan").await;
    let (_, all) = get(&test, &editor, "/desk/overviews").await;
    assert_eq!(all[0], json!({"id": "2025-12", "status": "draft", "articles": 3}));
    let (_, draft) = get(&test, &editor, "/desk/overviews/2025-12").await;
    assert_eq!(slugs(&draft["articles"]), ["b", "c", "a"], "the most important first");
    let introduction = &draft["introduction"]["ro"];
    assert!(introduction.as_str().is_some_and(|text| text.starts_with("Decembrie 2025 a adus 3 schimbări")));
    assert_eq!(test.json("/overviews").await.1, json!([]), "readers see none before an editor's approval");
    assert_eq!(test.json("/overviews/2025-12").await.0, 404);

    let month = CalendarMonth::of(date(2026, 1, 1));
    let refused = make::make(&test.app, &OPERATOR, month).await.expect_err("the month has not ended");
    assert_eq!(refused.field.as_deref(), Some("month"));
    test.stop().await;
}

#[tokio::test]
async fn an_editor_changes_publishes_and_takes_back_an_overview() {
    let test = start().await;
    make::make_due(&test.app, &Actor::System).await.expect("overviews");
    let editor = test.editor("dan").await;
    let (_, draft) = get(&test, &editor, "/desk/overviews/2025-12").await;
    let edited = |articles: &[&str], text: &str| json!({"version": draft["version"], "introduction": {"ro": text, "en": ""}, "articles": articles});
    for (articles, text, field) in [
        (&["b"][..], "<b>Text</b>", "introduction.ro"),
        (&["after"], "Text", "articles"),
        (&[], "Text", "articles"),
        (&["Nu"], "Text", "articles"),
    ] {
        let (status, problem) = post(&test, &editor, "/desk/overviews/2025-12", edited(articles, text)).await;
        assert_eq!((status, &problem["field"]), (400, &json!(field)), "{articles:?} {text}");
    }
    let (status, saved) = post(&test, &editor, "/desk/overviews/2025-12", edited(&["c", "b"], "Pe scurt.")).await;
    assert_eq!((status, slugs(&saved["articles"])), (200, vec!["c", "b", "a"]), "{saved}");
    assert_eq!((&saved["articles"][2]["is_chosen"], &saved["saved"]["by"]), (&json!(false), &json!("dan")));
    for (path, body) in [
        ("/desk/overviews/2025-12", edited(&["b"], "Alt text.")),
        ("/desk/overviews/2025-12/publish", json!({"version": draft["version"]})),
    ] {
        let (status, conflict) = post(&test, &editor, path, body).await;
        assert_eq!((status, &conflict["code"]), (409, &json!("changed_meanwhile")), "{path}");
    }
    let version = json!({"version": saved["version"]});
    let (status, published) = post(&test, &editor, "/desk/overviews/2025-12/publish", version).await;
    assert_eq!((status, &published["status"]), (200, &json!("published")), "{published}");

    let (_, overview) = test.json("/overviews/2025-12?lang=ro").await;
    assert_eq!((slugs(&overview["articles"]), &overview["introduction"]), (vec!["c", "b"], &json!("Pe scurt.")));
    assert_eq!(test.json("/overviews").await.1[0]["id"], "2025-12");
    let (_, overview) = test.json("/overviews/2025-12?lang=en").await;
    assert_eq!(overview["introduction"], Value::Null, "the editor left it empty");
    test.withdraw("b").await;
    let (_, overview) = test.json("/overviews/2025-12").await;
    assert_eq!(slugs(&overview["articles"]), ["c"], "a withdrawn article is left out");

    let (status, _) = post(&test, &editor, "/desk/overviews/2025-12/reopen", json!({})).await;
    assert_eq!((status, test.json("/overviews/2025-12").await.0), (200, 404));
    let (_, rejected) = post(&test, &editor, "/desk/overviews/2025-12/reject", json!({})).await;
    assert_eq!(rejected["status"], "withdrawn");
    assert!(make::make_due(&test.app, &Actor::System).await.expect("nothing").is_empty(), "not made again");
    let (status, refused) = post(&test, &editor, "/desk/overviews/2025-12/reject", json!({})).await;
    assert_eq!((status, &refused["code"]), (409, &json!("not_a_draft")));
    test.stop().await;
}

#[tokio::test]
async fn an_overview_has_a_page_that_reads_without_scripts() {
    let test = start().await;
    make::make_due(&test.app, &Actor::System).await.expect("overviews");
    let editor = test.editor("dan").await;
    for id in ["2025-12", "2025-12-munca"] {
        let (_, draft) = get(&test, &editor, &format!("/desk/overviews/{id}")).await;
        let version = json!({"version": draft["version"]});
        assert_eq!(post(&test, &editor, &format!("/desk/overviews/{id}/publish"), version).await.0, 200);
    }
    let (status, page) = test.text("/overview/2025-12-munca?lang=ro").await;
    assert_eq!(status, 200);
    assert!(page.contains("<h1>Decembrie 2025 pe scurt: Muncă și salarii</h1>"));
    assert!(page.contains("/app?articleId=b&amp;lang=ro") && !page.contains("articleId=c"));
    assert!(page.contains("href=\"/overview/2025-12?lang=ro\""), "the overview of all topics");
    let (_, topic) = test.text("/topic/munca").await;
    assert!(topic.contains("href=\"/overview/2025-12-munca\""));
    let (_, sitemap) = test.text("/sitemap.xml").await;
    assert!(sitemap.contains("/overview/2025-12-munca"));
    for unknown in ["2025-11", "2025-12-digital", "x", "2025-13"] {
        assert_eq!(test.text(&format!("/overview/{unknown}")).await.0, 404, "{unknown}");
        assert_eq!(test.json(&format!("/overviews/{unknown}")).await.0, 404, "{unknown}");
    }
    test.stop().await;
}
