//! What the imports from all sources share.

use std::io::Read;

use tokio::sync::MutexGuard;

use super::report::{SourceEvent, SourceSummary};
use crate::app::App;
use crate::error::{Error, ErrorCode, Kind, Result};
use crate::ops::acts::record::RecordedAct;
use crate::ops::drafts;
use crate::ops::policy::Actor;
use crate::sources::Upload;
use crate::store::archive;

/// Reserves the reading of sources until the guard is dropped. One source is read at a time.
///
/// # Errors
/// `import_running` while another one is read.
pub(in crate::ops) fn begin_reading(app: &App) -> Result<MutexGuard<'_, ()>> {
    app.reading_sources.try_lock().map_err(|_| {
        let message = "a source is being read; wait until that ends and repeat the command";
        Error::conflict(ErrorCode::ImportRunning, message)
    })
}

/// Returns the name and the content of a file. Reads one byte more than the archive takes, to show that a file is
/// larger.
///
/// # Errors
/// `unreadable`.
pub(in crate::ops) fn read_whole(upload: Upload) -> Result<(String, Vec<u8>)> {
    let Upload { name, reader, .. } = upload;
    let mut bytes = Vec::new();
    reader.take(archive::MAX_BYTES as u64 + 1).read_to_end(&mut bytes).map_err(|error| {
        Error::new(Kind::Invalid, ErrorCode::Unreadable, format!("cannot read {name}")).caused_by(error)
    })?;
    Ok((name, bytes))
}

/// Drafts articles from the recorded acts that are new or changed.
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

/// Returns the result of the work, unless the server stops first.
pub(in crate::ops) async fn or_stopped<T>(app: &App, work: impl Future<Output = Result<T>>) -> Result<T> {
    app.stop.run_until_cancelled(work).await.unwrap_or_else(|| Err(stopping()))
}

/// The error of a command that the end of the server interrupts.
pub(in crate::ops) fn stopping() -> Error {
    Error::unavailable("the server is stopping; repeat the command after its restart")
}
