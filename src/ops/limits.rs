//! Limits on guessing, mailing and text messages.
//!
//! A process with a file of its own counts in memory. Processes on one database count these uses in rows, so that their
//! number does not multiply what somebody may do; limits by network stay in the memory of each process.

use crate::app::App;
use crate::error::Result;
use crate::rate_limit::{Limit, LimitKey, too_many_requests, use_once};
use crate::store::limit_uses;

/// Counts one use, unless that would exceed a quota.
///
/// # Errors
/// `too_many_requests` with the seconds to wait; the refused use is not counted. `unavailable` while a shared store is
/// away.
// docs/decisions/0488
pub(in crate::ops) async fn take(app: &App, limit: Limit, key: impl Into<LimitKey>) -> Result<()> {
    if !is_shared(app, limit) {
        return app.rate_limiter.take(limit, key, app.clock.steady());
    }
    let (digest, now) = (digest(app, limit, &key.into()), app.clock.now().as_microsecond());
    app.store
        .write(move |tx| {
            let (whole_at, wait) = use_once(limit, 1, limit_uses::get(tx, &digest)?, now);
            refuse(wait)?;
            Ok(limit_uses::put(tx, &digest, whole_at)?)
        })
        .await
}

/// As [`take`], without counting the use.
pub(in crate::ops) async fn peek(app: &App, limit: Limit, key: impl Into<LimitKey>) -> Result<()> {
    if !is_shared(app, limit) {
        return app.rate_limiter.peek(limit, key, app.clock.steady());
    }
    let (digest, now) = (digest(app, limit, &key.into()), app.clock.now().as_microsecond());
    let used = app.store.read(move |tx| Ok(limit_uses::get(tx, &digest)?)).await?;
    refuse(use_once(limit, 1, used, now).1)
}

fn is_shared(app: &App, limit: Limit) -> bool {
    app.store.is_shared() && limit.is_shared()
}

fn digest(app: &App, limit: Limit, key: &LimitKey) -> String {
    limit_uses::digest(app.store.instance(), limit.name(), &key.text())
}

fn refuse(wait_micros: i64) -> Result<()> {
    if wait_micros > 0 { Err(too_many_requests(wait_micros.unsigned_abs().div_ceil(1_000_000))) } else { Ok(()) }
}
