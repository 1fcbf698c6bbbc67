//! Times of day in settings, by the clock in Romania.

use std::fmt;
use std::str::FromStr;

use jiff::civil::Time;
use serde::{Deserialize, Serialize};

use crate::domain::text_form::text_form;

/// A time of day, written as `07:30`.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(try_from = "String", into = "String")]
pub struct TimeOfDay(Time);

/// Hours without bulk messages, written as `22:00-07:00`; they may span midnight. Empty: none.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(try_from = "String", into = "String")]
pub struct QuietHours(Option<(TimeOfDay, TimeOfDay)>);

impl TimeOfDay {
    /// Panics at compile time when there is no such time.
    pub const fn constant(hour: i8, minute: i8) -> Self {
        Self(Time::constant(hour, minute, 0, 0))
    }

    pub fn time(self) -> Time {
        self.0
    }
}

impl QuietHours {
    pub const fn between(from: TimeOfDay, until: TimeOfDay) -> Self {
        Self(Some((from, until)))
    }

    /// Begin and end; `None` when there are none.
    pub fn times(self) -> Option<(Time, Time)> {
        self.0.map(|(from, until)| (from.time(), until.time()))
    }
}

impl FromStr for TimeOfDay {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        let two_digits = |text: &str| text.len() == 2 && text.bytes().all(|byte| byte.is_ascii_digit());
        let number = |text: &str| text.parse().ok().filter(|_| two_digits(text));
        let time = || {
            let (hour, minute) = text.split_once(':')?;
            Time::new(number(hour)?, number(minute)?, 0, 0).ok()
        };
        time().map(Self).ok_or_else(|| format!("{text:?} is not a time of day; write hours and minutes, such as 07:30"))
    }
}

impl FromStr for QuietHours {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        if text.is_empty() {
            return Ok(Self::default());
        }
        let times = || {
            let (from, until) = text.split_once('-')?;
            let times = from.trim().parse().ok().zip(until.trim().parse().ok())?;
            Some(times).filter(|(from, until): &(TimeOfDay, TimeOfDay)| from != until)
        };
        let hours = times().map(|times| Self(Some(times)));
        hours.ok_or_else(|| format!("{text:?} is not two times of day; write them as 22:00-07:00, or leave this empty"))
    }
}

impl fmt::Display for TimeOfDay {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:02}:{:02}", self.0.hour(), self.0.minute())
    }
}

text_form! {
    TimeOfDay, String;
    from text => text.parse();
    into time => time.to_string();
}

text_form! {
    QuietHours, String;
    from text => text.parse();
    into hours => hours.0.map(|(from, until)| format!("{from}-{until}")).unwrap_or_default();
}

#[cfg(test)]
mod tests {
    use super::super::{Environment, Secrets, merge};
    use super::*;

    #[test]
    fn times_of_day_have_two_digits_each() {
        let time = |text: &str| text.parse::<TimeOfDay>().ok().map(|time| time.to_string());
        for good in ["07:30", "00:00", "23:59"] {
            assert_eq!(time(good).as_deref(), Some(good));
        }
        for bad in ["", "7:30", "24:00", "07:60", "07:30:00", "half past seven", "+7:30", "-1:30", "0７:30"] {
            assert_eq!(time(bad), None, "{bad}");
        }
    }

    #[test]
    fn quiet_hours_are_two_times_of_day() {
        let quiet = |text: &str| text.parse::<QuietHours>();
        let time = |hour| jiff::civil::time(hour, 0, 0, 0);
        assert_eq!(quiet("22:00-07:00").expect("hours").times(), Some((time(22), time(7))));
        assert_eq!(String::from(quiet("22:00 - 07:00").expect("hours")), "22:00-07:00");
        assert_eq!(quiet("").expect("none").times(), None);
        for wrong in ["22-7", "22:00", "25:00-07:00", "07:00-07:00", "22:00-07:00-08:00", "night"] {
            assert!(quiet(wrong).is_err(), "{wrong}");
        }
    }

    #[test]
    fn an_invalid_time_is_reported_with_its_key_value_and_remedy() {
        let file = "[mail]\ndaily_at = '7:30'\nweekly_at = '8'\nquiet_hours = 'night'\n";
        let problems = merge(file, &Environment::new(), Secrets::Read).expect_err("three problems");
        let reasons: Vec<_> = problems.iter().map(ToString::to_string).collect();
        assert_eq!(
            reasons,
            [
                "mail.daily_at: \"7:30\" is not a time of day; write hours and minutes, such as 07:30",
                "mail.quiet_hours: \"night\" is not two times of day; write them as 22:00-07:00, or leave this empty",
                "mail.weekly_at: \"8\" is not a time of day; write hours and minutes, such as 07:30",
            ]
        );
    }
}
