//! Logs the failures of jobs.

use crate::app::App;
use crate::error::Error;

/// Logs the failure of a job, unless nothing can be saved: the store logs that outage once, for all jobs.
pub(super) fn report(app: &App, error: &Error, failed: &str) {
    if app.store.outage().is_none() {
        tracing::error!(error = error.chain(), "{failed}; the job tries again");
    }
}
