//! What the database reports about itself, for the operator.

use std::time::Duration;

use deadpool_postgres::Object;
use futures_util::future::join_all;
use serde::{Deserialize, Serialize};

use super::connection::PostgresConfig;
use super::pipeline::{self, SqlStep};
use super::statements;
use crate::store::error::StoreError;

/// How long a host may take to answer.
const PATIENCE: Duration = Duration::from_secs(10);

/// A host of the address.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct DatabaseHost {
    /// Name and port, or the folder of a socket.
    pub name: String,
    pub state: HostState,
    /// Names the running server, if it has one: two names may lead to one server.
    pub server: Option<String>,
}

/// What a host of the address does.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum HostState {
    TakesWrites,
    /// It repeats the writes of another host.
    ReadOnly,
    /// It gives no connection, for this reason.
    Unreachable(String),
}

/// What the host that takes writes reports.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct DatabaseFacts {
    pub version: String,
    /// The version of TLS; `None` if the database sees none.
    pub tls: Option<String>,
    /// Whether connections need TLS: all but those that stay on this machine.
    pub requires_tls: bool,
    /// Connections of all programs, and the most that a user may have who is not a superuser.
    pub connections: [u64; 2],
    /// Connections of the user of this server, and the most that it may have; `None` without a limit.
    pub own_connections: Option<[u64; 2]>,
    pub bytes: u64,
    /// The setting `synchronous_commit`.
    pub synchronous_commit: String,
    /// The setting `synchronous_standby_names`.
    pub synchronous_standby_names: String,
    pub standbys: Standbys,
}

/// The standbys that are connected.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Standbys {
    pub connected: u64,
    /// Those that confirm a write before it is answered.
    pub synchronous: u64,
    /// Those whose state this user may not see.
    pub hidden: u64,
}

impl DatabaseFacts {
    /// The connections in use and their limit, where the least room is left.
    pub fn tightest(&self) -> [u64; 2] {
        let room = |[used, most]: &[u64; 2]| most.saturating_sub(*used);
        [Some(self.connections), self.own_connections].into_iter().flatten().min_by_key(room).unwrap_or_default()
    }
}

/// Asks the host that takes writes.
pub(super) async fn read(client: &Object, requires_tls: bool) -> Result<DatabaseFacts, StoreError> {
    let answers = pipeline::run(client, vec![SqlStep::new(statements::FACTS)]).await?;
    let row = answers.first().and_then(|rows| rows.first()).ok_or(StoreError::Stopped)?;
    let count = |column: usize| row.try_get::<_, i64>(column).map(|count| u64::try_from(count).unwrap_or(0));
    let limit: i64 = row.try_get(5)?;
    let own_limit = u64::try_from(limit).ok();
    let own = count(4)?;
    Ok(DatabaseFacts {
        version: row.try_get(0)?,
        tls: row.try_get(1)?,
        requires_tls,
        connections: [count(2)?, count(3)?],
        own_connections: own_limit.map(|most| [own, most]),
        bytes: count(6)?,
        synchronous_commit: row.try_get(7)?,
        synchronous_standby_names: row.try_get(8)?,
        standbys: Standbys { connected: count(9)?, synchronous: count(10)?, hidden: count(11)? },
    })
}

/// Asks every host of the address at the same time.
pub(super) async fn hosts(config: &PostgresConfig) -> Vec<DatabaseHost> {
    join_all(config.of_each_host().into_iter().map(|(name, settings)| host(config, name, settings))).await
}

async fn host(config: &PostgresConfig, name: String, settings: tokio_postgres::Config) -> DatabaseHost {
    let asked = tokio::time::timeout(PATIENCE, ask_host(config, &settings)).await;
    let (state, server) = match asked {
        Ok(Ok(found)) => found,
        Ok(Err(error)) => (HostState::Unreachable(error.with_source()), None),
        Err(_) => (HostState::Unreachable(format!("it has not answered for {} s", PATIENCE.as_secs())), None),
    };
    DatabaseHost { name, state, server }
}

/// Asks what a connection asks when it chooses among the hosts, and since when the server runs, which names it.
async fn ask_host(
    config: &PostgresConfig,
    settings: &tokio_postgres::Config,
) -> Result<(HostState, Option<String>), StoreError> {
    let (client, connection) = settings.connect(config.connector()).await?;
    // It ends with its client.
    tokio::spawn(async move { connection.await.ok() });
    let read_only: String = client.query_one(statements::IS_READ_ONLY, &[]).await?.try_get(0)?;
    let state = if read_only == "off" { HostState::TakesWrites } else { HostState::ReadOnly };
    // An engine may not know it.
    let server = client.query_one(statements::STARTED_AT, &[]).await.and_then(|row| row.try_get(0));
    Ok((state, server.ok()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_limit_with_the_least_room_counts() {
        let facts = |own_connections| DatabaseFacts { connections: [12, 97], own_connections, ..Default::default() };
        assert_eq!(facts(None).tightest(), [12, 97]);
        assert_eq!(facts(Some([8, 10])).tightest(), [8, 10]);
        assert_eq!(facts(Some([8, 200])).tightest(), [12, 97]);
    }
}
