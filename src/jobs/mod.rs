//! Background jobs, woken by the clock and by writes.
//!
//! A job performs one idempotent step of `ops`, waits until it is woken or the next step may be due, and ends when the
//! app stops. It finishes the current step; an interrupted step is repeated after a restart.

mod automatic_mail;
mod back_up;
mod background_runtime;
mod cleanup;
mod clock_watch;
mod deliver_mail;
mod fetch_pictures;
mod follow_changes;
mod gather_mail;
mod index_articles;
mod make_amendments;
mod make_overviews;
mod match_searches;
mod notify_concerned;
mod pause;
mod poll_bounces;
mod prove_urgent_mail;
mod publish_scheduled;
mod report;
mod watch_machine;
mod watch_sources;

use std::sync::Arc;

use tokio::task::JoinSet;

use crate::app::App;
use crate::ops::follow_changes::Changes;
use background_runtime::Priority;

/// The running jobs of a server.
pub struct Jobs(JoinSet<()>);

/// Starts all jobs; they end when [`App::stop`] is cancelled. `changes` are those of other processes since the content
/// was loaded.
pub fn start(app: &Arc<App>, changes: Option<Changes>) -> Jobs {
    let Jobs(mut jobs) = start_index(app);
    if let Some(changes) = changes {
        jobs.spawn(follow_changes::run(Arc::clone(app), changes));
    }
    let sender = Arc::clone(app);
    jobs.spawn(background_runtime::run("mail", Priority::Lowest, move || deliver_mail::run(sender)));
    let copier = Arc::clone(app);
    jobs.spawn(background_runtime::run("backup", Priority::Low, move || back_up::run(copier)));
    jobs.spawn(automatic_mail::run(Arc::clone(app)));
    jobs.spawn(gather_mail::run(Arc::clone(app)));
    jobs.spawn(fetch_pictures::run(Arc::clone(app)));
    jobs.spawn(poll_bounces::run(Arc::clone(app)));
    jobs.spawn(prove_urgent_mail::run(Arc::clone(app)));
    jobs.spawn(make_amendments::run(Arc::clone(app)));
    jobs.spawn(make_overviews::run(Arc::clone(app)));
    jobs.spawn(match_searches::run(Arc::clone(app)));
    jobs.spawn(notify_concerned::run(Arc::clone(app)));
    jobs.spawn(watch_machine::run(Arc::clone(app)));
    jobs.spawn(watch_sources::run(Arc::clone(app)));
    jobs.spawn(publish_scheduled::run(Arc::clone(app)));
    jobs.spawn(cleanup::run(Arc::clone(app)));
    Jobs(jobs)
}

/// Starts the job that keeps the index of searches, which saves nothing and asks nobody.
pub fn start_index(app: &Arc<App>) -> Jobs {
    let mut jobs = JoinSet::new();
    let indexer = Arc::clone(app);
    jobs.spawn(background_runtime::run("search", Priority::Low, move || index_articles::run(indexer)));
    Jobs(jobs)
}

impl Jobs {
    /// Waits until every job has ended.
    pub async fn ended(mut self) {
        while let Some(ended) = self.0.join_next().await {
            if let Err(error) = ended {
                tracing::error!(error = error.to_string(), "a job panicked");
            }
        }
    }
}
