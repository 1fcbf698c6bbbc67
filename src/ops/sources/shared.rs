//! What the readings of all sources share.

use tokio::sync::MutexGuard;

use super::report::{SourceEvent, SourceSummary};
use crate::app::App;
use crate::error::{Error, ErrorCode, Result};
use crate::ops::acts::record::RecordedAct;
use crate::ops::drafts;
use crate::ops::policy::Actor;

/// Begins a reading: sources are read once at a time.
///
/// # Errors
/// `import_running` while a source is read.
pub(super) fn turn(app: &App) -> Result<MutexGuard<'_, ()>> {
    app.reading_sources.try_lock().map_err(|_| {
        let message = "a source is being read; wait until that ends and repeat the command";
        Error::conflict(ErrorCode::ImportRunning, message)
    })
}

/// Drafts articles from the acts that are news.
pub(super) async fn draft(
    app: &App,
    actor: &Actor,
    recorded: &[RecordedAct],
    summary: &mut SourceSummary,
    report: &mut (dyn FnMut(SourceEvent) + Send),
) -> Result<()> {
    for act in recorded.iter().filter(|act| act.outcome.is_news()) {
        if let Some(slug) = drafts::draft_act(app, actor, act.key.clone()).await? {
            summary.drafts += 1;
            report(SourceEvent::Drafted { act: act.key.clone(), slug });
        }
    }
    Ok(())
}

pub(super) fn stopping() -> Error {
    Error::unavailable("the server is stopping; repeat the command after its restart")
}
