//! Logs the failures of jobs.

use std::sync::atomic::Ordering;

use crate::app::App;
use crate::error::Error;

/// Counts the failure of a job and logs it, unless nothing can be saved: the store logs that outage once, for all jobs.
pub(super) fn report(app: &App, error: &Error, failed: &str) {
    app.job_failures.fetch_add(1, Ordering::Relaxed);
    if app.store.outage().is_none() {
        tracing::error!(error = error.chain(), "{failed}; the job tries again");
    }
}
