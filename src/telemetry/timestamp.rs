//! The time of a log line, such as `2026-01-10T09:00:00.000000Z`. Its date is formatted once a second.

use std::cell::RefCell;
use std::fmt::{self, Write};
use std::time::{SystemTime, UNIX_EPOCH};

use jiff::Timestamp;

thread_local! {
    /// The second for which the text was formatted, and the text without its fraction.
    static SECOND: RefCell<(i64, String)> = const { RefCell::new((i64::MIN, String::new())) };
}

/// Writes the time of the system's clock.
pub(super) fn write(out: &mut impl Write) -> fmt::Result {
    let since = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default();
    write_at(out, i64::try_from(since.as_secs()).unwrap_or(i64::MAX), since.subsec_micros())
}

fn write_at(out: &mut impl Write, second: i64, micros: u32) -> fmt::Result {
    SECOND.with_borrow_mut(|(formatted, text)| {
        if *formatted != second {
            let at = Timestamp::from_second(second).unwrap_or_default();
            *text = at.strftime("%Y-%m-%dT%H:%M:%S").to_string();
            *formatted = second;
        }
        out.write_str(text)?;
        write!(out, ".{micros:06}Z")
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_time_is_written_to_the_microsecond() {
        let mut text = String::new();
        for (second, micros) in [(1_768_035_600, 5), (1_768_035_600, 999_999), (1_768_035_601, 0)] {
            write_at(&mut text, second, micros).expect("memory takes it");
            text.push(' ');
        }
        assert_eq!(text, "2026-01-10T09:00:00.000005Z 2026-01-10T09:00:00.999999Z 2026-01-10T09:00:01.000000Z ");
    }
}
