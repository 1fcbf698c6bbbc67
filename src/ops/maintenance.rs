//! Read-only mode for maintenance: everything can be read, and every write is refused.
//!
//! The state is a file in the data folder, since the store takes no writes meanwhile; processes on one database share a
//! row. It outlives a restart.

use std::io::ErrorKind;
use std::path::{Path, PathBuf};

use jiff::Timestamp;

use crate::app::App;
use crate::clock::Clock;
use crate::domain::text::is_hidden;
use crate::error::{Error, Result};
use crate::ops::policy::{self, Action, Actor};
pub use crate::store::Maintenance;
use crate::store::maintenance as state;

const FILE_NAME: &str = "maintenance.json";
/// Most characters of the operator's words.
const MAX_MESSAGE: usize = 300;

/// Begins maintenance, or changes its message.
///
/// # Errors
/// `invalid` in `message`; `unavailable` if the state cannot be saved.
// docs/decisions/0468
pub async fn begin(app: &App, actor: &Actor, message: &str) -> Result<Maintenance> {
    policy::authorize(actor, Action::ManageServer)?;
    let message = message.trim();
    if message.chars().count() > MAX_MESSAGE || message.chars().any(is_hidden) {
        let reason = format!("The message must be one line of at most {MAX_MESSAGE} characters.");
        return Err(Error::invalid("message", reason));
    }
    let since = app.store.maintenance().map_or_else(|| app.clock.now(), |maintenance| maintenance.since);
    let maintenance = Maintenance { since, message: message.to_owned() };
    if app.store.is_shared() {
        let shared = maintenance.clone();
        app.store.write_in_maintenance(move |tx| Ok(state::share(tx, Some(&shared))?)).await?;
    } else {
        let text = serde_json::to_string(&maintenance).map_err(|error| Error::internal("writing the state", error))?;
        save(&app.data_dir, &text).await.map_err(|error| failed("save", &app.data_dir, error))?;
    }
    app.store.set_maintenance(Some(maintenance.clone()));
    tracing::warn!("maintenance begins: nothing is saved until `paragraf maintenance off`");
    Ok(maintenance)
}

/// Ends maintenance; returns whether it lasted.
///
/// # Errors
/// `unavailable` if the file of the state cannot be removed.
pub async fn end(app: &App, actor: &Actor) -> Result<bool> {
    policy::authorize(actor, Action::ManageServer)?;
    let lasted = if app.store.is_shared() {
        app.store.write_in_maintenance(|tx| Ok(state::share(tx, None)?)).await?
    } else {
        remove(&app.data_dir).await?
    };
    app.store.set_maintenance(None);
    if lasted {
        tracing::info!("maintenance is over");
    }
    app.mail_wake.notify_one();
    Ok(lasted)
}

async fn remove(data_dir: &Path) -> Result<bool> {
    match tokio::fs::remove_file(path(data_dir)).await {
        Ok(()) => Ok(true),
        Err(error) if error.kind() == ErrorKind::NotFound => Ok(false),
        Err(error) => Err(failed("remove", data_dir, error)),
    }
}

/// Begins or ends maintenance as another process on the same database did.
pub(in crate::ops) async fn reload(app: &App) -> Result<()> {
    let now = app.clock.now();
    let shared = app.store.read(move |tx| Ok(state::shared(tx, now)?)).await?;
    app.store.set_maintenance(shared);
    app.mail_wake.notify_one();
    Ok(())
}

/// Continues the maintenance of an earlier process, or of the other processes.
///
/// # Errors
/// `unavailable` if the file of the state cannot be read.
pub async fn load(app: &App) -> Result<()> {
    if app.store.is_shared() {
        return reload(app).await;
    }
    let text = match tokio::fs::read_to_string(path(&app.data_dir)).await {
        Ok(text) => text,
        Err(error) if error.kind() == ErrorKind::NotFound => return Ok(()),
        Err(error) => return Err(failed("read", &app.data_dir, error)),
    };
    // A damaged file means maintenance too: refusing writes loses nothing.
    let unknown = || Maintenance { since: app.started_at, message: String::new() };
    app.store.set_maintenance(Some(serde_json::from_str(&text).unwrap_or_else(|_| unknown())));
    tracing::warn!("maintenance goes on: nothing is saved until `paragraf maintenance off`");
    Ok(())
}

/// Whether maintenance lasts in this data folder, also while no server runs.
pub fn lasts(data_dir: &Path) -> bool {
    path(data_dir).exists()
}

/// Begins maintenance for the next server of this data folder. No server may run.
///
/// # Errors
/// `unavailable` if the state cannot be saved.
pub async fn begin_stopped(actor: &Actor, clock: &Clock, data_dir: &Path, message: &str) -> Result<()> {
    policy::authorize(actor, Action::ManageServer)?;
    let maintenance = Maintenance { since: clock.now(), message: message.to_owned() };
    let text = serde_json::to_string(&maintenance).map_err(|error| Error::internal("writing the state", error))?;
    save(data_dir, &text).await.map_err(|error| failed("save", data_dir, error))
}

/// Refuses writes in a rehearsal, without a file. The instant is the same in every rehearsal, so that two can be
/// compared.
pub fn rehearse(app: &App) {
    app.store.set_maintenance(Some(Maintenance { since: Timestamp::UNIX_EPOCH, message: String::new() }));
}

fn path(data_dir: &Path) -> PathBuf {
    data_dir.join(FILE_NAME)
}

/// Writes a new file and puts it in the place of the old one.
async fn save(data_dir: &Path, text: &str) -> std::io::Result<()> {
    let part = data_dir.join(format!("{FILE_NAME}.partial"));
    let written = async {
        tokio::fs::write(&part, text).await?;
        tokio::fs::rename(&part, path(data_dir)).await
    };
    let written = written.await;
    if written.is_err() {
        // It may not have been made.
        drop(tokio::fs::remove_file(&part).await);
    }
    written
}

fn failed(what: &str, data_dir: &Path, error: std::io::Error) -> Error {
    Error::unavailable(format!("cannot {what} {}", path(data_dir).display())).caused_by(error)
}
