//! Deadlines: obligations with a date.

use jiff::civil::Date;
use serde::{Deserialize, Serialize};

/// A deadline with a date, a rule for a recurring or relative one, or both.
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

/// The texts of a deadline in another language; its date is that of the original.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct DeadlineText {
    pub what: String,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub who: Option<String>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub rule: Option<String>,
}
