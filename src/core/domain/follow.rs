//! Follows: the names of followed things, and how each follow notifies its reader.
//!
//! A topic is followed under its id, everything else under a prefix.

use std::fmt;

use jiff::civil::Date;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::duty::DAY_PREFIX;
use super::importance::Importance;
use super::slug::Slug;
use super::text;

/// Most characters of a name that a caller gives.
pub const MAX_NAME: usize = 4_000;

/// Prefix of a followed domain, before its [`domain_key`].
pub const DOMAIN_PREFIX: &str = "domain:";

/// Prefix of a followed act, before its name in addresses.
pub const ACT_PREFIX: &str = "act:";

/// Prefix of a followed deadline, before its [`DeadlineName`].
pub const DEADLINE_PREFIX: &str = "deadline:";

/// Prefix of a saved search, before its canonical query.
pub const SEARCH_PREFIX: &str = "search:";

/// The key of a domain: the same for each of its spellings.
// docs/decisions/0264
pub fn domain_key(domain: &str) -> String {
    text::fold(domain.trim())
}

/// The name under which a domain is followed.
pub fn domain_name(domain: &str) -> String {
    format!("{DOMAIN_PREFIX}{}", domain_key(domain))
}

/// The name under which an act is followed, by its id.
pub fn followed_act(id: &impl fmt::Display) -> String {
    format!("{ACT_PREFIX}{id}")
}

/// When mails about a follow are sent; the earliest comes first.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "snake_case")]
pub enum FollowFrequency {
    AtOnce,
    Daily,
    Weekly,
}

/// The settings of one follow that replace those of its account.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default)]
pub struct FollowSettings {
    /// `None` to use the account's preferences.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub frequency: Option<FollowFrequency>,
    /// Least importance of articles; `None` to use the account's settings.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub importance_from: Option<Importance>,
    /// Whether the follow is only shown on screens, without notifications and mails.
    pub muted: bool,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub paused: Option<Pause>,
}

/// A time in which a follow has no effect.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub struct Pause {
    /// The date in Europe/Bucharest on which the pause ends; `None` until the reader ends it.
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

    /// Whether the follow causes notifications and mails.
    pub fn notifies(&self, today: Date) -> bool {
        !self.muted && !self.is_paused(today)
    }

    /// Whether articles of this importance notify; `default` is the least importance that the account accepts.
    pub fn admits(&self, importance: Importance, default: Importance) -> bool {
        importance >= self.importance_from.unwrap_or(default)
    }

    /// Whether the follow itself asks for a mail at once about articles of this importance.
    pub fn is_mailed_at_once(&self, importance: Importance) -> bool {
        self.frequency == Some(FollowFrequency::AtOnce) && self.admits(importance, Importance::TRIVIAL)
    }
}

/// A deadline that can be followed: a dated entry of an article, or a recurring duty, with all its days.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub enum DeadlineName {
    /// `slug.2`: the entry that has this number in all revisions of its article.
    Entry(Slug, u32),
    /// `duty.d112-monthly`: the duty with this id.
    Duty(String),
}

impl DeadlineName {
    /// Reads a name, or the id of one of its days such as `slug.2.2026-12`.
    pub fn parse(text: &str) -> Option<Self> {
        let mut parts = text.split('.');
        let (of, name, period) = (parts.next()?, parts.next()?, parts.next());
        if parts.next().is_some() || period.is_some_and(|period| !is_period(period)) {
            return None;
        }
        match (of, name.parse()) {
            (_, Ok(number)) if !name.starts_with(['0', '+']) => Some(Self::Entry(Slug::parse(of)?, number)),
            (DAY_PREFIX, Err(_)) => Slug::parse(name).map(|id| Self::Duty(id.into())),
            _ => None,
        }
    }
}

impl fmt::Display for DeadlineName {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Entry(slug, number) => write!(f, "{slug}.{number}"),
            Self::Duty(id) => write!(f, "{DAY_PREFIX}.{id}"),
        }
    }
}

fn is_period(text: &str) -> bool {
    (1..=10).contains(&text.len()) && text.bytes().all(|byte| byte.is_ascii_alphanumeric() || byte == b'-')
}

#[cfg(test)]
mod tests {
    use super::*;
    use jiff::civil::date;

    #[test]
    fn a_day_of_a_deadline_names_the_deadline() {
        for (text, name) in [
            ("salariu-minim.2", Some("salariu-minim.2")),
            ("tva.1.2026-12", Some("tva.1")),
            ("duty.d112-monthly", Some("duty.d112-monthly")),
            ("duty.d112-monthly.2026-12", Some("duty.d112-monthly")),
            ("duty.3", Some("duty.3")),
            ("tva", None),
            ("tva.", None),
            ("tva.x", None),
            ("tva.+1", None),
            ("tva.01", None),
            ("tva.1.2026 12", None),
            ("tva.1.2.3", None),
            ("Tva.1", None),
        ] {
            let read = DeadlineName::parse(text).map(|name| name.to_string());
            assert_eq!(read.as_deref(), name, "{text}");
        }
    }

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
