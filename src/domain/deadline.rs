//! What must be done by when, and by whom.

use jiff::civil::Date;
use serde::{Deserialize, Serialize};

/// A deadline: a day, or a rule for recurring and relative ones, or both.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Deadline {
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub date: Option<Date>,
    /// Such as "cel târziu în ziua anterioară începerii activității".
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub rule: Option<String>,
    pub what: String,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub who: Option<String>,
}

/// The words of a deadline in another language; the day stays that of the original.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct DeadlineText {
    pub what: String,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub who: Option<String>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub rule: Option<String>,
}
