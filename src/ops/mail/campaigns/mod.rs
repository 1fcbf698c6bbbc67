//! Campaigns: from the operator's file to one row of the ledger per address.
//!
//! [`create`] checks a file and stores it, [`gather`] makes the rows batch by batch, `ops::mail::deliver`
//! sends them; [`control`] stops and goes on, [`status`] tells how far it is, [`public`] is what everybody
//! may read.

pub mod audience;
pub mod control;
pub mod create;
pub(in crate::ops::mail) mod end;
pub mod files;
pub mod gather;
pub mod letter;
pub mod public;
pub mod retry;
pub(in crate::ops::mail) mod selection;
pub mod status;

use std::sync::atomic::Ordering;

use jiff::Timestamp;

pub use crate::store::campaigns::CampaignStatus as CampaignState;
pub use crate::store::outbox::Tally;

use crate::app::App;
use crate::domain::CampaignId;
use crate::error::{Error, ErrorCode, Result};
use crate::store::audit::{self, AuditRecord};
use crate::store::campaigns::{self, CampaignRecord};
use crate::store::{Reading, StoreError, WriteTx};

/// Rows that one write makes or changes, so that nobody else waits long for theirs.
pub(in crate::ops::mail) const BATCH: usize = 1_000;

/// Errors: `campaign_not_found`.
fn find(tx: &impl Reading, id: &CampaignId) -> Result<CampaignRecord> {
    campaigns::get(tx, id)?.ok_or_else(|| missing(id))
}

fn missing(id: &CampaignId) -> Error {
    let mut error = Error::not_found(format!("there is no campaign {id}; `paragraf mail status` shows all"));
    error.code = ErrorCode::CampaignNotFound;
    error
}

/// The deed as it is written in its transaction.
fn note(tx: &WriteTx, at: Timestamp, actor: &str, action: &str, id: &CampaignId) -> Result<(), StoreError> {
    let record = AuditRecord { at, actor: actor.into(), action: action.into(), subject: id.to_string() };
    audit::append(tx, &record)
}

/// Tells the pages, and those who gather and send, that a campaign changed; after the commit.
fn changed(app: &App) {
    app.campaigns_generation.fetch_add(1, Ordering::Relaxed);
    app.gather_wake.notify_one();
    app.mail_wake.notify_one();
}
