//! The hours in which mails to many wait, on the clocks of Romania.

use jiff::Timestamp;
use jiff::civil::Time;
use jiff::tz::TimeZone;

use crate::app::App;
use crate::clock::LEGAL_TIME_ZONE;

/// Until when mails to many wait; `None` when they may go.
pub fn quiet_until(app: &App, now: Timestamp) -> Option<Timestamp> {
    let zone = TimeZone::get(LEGAL_TIME_ZONE).unwrap_or(TimeZone::UTC);
    end_of_quiet(app.config.mail.quiet_between()?, now, zone)
}

fn end_of_quiet((from, until): (Time, Time), now: Timestamp, zone: TimeZone) -> Option<Timestamp> {
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
    fn nights_and_naps_end_on_romanian_clocks() {
        let zone = || TimeZone::get(LEGAL_TIME_ZONE).expect("the zone");
        let until = |hours: [i8; 2], now: &str| {
            let [from, until] = hours.map(|hour| time(hour, 0, 0, 0));
            end_of_quiet((from, until), now.parse().expect("an instant"), zone()).map(|at| at.to_string())
        };
        let end = |text: &str| Some(text.to_owned());
        assert_eq!(until([22, 7], "2026-01-10T19:59:59Z"), None);
        assert_eq!(until([22, 7], "2026-01-10T20:00:00Z"), end("2026-01-11T05:00:00Z"));
        assert_eq!(until([22, 7], "2026-01-11T04:59:59Z"), end("2026-01-11T05:00:00Z"));
        assert_eq!(until([22, 7], "2026-01-11T05:00:00Z"), None);
        assert_eq!(until([13, 15], "2026-07-10T11:30:00Z"), end("2026-07-10T12:00:00Z"));
        assert_eq!(until([13, 15], "2026-07-10T12:00:00Z"), None);
        // The night in which the clocks go forward.
        assert_eq!(until([22, 7], "2026-03-28T22:00:00Z"), end("2026-03-29T04:00:00Z"));
    }
}
