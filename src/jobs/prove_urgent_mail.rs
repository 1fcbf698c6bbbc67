//! Looks for copies of urgent mails in the mailbox of the seeded address, if one is configured.

use std::sync::Arc;
use std::time::Duration;

use super::pause;
use super::report::report;
use crate::app::App;
use crate::ops::Actor;
use crate::ops::mail::urgent_proof::{self, SeedWatch};

/// The mailbox is read this often while a copy is expected.
const PAUSE: Duration = Duration::from_secs(30);

pub(super) async fn run(app: Arc<App>) {
    if !urgent_proof::is_configured(&app) {
        return;
    }
    let mut watch = SeedWatch::default();
    while !app.stop.is_cancelled() {
        if let Err(error) = urgent_proof::step(&app, &Actor::System, &mut watch).await {
            report(&app, &error, "the arrival of urgent mails cannot be proved");
        }
        pause::wait(&app, PAUSE).await;
    }
}
