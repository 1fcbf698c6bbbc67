//! What an unfinished update forbids.

use crate::cli::global::Global;
use crate::cli::service_unit::ServiceUnit;
use crate::config::Secrets;
use crate::error::{Error, ErrorCode, Result};
use crate::ops::upgrade::journal::UpgradeJournal;
use crate::ops::upgrade::plan::{UpgradeStage, maintenance_may_end};
use crate::ops::upgrade::programs::Programs;
use crate::ops::upgrade::store::{KEPT_STORE, unfinished_copy};

/// Checks that ending the maintenance lets nothing be written that a return from an update would lose.
///
/// # Errors
/// `maintenance` between the copy of the store and the end of the update or of the return.
// docs/decisions/0563
pub(in crate::cli) fn check_end_of_maintenance(global: &Global) -> Result<()> {
    let data_dir = global.data_dir(&global.load_config(Secrets::Skip)?);
    // Another data folder has nothing to do with the service's update.
    let is_kept = [KEPT_STORE.to_owned(), unfinished_copy()].iter().any(|name| data_dir.join(name).exists());
    let stage = if is_kept { stage() } else { None };
    let Some(stage) = stage.filter(|stage| !maintenance_may_end(*stage)) else { return Ok(()) };
    let message = match stage {
        UpgradeStage::Returning => {
            "a return from an update is not finished, and would lose what is written now; repeat \
             `paragraf upgrade --back`"
        }
        _ => {
            "an update is not finished, and a return from it would lose what is written now; finish it with \
             `paragraf upgrade --finish`, or return with `paragraf upgrade --back`"
        }
    };
    Err(Error::conflict(ErrorCode::Maintenance, message))
}

/// How far the service's update has come; `None` without a service or an update.
fn stage() -> Option<UpgradeStage> {
    let programs = Programs::at(ServiceUnit::installed()?.program());
    let journal = UpgradeJournal::read(&programs.journal()).ok().flatten()?;
    journal.effective_stage(&programs).ok()
}
