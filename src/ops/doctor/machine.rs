//! Checks of the machine: disk and clock.

use super::diagnosis::{Diagnosis, DiagnosisOutcome as Outcome};
use crate::app::App;
use crate::conditions::finding;
use crate::ops::machine;

const DISK: &str = "disk";
const CLOCK: &str = "clock";

pub(super) fn examine(app: &App) -> Vec<Diagnosis> {
    vec![disk(app), clock(app)]
}

fn disk(app: &App) -> Diagnosis {
    let (outcome, found) = match machine::free_space(app) {
        Err(error) => {
            let found =
                finding!("disk_unknown", "the system does not report the free space: {reason}", "", reason = error);
            (Outcome::NotChecked, found)
        }
        Ok(found) if found.is_little(app.store.size_bytes()) => (Outcome::Warning, machine::little_space(found)),
        Ok(found) => {
            let found = finding!(
                "disk_free",
                "{free_bytes} of {total_bytes} are free",
                "",
                free_bytes = found.free_bytes,
                total_bytes = found.total_bytes
            );
            (Outcome::Ok, found)
        }
    };
    Diagnosis::new(DISK, outcome, found)
}

fn clock(app: &App) -> Diagnosis {
    let (outcome, found) = match machine::clock_ahead(app) {
        None => {
            let found = finding!(
                "clock_unknown",
                "no official source was asked since the start, so nothing to compare with",
                ""
            );
            (Outcome::NotChecked, found)
        }
        Some(ahead) if ahead.abs() > machine::MAX_CLOCK_ERROR => (Outcome::Warning, machine::wrong_clock(ahead)),
        Some(ahead) => {
            let seconds = ahead.as_secs().unsigned_abs();
            let found =
                finding!("clock_right", "it differs from an official source by {seconds} s", "", seconds = seconds);
            (Outcome::Ok, found)
        }
    };
    Diagnosis::new(CLOCK, outcome, found)
}
