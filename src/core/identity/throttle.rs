//! Work that strangers can cause, done at most once in a while.

use std::sync::{Mutex, PoisonError};

use jiff::{SignedDuration, Timestamp};

/// When the work was begun last, on a steady clock.
#[derive(Debug, Default)]
pub struct Throttle(Mutex<Option<Timestamp>>);

impl Throttle {
    /// Whether the work may begin now; notes that it does.
    pub fn may_begin(&self, now: Timestamp, pause: SignedDuration) -> bool {
        let mut last = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        let may_begin = last.is_none_or(|last| now.duration_since(last) >= pause);
        if may_begin {
            *last = Some(now);
        }
        may_begin
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn work_begins_once_in_a_pause() {
        let (throttle, pause) = (Throttle::default(), SignedDuration::from_secs(1));
        let at = |millis| Timestamp::from_millisecond(millis).expect("an instant");
        let begun = [0, 999, 1000, 1001, 2500].map(|millis| throttle.may_begin(at(millis), pause));
        assert_eq!(begun, [true, false, true, false, true]);
    }
}
