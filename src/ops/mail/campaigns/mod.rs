//! Campaigns: from the operator's file to one outbox row per address.
//!
//! [`create`] checks and stores a campaign, [`gather`] writes its outbox rows in batches, and `ops::mail::deliver`
//! sends them. [`control`] pauses, resumes and cancels, [`status`] reports progress, [`public`] serves the archive.

pub mod audience;
pub mod control;
pub mod create;
pub(in crate::ops::mail) mod end;
pub mod files;
pub mod gather;
pub mod preview;
pub mod public;
mod remind;
pub mod retry;
mod row;
pub(in crate::ops::mail) mod selection;
pub mod status;

use std::sync::atomic::Ordering;

use jiff::Timestamp;

pub use crate::store::campaigns::{CampaignStatus, EqualRefusals};
pub use crate::store::outbox::Tally;

use crate::app::App;
use crate::domain::CampaignId;
use crate::error::{Error, ErrorCode, Result};
use crate::store::audit::{self, AuditRecord};
use crate::store::campaigns::{self, CampaignRecord};
use crate::store::{Reading, StoreError, WriteTx};

/// Rows per write. Larger writes would delay other writers.
pub(in crate::ops::mail) const ROWS_PER_WRITE: usize = 1_000;

/// Reads a campaign.
///
/// # Errors
/// `campaign_not_found`.
fn find(tx: &dyn Reading, id: &CampaignId) -> Result<CampaignRecord> {
    campaigns::get(tx, id)?.ok_or_else(|| missing(id))
}

fn missing(id: &CampaignId) -> Error {
    let mut error = Error::not_found(format!("there is no campaign {id}; `paragraf mail status` lists all"));
    error.code = ErrorCode::CampaignNotFound;
    error
}

/// Adds an audit record in the transaction of the action.
fn audit_action(tx: &WriteTx, at: Timestamp, actor: &str, action: &str, id: &CampaignId) -> Result<(), StoreError> {
    let record = AuditRecord { at, actor: actor.into(), action: action.into(), subject: id.to_string() };
    audit::append(tx, &record)
}

/// Invalidates the archive and wakes the jobs that gather recipients and send. Call it after the commit.
pub(in crate::ops) fn notify_changed(app: &App) {
    app.campaigns_generation.fetch_add(1, Ordering::Relaxed);
    app.gather_wake.notify_one();
    app.mail_wake.notify_one();
}
