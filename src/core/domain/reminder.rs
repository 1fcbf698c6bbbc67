//! Reminders before deadlines, and news of followed deadlines.

use jiff::civil::Date;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::duty::DutyText;
use super::form_line::VerifyNote;
use super::slug::Slug;

/// The days before a deadline on which readers can be reminded, largest first.
pub const REMINDER_DAYS: [u8; 3] = [30, 7, 1];

/// Which deadlines an account is reminded of, and when.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(default)]
pub struct ReminderSettings {
    /// Days before the deadline: 30, 7 and 1, or some of them, largest first.
    pub days: Vec<u8>,
    /// Whether reminders are notifications in the application; the mail preferences decide about mails.
    pub in_app: bool,
    /// Deadlines that the account follows.
    pub followed: bool,
    /// Deadlines of articles that it bookmarked.
    pub bookmarks: bool,
    /// Deadlines of articles on topics, tags and acts that it follows, and of articles that it tracks.
    pub interests: bool,
    /// What is certainly due for it by its answers; without answers, the recurring duties of the roles in its private
    /// calendar.
    pub duties: bool,
}

impl Default for ReminderSettings {
    fn default() -> Self {
        Self { days: vec![7, 1], in_app: true, followed: true, bookmarks: true, interests: false, duties: false }
    }
}

/// A change of a followed deadline for the account's next mail.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct DeadlineNotice {
    pub slug: Slug,
    /// What is due, in both languages.
    pub what: DutyText,
    /// The day before the change.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub from: Option<Date>,
    /// The new day; `None` if the deadline no longer stands, or has no day now.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub to: Option<Date>,
    pub is_withdrawn: bool,
}

/// A deadline in a message, in the words of its recipient.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct ReminderLine {
    pub kind: ReminderKind,
    pub what: String,
    /// The article's title, or the duty's rule.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub about: String,
    /// What is to be verified about it.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub verify: Vec<VerifyNote>,
    /// The day of the deadline; the new one if it moved.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub date: Option<Date>,
    /// The day before the change of a moved or withdrawn deadline.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub from: Option<Date>,
    /// The article; `None` for a recurring duty.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub slug: Option<Slug>,
    /// The id of the recurring duty, without an article.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub duty: Option<String>,
    /// The name of its topic, for the subject.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub topic: String,
    /// Whether personal data of a special category makes it the recipient's: a subject then says nothing of it.
    #[serde(default)]
    pub is_private: bool,
    /// Whether it is due only if something happens.
    #[serde(default)]
    pub is_conditional: bool,
}

impl ReminderLine {
    /// Whether the line still belongs in a message of `today`.
    pub fn is_relevant(&self, today: Date) -> bool {
        self.kind != ReminderKind::Due || self.date.is_some_and(|date| date >= today)
    }
}

/// Why a deadline is in a message.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum ReminderKind {
    /// Its day is near.
    Due,
    Moved,
    Withdrawn,
}

/// Whether a run on `today` sends the reminder that is `days` days before the deadline on `date`. `done` is the day of
/// the run before; reminders of the days between are sent late, but none after the deadline.
pub fn is_due(date: Date, days: u8, done: Date, today: Date) -> bool {
    let Ok(on) = date.checked_sub(jiff::Span::new().days(i64::from(days))) else { return false };
    done < on && on <= today && today <= date
}

#[cfg(test)]
mod tests {
    use super::*;
    use jiff::civil::date;

    #[test]
    fn a_run_reminds_of_its_own_and_of_missed_days_and_never_of_past_deadlines() {
        let day = |day| date(2026, 3, day);
        // The deadline is on 20 March; the reminder of seven days before it is for the 13th.
        for (done, today, expected) in
            [(12, 13, true), (13, 14, false), (10, 15, true), (12, 12, false), (5, 20, true), (5, 21, false)]
        {
            assert_eq!(is_due(day(20), 7, day(done), day(today)), expected, "{done} {today}");
        }
        assert!(!is_due(Date::MIN, 7, Date::MIN, Date::MIN));
    }
}
