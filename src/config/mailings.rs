//! The schedule of automatic campaigns, and the postal address.

use jiff::civil::Time;

use super::mail::MailConfig;
use super::problem::{ConfigProblem, problem};

/// Longest postal address, in characters.
const MAX_ADDRESS: usize = 300;

impl MailConfig {
    /// [`MailConfig::daily_at`] as a time; the default when it is invalid.
    pub fn daily_time(&self) -> Time {
        time(&self.daily_at).unwrap_or(Time::constant(7, 30, 0, 0))
    }

    /// [`MailConfig::weekly_at`] as a time; the default when it is invalid.
    pub fn weekly_time(&self) -> Time {
        time(&self.weekly_at).unwrap_or(Time::constant(8, 0, 0, 0))
    }
}

/// Parses exactly two digits, a colon and two digits, such as `07:30`.
fn time(text: &str) -> Option<Time> {
    let (hour, minute) = text.split_once(':')?;
    let two_digits = |text: &str| text.len() == 2 && text.bytes().all(|byte| byte.is_ascii_digit());
    let number = |text: &str| text.parse().ok().filter(|_| two_digits(text));
    Time::new(number(hour)?, number(minute)?, 0, 0).ok()
}

pub(super) fn problems(mail: &MailConfig) -> Vec<ConfigProblem> {
    let mut problems = Vec::new();
    let mut refuse = |key: &str, reason: String| problems.push(problem(key, reason));
    for (key, at) in [("mail.daily_at", &mail.daily_at), ("mail.weekly_at", &mail.weekly_at)] {
        if time(at).is_none() {
            refuse(key, format!("{at:?} is not a time of day, such as 07:30"));
        }
    }
    let address = mail.postal_address.trim();
    if address.chars().any(char::is_control) || address.chars().count() > MAX_ADDRESS {
        refuse("mail.postal_address", format!("write one line of at most {MAX_ADDRESS} characters"));
    }
    problems
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn times_of_day_are_checked() {
        let mut mail = MailConfig::default();
        assert!(problems(&mail).is_empty());
        assert_eq!(mail.daily_time(), Time::constant(7, 30, 0, 0));
        mail.daily_at = "06:05".into();
        mail.weekly_at = "20:30".into();
        assert!(problems(&mail).is_empty());
        assert_eq!(mail.daily_time(), Time::constant(6, 5, 0, 0));
        assert_eq!(mail.weekly_time(), Time::constant(20, 30, 0, 0));
        for bad in ["", "7:30", "24:00", "07:60", "07:30:00", "half past seven", "+7:30", "-1:30", "0７:30"] {
            mail.daily_at = bad.into();
            assert_eq!(problems(&mail)[0].key, "mail.daily_at", "{bad}");
        }
        let mail = MailConfig { weekly_at: "8".into(), postal_address: "a\nb".into(), ..MailConfig::default() };
        let keys: Vec<_> = problems(&mail).into_iter().map(|problem| problem.key).collect();
        assert_eq!(keys, ["mail.weekly_at", "mail.postal_address"]);
    }
}
