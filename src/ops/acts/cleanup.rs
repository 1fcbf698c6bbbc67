//! Removes old archived replies and pages from which no stored act, form or issue came.

use std::collections::HashSet;
use std::ops::ControlFlow;

use jiff::{Span, Timestamp};

use crate::app::App;
use crate::error::Result;
use crate::ops::policy::{self, Action, Actor};
use crate::store::{ReadTx, acts, archive, forms, gazette_issues};

/// Days for which an unused reply is kept, so that a problem can be examined.
const KEEP_DAYS: i64 = 30;
/// The media types of the texts of acts and forms, which are kept.
const TEXTS: [&str; 2] = ["text/plain", "text/markdown"];

/// Removes replies and pages that are older than 30 days and unused. Returns their number.
pub async fn clean_up(app: &App, actor: &Actor) -> Result<u64> {
    policy::authorize(actor, Action::ImportActs)?;
    let keep_from = app.clock.now().checked_sub(Span::new().hours(24 * KEEP_DAYS)).unwrap_or(Timestamp::UNIX_EPOCH);
    let old = app.store.read(move |tx| unused_before(tx, keep_from)).await?;
    if old.is_empty() {
        return Ok(0);
    }
    app.store
        .write(move |tx| {
            // The same reply may have been delivered again meanwhile, with an act that was stored from it.
            let mut used = acts::sources_in_write(tx)?;
            used.extend(forms::sources_in_write(tx)?);
            used.extend(gazette_issues::files_in_write(tx)?);
            let mut removed = 0;
            for sha256 in old.iter().filter(|sha256| !used.contains(*sha256)) {
                removed += u64::from(archive::remove(tx, sha256)?);
            }
            Ok(removed)
        })
        .await
}

/// The replies and pages fetched before this time that no act, form or issue came from, by their SHA-256.
fn unused_before(tx: &ReadTx, keep_from: Timestamp) -> Result<Vec<String>> {
    let mut used = HashSet::new();
    acts::each(tx, &mut |act| {
        used.extend(act.source_sha256);
        ControlFlow::Continue(())
    })?;
    used.extend(forms::all(tx)?.into_iter().filter_map(|form| form.source_sha256));
    gazette_issues::each(tx, &mut |issue| {
        used.extend(issue.files.into_iter().filter_map(|file| file.sha256));
        ControlFlow::Continue(())
    })?;
    let mut unused = Vec::new();
    archive::each(tx, &mut |document| {
        let is_reply = !TEXTS.iter().any(|text| document.media_type.starts_with(text));
        if is_reply && document.fetched_at < keep_from && !used.contains(&document.sha256) {
            unused.push(document.sha256);
        }
        ControlFlow::Continue(())
    })?;
    Ok(unused)
}
