//! Official sources: what they deliver, the archive and the acts.

mod acts;
mod amendments;
mod drafts;
mod eurlex;
mod followed_provisions;
mod forms;
mod gazette;
mod gazette_site;
mod portal;
mod to_readers;
mod watch;

use paragraf::config::Config;
use paragraf::ops::Actor;
use paragraf::ops::sources::portal::{PortalImport, import};
use paragraf::ops::sources::report::{SourceEvent, SourceSummary};

use crate::support::app::TestApp;
use crate::support::stand_in_portal::StandInPortal;

/// An app that reads the stand-in, without pauses.
async fn app_of(portal: &StandInPortal) -> TestApp {
    app_with(portal, |_| {}).await
}

async fn app_with(portal: &StandInPortal, configure: impl FnOnce(&mut Config)) -> TestApp {
    let change = |config: &mut Config| {
        config.sources.portal_url = portal.url.clone();
        config.sources.pause_ms = 0;
        configure(config);
    };
    TestApp::start_with(vec![], change, |_| {}).await
}

/// Reads the source. Returns its summary and the events.
async fn read(test: &TestApp, wanted: &PortalImport) -> paragraf::error::Result<(SourceSummary, Vec<SourceEvent>)> {
    let mut events = Vec::new();
    let summary = import(&test.app, &Actor::System, wanted, &mut |event| events.push(event)).await?;
    Ok((summary, events))
}
