//! What acts changed between two forms of an act.

use serde::{Deserialize, Serialize};

use super::amendment::Amendment;
use paragraf_law::apply::NotedAct;

/// The changes that one act made on one day.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct FormChangeGroup {
    /// The act, as the portal's notes name it; `None` where they do not.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub by: Option<NotedAct>,
    /// The number of changed provisions.
    pub found: u32,
    /// The provisions in the order of the later form; the first ones of a long list.
    pub amendments: Vec<Amendment>,
}
