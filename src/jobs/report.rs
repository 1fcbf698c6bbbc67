//! The log of jobs that failed.

use crate::app::App;
use crate::error::Error;

/// Logs the failure of a job. While nothing can be saved, that is logged once, by the store.
pub(super) fn report(app: &App, error: &Error, failed: &str) {
    if app.store.outage().is_none() {
        tracing::error!(error = error.chain(), "{failed}; it is tried again");
    }
}
