//! Notices a clock that was set ahead, so that a wrong time makes nothing that cannot be undone.

use jiff::{SignedDuration, Timestamp};

use crate::clock::Clock;

/// A clock that gains more than this between two looks was set ahead, or the machine slept.
const LEAST_JUMP: SignedDuration = SignedDuration::from_mins(10);
/// How long a new time must last before it is trusted.
const DOUBT: SignedDuration = SignedDuration::from_hours(1);

/// The clock at the last look.
#[derive(Default)]
pub(super) struct ClockWatch {
    seen: Option<(Timestamp, Timestamp)>,
    /// The time to come back to, and until when the present one is doubted, in steady time.
    doubt: Option<(SignedDuration, Timestamp)>,
}

impl ClockWatch {
    /// Whether the clock may be used for what cannot be undone. Logs a jump once.
    pub(super) fn is_trusted(&mut self, clock: &Clock) -> bool {
        let (now, steady) = (clock.now(), clock.steady());
        let ahead = now.duration_since(steady);
        if let Some((seen_now, seen_steady)) = self.seen.replace((now, steady)) {
            let before = seen_now.duration_since(seen_steady);
            if ahead - before > LEAST_JUMP {
                tracing::warn!(
                    clock.ahead_secs = (ahead - before).as_secs(),
                    "the clock was set ahead; digests and removals wait an hour, in case it is set back"
                );
                let sound = self.doubt.map_or(before, |(sound, _)| sound);
                self.doubt = Some((sound, steady + DOUBT));
            }
        }
        self.doubt = self.doubt.filter(|(sound, until)| ahead - *sound > LEAST_JUMP && steady < *until);
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
        assert!(after(1.minute(), -720.hours()), "a clock set back makes nothing early");
        assert!(!after(1.minute(), 9600.hours()));
        assert!(!after(50.minutes(), none()));
        assert!(after(1.minute(), -9600.hours()), "it was wrong");
        assert!(!after(1.minute(), 24.hours()));
        assert!(!after(59.minutes(), none()));
        assert!(after(2.minutes(), none()), "it is right after all");
    }
}
