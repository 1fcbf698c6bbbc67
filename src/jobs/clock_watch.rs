//! Detects a clock that was set ahead, so that no job does something irreversible at a wrong time.

use jiff::{SignedDuration, Timestamp};

use crate::clock::Clock;

/// A clock that gains more than this between two checks was set ahead, or the machine slept.
const MIN_JUMP: SignedDuration = SignedDuration::from_mins(10);
/// How long digests and removals wait after the clock jumped ahead.
const JUMP_HOLD: SignedDuration = SignedDuration::from_hours(1);

/// Watches the difference between a clock and steady time.
#[derive(Default)]
pub(super) struct ClockWatch {
    /// How far the clock was ahead of steady time at the last check.
    ahead: Option<SignedDuration>,
    doubt: Option<Doubt>,
}

struct Doubt {
    /// How far the clock was ahead of steady time before it was set ahead.
    ahead_before: SignedDuration,
    /// The steady time at which the doubt ends.
    until: Timestamp,
}

impl ClockWatch {
    /// Whether the clock may be used for irreversible work. Logs each jump once.
    pub(super) fn is_trusted(&mut self, clock: &Clock) -> bool {
        let steady = clock.steady();
        let ahead = clock.now().duration_since(steady);
        if let Some(before) = self.ahead.replace(ahead)
            && ahead - before > MIN_JUMP
        {
            tracing::warn!(
                clock.ahead_secs = (ahead - before).as_secs(),
                "the clock was set ahead; digests and removals wait an hour, in case it is set back"
            );
            let ahead_before = self.doubt.take().map_or(before, |doubt| doubt.ahead_before);
            self.doubt = Some(Doubt { ahead_before, until: steady + JUMP_HOLD });
        }
        self.doubt.take_if(|doubt| ahead - doubt.ahead_before <= MIN_JUMP || steady >= doubt.until);
        self.doubt.is_none()
    }
}

#[cfg(test)]
mod tests {
    use jiff::{Span, ToSpan};

    use super::*;

    #[test]
    fn a_clock_that_was_set_ahead_is_doubted_for_an_hour_or_until_it_is_set_back() {
        let clock = Clock::fixed(Timestamp::UNIX_EPOCH);
        let mut watch = ClockWatch::default();
        let mut after = |passed: Span, jumped: Span| {
            clock.advance(passed);
            clock.jump(jumped);
            watch.is_trusted(&clock)
        };
        let none = || Span::new();
        assert!(after(none(), none()));
        assert!(after(1.minute(), 1.minute()), "a small correction");
        assert!(after(1.minute(), -720.hours()), "a clock that was set back starts nothing early");
        assert!(!after(1.minute(), 9600.hours()));
        assert!(!after(50.minutes(), none()));
        assert!(after(1.minute(), -9600.hours()), "it was wrong");
        assert!(!after(1.minute(), 24.hours()));
        assert!(!after(59.minutes(), none()));
        assert!(after(2.minutes(), none()), "it is right after all");
    }
}
