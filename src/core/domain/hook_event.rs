//! The events of the operator's blocking hook.

use serde::{Deserialize, Serialize};

/// An event that the hook allows or refuses.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum HookEvent {
    BeforeCreate,
    BeforeSignIn,
    BeforeEmail,
    BeforeSms,
}
