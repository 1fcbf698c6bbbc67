//! Checks of the database that processes share.

use std::collections::BTreeSet;

use super::diagnosis::Diagnosis;
use crate::app::App;
use crate::error::Result;
use crate::ops::database::{self, DatabaseFacts, DatabaseHost, DatabaseStatus, HostState, LONGEST_LAG};
use crate::ops::status::ProductStatus;

const DATABASE: &str = "database";
const STANDBY: &str = "database_standby";
const ROOM: &str = "database_room";
const TLS: &str = "database_tls";
const FEED: &str = "change_feed";

/// Checks the hosts, whether answered writes outlive a host, the room for connections, TLS, and whether this process
/// follows the others. Nothing for a file.
pub(super) async fn examine(app: &App, status: &ProductStatus, serving: bool) -> Vec<Diagnosis> {
    let Some(database) = &status.database else { return Vec::new() };
    let hosts = database::hosts(app).await;
    let count = hosts.as_ref().map_or(0, Vec::len);
    let mut found = reachable(hosts);
    match &database.facts {
        Some(facts) => found.extend([standby(facts, count), room(facts), tls(facts)]),
        None => {
            let problem = database.problem.as_deref().unwrap_or_default();
            let message = format!("the database does not report its standbys and connections: {problem}");
            found.push(Diagnosis::not_checked(STANDBY, message));
        }
    }
    found.push(if serving { feed(database) } else { Diagnosis::not_checked(FEED, "no server runs") });
    found
}

fn reachable(hosts: Result<Vec<DatabaseHost>>) -> Vec<Diagnosis> {
    let remedy = "check store.url, the database on that host, and the way to it";
    let hosts = match hosts {
        Ok(hosts) => hosts,
        Err(error) => return vec![Diagnosis::failed(DATABASE, error.chain(), remedy)],
    };
    let names = |wanted: HostState| {
        let found = hosts.iter().filter(|host| host.state == wanted);
        found.map(|host| host.name.as_str()).collect::<Vec<_>>().join(", ")
    };
    let (writable, others) = (names(HostState::TakesWrites), names(HostState::ReadOnly));
    let primaries = hosts.iter().filter(|host| host.state == HostState::TakesWrites);
    // Two names may lead to one server.
    let servers: BTreeSet<_> = primaries.map(|host| host.server.as_ref().unwrap_or(&host.name)).collect();
    let summary = match servers.len() {
        0 => Diagnosis::failed(DATABASE, "no host takes writes", "promote a standby, or start the primary again"),
        1 if others.is_empty() => Diagnosis::ok(DATABASE, format!("{writable} takes writes")),
        1 => Diagnosis::ok(DATABASE, format!("{writable} takes writes, {others} only reads")),
        _ => {
            let message = format!("{writable} take writes, each of them its own");
            Diagnosis::failed(DATABASE, message, "stop the old primary at once, and make it a standby of the new one")
        }
    };
    let silent = hosts.iter().filter_map(|host| match &host.state {
        HostState::Unreachable(reason) => {
            Some(Diagnosis::warning(DATABASE, format!("{} cannot be used: {reason}", host.name), remedy))
        }
        HostState::TakesWrites | HostState::ReadOnly => None,
    });
    std::iter::once(summary).chain(silent).collect()
}

/// Whether a write that was answered outlives the host that took it.
fn standby(facts: &DatabaseFacts, hosts: usize) -> Diagnosis {
    let standbys = facts.standbys;
    let commit = facts.synchronous_commit.as_str();
    if matches!(commit, "off" | "local") {
        let message = format!("synchronous_commit is {commit}: a failure may lose the last answered writes");
        return Diagnosis::warning(STANDBY, message, "set synchronous_commit = on in the database");
    }
    if facts.synchronous_standby_names.is_empty() {
        if standbys.connected == 0 && hosts < 2 {
            let message = "no standby is connected; a managed service may have one that it does not show";
            return Diagnosis::not_checked(STANDBY, message);
        }
        let message = "no standby is synchronous: a failover may lose the last answered writes";
        return Diagnosis::warning(STANDBY, message, "set synchronous_standby_names in the database");
    }
    match (standbys.synchronous, standbys.hidden) {
        (0, 0) => {
            let remedy = "start the standby, or take its name out of synchronous_standby_names";
            Diagnosis::failed(STANDBY, "no synchronous standby is connected: writes wait for one", remedy)
        }
        (0, _) => {
            let message = "the user of the database may not see which standby is synchronous; grant it pg_monitor";
            Diagnosis::not_checked(STANDBY, message)
        }
        (synchronous, _) => {
            Diagnosis::ok(STANDBY, format!("{synchronous} of {} standbys are synchronous", standbys.connected))
        }
    }
}

fn room(facts: &DatabaseFacts) -> Diagnosis {
    let [used, most] = facts.tightest();
    let message = format!(
        "{used} of {most} connections are used, and the database has {} MB; its free disk is its own matter, watch it \
         there",
        facts.bytes / 1_000_000
    );
    if used.saturating_mul(10) >= most.saturating_mul(9) {
        let remedy = "raise max_connections of the database or the limit of its user, or lower store.connections";
        return Diagnosis::warning(ROOM, message, remedy);
    }
    Diagnosis::ok(ROOM, message)
}

fn tls(facts: &DatabaseFacts) -> Diagnosis {
    match &facts.tls {
        Some(version) => Diagnosis::ok(TLS, format!("connections are encrypted with {version}")),
        None if facts.requires_tls => {
            let message =
                "this server encrypts, and the database sees no TLS: a pooler between them passes it on without";
            Diagnosis::warning(TLS, message, "let the pooler encrypt too, or run it on the host of the database")
        }
        None => Diagnosis::ok(TLS, "connections stay on this machine, without TLS"),
    }
}

fn feed(DatabaseStatus { lag_millis, is_notified, .. }: &DatabaseStatus) -> Diagnosis {
    match (lag_millis, is_notified) {
        (None, _) => Diagnosis::not_checked(FEED, "nobody has changes while the database does not answer"),
        (Some(millis), _) if u128::from(*millis) > LONGEST_LAG.as_millis() => {
            let message = format!("the changes of other servers have been missing for {} s", millis / 1000);
            Diagnosis::failed(FEED, message, "see the log for what cannot be read, and restart this server")
        }
        (Some(_), Some(false)) => {
            let remedy = "with PgBouncer set pool_mode = session; an engine without LISTEN has no notifications";
            Diagnosis::warning(FEED, "LISTEN is refused: changes of other servers are seen within a second", remedy)
        }
        (Some(_), _) => Diagnosis::ok(FEED, "changes of other servers arrive by notification"),
    }
}

#[cfg(test)]
mod tests {
    use super::super::diagnosis::DiagnosisOutcome::{self, Failed, NotChecked, Ok as Fine, Warning};
    use super::*;
    use crate::store::Standbys;

    fn host(name: &str, state: HostState) -> DatabaseHost {
        DatabaseHost { name: name.into(), state, server: None }
    }

    fn outcomes(found: Vec<Diagnosis>) -> Vec<DiagnosisOutcome> {
        found.into_iter().map(|diagnosis| diagnosis.outcome).collect()
    }

    #[test]
    fn one_host_takes_writes_and_each_silent_one_is_named() {
        let (primary, standby) = (host("db1:5432", HostState::TakesWrites), host("db2:5432", HostState::ReadOnly));
        let silent = host("db2:5432", HostState::Unreachable("connection refused".into()));
        let found = reachable(Ok(vec![primary.clone(), standby.clone()]));
        assert_eq!(found[0].message, "db1:5432 takes writes, db2:5432 only reads");
        assert_eq!(outcomes(reachable(Ok(vec![primary.clone(), silent]))), [Fine, Warning]);
        assert_eq!(outcomes(reachable(Ok(vec![standby]))), [Failed]);
        let second = host("db2:5432", HostState::TakesWrites);
        let twice = reachable(Ok(vec![primary.clone(), second.clone()]));
        assert_eq!(outcomes(twice), [Failed], "a primary that was not fenced");
        let of_one = |host| DatabaseHost { server: Some("2026-11-27 08:00:00.1".into()), ..host };
        assert_eq!(outcomes(reachable(Ok(vec![of_one(primary), of_one(second)]))), [Fine], "two names of one server");
    }

    #[test]
    fn the_durability_of_answered_writes_is_judged() {
        let facts = |commit: &str, names: &str, [connected, synchronous, hidden]: [u64; 3]| DatabaseFacts {
            synchronous_commit: commit.into(),
            synchronous_standby_names: names.into(),
            standbys: Standbys { connected, synchronous, hidden },
            ..Default::default()
        };
        for (commit, names, standbys, hosts, expected) in [
            ("on", "", [0, 0, 0], 1, NotChecked),
            ("on", "", [0, 0, 0], 2, Warning),
            ("on", "", [1, 0, 1], 1, Warning),
            ("on", "db2", [1, 1, 0], 2, Fine),
            ("on", "db2", [0, 0, 0], 2, Failed),
            ("on", "db2", [1, 0, 1], 2, NotChecked),
            ("off", "db2", [1, 1, 0], 2, Warning),
        ] {
            let found = standby(&facts(commit, names, standbys), hosts);
            assert_eq!(found.outcome, expected, "{commit} {names} {standbys:?}: {}", found.message);
        }
    }

    #[test]
    fn full_connections_missing_tls_and_a_late_feed_are_found() {
        let facts = DatabaseFacts { connections: [88, 97], ..Default::default() };
        assert_eq!((room(&facts).outcome, tls(&facts).outcome), (Warning, Fine));
        let remote = DatabaseFacts { requires_tls: true, connections: [12, 97], ..Default::default() };
        assert_eq!((room(&remote).outcome, tls(&remote).outcome), (Fine, Warning));
        let follows =
            |lag_millis, is_notified| feed(&DatabaseStatus { lag_millis, is_notified, ..Default::default() }).outcome;
        assert_eq!(follows(Some(900), Some(true)), Fine);
        assert_eq!(follows(Some(900), Some(false)), Warning);
        assert_eq!(follows(Some(31_000), Some(true)), Failed);
        assert_eq!(follows(None, Some(true)), NotChecked);
    }
}
