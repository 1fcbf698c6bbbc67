//! Checks of the machine: disk and clock.

use jiff::SignedDuration;

use super::diagnosis::Diagnosis;
use crate::app::App;
use crate::ops::machine;

const DISK: &str = "disk";
const CLOCK: &str = "clock";

pub(super) fn examine(app: &App) -> Vec<Diagnosis> {
    vec![disk(app), clock(app)]
}

fn disk(app: &App) -> Diagnosis {
    match machine::free_space(app) {
        Err(error) => Diagnosis::not_checked(DISK, format!("the system does not report the free space: {error}")),
        Ok(found) => {
            let message = machine::free_space_text(found);
            match found.is_little(app.store.size_bytes()) {
                true => Diagnosis::warning(DISK, format!("nearly full: {message}"), machine::DISK_REMEDY),
                false => Diagnosis::ok(DISK, message),
            }
        }
    }
}

fn clock(app: &App) -> Diagnosis {
    match machine::clock_ahead(app) {
        None => {
            Diagnosis::not_checked(CLOCK, "no official source was asked since the start, so nothing to compare with")
        }
        Some(ahead) if ahead.abs() > machine::MAX_CLOCK_ERROR => {
            Diagnosis::warning(CLOCK, machine::clock_text(ahead), machine::CLOCK_REMEDY)
        }
        Some(ahead) => {
            Diagnosis::ok(CLOCK, format!("it differs from an official source by {} s", whole_seconds(ahead)))
        }
    }
}

fn whole_seconds(ahead: SignedDuration) -> u64 {
    ahead.as_secs().unsigned_abs()
}
