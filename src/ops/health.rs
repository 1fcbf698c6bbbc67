//! Readiness of the server.

use super::policy::{self, Action, Actor};
use crate::app::App;
use crate::error::{Error, Result};
use crate::store::articles;

/// Succeeds if the catalogue is loaded and the store can be read and written.
///
/// # Errors
/// `unavailable` with the reason; also while the server is stopping, so that a load balancer sends no more
/// requests.
pub async fn check_ready(app: &App, actor: &Actor) -> Result<()> {
    policy::authorize(actor, Action::ReadPublished)?;
    if app.stop.is_cancelled() {
        return Err(Error::unavailable("The server is stopping."));
    }
    if !app.catalogue.is_live() {
        return Err(Error::unavailable("The articles are being loaded."));
    }
    if app.store.failed().is_cancelled() {
        return Err(Error::unavailable("The store takes no more writes."));
    }
    let read = app.store.read(|tx| Ok(articles::any(tx)?)).await;
    read.map(drop).map_err(|error| Error::unavailable("The store cannot be read.").caused_by(error))
}
