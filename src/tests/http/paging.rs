//! Pages of the list contain each article once, whatever changes between two requests.

use jiff::ToSpan;
use jiff::civil::date;
use paragraf::domain::Article;
use proptest::prelude::*;
use reqwest::header::LINK;

use crate::support::app::TestApp;
use crate::support::articles::article;

/// More pages than any test has.
const MAX_PAGES: usize = 200;

/// One article for each day number; several may share a day.
fn articles(days: &[u8]) -> Vec<Article> {
    let dated = |(place, day): (usize, &u8)| Article {
        publish_date: date(2025, 1, 1) + i64::from(*day).days(),
        ..article(&format!("articol-{place}"))
    };
    days.iter().enumerate().map(dated).collect()
}

/// Returns the slugs of all pages from `path`; calls `between` after each page.
async fn walk(test: &TestApp, path: &str, mut between: impl AsyncFnMut(usize)) -> Vec<String> {
    let (mut slugs, mut path) = (Vec::new(), path.to_owned());
    for page in 1..=MAX_PAGES {
        let response = test.get(&path).send().await.expect("an answer");
        assert_eq!(response.status(), 200, "{path}");
        let link = response.headers().get(LINK).map(|link| link.to_str().expect("text").to_owned());
        let list: Vec<serde_json::Value> = response.json().await.expect("JSON");
        slugs.extend(list.iter().map(|item| item["slug"].as_str().expect("a slug").to_owned()));
        between(page).await;
        let Some(link) = link else { return slugs };
        let next = link.strip_prefix('<').and_then(|link| link.split_once(">; rel=\"next\"")).expect("a link");
        path = next.0.to_owned();
    }
    panic!("more than {MAX_PAGES} pages: {slugs:?}");
}

#[test]
fn all_pages_together_are_the_list() {
    let runtime = tokio::runtime::Runtime::new().expect("a runtime");
    proptest!(ProptestConfig::with_cases(24), |(days in prop::collection::vec(0u8..6, 0..40), limit in 1usize..12)| {
        runtime.block_on(async {
            let test = TestApp::start(articles(&days)).await;
            let whole = walk(&test, "/lawchanges", async |_| {}).await;
            assert_eq!(whole.len(), days.len());
            let paged = walk(&test, &format!("/lawchanges?limit={limit}"), async |_| {}).await;
            assert_eq!(paged, whole);
            test.stop().await;
        });
    });
}

#[tokio::test]
async fn publishing_and_withdrawing_neither_repeat_nor_hide_other_articles() {
    let test = TestApp::start(articles(&[5, 4, 4, 4, 3, 3, 2, 1, 1, 0])).await;
    let before = walk(&test, "/lawchanges", async |_| {}).await;
    let seen = walk(&test, "/lawchanges?limit=3", async |page| {
        let new = |day, slug: &str| Article { publish_date: date(2025, 1, 1) + i64::from(day).days(), ..article(slug) };
        match page {
            1 => test.publish(vec![new(9, "de-azi"), new(4, "aceeasi-zi"), new(0, "vechi")]).await,
            2 => test.withdraw(&before[0]).await,
            _ => {}
        }
    })
    .await;
    let mut once = seen.clone();
    once.sort();
    once.dedup();
    assert_eq!(once.len(), seen.len(), "each once: {seen:?}");
    assert!(before.iter().all(|slug| seen.contains(slug)), "none is lost: {seen:?}");
    test.stop().await;
}

#[tokio::test]
async fn a_page_has_the_total_and_a_link_with_the_filters() {
    let mut list = articles(&[1, 2, 3, 4]);
    list[0].topic = "munca".into();
    let test = TestApp::start(list).await;
    let response =
        test.get("/lawchanges?limit=2&topic=inchirieri&q=impozitul+apartament").send().await.expect("an answer");
    assert_eq!(response.headers()["x-total-count"], "3");
    let link = response.headers()[LINK].to_str().expect("text").to_owned();
    assert_eq!(
        link,
        "</lawchanges?lang=ro&limit=2&topic=inchirieri&q=impozitul+apartament&cursor=r.2.articol-2>; rel=\"next\""
    );
    assert_eq!(walk(&test, "/lawchanges?limit=1&topic=inchirieri", async |_| {}).await.len(), 3);
    test.stop().await;
}

#[tokio::test]
async fn without_parameters_the_list_is_complete_and_with_a_filter_it_is_a_page() {
    let articles = (0..130).map(|index| article(&format!("articol-{index:03}"))).collect();
    let test = TestApp::start(articles).await;
    for (query, expected) in [("", 130), ("?lang=en", 130), ("?topic=inchirieri", 100), ("?q=impozitul", 100)] {
        let (status, list) = test.json(&format!("/lawchanges{query}")).await;
        assert_eq!((status, list.as_array().map(Vec::len)), (200, Some(expected)), "{query:?}");
    }
    test.stop().await;
}
