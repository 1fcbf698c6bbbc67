use paragraf::domain::ActKey;
use paragraf::error::{Error, ErrorCode};
use paragraf::ops::acts::{self, ActFilter, ActRecord};
use paragraf::ops::sources::portal::PortalImport;
use paragraf::ops::sources::report::SourceEvent;
use paragraf::ops::{Actor, sources};
use paragraf::sources::portal::PortalQuery;

use super::{app_of, app_with, read};
use crate::support::app::TestApp;
use crate::support::listed::listed;
use crate::support::stand_in_portal::{StandInPortal, Trouble, law, real_records};

async fn act(test: &TestApp, key: &str) -> ActRecord {
    acts::show(&test.app, &Actor::System, ActKey::parse(key).expect("a key")).await.expect("the act")
}

async fn text(test: &TestApp, sha256: &str) -> String {
    acts::source_text(&test.app, &Actor::System, sha256.to_owned()).await.expect("a text").text
}

async fn fails(portal: &StandInPortal, test: &TestApp, trouble: Trouble) -> Error {
    portal.service().trouble = Some(trouble);
    let error = read(test, &PortalImport::default()).await.expect_err("a failure");
    portal.service().trouble = None;
    error
}

#[tokio::test]
async fn real_records_are_stored_with_whole_letters_and_their_reply() {
    let portal = StandInPortal::start(vec![real_records()]).await;
    let test = app_of(&portal).await;
    let (summary, events) = read(&test, &PortalImport::default()).await.expect("the records");
    assert_eq!((summary.new, summary.refused), (3, 0), "{events:?}");
    let decree = act(&test, "decret/2026/305").await;
    assert_eq!(decree.act.issuer.as_deref(), Some("Președintele României"));
    let gazette = decree.gazette.expect("a gazette");
    assert_eq!((gazette.number.as_str(), gazette.date.to_string()), ("457", "2026-05-29".into()));
    let law = act(&test, "lege/2026/87").await;
    assert_eq!(law.in_force.expect("a day").to_string(), "2026-05-31");
    assert!(law.title.starts_with("LEGE nr. 87 din 28 mai 2026 pentru completarea Ordonanței de urgență"), "{law:?}");
    let law_text = text(&test, &law.text_sha256).await;
    assert!(law_text.contains("\nArticolul I^13\nÎn vederea aplicării") && law_text.ends_with("Nr. 87."), "{law_text}");
    let decision = act(&test, "hotarare/2014/14/camera-deputatilor").await;
    assert_eq!(decision.act.issuer.as_deref(), Some("Camera Deputaților"));
    assert!(!text(&test, &decision.text_sha256).await.contains(['\u{feff}', 'ş', 'ţ', '\u{a0}']));
    let reply = text(&test, &law.source_sha256.expect("a reply")).await;
    assert!(reply.starts_with("<s:Envelope") && reply.contains("Pre?edintele"), "the reply is kept as it came");
    test.stop().await;
}

#[tokio::test]
async fn the_service_gets_requests_in_its_own_format() {
    let portal = StandInPortal::start(vec![real_records()]).await;
    let test = app_with(&portal, |config| config.site.contact_email = "ana@exemplu.ro".into()).await;
    let query = PortalQuery { number: Some("87".into()), year: Some(2026), ..PortalQuery::default() };
    let (summary, _) = read(&test, &PortalImport { query, ..PortalImport::default() }).await.expect("the records");
    assert_eq!((summary.new, summary.skipped), (1, 2), "the service's search is wider");
    {
        let service = portal.service();
        let agent = service.headers["user-agent"].to_str().expect("a text");
        assert!(agent.starts_with("Paragraf/") && agent.ends_with("(+ana@exemplu.ro)"), "{agent}");
        assert_eq!(service.headers["soapaction"], "\"http://tempuri.org/IFreeWebService/Search\"");
        assert!(service.searches[0].contains("<a:SearchAn>2026</a:SearchAn><a:SearchNumar>87</a:SearchNumar>"));
        assert!(service.searches[0].contains("<a:SearchText i:nil=\"true\"/>"));
    }
    test.stop().await;
}

#[tokio::test]
async fn an_expired_token_is_renewed() {
    let pages = (0..3).map(|page| (1..=10).map(|law_of| law(page * 10 + law_of, 456, 28)).collect()).collect();
    let portal = StandInPortal::start(pages).await;
    portal.service().searches_per_token = 1;
    let test = app_of(&portal).await;
    let (summary, _) = read(&test, &PortalImport::default()).await.expect("all pages");
    assert_eq!((summary.new, portal.service().tokens), (30, 4), "three pages and an empty one");
    test.stop().await;
}

#[tokio::test]
async fn a_service_that_repeats_a_page_ends_the_reading_with_a_warning() {
    let page: Vec<_> = (1..=10).map(|number| law(number, 456, 28)).collect();
    let other: Vec<_> = (11..=20).map(|number| law(number, 456, 28)).collect();
    let again = page.iter().rev().cloned().collect();
    let portal = StandInPortal::start(vec![page, other, again]).await;
    let test = app_of(&portal).await;
    let (summary, events) = read(&test, &PortalImport::default()).await.expect("the pages");
    assert_eq!((summary.new, portal.service().searches.len()), (20, 3));
    let warnings: Vec<_> = events.iter().filter(|event| matches!(event, SourceEvent::Unfinished { .. })).collect();
    assert!(
        matches!(warnings[..], [SourceEvent::Unfinished { page: 3, reason }] if reason.contains("repeats")),
        "{events:?}"
    );
    test.stop().await;
}

#[tokio::test]
async fn a_passing_failure_is_repeated_and_a_lasting_one_reported() {
    let portal = StandInPortal::start(vec![real_records()]).await;
    let test = app_of(&portal).await;
    let troubles = [
        Trouble::Fault("TOKEN INVALID"),
        Trouble::Status(503),
        Trouble::Body("<Envelope><unclosed></Envelope>".into()),
        Trouble::Body("<html><body>Mentenanță</body></html>".into()),
    ];
    for trouble in troubles.clone() {
        portal.service().troubles.push_back(trouble);
        let (summary, _) = read(&test, &PortalImport::default()).await.expect("the second attempt succeeds");
        assert_eq!(summary.acts(), 3);
    }
    let problems = ["reports: TOKEN INVALID", "answered 503", "is not valid XML", "is no reply of the service"];
    for (trouble, problem) in troubles.into_iter().zip(problems) {
        let before = portal.service().searches.len();
        let error = fails(&portal, &test, trouble).await;
        assert!(error.code == ErrorCode::FetchFailed && error.chain().contains(problem), "{}", error.chain());
        assert_eq!(portal.service().searches.len() - before, 4, "attempts");
    }
    let before = portal.service().searches.len();
    let error = fails(&portal, &test, Trouble::Status(403)).await;
    assert!(error.message().ends_with("answered 403"), "{error}");
    assert_eq!(portal.service().searches.len() - before, 1, "a refusal is not repeated");
    test.stop().await;
}

#[tokio::test]
async fn a_body_that_trickles_or_is_too_large_is_given_up() {
    let portal = StandInPortal::start(vec![real_records()]).await;
    let test = app_with(&portal, |config| {
        config.sources.timeout_secs = 1;
        config.sources.max_bytes = 30_000;
    })
    .await;
    let error = fails(&portal, &test, Trouble::Stall).await;
    assert_eq!((error.code, error.message()), (ErrorCode::Timeout, "Portal Legislativ sent no whole reply within 1 s"));
    let error = fails(&portal, &test, Trouble::Body("x".repeat(30_001))).await;
    assert!(error.message().contains("more than sources.max_bytes"), "{error}");
    let (take, rows) = listed();
    acts::list(&test.app, &Actor::System, ActFilter::default(), take).await.expect("a list");
    assert_eq!(rows.into_iter().count(), 0);
    test.stop().await;
}

#[tokio::test]
async fn an_empty_page_and_a_bad_record_have_their_outcomes() {
    let portal = StandInPortal::start(vec![]).await;
    let test = app_of(&portal).await;
    let (summary, _) = read(&test, &PortalImport::default()).await.expect("an empty page");
    assert_eq!(summary.acts() + summary.refused, 0);
    let nameless = real_records()[0].replace("DetaliiDocument/311102", "");
    let undated = law(5, 456, 28).replace("2026-05-31", "6201-01-01");
    portal.service().pages = vec![vec![nameless, undated]];
    let (summary, _) = read(&test, &PortalImport::default()).await.expect("a page");
    assert_eq!((summary.new, summary.refused), (1, 1));
    assert_eq!(act(&test, "lege/2026/5").await.in_force, None);
    test.stop().await;
}

#[tokio::test]
async fn a_reading_ends_at_old_acts_or_at_known_ones() {
    let page = |first: u32, issue: u32, day: u32| (first..first + 10).map(|number| law(number, issue, day)).collect();
    let portal =
        StandInPortal::start(vec![page(40, 457, 29), page(30, 456, 28), page(20, 450, 20), page(10, 440, 12)]).await;
    let test = app_of(&portal).await;
    let since = PortalImport { since: Some("2026-05-28".parse().expect("a day")), ..PortalImport::default() };
    let (summary, _) = read(&test, &since).await.expect("the new acts");
    assert_eq!((summary.new, summary.skipped, portal.service().searches.len()), (20, 10, 3));
    portal.service().pages.insert(0, page(50, 458, 30));
    let known = PortalImport { until_known: true, ..PortalImport::default() };
    let (summary, _) = read(&test, &known).await.expect("the new acts");
    assert_eq!((summary.new, summary.unchanged, portal.service().searches.len()), (10, 20, 6));
    let limited = PortalImport { limit: Some(15), ..PortalImport::default() };
    let (summary, _) = read(&test, &limited).await.expect("fifteen acts");
    assert_eq!(summary.acts(), 15);
    let reading = test.app.reading_sources.lock().await;
    let refused = read(&test, &known).await.expect_err("a second reading");
    drop(reading);
    assert_eq!(refused.code, ErrorCode::ImportRunning);
    test.stop().await;
}

#[tokio::test]
async fn issues_between_the_seen_ones_are_missing() {
    let pages = vec![vec![law(1, 450, 20), law(2, 451, 21), law(3, 451, 21), law(4, 455, 27)]];
    let portal = StandInPortal::start(pages).await;
    let test = app_of(&portal).await;
    read(&test, &PortalImport::default()).await.expect("the acts");
    let coverage = sources::coverage::coverage(&test.app, &Actor::Visitor).await.expect("a coverage");
    let [year] = &coverage[..] else { panic!("{coverage:?}") };
    assert_eq!((year.year, year.seen, year.missing, year.first, year.last), (2026, 3, 3, 450, 455));
    assert_eq!((year.gaps[0].from, year.gaps[0].to, year.gaps[0].until.to_string()), (452, 454, "2026-05-27".into()));
    test.stop().await;
}
