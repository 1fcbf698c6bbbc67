//! Checks of the database that processes share.

use std::collections::BTreeSet;

use super::diagnosis::{Diagnosis, DiagnosisOutcome as Outcome};
use crate::app::App;
use crate::conditions::{OperatorFinding, finding};
use crate::error::Result;
use crate::ops::database::{self, DatabaseFacts, DatabaseHost, DatabaseStatus, HostState, LONGEST_LAG};
use crate::ops::status::ProductStatus;
use crate::store::Standbys;

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
        None => found.push(Diagnosis::new(STANDBY, Outcome::NotChecked, unreported(database.problem.as_deref()))),
    }
    found.push(match serving {
        true => feed(database),
        false => Diagnosis::new(FEED, Outcome::NotChecked, finding!("no_server", "no server runs", "")),
    });
    found
}

fn unreported(problem: Option<&str>) -> OperatorFinding {
    match problem {
        Some(reason) => finding!(
            "database_facts_unread",
            "the database does not report its standbys and connections: {reason}",
            "",
            reason = reason
        ),
        None => finding!("database_facts_missing", "the database does not report its standbys and connections", ""),
    }
}

fn reachable(hosts: Result<Vec<DatabaseHost>>) -> Vec<Diagnosis> {
    let hosts = match hosts {
        Ok(hosts) => hosts,
        Err(error) => {
            let found = finding!(
                "database_hosts_unread",
                "the hosts cannot be asked: {reason}",
                "check store.url, the database on its hosts, and the network path to them",
                reason = error.chain()
            );
            return vec![Diagnosis::new(DATABASE, Outcome::Failed, found)];
        }
    };
    let silent = hosts.iter().filter_map(|host| match &host.state {
        HostState::Unreachable(reason) => Some(finding!(
            "database_host_unreachable",
            "{host} cannot be used: {reason}",
            "check store.url, the database on that host, and the network path to it",
            host = host.name,
            reason = reason
        )),
        HostState::TakesWrites | HostState::ReadOnly => None,
    });
    let silent = silent.map(|found| Diagnosis::new(DATABASE, Outcome::Warning, found));
    std::iter::once(primary(&hosts)).chain(silent).collect()
}

/// Whether exactly one server takes writes.
fn primary(hosts: &[DatabaseHost]) -> Diagnosis {
    let names = |wanted: HostState| {
        let found = hosts.iter().filter(|host| host.state == wanted);
        found.map(|host| host.name.as_str()).collect::<Vec<_>>().join(", ")
    };
    let (writable, others) = (names(HostState::TakesWrites), names(HostState::ReadOnly));
    let primaries = hosts.iter().filter(|host| host.state == HostState::TakesWrites);
    // Two names may lead to one server.
    let servers: BTreeSet<_> = primaries.map(|host| host.server.as_ref().unwrap_or(&host.name)).collect();
    let (outcome, found) = match servers.len() {
        0 => {
            let found =
                finding!("database_read_only", "no host takes writes", "promote a standby, or start the primary again");
            (Outcome::Failed, found)
        }
        1 if others.is_empty() => {
            (Outcome::Ok, finding!("database_writable", "{writable} takes writes", "", writable = writable))
        }
        1 => {
            let found = finding!(
                "database_with_standbys",
                "{writable} takes writes, {others} only reads",
                "",
                writable = writable,
                others = others
            );
            (Outcome::Ok, found)
        }
        _ => {
            let found = finding!(
                "database_split",
                "{writable} take writes, each of them its own",
                "stop the old primary at once, and make it a standby of the new one",
                writable = writable
            );
            (Outcome::Failed, found)
        }
    };
    Diagnosis::new(DATABASE, outcome, found)
}

/// Whether a write that was answered outlives the host that took it.
fn standby(facts: &DatabaseFacts, hosts: usize) -> Diagnosis {
    let (outcome, found) = match facts.synchronous_commit.as_str() {
        commit @ ("off" | "local") => {
            let found = finding!(
                "commit_not_kept",
                "synchronous_commit is {commit}: a failure may lose the last answered writes",
                "set synchronous_commit = on in the database",
                commit = commit
            );
            (Outcome::Warning, found)
        }
        _ if facts.synchronous_standby_names.is_empty() => asynchronous(facts.standbys, hosts),
        _ => synchronous(facts.standbys),
    };
    Diagnosis::new(STANDBY, outcome, found)
}

/// The database names no synchronous standby.
fn asynchronous(standbys: Standbys, hosts: usize) -> (Outcome, OperatorFinding) {
    if standbys.connected == 0 && hosts < 2 {
        let found = finding!(
            "standby_not_seen",
            "no standby is connected; a managed service may have one that it does not show",
            ""
        );
        return (Outcome::NotChecked, found);
    }
    let found = finding!(
        "standby_not_synchronous",
        "no standby is synchronous: a failover may lose the last answered writes",
        "set synchronous_standby_names in the database"
    );
    (Outcome::Warning, found)
}

/// The database names synchronous standbys.
fn synchronous(standbys: Standbys) -> (Outcome, OperatorFinding) {
    match (standbys.synchronous, standbys.hidden) {
        (0, 0) => {
            let found = finding!(
                "standby_missing",
                "no synchronous standby is connected: writes wait for one",
                "start the standby, or take its name out of synchronous_standby_names"
            );
            (Outcome::Failed, found)
        }
        (0, _) => {
            let found = finding!(
                "standby_hidden",
                "the user of the database may not see which standby is synchronous",
                "grant it pg_monitor"
            );
            (Outcome::NotChecked, found)
        }
        (synchronous, _) => {
            let found = finding!(
                "standbys_synchronous",
                "{synchronous} of {standbys} standbys are synchronous",
                "",
                synchronous = synchronous,
                standbys = standbys.connected
            );
            (Outcome::Ok, found)
        }
    }
}

fn room(facts: &DatabaseFacts) -> Diagnosis {
    let [used, limit] = facts.tightest();
    if used.saturating_mul(10) >= limit.saturating_mul(9) {
        let found = finding!(
            "database_connections_scarce",
            "{used} of {limit} connections are used",
            "raise max_connections of the database or the limit of its user, or lower store.connections",
            used = used,
            limit = limit
        );
        return Diagnosis::new(ROOM, Outcome::Warning, found);
    }
    let found = finding!(
        "database_room",
        "{used} of {limit} connections are used, and the database has {database_bytes}; its free disk is its own \
         matter, watch it there",
        "",
        used = used,
        limit = limit,
        database_bytes = facts.bytes
    );
    Diagnosis::new(ROOM, Outcome::Ok, found)
}

fn tls(facts: &DatabaseFacts) -> Diagnosis {
    let (outcome, found) = match &facts.tls {
        Some(version) => {
            let found =
                finding!("database_encrypted", "connections are encrypted with {version}", "", version = version);
            (Outcome::Ok, found)
        }
        None if facts.requires_tls => {
            let found = finding!(
                "pooler_without_tls",
                "this server encrypts, and the database sees no TLS: a pooler between them passes it on without",
                "let the pooler encrypt too, or run it on the host of the database"
            );
            (Outcome::Warning, found)
        }
        None => (Outcome::Ok, finding!("database_local", "connections stay on this machine, without TLS", "")),
    };
    Diagnosis::new(TLS, outcome, found)
}

fn feed(DatabaseStatus { lag_millis, is_notified, .. }: &DatabaseStatus) -> Diagnosis {
    let (outcome, found) = match (lag_millis, is_notified) {
        (None, _) => {
            let found = finding!("feed_cut_off", "nobody has changes while the database does not answer", "");
            (Outcome::NotChecked, found)
        }
        (Some(millis), _) if u128::from(*millis) > LONGEST_LAG.as_millis() => {
            let found = finding!(
                "feed_late",
                "the changes of other servers have been missing for {seconds} s",
                "see the log for what cannot be read, and restart this server",
                seconds = millis / 1000
            );
            (Outcome::Failed, found)
        }
        (Some(_), Some(false)) => {
            let found = finding!(
                "feed_not_notified",
                "LISTEN is refused: changes of other servers are seen within a second",
                "with PgBouncer set pool_mode = session; an engine without LISTEN has no notifications"
            );
            (Outcome::Warning, found)
        }
        (Some(_), _) => (Outcome::Ok, finding!("feed_notified", "changes of other servers arrive by notification", "")),
    };
    Diagnosis::new(FEED, outcome, found)
}

#[cfg(test)]
mod tests {
    use super::super::diagnosis::DiagnosisOutcome::{self, Failed, NotChecked, Ok as Fine, Warning};
    use super::*;

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
    fn a_reason_is_given_only_where_there_is_one() {
        let message = "the database does not report its standbys and connections";
        assert_eq!(unreported(None).message, message);
        assert_eq!(unreported(Some("no route")).message, format!("{message}: no route"));
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
