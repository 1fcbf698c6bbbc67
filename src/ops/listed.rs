//! Lists that an import replaces as a whole.

use std::collections::HashMap;

use serde::{Deserialize, Serialize};

use crate::error::{Error, Result};

/// Maximum number of problems that an error names.
const MAX_PROBLEMS: usize = 5;

/// How an import changed a list.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub struct ListChange {
    pub new: usize,
    pub changed: usize,
    pub removed: usize,
}

impl ListChange {
    /// Compares a list with the one before, by id.
    pub(in crate::ops) fn between<T>(
        before: &HashMap<String, T>,
        after: &[T],
        id: impl Fn(&T) -> &str,
        is_same: impl Fn(&T, &T) -> bool,
    ) -> Self {
        let kept: Vec<_> = after.iter().filter_map(|item| Some((before.get(id(item))?, item))).collect();
        let changed = kept.iter().filter(|(old, item)| !is_same(old, item)).count();
        Self { new: after.len() - kept.len(), changed, removed: before.len() - kept.len() }
    }
}

/// Refuses a list with problems.
///
/// # Errors
/// `invalid` in this field, with the first problems.
pub(in crate::ops) fn check(field: &'static str, problems: &[String]) -> Result<()> {
    if problems.is_empty() {
        return Ok(());
    }
    let named = problems.iter().take(MAX_PROBLEMS).cloned().collect::<Vec<_>>().join("; ");
    let more = problems.len().saturating_sub(MAX_PROBLEMS);
    let rest = if more > 0 { format!("; and {more} more") } else { String::new() };
    Err(Error::invalid(field, format!("the list of {field} is not usable: {named}{rest}")))
}
