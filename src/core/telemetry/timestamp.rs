//! The time of a log line, such as `2026-01-10T09:00:00.000000Z`. Its date is formatted once a second.

use std::cell::RefCell;
use std::fmt::Write;
use std::time::{SystemTime, UNIX_EPOCH};

use jiff::Timestamp;

thread_local! {
    /// The second for which the text was formatted, and the text.
    static LAST: RefCell<(i64, String)> = const { RefCell::new((i64::MIN, String::new())) };
}

/// Bytes of the text before its fraction.
const SECOND_LEN: usize = "2026-01-10T09:00:00".len();

/// Calls `take` with the time of the system's clock.
pub(super) fn with_now<T>(take: impl FnOnce(&str) -> T) -> T {
    let since = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default();
    with_text(i64::try_from(since.as_secs()).unwrap_or(i64::MAX), since.subsec_micros(), take)
}

fn with_text<T>(second: i64, micros: u32, take: impl FnOnce(&str) -> T) -> T {
    LAST.with_borrow_mut(|(formatted, text)| {
        if *formatted != second {
            let at = Timestamp::from_second(second).unwrap_or_default();
            *text = at.strftime("%Y-%m-%dT%H:%M:%S").to_string();
            *formatted = second;
        }
        text.truncate(SECOND_LEN);
        // Writing to memory does not fail.
        write!(text, ".{micros:06}Z").ok();
        take(text)
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_time_is_written_to_the_microsecond() {
        for (second, micros, expected) in [
            (1_768_035_600, 5, "2026-01-10T09:00:00.000005Z"),
            (1_768_035_600, 999_999, "2026-01-10T09:00:00.999999Z"),
            (1_768_035_601, 0, "2026-01-10T09:00:01.000000Z"),
        ] {
            with_text(second, micros, |text| assert_eq!(text, expected));
        }
    }
}
