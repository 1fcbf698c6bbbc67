//! The schedule of automatic campaigns, by the clock in Romania.

use jiff::civil::{Date, Weekday};
use jiff::{Span, Timestamp};
use serde::{Deserialize, Serialize};

use crate::clock::legal_time_zone;
use crate::config::MailConfig;
use crate::domain::message::MessageKind;

/// A campaign created on a schedule.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Routine {
    Daily,
    Weekly,
    /// The deadlines of the coming two weeks.
    Deadlines,
    /// The deadlines that each account wants to be reminded of.
    Reminders,
}

/// A scheduled time.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Slot {
    /// The date in Romania, part of the campaign's id.
    pub date: Date,
    pub at: Timestamp,
}

impl Routine {
    pub const ALL: [Self; 4] = [Self::Daily, Self::Weekly, Self::Deadlines, Self::Reminders];

    /// The prefix of its campaigns' ids and its name on the command line.
    pub fn name(self) -> &'static str {
        match self {
            Self::Daily => "daily",
            Self::Weekly => "weekly",
            Self::Deadlines => "deadlines",
            Self::Reminders => "reminders",
        }
    }

    pub fn kind(self) -> MessageKind {
        match self {
            Self::Daily => MessageKind::DailyDigest,
            Self::Weekly => MessageKind::WeeklyDigest,
            Self::Deadlines => MessageKind::Deadlines,
            Self::Reminders => MessageKind::Reminders,
        }
    }

    /// Days between two campaigns.
    pub fn period(self) -> i64 {
        if matches!(self, Self::Daily | Self::Reminders) { 1 } else { 7 }
    }

    /// The scheduled time on that date, if any. A time skipped by daylight saving moves to the next valid one; of a
    /// repeated time, the first counts.
    fn on(self, date: Date, mail: &MailConfig) -> Option<Slot> {
        let (is_scheduled, time) = match self {
            Self::Daily | Self::Reminders => (true, mail.daily_at),
            Self::Weekly => (date.weekday() == Weekday::from(mail.weekly_on), mail.weekly_at),
            Self::Deadlines => (date.weekday() == Weekday::from(mail.deadlines_on), mail.weekly_at),
        };
        let at = is_scheduled.then(|| date.to_datetime(time.time()).to_zoned(legal_time_zone()).ok())??;
        Some(Slot { date, at: at.timestamp() })
    }

    /// The last scheduled time up to `now`.
    pub fn last(self, mail: &MailConfig, now: Timestamp) -> Option<Slot> {
        let today = date_of(now);
        let days = (0..=7).filter_map(|back| today.checked_sub(Span::new().days(back)).ok());
        days.filter_map(|date| self.on(date, mail)).find(|slot| slot.at <= now)
    }

    /// The next scheduled time after `now`.
    pub fn next(self, mail: &MailConfig, now: Timestamp) -> Option<Slot> {
        let today = date_of(now);
        let days = (0..=7).filter_map(|ahead| today.checked_add(Span::new().days(ahead)).ok());
        days.filter_map(|date| self.on(date, mail)).find(|slot| slot.at > now)
    }

    /// The scheduled time whose campaign is due now.
    ///
    /// The last time missed while the server was down is made up for, unless the next one is nearer. Reminders are
    /// always made up for, since a day later may be too late. A routine that never ran begins with the first time after
    /// `started_at`.
    pub fn due(
        self,
        mail: &MailConfig,
        now: Timestamp,
        last_created: Option<Timestamp>,
        started_at: Timestamp,
    ) -> Option<Slot> {
        let slot = self.last(mail, now)?;
        let next = self.next(mail, now)?;
        let is_near = self == Self::Reminders || now.duration_since(slot.at) < next.at.duration_since(now);
        let is_created = last_created.unwrap_or(started_at) >= slot.at;
        (is_near && !is_created).then_some(slot)
    }
}

/// The date in Romania.
pub fn date_of(at: Timestamp) -> Date {
    at.to_zoned(legal_time_zone()).date()
}

/// The beginning of the date in Romania.
pub fn beginning_of(date: Date) -> Option<Timestamp> {
    Some(date.to_zoned(legal_time_zone()).ok()?.timestamp())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::config::TimeOfDay;

    fn at(text: &str) -> Timestamp {
        text.parse().expect("an instant")
    }

    fn next(routine: Routine, mail: &MailConfig, now: &str) -> String {
        routine.next(mail, at(now)).expect("a time").at.to_string()
    }

    #[test]
    fn scheduled_times_follow_daylight_saving() {
        let mail = MailConfig::default();
        // Daylight saving time begins on 29 March 2026 and ends on 25 October 2026.
        for (now, expected) in [
            ("2026-03-27T05:30:00Z", "2026-03-28T05:30:00Z"),
            ("2026-03-28T05:30:00Z", "2026-03-29T04:30:00Z"),
            ("2026-10-24T04:30:00Z", "2026-10-25T05:30:00Z"),
            ("2026-10-25T05:29:59Z", "2026-10-25T05:30:00Z"),
        ] {
            assert_eq!(next(Routine::Daily, &mail, now), expected, "after {now}");
        }
        assert_eq!(next(Routine::Weekly, &mail, "2026-03-28T00:00:00Z"), "2026-04-03T05:00:00Z");
        assert_eq!(next(Routine::Deadlines, &mail, "2026-10-25T12:00:00Z"), "2026-10-26T06:00:00Z");
        let evening = MailConfig { weekly_at: TimeOfDay::constant(20, 30), ..MailConfig::default() };
        assert_eq!(next(Routine::Deadlines, &evening, "2026-10-25T12:00:00Z"), "2026-10-26T18:30:00Z");
        let last = Routine::Weekly.last(&mail, at("2026-10-29T12:00:00Z")).expect("a time");
        assert_eq!((last.date, last.at), (jiff::civil::date(2026, 10, 23), at("2026-10-23T05:00:00Z")));
    }

    #[test]
    fn a_skipped_or_repeated_time_occurs_once() {
        let mail = MailConfig { daily_at: TimeOfDay::constant(3, 30), ..MailConfig::default() };
        assert_eq!(next(Routine::Daily, &mail, "2026-03-28T01:30:00Z"), "2026-03-29T01:30:00Z");
        assert_eq!(next(Routine::Daily, &mail, "2026-03-29T01:30:00Z"), "2026-03-30T00:30:00Z");
        assert_eq!(next(Routine::Daily, &mail, "2026-10-24T00:30:00Z"), "2026-10-25T00:30:00Z");
        assert_eq!(next(Routine::Daily, &mail, "2026-10-25T00:30:00Z"), "2026-10-26T01:30:00Z");
    }

    #[test]
    fn a_missed_run_is_repeated_once_unless_the_next_is_nearer() {
        let mail = MailConfig::default();
        let due = |routine: Routine, now: &str, last: Option<&str>, started: &str| {
            routine.due(&mail, at(now), last.map(at), at(started)).map(|slot| slot.date.to_string())
        };
        let daily = |now, last| due(Routine::Daily, now, last, "2026-01-01T00:00:00Z");
        let yesterday = Some("2026-01-09T05:30:00Z");
        assert_eq!(daily("2026-01-10T05:29:59Z", yesterday), None);
        assert_eq!(daily("2026-01-10T05:30:00Z", yesterday).as_deref(), Some("2026-01-10"));
        assert_eq!(daily("2026-01-10T16:00:00Z", Some("2026-01-02T05:30:00Z")).as_deref(), Some("2026-01-10"));
        assert_eq!(daily("2026-01-10T22:00:00Z", Some("2026-01-02T05:30:00Z")), None, "the next is nearer");
        assert_eq!(daily("2026-01-10T06:00:00Z", Some("2026-01-10T05:30:01Z")), None);
        let fresh = |now| due(Routine::Daily, now, None, "2026-01-10T09:00:00Z");
        assert_eq!(fresh("2026-01-10T09:00:00Z"), None, "a routine that never ran has missed nothing");
        assert_eq!(fresh("2026-01-11T05:30:00Z").as_deref(), Some("2026-01-11"));
        let weekly = |now| due(Routine::Weekly, now, Some("2026-01-02T06:00:00Z"), "2026-01-12T00:00:00Z");
        assert_eq!(weekly("2026-01-12T10:00:00Z").as_deref(), Some("2026-01-09"));
        assert_eq!(weekly("2026-01-13T10:00:00Z"), None);
    }
}
