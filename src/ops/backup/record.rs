//! The record of a backup.

use crate::app::App;
use crate::error::Result;
use crate::store::backups::{self, BackupRecord};

/// Notes the backup. While the store takes no writes it is listed without its trial: it is needed then more than its
/// history.
pub(super) async fn put(app: &App, record: BackupRecord) -> Result<()> {
    let noted = app.store.write(move |tx| Ok(backups::put(tx, &record)?)).await;
    if app.store.takes_writes() { noted } else { Ok(()) }
}
