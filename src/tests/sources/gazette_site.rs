//! The site of the gazette: indexes of days, files that come later, polls, and the files of articles.

use jiff::ToSpan;
use jiff::civil::Date;
use paragraf::domain::coverage::YearCoverage;
use paragraf::error::{ErrorCode, Result};
use paragraf::ops::articles::{ArticleFilter, list, show};
use paragraf::ops::sources::gazette::{GazetteImport, import};
use paragraf::ops::sources::report::SourceSummary;
use paragraf::ops::sources::watch::poll;
use paragraf::ops::status::status;
use paragraf::ops::{Actor, sources};

use crate::support::app::TestApp;
use crate::support::gazette_issue::{DEBATES, MAY_28, decree, issue, law};
use crate::support::listed::rows;
use crate::support::stand_in_gazette::StandInGazette;
use crate::support::stand_in_portal::StandInPortal;

const ISSUE: &str = "Monitorul-Oficial--PI--456--2026.html";
const PART_II: &str = "Monitorul-Oficial--PII--61--2026.html";

async fn start(site: &StandInGazette) -> TestApp {
    let portal = StandInPortal::start(vec![]).await;
    let configure = |config: &mut paragraf::config::Config| {
        config.sources.portal_url.clone_from(&portal.url);
        config.sources.gazette_url.clone_from(&site.url);
        config.sources.watch_gazette = true;
        config.sources.watch_every = 60;
        config.sources.pause_ms = 0;
        config.site.contact_email = "ana@exemplu.ro".into();
    };
    let test = TestApp::start_with(vec![], configure, |_| {}).await;
    test.travel("2026-05-28T09:00:00Z");
    test
}

fn day(text: &str) -> Date {
    text.parse().expect("a day")
}

async fn read(test: &TestApp, first: &str, last: &str) -> Result<SourceSummary> {
    let wanted = GazetteImport { days: Some((day(first), day(last))), waiting: true, without_drafts: false };
    import(&test.app, &Actor::System, Box::new(std::iter::empty()), &wanted, &mut |_| {}).await
}

async fn part_i(test: &TestApp) -> YearCoverage {
    let years = sources::coverage::coverage(&test.app, &Actor::Visitor).await.expect("a coverage");
    years.into_iter().find(|year| year.part == "I").expect("Part I")
}

#[tokio::test]
async fn the_issues_of_a_day_are_read_and_an_empty_day_has_none() {
    let site = StandInGazette::start().await;
    site.site().days.insert("2026-05-28", vec![ISSUE, PART_II, "Monitorul-Oficial--PIV--9--2026.html"]);
    site.site().files.insert(ISSUE, issue(MAY_28, &[law(), decree()]));
    site.site().files.insert(PART_II, issue(DEBATES, &[]));
    let test = start(&site).await;
    let summary = read(&test, "2026-05-27", "2026-05-28").await.expect("two days");
    assert_eq!((summary.issues, summary.new, summary.refused, summary.waiting), (2, 2, 0, 0));
    {
        let site = site.site();
        let names = ["today=2026-05-27&rand=0.147", "today=2026-05-28&rand=0.148", ISSUE, PART_II];
        assert_eq!(site.requests, names, "Parts I and II only");
        let agent = site.headers["user-agent"].to_str().expect("a text");
        assert!(agent.starts_with("Paragraf/") && agent.ends_with("(+ana@exemplu.ro)"), "{agent}");
    }
    let again = read(&test, "2026-05-28", "2026-05-28").await.expect("a day");
    assert_eq!((again.known_issues, again.acts(), site.site().requests.len()), (2, 0, 5), "no file is fetched twice");
    let coverage = part_i(&test).await;
    assert_eq!((coverage.seen, coverage.read, coverage.announced), (1, 1, 0));
    test.stop().await;
}

#[tokio::test]
async fn an_issue_without_a_file_yet_is_asked_for_again() {
    let site = StandInGazette::start().await;
    let later = "Monitorul-Oficial--PI--457--2026.html";
    site.site().days.insert("2026-05-28", vec![ISSUE, later]);
    site.site().files.insert(ISSUE, b"<html>\xc3\x8en cur\xc3\xa2nd</html>".to_vec());
    let test = start(&site).await;
    let summary = read(&test, "2026-05-28", "2026-05-28").await.expect("a day");
    assert_eq!((summary.waiting, summary.issues, summary.refused), (2, 0, 0), "404 and a page are no failures");
    let coverage = part_i(&test).await;
    assert_eq!((coverage.seen, coverage.announced, coverage.missing), (0, 2, 0));
    let since: Vec<_> = coverage.waiting.iter().map(|file| (file.number, file.since.to_string())).collect();
    assert_eq!(since, [(456, "2026-05-28T09:00:00Z".to_owned()), (457, "2026-05-28T09:00:00Z".to_owned())]);
    let (code, json) = test.json("/coverage").await;
    assert_eq!((code, &json[0]["waiting"][0]["date"]), (200, &"2026-05-28".into()), "{json}");
    site.site().files.insert(ISSUE, issue(MAY_28, &[law()]));
    site.site().files.insert(later, issue(MAY_28, &[decree()]));
    test.app.clock.advance(1.hours());
    let summary = read(&test, "2026-05-29", "2026-05-29").await.expect("the day after");
    assert_eq!((summary.issues, summary.refused), (1, 1), "a file with the header of another issue is refused");
    let coverage = part_i(&test).await;
    assert_eq!((coverage.read, coverage.announced, coverage.waiting[0].number), (1, 1, 457));
    test.stop().await;
}

#[tokio::test]
async fn a_failed_request_is_repeated_once_and_another_page_is_no_empty_day() {
    let site = StandInGazette::start().await;
    let test = start(&site).await;
    site.site().troubles.push_back(503);
    read(&test, "2026-05-28", "2026-05-28").await.expect("the second attempt");
    site.site().troubles.extend([503, 502]);
    let error = read(&test, "2026-05-28", "2026-05-28").await.expect_err("two failures");
    assert_eq!(
        (error.code, error.message()),
        (ErrorCode::FetchFailed, "Monitorul Oficial answered 502 to the index of 2026-05-28")
    );
    site.site().troubles.push_back(403);
    let before = site.site().requests.len();
    read(&test, "2026-05-28", "2026-05-28").await.expect_err("a refusal");
    assert_eq!(site.site().requests.len() - before, 1, "a refusal is not repeated");
    site.site().page = Some("<html><body>Mentenanță</body></html>");
    let error = read(&test, "2026-05-28", "2026-05-28").await.expect_err("no index");
    assert!(error.message().ends_with("sent no index of 2026-05-28, but another page"), "{error}");
    test.stop().await;
}

#[tokio::test]
async fn a_poll_reads_the_gazette_from_where_it_was() {
    let site = StandInGazette::start().await;
    site.site().days.insert("2026-05-28", vec![ISSUE]);
    site.site().files.insert(ISSUE, issue(MAY_28, &[law()]));
    let test = start(&site).await;
    let summary = poll(&test.app, &Actor::System).await.expect("a poll");
    assert_eq!((summary.issues, summary.new, site.site().requests.len()), (1, 1, 9), "a week and a file");
    test.app.clock.advance((2 * 24).hours());
    site.site().requests.clear();
    poll(&test.app, &Actor::System).await.expect("a poll");
    let asked = site.site().requests.iter().map(|body| body[6..16].to_owned()).collect::<Vec<_>>();
    assert_eq!(asked, ["2026-05-27", "2026-05-28", "2026-05-29", "2026-05-30"]);
    site.site().troubles.extend([500, 500]);
    poll(&test.app, &Actor::System).await.expect_err("a broken site");
    let status = status(&test.app, &Actor::System, true).await.expect("a status");
    let state = status.sources.iter().find(|source| source.state.name == "gazette").expect("the gazette");
    let warning = state.warning.as_ref().expect("a warning").text();
    assert!(warning.contains("gazette cannot be read since 2026-05-30 12:00+03:00 (failed polls: 1)"), "{warning}");
    assert_eq!(state.state.newest_issue, Some(day("2026-05-28")));
    test.stop().await;
}

#[tokio::test]
async fn the_file_of_a_published_article_comes_from_the_archive() {
    let site = StandInGazette::start().await;
    let file = issue(MAY_28, &[law()]);
    site.site().days.insert("2026-05-28", vec![ISSUE]);
    site.site().files.insert(ISSUE, file.clone());
    let test = start(&site).await;
    read(&test, "2026-05-28", "2026-05-28").await.expect("a day");
    let drafts = rows(async |take| list(&test.app, &Actor::System, ArticleFilter::default(), take).await).await;
    let article = show(&test.app, &Actor::System, drafts[0].slug.clone()).await.expect("the draft").article;
    let address = format!("/fetch-pdf?url={}", article.file_url.clone().expect("a file"));
    assert_eq!(test.get(&address).send().await.expect("an answer").status(), 403, "a draft's file is not public");
    test.publish(vec![article]).await;
    for _ in 0..2 {
        let response = test.get(&address).send().await.expect("an answer");
        assert_eq!(
            (response.status().as_u16(), response.headers()["content-type"].to_str().ok()),
            (200, Some("application/pdf"))
        );
        assert_eq!(response.bytes().await.expect("a body"), file);
    }
    test.stop().await;
}
