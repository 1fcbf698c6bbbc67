//! The gazette by month.

use jiff::civil::date;
use paragraf::domain::gazette::Gazette;
use paragraf::domain::{Article, IssueName};
use paragraf::store::gazette_issues;
use serde_json::{Value, json};

use crate::support::app::TestApp;
use crate::support::articles::article;

fn published_in(slug: &str, number: &str, day: jiff::civil::Date) -> Article {
    let gazette = Gazette { part: "I".into(), number: number.into(), bis: false, date: day };
    Article { gazette: Some(gazette), ..article(slug) }
}

/// Two articles in issues of December and January, and issues without articles: one found, one announced.
async fn start() -> TestApp {
    let test = TestApp::start(vec![
        published_in("december", "1160", date(2025, 12, 15)),
        published_in("january", "7", date(2026, 1, 8)),
    ]);
    let test = test.await;
    let now = test.app.clock.now();
    let write = test.app.store.write(move |tx| {
        let name = |number| IssueName { part: "I".into(), year: 2026, number, supplement: None };
        let gazette = Gazette { part: "I".into(), number: "8".into(), bis: false, date: date(2026, 1, 8) };
        gazette_issues::note_act(tx, &gazette, now)?;
        Ok(gazette_issues::note_announced(tx, &name(9), date(2026, 1, 9), now)?)
    });
    write.await.expect("the issues are stored");
    test
}

fn issues(day: &Value) -> Vec<(u64, &str, usize)> {
    let issues = day["issues"].as_array().expect("issues").iter();
    let articles = |issue: &Value| issue["articles"].as_array().map_or(0, Vec::len);
    issues
        .map(|issue| {
            (issue["number"].as_u64().unwrap_or(0), issue["state"].as_str().unwrap_or_default(), articles(issue))
        })
        .collect()
}

#[tokio::test]
async fn a_month_lists_its_issues_by_day_with_their_articles() {
    let test = start().await;
    let (status, month) = test.json("/coverage/calendar").await;
    assert_eq!(status, 200, "{month}");
    assert_eq!((&month["month"], &month["months"]), (&json!("2026-01"), &json!(["2026-01", "2025-12"])));
    let days = month["days"].as_array().expect("days");
    assert_eq!((days.len(), &days[0]["date"], &days[1]["date"]), (2, &json!("2026-01-09"), &json!("2026-01-08")));
    assert_eq!(issues(&days[0]), [(9, "announced", 0)]);
    assert_eq!(issues(&days[1]), [(7, "seen", 1), (8, "seen", 0)]);
    assert_eq!(days[1]["issues"][0]["articles"][0]["slug"], "january");

    let (_, month) = test.json("/coverage/calendar?month=2025-12&lang=en").await;
    assert_eq!(issues(&month["days"][0]), [(1160, "seen", 1)]);
    assert_eq!(test.json("/coverage/calendar?month=1999-01").await.1["days"], json!([]));
    for query in ["month=2026", "month=2026-13", "month=2101-01", "month=0001-01", "year=2026"] {
        let (status, problem) = test.json(&format!("/coverage/calendar?{query}")).await;
        assert_eq!((status, &problem["code"]), (400, &json!("invalid")), "{query}");
    }
    assert_eq!(test.json("/coverage/nothing").await.0, 404);

    test.withdraw("january").await;
    let (_, month) = test.json("/coverage/calendar").await;
    assert_eq!(issues(&month["days"][1]), [(8, "seen", 0)], "an article that left gives no issue");
    test.stop().await;
}

#[tokio::test]
async fn a_month_reads_without_scripts() {
    let test = start().await;
    let (status, page) = test.text("/app?screen=coverage&month=2025-12&lang=ro").await;
    assert_eq!(status, 200);
    let canonical = format!("{}/app?screen=coverage&amp;month=2025-12&amp;lang=ro", test.base);
    assert!(page.contains(&format!("rel=\"canonical\" href=\"{canonical}\"")), "{page}");
    assert!(page.contains("decembrie 2025") && page.contains("/app?articleId=december&amp;lang=ro"), "{page}");
    assert!(page.contains("Luna următoare"), "{page}");
    let (_, newest) = test.text("/app?screen=coverage").await;
    assert!(newest.contains("January 2026") && newest.contains("announced, not read yet"), "{newest}");
    let (_, empty) = test.text("/app?screen=coverage&month=1999-01").await;
    assert!(empty.contains("We know of no issue") && empty.contains("noindex"), "{empty}");
    test.stop().await;
}
