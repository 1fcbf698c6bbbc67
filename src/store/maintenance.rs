//! A pause of all writes that the operator wants.

use std::sync::{PoisonError, RwLock};

use jiff::Timestamp;
use serde::{Deserialize, Serialize};

use crate::error::{Error, ErrorCode, Kind, Result};

/// Seconds after which a refused client may try again.
const RETRY_SECS: u64 = 60;

/// Since when and why nothing is saved.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Maintenance {
    pub since: Timestamp,
    /// The operator's words for readers; may be empty.
    #[serde(default)]
    pub message: String,
}

/// The maintenance that lasts, if any.
#[derive(Debug, Default)]
pub(super) struct MaintenanceState(RwLock<Option<Maintenance>>);

impl MaintenanceState {
    pub(super) fn get(&self) -> Option<Maintenance> {
        self.0.read().unwrap_or_else(PoisonError::into_inner).clone()
    }

    pub(super) fn set(&self, maintenance: Option<Maintenance>) {
        *self.0.write().unwrap_or_else(PoisonError::into_inner) = maintenance;
    }

    /// # Errors
    /// `maintenance` while it lasts.
    pub(super) fn check(&self) -> Result<()> {
        if self.0.read().unwrap_or_else(PoisonError::into_inner).is_none() {
            return Ok(());
        }
        let message = "The site is in maintenance: it can be read, and changes are possible again soon.";
        Err(Error::new(Kind::Unavailable, ErrorCode::Maintenance, message).retry_after(RETRY_SECS))
    }
}
