//! Follows: the names of what an account follows, and how each follow notifies its reader.
//!
//! A topic is followed under its id, everything else under a prefix.

use jiff::civil::Date;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::importance::Importance;

/// Prefix of a followed domain, before its folded name.
pub const DOMAIN_PREFIX: &str = "domain:";

/// Prefix of a followed act, before its name in addresses.
pub const ACT_PREFIX: &str = "act:";

/// When mails about a follow are sent; the earliest comes first.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum FollowFrequency {
    AtOnce,
    Daily,
    Weekly,
}

/// How one follow differs from the settings of its account.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub struct FollowSettings {
    /// Without it, the account's preferences decide.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub frequency: Option<FollowFrequency>,
    /// Least importance of articles; without it, the account's settings decide.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub importance_from: Option<Importance>,
    /// Whether it stays on screens without notifications and mails.
    pub muted: bool,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub paused: Option<Pause>,
}

/// A time in which a follow has no effect.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub struct Pause {
    /// The date in Europe/Bucharest on which it ends; without it, the reader ends it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub until: Option<Date>,
}

impl FollowSettings {
    /// Whether nothing differs from the account's settings.
    pub fn is_default(&self) -> bool {
        *self == Self::default()
    }

    pub fn is_paused(&self, today: Date) -> bool {
        self.paused.is_some_and(|pause| pause.until.is_none_or(|until| today < until))
    }

    /// Whether it causes notifications and mails.
    pub fn notifies(&self, today: Date) -> bool {
        !self.muted && !self.is_paused(today)
    }

    /// Whether articles of this importance pass; `default` is the floor of the account.
    pub fn admits(&self, importance: Importance, default: Importance) -> bool {
        importance >= self.importance_from.unwrap_or(default)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use jiff::civil::date;

    #[test]
    fn a_pause_ends_on_its_day_and_one_without_a_day_does_not_end() {
        let today = date(2026, 3, 1);
        let paused = |until| FollowSettings { paused: Some(Pause { until }), ..FollowSettings::default() };
        assert!(paused(None).is_paused(today));
        assert!(paused(Some(date(2026, 3, 2))).is_paused(today));
        assert!(!paused(Some(today)).is_paused(today), "the day itself has notifications again");
        assert!(!FollowSettings { muted: true, ..FollowSettings::default() }.notifies(today));
        assert!(FollowSettings::default().notifies(today));
    }

    #[test]
    fn absent_fields_have_defaults() {
        let read: FollowSettings = serde_json::from_str("{}").expect("settings");
        assert!(read.is_default());
        assert_eq!(serde_json::to_string(&read).expect("JSON"), r#"{"muted":false}"#);
    }
}
