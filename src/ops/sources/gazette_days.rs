//! Reading the gazette's site day by day: the index, and the files of the issues that it names.

use std::collections::BTreeSet;
use std::sync::atomic::Ordering;

use jiff::civil::Date;

use super::gazette_reading::GazetteReading;
use super::report::SourceEvent;
use super::shared::or_stopped;
use crate::app::App;
use crate::domain::IssueName;
use crate::error::Result;
use crate::sources::gazette::client::{GazetteSite, IssueFetch};
use crate::store::gazette_issues;

/// Reads the days from the first to the last and then, with `waiting`, announced issues that had no file before.
pub(super) async fn read(reading: &mut GazetteReading<'_>, days: Option<(Date, Date)>, waiting: bool) -> Result<()> {
    let app = reading.app;
    let site = GazetteSite::new(&app.gazette, &app.config.sources.gazette_url);
    let mut asked = BTreeSet::new();
    let days = days
        .into_iter()
        .flat_map(|(first, last)| first.series(jiff::Span::new().days(1)).take_while(move |day| *day <= last));
    for day in days {
        let names = or_stopped(app, site.day(day)).await?;
        announce(app, &names, day).await?;
        for name in names {
            read_issue(reading, &site, &name).await?;
            asked.insert(name);
        }
    }
    if waiting {
        let waiting = app.store.read(|tx| Ok(gazette_issues::waiting(tx)?)).await?;
        for (name, _) in waiting.into_iter().filter(|(name, _)| !asked.contains(name)) {
            read_issue(reading, &site, &name).await?;
        }
    }
    Ok(())
}

async fn announce(app: &App, names: &[IssueName], day: Date) -> Result<()> {
    let (names, now) = (names.to_vec(), app.clock.now());
    let write = app
        .store
        .write(move |tx| names.iter().try_for_each(|name| Ok(gazette_issues::note_announced(tx, name, day, now)?)));
    write.await?;
    app.sources_generation.fetch_add(1, Ordering::AcqRel);
    Ok(())
}

/// Reads an announced issue, unless its file was read before. A missing or damaged file is asked for again at the next
/// reading.
async fn read_issue(reading: &mut GazetteReading<'_>, site: &GazetteSite<'_>, name: &IssueName) -> Result<()> {
    let app = reading.app;
    let wanted = name.clone();
    let known = app.store.read(move |tx| Ok(gazette_issues::file(tx, &wanted)?)).await?;
    if let Some(read_at) = known.and_then(|file| file.read_at) {
        reading.summary.known_issues += 1;
        (reading.report)(SourceEvent::KnownIssue { issue: name.clone(), read_at });
        return Ok(());
    }
    let problem = match or_stopped(app, site.issue(name)).await? {
        IssueFetch::NotYet(reason) => {
            reading.summary.waiting += 1;
            (reading.report)(SourceEvent::Waiting { issue: name.clone(), reason: reason.clone() });
            reason
        }
        IssueFetch::Pdf(bytes) => match reading.read_file(bytes, Some(name)).await? {
            Ok(()) => return Ok(()),
            Err(reason) => {
                reading.refuse(format!("{name}: {reason}"));
                reason
            }
        },
    };
    let name = name.clone();
    app.store.write(move |tx| Ok(gazette_issues::note_problem(tx, &name, &problem)?)).await
}
