//! What is made true later: jobs that may run twice, woken by rows in the store and by the clock.
//!
//! A job asks `ops` for one step, waits until the next may be due or somebody wakes it, and ends when the
//! app stops: it finishes the step that it is in, and nothing is lost when it may not.

mod behind;
mod deliver_mail;
mod gather_mail;
mod mailings;
mod read_bounces;
mod tidy;

use std::sync::Arc;

use tokio::task::JoinSet;

use crate::app::App;

/// The jobs of one server.
pub struct Jobs(JoinSet<()>);

/// Starts all jobs; they end when [`App::stop`] is cancelled.
pub fn start(app: &Arc<App>) -> Jobs {
    let mut jobs = JoinSet::new();
    let sender = Arc::clone(app);
    jobs.spawn(behind::run("mail", move || deliver_mail::run(sender)));
    jobs.spawn(mailings::run(Arc::clone(app)));
    jobs.spawn(gather_mail::run(Arc::clone(app)));
    jobs.spawn(read_bounces::run(Arc::clone(app)));
    jobs.spawn(tidy::run(Arc::clone(app)));
    Jobs(jobs)
}

impl Jobs {
    /// Waits until every job has ended.
    pub async fn ended(mut self) {
        while let Some(ended) = self.0.join_next().await {
            if let Err(error) = ended {
                tracing::error!(error = error.to_string(), "a job broke");
            }
        }
    }
}
