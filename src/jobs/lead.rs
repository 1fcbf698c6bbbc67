//! Counts the beats of this process among those on one database, and takes part in choosing the leader.

use std::sync::Arc;

use super::report::report;
use crate::app::App;
use crate::ops::Actor;
use crate::ops::leader::{self, BEAT, LeaderWatch};

/// Runs until it is aborted: a leader beats until its other jobs have ended.
pub(super) async fn run(app: Arc<App>) {
    let mut watch = LeaderWatch::default();
    loop {
        if let Err(error) = leader::step(&app, &Actor::System, &mut watch).await {
            report(&app, &error, "cannot count a beat of this process");
        }
        tokio::time::sleep(BEAT).await;
    }
}
