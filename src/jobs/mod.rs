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
mod lead;
mod leading;
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

use tokio::task::{JoinHandle, JoinSet};

use crate::app::App;
use crate::ops::follow_changes::ForeignChanges;
use crate::ops::{Actor, leader, search};
use background_runtime::Priority;

/// The running jobs of a server.
pub struct Jobs {
    app: Arc<App>,
    jobs: JoinSet<()>,
    /// The beats of this process, which go on until the jobs have ended.
    beats: Option<JoinHandle<()>>,
}

/// Starts all jobs; they end when [`App::stop`] is cancelled. `changes` are those of other processes since the content
/// was loaded.
pub fn start(app: &Arc<App>, changes: Option<ForeignChanges>) -> Jobs {
    search::keep_index(app);
    let mut started = start_index(app);
    let jobs = &mut started.jobs;
    started.beats = changes.map(|changes| {
        jobs.spawn(follow_changes::run(Arc::clone(app), changes));
        tokio::spawn(lead::run(Arc::clone(app)))
    });
    let sender = Arc::clone(app);
    let deliver = move || leading::run(sender, deliver_mail::run);
    jobs.spawn(background_runtime::run("mail", Priority::Lowest, deliver));
    let copier = Arc::clone(app);
    let back_up = move || leading::run(copier, back_up::run);
    jobs.spawn(background_runtime::run("backup", Priority::Low, back_up));
    jobs.spawn(leading::run(Arc::clone(app), automatic_mail::run));
    jobs.spawn(leading::run(Arc::clone(app), gather_mail::run));
    jobs.spawn(leading::run(Arc::clone(app), fetch_pictures::run));
    jobs.spawn(leading::run(Arc::clone(app), poll_bounces::run));
    jobs.spawn(leading::run(Arc::clone(app), prove_urgent_mail::run));
    jobs.spawn(leading::run(Arc::clone(app), make_amendments::run));
    jobs.spawn(leading::run(Arc::clone(app), make_overviews::run));
    jobs.spawn(leading::run(Arc::clone(app), match_searches::run));
    jobs.spawn(leading::run(Arc::clone(app), notify_concerned::run));
    jobs.spawn(leading::run(Arc::clone(app), watch_sources::run));
    jobs.spawn(leading::run(Arc::clone(app), publish_scheduled::run));
    jobs.spawn(leading::run(Arc::clone(app), cleanup::run));
    jobs.spawn(watch_machine::run(Arc::clone(app)));
    started
}

/// Starts the job that makes the index of searches, which alone saves nothing and asks nobody.
pub fn start_index(app: &Arc<App>) -> Jobs {
    let mut jobs = JoinSet::new();
    let indexer = Arc::clone(app);
    jobs.spawn(background_runtime::run("search", Priority::Low, move || index_articles::run(indexer)));
    Jobs { app: Arc::clone(app), jobs, beats: None }
}

impl Jobs {
    /// Waits until every job has ended, then lets another process lead.
    pub async fn ended(mut self) {
        while let Some(ended) = self.jobs.join_next().await {
            if let Err(error) = ended {
                tracing::error!(error = error.to_string(), "a job panicked");
            }
        }
        if let Some(beats) = self.beats.take() {
            beats.abort();
            if let Err(error) = leader::leave(&self.app, &Actor::System).await {
                tracing::warn!(error = error.chain(), "the other processes wait for the end of this leader's lease");
            }
        }
    }
}
