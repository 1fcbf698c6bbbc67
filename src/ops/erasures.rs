//! Keeps the list of erasures in a file beside the store, and rewrites the store's file after an erasure.

use std::collections::BTreeSet;

use jiff::{SignedDuration, Timestamp};
use tokio::sync::oneshot;

use super::blocking::blocking;
use super::policy::{self, Action, Actor};
use crate::app::App;
use crate::clock::legal_time_zone;
use crate::conditions::finding;
use crate::error::{Error, Result};
use crate::store::erasures;
use crate::thread_priority;

/// The hours of the night in Romania in which the store's file is rewritten.
const NIGHT: std::ops::Range<i8> = 2..5;
/// When a rewriting no longer waits for the night: the server did not run then, or it failed.
const LATEST: SignedDuration = SignedDuration::from_hours(24);
/// The condition while rewriting fails.
const NOT_REWRITTEN: &str = "store_not_rewritten";
/// The nice value of the thread that rewrites: readers come first.
const NICE: i32 = 10;

/// Writes noted erasures to the file. A failure leaves them noted, and the next clean-up tries again.
pub async fn clean_up(app: &App, actor: &Actor) -> Result<()> {
    policy::authorize(actor, Action::ManageAccounts)?;
    write(app).await
}

/// Writes the erasure that an operation has just noted. The erasure itself is done, so that a failure is only logged.
pub(super) async fn keep(app: &App) {
    if let Err(error) = write(app).await {
        tracing::warn!(error = error.chain(), "an erasure is not in its file yet; the next clean-up tries again");
    }
}

async fn write(app: &App) -> Result<()> {
    let noted = app.store.read(|tx| Ok(erasures::noted(tx)?)).await?;
    if noted.is_empty() {
        return Ok(());
    }
    let (file, lines) = (erasures::path(&app.data_dir), noted.iter().cloned().collect::<BTreeSet<_>>());
    blocking("writing the erasures", move || erasures::append(&file, &lines)).await??;
    app.store.write(move |tx| Ok(erasures::forget_noted(tx, &noted)?)).await
}

/// Rewrites the store's file if records were erased since it was last rewritten, at night. Returns whether it did.
pub async fn rewrite_store(app: &App, actor: &Actor) -> Result<bool> {
    policy::authorize(actor, Action::ManageAccounts)?;
    let now = app.clock.now();
    match app.store.read(|tx| Ok(erasures::rewrite_due(tx)?)).await? {
        // Of an earlier erasure: one during the rewriting needs another.
        Some(due) if is_time(due, now) => {
            let rewritten = rewrite(app, due).await;
            match &rewritten {
                Ok(()) => app.conditions.end(NOT_REWRITTEN),
                Err(error) => {
                    let found = finding!(
                        "store_not_rewritten",
                        "removed records are still readable in the store's file: {reason}",
                        "free space on its disk for a second copy of the store",
                        reason = error.chain()
                    );
                    app.conditions.report(NOT_REWRITTEN, now, found);
                }
            }
            rewritten.map(|()| true)
        }
        _ => Ok(false),
    }
}

fn is_time(due: Timestamp, now: Timestamp) -> bool {
    NIGHT.contains(&now.to_zoned(legal_time_zone()).hour()) || now.duration_since(due) >= LATEST
}

async fn rewrite(app: &App, due: Timestamp) -> Result<()> {
    let (store, size, begun) = (app.store.clone(), app.store.size_bytes(), app.clock.steady());
    let (done, rewritten) = oneshot::channel();
    let work = move || {
        thread_priority::lower(NICE);
        // The caller may have left.
        drop(done.send(store.rewrite()));
    };
    let failed = |error: anyhow::Error| Error::internal("rewriting the store", error);
    std::thread::Builder::new().name("store-rewrite".into()).spawn(work).map_err(|error| failed(error.into()))?;
    rewritten.await.map_err(|error| failed(error.into()))??;
    app.store.write(move |tx| Ok(erasures::note_rewritten(tx, due)?)).await?;
    let seconds = app.clock.steady().duration_since(begun).as_secs();
    tracing::info!(store.bytes = app.store.size_bytes(), store.before = size, seconds, "the store was rewritten");
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_store_is_rewritten_in_the_next_night() {
        let at = |text: &str| text.parse::<Timestamp>().expect("an instant");
        let due = at("2026-11-27T10:00:00Z");
        assert!(!is_time(due, at("2026-11-27T23:59:00Z")), "01:59 in Romania");
        assert!(is_time(due, at("2026-11-28T00:00:00Z")), "02:00 in Romania");
        assert!(!is_time(due, at("2026-11-28T09:59:00Z")));
        assert!(is_time(due, at("2026-11-28T10:00:00Z")), "a day later, whatever the hour");
    }
}
