//! Reading acts of the European Union by their CELEX numbers.

use super::report::{SourceEvent, SourceSummary};
use super::shared::{begin_reading, or_stopped};
use crate::app::App;
use crate::domain::Celex;
use crate::error::Result;
use crate::ops::acts::record::record;
use crate::ops::policy::{self, Action, Actor};
use crate::sources::eurlex;

/// Fetches and stores the acts. They are sources for editors and are not drafted: what concerns a reader is the
/// Romanian act that applies them.
///
/// # Errors
/// `import_running` while a source is read; `fetch_failed`, `fetch_refused` and `timeout` of EUR-Lex. A number without
/// an act is reported and counted as refused.
pub async fn import(
    app: &App,
    actor: &Actor,
    wanted: &[Celex],
    report: &mut (dyn FnMut(SourceEvent) + Send),
) -> Result<SourceSummary> {
    policy::authorize(actor, Action::ImportActs)?;
    let _reading = begin_reading(app)?;
    let mut summary = SourceSummary::default();
    for celex in wanted {
        let fetch = eurlex::fetch(&app.eurlex, &app.config.sources.eurlex_url, &app.clock, celex);
        match or_stopped(app, fetch).await? {
            Ok(delivery) => {
                let recorded = record(app, actor, delivery).await?;
                summary.add_page(&recorded, report);
            }
            Err(reason) => {
                summary.refused += 1;
                report(SourceEvent::Refused { reason });
            }
        }
    }
    Ok(summary)
}
