//! What the operator's hook is asked about.

use serde::{Deserialize, Serialize};

/// An event that a blocking hook decides about.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum HookEvent {
    BeforeCreate,
    BeforeSignIn,
    BeforeEmail,
    BeforeSms,
}
