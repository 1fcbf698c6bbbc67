//! States that the operator should know about: something is limited, refused or delayed, and there is a remedy.
//!
//! A condition is logged when it begins and when it ends, and listed by `paragraf status` while it lasts.

use std::sync::{Mutex, PoisonError};

use jiff::Timestamp;
use serde::{Deserialize, Serialize};

/// A state that lasts, with its cause and its remedy.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Condition {
    /// Stable name, such as `connections_full`.
    pub code: String,
    /// What happens, and why.
    pub message: String,
    /// What the operator can do.
    pub remedy: String,
    pub since: Timestamp,
}

/// The current conditions, oldest first, at most one of each code.
// docs/decisions/0082
#[derive(Debug, Default)]
pub struct Conditions(Mutex<Vec<Condition>>);

impl Conditions {
    /// Begins a condition and logs it, unless it has begun already.
    pub fn begin(&self, code: &str, now: Timestamp, message: impl Into<String>, remedy: impl Into<String>) {
        let mut all = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        if all.iter().any(|condition| condition.code == code) {
            return;
        }
        let condition = Condition { code: code.into(), message: message.into(), remedy: remedy.into(), since: now };
        tracing::warn!(condition = code, "{}; {}", condition.message, condition.remedy);
        all.push(condition);
    }

    /// Ends a condition and logs its end, if it has begun.
    pub fn end(&self, code: &str) {
        let mut all = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(place) = all.iter().position(|condition| condition.code == code) {
            let condition = all.remove(place);
            tracing::info!(condition = code, "no longer: {}", condition.message);
        }
    }

    pub fn list(&self) -> Vec<Condition> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner).clone()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_condition_is_listed_once_with_its_beginning_until_it_ends() {
        let conditions = Conditions::default();
        let at = |second| Timestamp::from_second(second).expect("an instant");
        conditions.begin("disk_full", at(1), "the disk is full", "free some space");
        conditions.begin("disk_full", at(2), "the disk is full", "free some space");
        let listed = conditions.list();
        assert_eq!(listed.len(), 1);
        assert_eq!(listed[0].since, at(1));
        conditions.end("disk_full");
        assert_eq!(conditions.list(), []);
    }
}
