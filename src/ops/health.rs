//! Readiness of the server.

use super::database::LONGEST_LAG;
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
    let maintenance = app.store.maintenance().map(|_| "maintenance".to_owned());
    if app.store.is_shared() {
        check_shared(app)?;
    }
    if app.store.is_shared() && app.store.outage().is_some() {
        // Readers are served from memory: it must not take all processes from them together.
        return Ok(app.store.outage().map(|outage| outage.cause));
    }
    let read = app.store.read(|tx| Ok(articles::any(tx)?)).await;
    match read {
        Err(error) if app.store.is_shared() => return Ok(Some(error.chain())),
        read => read.map_err(|error| Error::unavailable(format!("The store cannot be read: {}.", error.chain())))?,
    };
    Ok(maintenance.or_else(|| app.store.outage().map(|outage| outage.cause)))
}

/// Checks that this process follows the other ones.
///
/// # Errors
/// `unavailable` if it lags too far behind, or must end.
fn check_shared(app: &App) -> Result<()> {
    app.store.require_current()?;
    match app.store.lag() {
        Some(lag) if lag > LONGEST_LAG => {
            let secs = lag.as_secs();
            Err(Error::unavailable(format!("The changes of other processes have been missing for {secs} s.")))
        }
        _ => Ok(()),
    }
}

/// The maintenance in which nothing is saved, if it lasts.
pub fn maintenance(app: &App, actor: &Actor) -> Result<Option<Maintenance>> {
    policy::authorize(actor, Action::ReadPublished)?;
    Ok(app.store.maintenance())
}
