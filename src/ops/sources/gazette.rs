//! Reading issues of Monitorul Oficial from files and from its site, and storing their acts.

use jiff::civil::Date;
use serde::{Deserialize, Serialize};

use super::gazette_days;
use super::gazette_reading::GazetteReading;
use super::report::{SourceEvent, SourceSummary};
use super::shared::{begin_reading, read_whole, stopping};
use crate::app::App;
use crate::error::Result;
use crate::ops::amendments::make;
use crate::ops::blocking::blocking;
use crate::ops::policy::{self, Action, Actor};
use crate::sources::Upload;

/// The name of the source.
pub const NAME: &str = "gazette";

/// What to read from the gazette's site; nothing when files are read.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct GazetteImport {
    /// The first and the last day.
    pub days: Option<(Date, Date)>,
    /// Also read announced issues that had no file before.
    pub waiting: bool,
    /// Store the acts without drafting articles.
    pub without_drafts: bool,
}

/// Reads the files, then the days. Acts that were stored before a failure stay.
///
/// # Errors
/// `import_running` while a source is read; `fetch_failed`, `fetch_refused` and `timeout` of the site. A file that is
/// not an issue is reported and counted as refused.
pub async fn import(
    app: &App,
    actor: &Actor,
    mut files: Box<dyn Iterator<Item = Result<Upload>> + Send>,
    wanted: &GazetteImport,
    report: &mut (dyn FnMut(SourceEvent) + Send),
) -> Result<SourceSummary> {
    policy::authorize(actor, Action::ImportActs)?;
    let _reading = begin_reading(app)?;
    let summary = SourceSummary::default();
    let mut reading = GazetteReading { app, actor, without_drafts: wanted.without_drafts, summary, report };
    loop {
        let read = move || {
            let next = files.next().map(|upload| read_whole(upload?));
            (next, files)
        };
        let next;
        (next, files) = blocking("reading a file", read).await?;
        let Some(read) = next else { break };
        if app.stop.is_cancelled() {
            return Err(stopping());
        }
        let (name, bytes) = read?;
        if let Err(reason) = reading.read_file(bytes, None).await? {
            reading.refuse(format!("{name}: {reason}"));
        }
    }
    gazette_days::read(&mut reading, wanted.days, wanted.waiting).await?;
    reading.summary.made(make::make_due(app, actor).await?);
    Ok(reading.summary)
}
