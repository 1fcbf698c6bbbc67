//! Runs the jobs that only one of the processes on a database may do.

use std::future::Future;
use std::sync::Arc;

use crate::app::App;
use crate::error::Result;
use crate::ops::leader::{ALONE, in_term};

/// Runs the job while this process leads, each term from its beginning. A job whose term is over is dropped at its next
/// wait, as if the process had ended there; its writes fail from then on.
pub(super) async fn run<F: Future<Output = ()>>(app: Arc<App>, job: impl Fn(Arc<App>) -> F) {
    loop {
        let Some(term) = app.stop.run_until_cancelled(app.leadership.begun()).await else { return };
        if term == ALONE {
            return job(app).await;
        }
        tokio::select! {
            () = in_term(term, job(Arc::clone(&app))) => return,
            () = app.leadership.over(term) => {}
        }
    }
}

/// Runs the work now if this process leads.
pub(super) async fn now(app: &App, work: impl Future<Output = Result<()>>) -> Result<()> {
    match app.leadership.term() {
        None => Ok(()),
        Some(ALONE) => work.await,
        Some(term) => in_term(term, work).await,
    }
}
