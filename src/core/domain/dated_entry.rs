//! Dated entries: the days on which something is due, starts or ends.

use std::str::FromStr;

use jiff::civil::Date;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::audience_role::AudienceRole;
use super::concern::Expression;
use super::recurrence::{Occurrence, Recurrence, Shift, Term};
use paragraf_law::language::Language;

/// What happens on the day of an entry.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "lowercase")]
pub enum EntryKind {
    /// Something must be done by then.
    #[default]
    Due,
    /// A rule applies from then on.
    Starts,
    /// A rule is valid until then.
    Ends,
}

impl EntryKind {
    pub const ALL: [Self; 3] = [Self::Due, Self::Starts, Self::Ends];

    /// The name in files and in the API.
    pub fn name(self) -> &'static str {
        match self {
            Self::Due => "due",
            Self::Starts => "starts",
            Self::Ends => "ends",
        }
    }

    /// The words before the day of an entry.
    pub fn before_day(self, language: Language) -> &'static str {
        match (self, language) {
            (Self::Due, Language::Ro) => "Termen până la",
            (Self::Due, Language::En) => "Due by",
            (Self::Starts, Language::Ro) => "De la",
            (Self::Starts, Language::En) => "From",
            (Self::Ends, Language::Ro) => "Se încheie la",
            (Self::Ends, Language::En) => "Ends on",
        }
    }

    /// As [`EntryKind::before_day`], before a day that is past. A rule that has started still applies.
    pub fn before_past_day(self, language: Language) -> &'static str {
        match (self, language) {
            (Self::Due, Language::Ro) => "Termen depășit:",
            (Self::Due, Language::En) => "Deadline missed:",
            (Self::Ends, Language::Ro) => "S-a încheiat la",
            (Self::Ends, Language::En) => "Ended on",
            (Self::Starts, language) => Self::Starts.before_day(language),
        }
    }

    /// The words for an entry without a day.
    pub fn label(self, language: Language) -> &'static str {
        match (self, language) {
            (Self::Due, Language::Ro) => "Termen",
            (Self::Due, Language::En) => "Due",
            (Self::Starts, Language::Ro) => "Începe",
            (Self::Starts, Language::En) => "Starts",
            (Self::Ends, Language::Ro) => "Se încheie",
            (Self::Ends, Language::En) => "Ends",
        }
    }
}

impl FromStr for EntryKind {
    type Err = &'static str;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        Self::ALL.into_iter().find(|kind| kind.name() == text).ok_or("due, starts or ends")
    }
}

/// The state of an entry on a day.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "lowercase")]
pub enum EntryState {
    Ahead,
    Today,
    Past,
    /// Without a day: a relative term, or a rule in words.
    Undated,
}

/// An entry with at least one of date, recurrence, relative term and rule in words.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct DatedEntry {
    pub kind: EntryKind,
    /// A fixed day; beside a recurrence, the first one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub date: Option<Date>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub recurs: Option<Recurrence>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub within: Option<Term>,
    /// Applies to the days of `recurs` and `within`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub shift: Option<Shift>,
    /// The rule in words, such as "cel târziu în ziua anterioară începerii activității".
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub rule: Option<String>,
    pub what: String,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub who: Option<String>,
    /// Empty if the entry applies to all roles of the article.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub roles: Vec<AudienceRole>,
    /// Which readers it binds, if other than the article concerns.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub condition: Option<Box<Expression>>,
    /// The ids of recurring duties with the same days: a reader has one line for both.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub duties: Vec<String>,
}

/// The texts of an entry in another language; its days are those of the original.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct DatedEntryText {
    pub what: String,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub who: Option<String>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub rule: Option<String>,
}

impl DatedEntry {
    /// Whether the day is the result of the rule in words beside it, and not one that the act names.
    pub fn is_counted(&self) -> bool {
        self.date.is_some() && self.rule.is_some()
    }

    /// The first day of the entry on or after `today`.
    pub fn next_date(&self, today: Date) -> Option<Date> {
        self.next_occurrence(today).map(|occurrence| occurrence.date)
    }

    /// As [`DatedEntry::next_date`], with the day before the shift.
    pub fn next_occurrence(&self, today: Date) -> Option<Occurrence> {
        let fixed = self.date.filter(|date| *date >= today);
        let fixed = fixed.map(|date| Occurrence { date, nominal: date });
        fixed.or_else(|| self.recurs.as_ref()?.next_occurrence(today, self.shift))
    }

    /// The last working day before the next day on which something is due, if that is not one. From `today` on.
    pub fn file_by(&self, today: Date) -> Option<Date> {
        let next = self.next_occurrence(today).filter(|_| self.kind == EntryKind::Due)?;
        next.file_by().filter(|before| *before >= today)
    }

    /// The days of the entry from `from` to `to`, in order.
    pub fn days(&self, from: Date, to: Date) -> Vec<Occurrence> {
        let fixed = self.date.map(|date| Occurrence { date, nominal: date });
        let recurring = self.recurs.as_ref().map(|recurs| recurs.between(from, to, self.shift)).unwrap_or_default();
        let later = recurring.into_iter().filter(|day| self.date.is_none_or(|first| day.date > first));
        fixed.filter(|day| (from..=to).contains(&day.date)).into_iter().chain(later).collect()
    }

    pub fn state(&self, today: Date) -> EntryState {
        match (self.next_date(today), self.date) {
            (Some(next), _) if next == today => EntryState::Today,
            (Some(_), _) => EntryState::Ahead,
            (None, Some(_)) => EntryState::Past,
            (None, None) => EntryState::Undated,
        }
    }

    /// Whether the entry binds readers of this role, given those of the article.
    pub fn binds(&self, role: AudienceRole, article_roles: &[AudienceRole]) -> bool {
        if self.roles.is_empty() { article_roles.contains(&role) } else { self.roles.contains(&role) }
    }
}

#[cfg(test)]
mod tests {
    use jiff::civil::date;

    use super::*;
    use crate::domain::recurrence::DayOfMonth;

    #[test]
    fn an_entry_has_a_next_day_and_a_state() {
        let today = date(2026, 11, 22);
        let check = |entry: &DatedEntry, next: Option<Date>, state| {
            assert_eq!((entry.next_date(today), entry.state(today)), (next, state), "{entry:?}");
        };
        let fixed = |day| DatedEntry { date: Some(day), ..DatedEntry::default() };
        check(&fixed(date(2026, 12, 31)), Some(date(2026, 12, 31)), EntryState::Ahead);
        check(&fixed(today), Some(today), EntryState::Today);
        check(&fixed(date(2026, 11, 21)), None, EntryState::Past);
        check(&DatedEntry { within: Some(Term::Days(30)), ..DatedEntry::default() }, None, EntryState::Undated);
        let monthly = Some(Recurrence::Monthly(DayOfMonth::LAST));
        let recurring = DatedEntry { recurs: monthly, shift: Some(Shift::Tax), ..fixed(date(2024, 1, 31)) };
        check(&recurring, Some(date(2026, 12, 2)), EntryState::Ahead);
        let later = DatedEntry { date: Some(date(2027, 1, 31)), ..recurring };
        check(&later, Some(date(2027, 1, 31)), EntryState::Ahead);
    }
}
