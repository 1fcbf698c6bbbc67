//! Logs the failures of jobs.

use std::sync::atomic::Ordering;

use crate::app::App;
use crate::error::Error;

/// Counts the failure of a job and logs it, unless nothing can be saved: an outage and maintenance are logged once, for
/// all jobs.
pub(super) fn report(app: &App, error: &Error, failed: &str) {
    if app.store.takes_writes() {
        app.job_failures.fetch_add(1, Ordering::Relaxed);
        tracing::error!(error = error.chain(), "{failed}; the job tries again");
    }
}
