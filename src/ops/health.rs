//! Readiness of the server.

use super::policy::{self, Action, Actor};
use crate::app::App;
use crate::error::{Error, Result};
use crate::store::{Maintenance, articles};

/// Checks that the server can serve readers: the catalogue is loaded and the store can be read. Returns why nothing can
/// be saved at the moment, if so.
///
/// # Errors
/// `unavailable` with the reason; also while the server is stopping, so that a load balancer sends no more
/// requests.
pub async fn check_ready(app: &App, actor: &Actor) -> Result<Option<String>> {
    policy::authorize(actor, Action::ReadPublished)?;
    if app.stop.is_cancelled() {
        return Err(Error::unavailable("The server is stopping."));
    }
    if !app.catalogue.is_live() {
        return Err(Error::unavailable("The articles are being loaded."));
    }
    let read = app.store.read(|tx| Ok(articles::any(tx)?)).await;
    read.map_err(|error| Error::unavailable(format!("The store cannot be read: {}.", error.chain())))?;
    let maintenance = app.store.maintenance().map(|_| "maintenance".to_owned());
    Ok(maintenance.or_else(|| app.store.outage().map(|outage| outage.cause)))
}

/// The maintenance in which nothing is saved, if it lasts.
pub fn maintenance(app: &App, actor: &Actor) -> Result<Option<Maintenance>> {
    policy::authorize(actor, Action::ReadPublished)?;
    Ok(app.store.maintenance())
}
