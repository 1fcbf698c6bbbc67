//! A pause of all writes that the operator wants.

use std::sync::{PoisonError, RwLock};

use jiff::Timestamp;
use serde::{Deserialize, Serialize};

use super::engine::{Reading, WriteTx};
use super::error::StoreError;
use super::meta::META;
use crate::error::{Error, ErrorCode, Kind};

/// Seconds after which a refused client may try again.
const RETRY_SECS: u64 = 60;

/// The row of the maintenance in `meta`, which processes on one database share.
pub(super) const KEY: &str = "maintenance";

/// Since when and why nothing is saved.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Maintenance {
    pub since: Timestamp,
    /// The operator's words for readers; may be empty.
    #[serde(default)]
    pub message: String,
}

/// The maintenance that the processes on one database share; a damaged row means maintenance too.
pub fn shared(tx: &dyn Reading, now: Timestamp) -> Result<Option<Maintenance>, StoreError> {
    let text = META.get(tx, KEY)?;
    let unknown = || Maintenance { since: now, message: String::new() };
    Ok(text.map(|text| serde_json::from_str(&text).unwrap_or_else(|_| unknown())))
}

/// Begins or ends the maintenance of the processes on one database; returns whether it lasted.
pub fn share(tx: &WriteTx, maintenance: Option<&Maintenance>) -> Result<bool, StoreError> {
    let Some(maintenance) = maintenance else { return META.delete(tx, KEY) };
    let text = serde_json::to_string(maintenance);
    let text = text.map_err(|source| StoreError::Unwritable { table: META.name().to_owned(), source })?;
    let lasted = META.contains(tx, KEY)?;
    META.put(tx, KEY, &text)?;
    Ok(lasted)
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
    pub(super) fn check(&self) -> crate::error::Result<()> {
        if self.0.read().unwrap_or_else(PoisonError::into_inner).is_none() {
            return Ok(());
        }
        let message = "The site is under maintenance: it can be read, and changes are possible again soon.";
        Err(Error::new(Kind::Unavailable, ErrorCode::Maintenance, message).retry_after(RETRY_SECS))
    }
}
