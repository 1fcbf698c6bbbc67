//! The `Date` header of responses.

use std::sync::Arc;

use arc_swap::ArcSwap;
use axum::http::HeaderValue;
use jiff::Timestamp;
use jiff::fmt::rfc2822::DateTimePrinter;

/// Formats the time of a response once a second.
///
/// The HTTP library would add a header that stands still after the clock is set back, for as long as the jump.
pub(super) struct DateHeader(ArcSwap<(i64, HeaderValue)>);

impl DateHeader {
    pub(super) fn new() -> Self {
        Self(ArcSwap::from_pointee((0, format(Timestamp::UNIX_EPOCH))))
    }

    /// The value of the header at this time.
    pub(super) fn at(&self, now: Timestamp) -> HeaderValue {
        let (second, kept) = &**self.0.load();
        if *second == now.as_second() {
            return kept.clone();
        }
        let value = format(now);
        self.0.store(Arc::new((now.as_second(), value.clone())));
        value
    }
}

/// Formats a time as RFC 9110, 5.6.7 requires.
fn format(time: Timestamp) -> HeaderValue {
    let text = DateTimePrinter::new().timestamp_to_rfc9110_string(&time);
    HeaderValue::try_from(text.expect("the year of the clock has four digits")).expect("a date is a header value")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_date_follows_the_clock_in_both_directions() {
        let header = DateHeader::new();
        for (time, date) in [
            ("2026-11-26T13:45:00.9Z", "Thu, 26 Nov 2026 13:45:00 GMT"),
            ("2026-11-26T13:45:01Z", "Thu, 26 Nov 2026 13:45:01 GMT"),
            ("2026-11-18T12:45:01Z", "Wed, 18 Nov 2026 12:45:01 GMT"),
        ] {
            assert_eq!(header.at(time.parse().expect("a time")), date);
        }
    }
}
