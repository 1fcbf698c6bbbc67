//! What the operator should know of the database that processes share.

use std::time::Duration;

use serde::{Deserialize, Serialize};

use super::blocking::blocking;
use crate::app::App;
use crate::error::{Error, Result};
pub use crate::store::{DatabaseFacts, DatabaseHost, HostState};

/// How long a process may lack the changes of the others.
pub(super) const LONGEST_LAG: Duration = Duration::from_secs(30);

/// The database, and how this process stands to the others on it.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct DatabaseStatus {
    /// Missing during an outage, and from an engine that does not report them.
    pub facts: Option<DatabaseFacts>,
    /// Why they are missing.
    pub problem: Option<String>,
    /// Whether this process sends mail, gathers, publishes and reads sources.
    pub leads: bool,
    /// How long this process has not had the changes of the others; missing without a server and during an outage.
    pub lag_millis: Option<u64>,
    /// Whether notifications wake this process; else it looks each second. Missing without a server.
    pub is_notified: Option<bool>,
}

/// The database now; `None` for a file.
pub(super) async fn status(app: &App) -> Option<DatabaseStatus> {
    if !app.store.is_shared() {
        return None;
    }
    let read = match app.store.outage() {
        Some(outage) => Err(Error::unavailable(outage.cause)),
        None => facts(app).await,
    };
    let (facts, problem) = match read {
        Ok(facts) => (facts, None),
        Err(error) => (None, Some(error.chain())),
    };
    Some(DatabaseStatus {
        facts,
        problem,
        leads: app.leadership.term().is_some(),
        lag_millis: lag_millis(app),
        is_notified: app.store.is_notified(),
    })
}

async fn facts(app: &App) -> Result<Option<DatabaseFacts>> {
    let store = app.store.clone();
    Ok(blocking("asking the database", move || store.database_facts()).await??)
}

/// How long this process has not had the changes of the others.
pub(super) fn lag_millis(app: &App) -> Option<u64> {
    app.store.lag().map(|lag| u64::try_from(lag.as_millis()).unwrap_or(u64::MAX))
}

/// What each host of the database does.
pub(super) async fn hosts(app: &App) -> Result<Vec<DatabaseHost>> {
    let store = app.store.clone();
    Ok(blocking("asking the hosts of the database", move || store.database_hosts()).await??)
}
