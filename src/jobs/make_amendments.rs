//! Applies acts to the forms that they amend, and compares each form with the next, at the start of the server and every
//! hour: what no import has done yet, and all of it again after an update of the program.

use std::sync::Arc;
use std::time::Duration;

use super::pause;
use super::report::report;
use crate::app::App;
use crate::ops::Actor;
use crate::ops::amendments::make;
use crate::ops::forms::compare;

const HOUR: Duration = Duration::from_secs(60 * 60);

pub(super) async fn run(app: Arc<App>) {
    while !app.stop.is_cancelled() {
        if let Err(error) = make::make_due(&app, &Actor::System).await {
            report(&app, &error, "cannot apply acts to the forms that they amend");
        }
        if let Err(error) = compare::compare_due(&app, &Actor::System).await {
            report(&app, &error, "cannot compare the forms of acts");
        }
        pause::wait(&app, HOUR).await;
    }
}
