use jiff::ToSpan;
use paragraf::ops::Actor;
use paragraf::ops::sources::watch::{SourceStatus, poll};
use paragraf::ops::status::status;

use super::app_with;
use crate::support::app::TestApp;
use crate::support::stand_in_portal::{StandInPortal, Trouble, law};

async fn source(test: &TestApp) -> SourceStatus {
    let status = status(&test.app, &Actor::System, true).await.expect("a status");
    status.sources.into_iter().next().expect("a source")
}

#[tokio::test]
async fn a_broken_and_a_silent_source_are_reported_until_they_recover() {
    let portal = StandInPortal::start(vec![]).await;
    let test = app_with(&portal, |config| config.sources.watch_every = 60).await;
    let test_poll = async || poll(&test.app, &Actor::System).await;
    portal.service().trouble = Some(Trouble::Status(503));
    test_poll().await.expect_err("a broken source");
    test.app.clock.advance(1.hours());
    test_poll().await.expect_err("a broken source");
    let warning = source(&test).await.warning.expect("a warning").text();
    assert!(warning.contains("cannot be read since 2026-01-10 11:00+02:00 (failed polls: 2)"), "{warning}");
    assert!(warning.contains("Portal Legislativ answered 503"), "{warning}");
    portal.service().trouble = None;
    test_poll().await.expect("an empty reading");
    assert_eq!(source(&test).await.warning, None);
    test.app.clock.advance((7 * 24).hours());
    let warning = source(&test).await.warning.expect("a warning").text();
    assert!(warning.contains("was last polled at 2026-01-10 12:00+02:00"), "{warning}");
    test_poll().await.expect("an empty reading");
    let warning = source(&test).await.warning.expect("a warning").text();
    assert!(warning.contains("has had nothing new since 2026-01-10 11:00+02:00"), "{warning}");
    portal.service().pages = vec![vec![law(1, 456, 28)]];
    assert_eq!(test_poll().await.expect("a reading").new, 1);
    let state = source(&test).await;
    assert_eq!((state.warning, state.state.newest_issue.expect("an issue").to_string()), (None, "2026-05-28".into()));
    test.stop().await;
}

#[tokio::test]
async fn a_poll_leaves_a_source_alone_that_is_being_read() {
    let portal = StandInPortal::start(vec![]).await;
    let test = app_with(&portal, |_| {}).await;
    let reading = test.app.reading_sources.lock().await;
    assert_eq!(poll(&test.app, &Actor::System).await.expect("no error").acts(), 0);
    assert_eq!(portal.service().searches.len(), 0);
    drop(reading);
    test.stop().await;
}
