//! Watches the machine, the index and the certificate, and mails the operator about conditions.

use std::sync::Arc;
use std::time::Duration;

use super::report::report;
use super::{leading, pause};
use crate::app::App;
use crate::ops::watch::{self, MachineWatch};
use crate::ops::{Actor, condition_mails};

const PAUSE: Duration = Duration::from_secs(30);

pub(super) async fn run(app: Arc<App>) {
    let mut machine = MachineWatch::default();
    while !app.stop.is_cancelled() {
        let results = [
            watch::check(&app, &Actor::System, &mut machine).await,
            leading::now(&app, condition_mails::send(&app, &Actor::System)).await,
        ];
        for error in results.into_iter().filter_map(Result::err) {
            report(&app, &error, "the conditions of the server cannot be watched");
        }
        pause::wait(&app, PAUSE).await;
    }
}
