//! Quiet hours, in which bulk messages are not sent, by the clock in Romania.

use jiff::Timestamp;
use jiff::civil::Time;
use jiff::tz::TimeZone;

use crate::app::App;
use crate::clock::legal_time_zone;

/// When the current quiet hours end; `None` outside of them.
pub(super) fn end(app: &App, now: Timestamp) -> Option<Timestamp> {
    let (from, until) = app.config.mail.quiet_hours.times()?;
    end_at(from, until, now, legal_time_zone())
}

fn end_at(from: Time, until: Time, now: Timestamp, zone: TimeZone) -> Option<Timestamp> {
    let local = now.to_zoned(zone.clone());
    let (day, time) = (local.date(), local.time());
    let end = match (from < until, time >= from, time < until) {
        // Within one day, or after midnight.
        (true, true, true) | (false, _, true) => day,
        // Before midnight.
        (false, true, false) => day.tomorrow().ok()?,
        _ => return None,
    };
    end.to_datetime(until).to_zoned(zone).ok().map(|end| end.timestamp())
}

#[cfg(test)]
mod tests {
    use jiff::civil::time;

    use super::*;

    #[test]
    fn quiet_hours_end_by_the_clock_in_romania() {
        let until = |hours: [i8; 2], now: &str| {
            let [from, until] = hours.map(|hour| time(hour, 0, 0, 0));
            end_at(from, until, now.parse().expect("an instant"), legal_time_zone()).map(|at| at.to_string())
        };
        let end = |text: &str| Some(text.to_owned());
        assert_eq!(until([22, 7], "2026-01-10T19:59:59Z"), None);
        assert_eq!(until([22, 7], "2026-01-10T20:00:00Z"), end("2026-01-11T05:00:00Z"));
        assert_eq!(until([22, 7], "2026-01-11T04:59:59Z"), end("2026-01-11T05:00:00Z"));
        assert_eq!(until([22, 7], "2026-01-11T05:00:00Z"), None);
        assert_eq!(until([13, 15], "2026-07-10T11:30:00Z"), end("2026-07-10T12:00:00Z"));
        assert_eq!(until([13, 15], "2026-07-10T12:00:00Z"), None);
        // The night in which daylight saving time begins.
        assert_eq!(until([22, 7], "2026-03-28T22:00:00Z"), end("2026-03-29T04:00:00Z"));
    }
}
