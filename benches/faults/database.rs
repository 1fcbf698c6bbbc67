//! Faults of a database that two servers share, and of the server that leads.

use std::collections::HashSet;
use std::path::Path;
use std::process::Command;
use std::sync::Mutex;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::time::{Duration, Instant};

use paragraf::config::Config;
use paragraf::domain::Language;
use paragraf::domain::email::Email;
use paragraf::store::campaigns::CampaignStatus;
use paragraf::store::outbox::{self, MessageState};
use paragraf::store::subscribers::{self, SubscriberRecord};
use serde_json::Value;
use tempfile::TempDir;

use super::of_tests::durable_postgres::DurablePostgres;
use super::of_tests::postgres::connect;
use super::of_tests::wire::Wire;
use super::readers::{Readers, subscribe};
use super::row::{Fault, Row};
use super::support::mail_out::{self, addresses, letter, open_with, seed_in};
use super::support::{self, Running, start_server, wait_for};

pub const FAULTS: &[Fault] = &[
    Fault {
        name: "database-cut-around-commit",
        about: "the connection to PostgreSQL is cut before, in and after a commit",
        run: cut_around_commit,
    },
    Fault {
        name: "database-failover",
        about: "the primary is killed under load and its synchronous standby promoted",
        run: failover,
    },
    Fault {
        name: "database-leader-killed",
        about: "kill -9 of the server that leads during a mail-out, with another on the same database",
        run: leader_killed,
    },
];

const PAUSE: Duration = Duration::from_millis(5);
/// The longest time for any step.
const DEADLINE: Duration = Duration::from_secs(180);

/// Cuts on the way to the server, and as many on the way back.
const CUTS: u64 = 100;
/// Bytes between two cuts. A write sends about 5,000 on a new connection, and gets about 1,500.
const SENT_STEP: i64 = 64;
const ANSWERED_STEP: i64 = 20;

const FAILOVERS: u64 = 3;
const CLIENTS: usize = 8;
/// Answered writes before the primary is killed, and after its standby was promoted.
const WRITES: usize = 200;
/// Within this time after the death of the primary, writes are answered again.
const BACK_WITHIN: Duration = Duration::from_secs(10);

const MAILS: usize = 1_000;
const KILLS: u64 = 10;
const BETWEEN_KILLS: usize = 50;
const CONNECTIONS: usize = 4;
/// Within this time after the death of the leader, the other server sends.
const FOLLOWED_WITHIN: Duration = Duration::from_secs(15);

/// A server with a folder of its own.
struct SharedServer {
    folder: TempDir,
    url: String,
    running: Option<Running>,
}

impl SharedServer {
    fn start(url: &str, settings: &str) -> Self {
        let folder = tempfile::tempdir().expect("a folder");
        std::fs::write(folder.path().join("paragraf.toml"), settings).expect("the configuration");
        let mut server = Self { folder, url: url.to_owned(), running: None };
        server.start_again();
        server
    }

    fn start_again(&mut self) {
        self.running = Some(start_server(self.command(&["serve", "--listen", "127.0.0.1:0"])));
    }

    fn command(&self, args: &[&str]) -> Command {
        command(self.folder.path(), &self.url, args)
    }

    fn address(&self) -> &str {
        &self.running.as_ref().expect("it runs").address
    }

    fn kill(&mut self) {
        // Dropping the server kills it.
        self.running = None;
    }

    fn status(&self) -> Value {
        let output = self.command(&["--json", "status"]).output().expect("the status");
        serde_json::from_slice(&output.stdout).unwrap_or(Value::Null)
    }

    /// Whether this server leads, as it sees it.
    fn leads(&self) -> bool {
        let process = self.running.as_ref().map_or(0, |running| running.child.id());
        let status = self.status();
        let mut instances = status["instances"].as_array().into_iter().flatten();
        instances.any(|instance| {
            let name = instance["name"].as_str().unwrap_or_default();
            instance["leads"] == true && name.ends_with(&format!(":{process}"))
        })
    }

    fn stop(&mut self) {
        self.running.take().into_iter().for_each(Running::stop);
    }
}

fn command(folder: &Path, url: &str, args: &[&str]) -> Command {
    let mut command = support::program(folder, args);
    command.env("PARAGRAF__STORE__URL", url).env("PARAGRAF__SERVER__PUBLIC_URL", "http://paragraf.example");
    command
}

/// Imports the articles that readers ask for.
fn import(url: &str) {
    let folder = tempfile::tempdir().expect("a folder");
    support::write_articles(&folder.path().join("articles.jsonl"), 50);
    support::import(command(folder.path(), url, &["import", "articles.jsonl"]));
}

fn wait(is_met: impl FnMut() -> bool) -> Option<Duration> {
    wait_for(DEADLINE, PAUSE, is_met)
}

/// The subscriber with this address.
fn subscriber(address: &str) -> SubscriberRecord {
    SubscriberRecord::new(Email::parse(address).expect("an address"), Language::Ro, jiff::Timestamp::UNIX_EPOCH)
}

fn cut_around_commit() -> Row {
    let mut row = Row { trials: 2 * CUTS, ..Row::default() };
    let servers = DurablePostgres::alone();
    let url = servers.url();
    let runtime = tokio::runtime::Runtime::new().expect("a runtime");
    let (mut acknowledged, mut refused, mut looked_up) = (Vec::new(), Vec::new(), 0);
    runtime.block_on(async {
        let wire = Wire::to(servers.port()).await;
        let store = connect(&url.replace(&format!(":{}/", servers.port()), &format!(":{}/", wire.port)));
        for trial in 0..2 * CUTS {
            let address = format!("reader{trial}@example.ro");
            let bytes = i64::try_from(trial / 2).expect("a small number");
            match trial % 2 {
                0 => wire.cut_after(bytes * SENT_STEP),
                _ => wire.cut_answers_after(bytes * ANSWERED_STEP),
            }
            let written = address.clone();
            let write = store.write(move |tx| Ok(subscribers::put(tx, &subscriber(&written))?));
            let (result, was_cut) = wire.mend_when_cut(write).await;
            looked_up += u64::from(was_cut && result.is_ok());
            let mended = Instant::now();
            while store.write(|tx| Ok(subscribers::any(tx)?)).await.is_err() {
                assert!(mended.elapsed() < DEADLINE, "no write is possible after cut {trial}");
                tokio::time::sleep(PAUSE).await;
            }
            row.recovered_in(mended.elapsed());
            if result.is_ok() { acknowledged.push(address) } else { refused.push(address) }
        }
    });
    let store = connect(&url);
    let count = |addresses: &[String]| {
        let is_there = |address: &&String| {
            let address = Email::parse(address).expect("an address");
            store.read_blocking(|tx| Ok(subscribers::get(tx, &address)?)).expect("a read").is_some()
        };
        addresses.iter().filter(is_there).count() as u64
    };
    row.acknowledged = acknowledged.len() as u64;
    row.lost = row.acknowledged - count(&acknowledged);
    let kept = count(&refused);
    row.expect(kept == 0, format!("{kept} refused writes are there"));
    row.expect(looked_up > 0, "no answer of a commit was lost");
    row.notes.push(format!("{looked_up} commits were looked up, {} writes were refused", refused.len()));
    row
}

/// What the clients of a failover have seen.
#[derive(Default)]
struct Seen {
    is_over: AtomicBool,
    next: AtomicU64,
    acknowledged: Mutex<Vec<(String, Instant)>>,
}

impl Seen {
    fn subscribe(&self, server: &str) {
        while !self.is_over.load(Ordering::Relaxed) {
            let email = format!("reader{}@example.ro", self.next.fetch_add(1, Ordering::Relaxed));
            if matches!(subscribe(server, &email), Ok(200)) {
                self.acknowledged.lock().expect("the list").push((email, Instant::now()));
            }
        }
    }

    fn count(&self) -> usize {
        self.acknowledged.lock().expect("the list").len()
    }

    /// The first write that was answered after this moment.
    fn first_after(&self, moment: Instant) -> Option<Instant> {
        self.acknowledged.lock().expect("the list").iter().map(|(_, at)| *at).find(|at| *at > moment)
    }
}

fn failover() -> Row {
    let mut row = Row { trials: FAILOVERS, ..Row::default() };
    for _ in 0..FAILOVERS {
        fail_over_once(&mut row);
    }
    row
}

fn fail_over_once(row: &mut Row) {
    let mut postgres = DurablePostgres::with_standby();
    let url = postgres.url();
    import(&url);
    let servers = [SharedServer::start(&url, ""), SharedServer::start(&url, "")];
    let seen = Seen::default();
    std::thread::scope(|scope| {
        for client in 0..CLIENTS {
            let (seen, server) = (&seen, servers[client % 2].address());
            scope.spawn(move || seen.subscribe(server));
        }
        row.expect(wait(|| seen.count() >= WRITES).is_some(), "hardly any subscription was answered");
        let readers = [Readers::start(servers[0].address(), 2), Readers::start(servers[1].address(), 2)];
        postgres.kill_first();
        let killed = Instant::now();
        postgres.promote_standby();
        let promoted = Instant::now();
        row.expect(wait(|| seen.first_after(promoted).is_some()).is_some(), "no write after the failover");
        let enough = seen.count() + WRITES;
        row.expect(wait(|| seen.count() >= enough).is_some(), "writes do not go on after the failover");
        if let Some(first) = seen.first_after(promoted) {
            let back = first.duration_since(killed);
            row.expect(back < BACK_WITHIN, format!("writes were back after {back:?}"));
            row.recovered_in(back);
        }
        for readers in readers {
            let readers = readers.stop();
            row.expect(readers.first_failures.is_empty(), readers.first_failures.join("; "));
            row.add_readers(readers);
        }
        seen.is_over.store(true, Ordering::Relaxed);
    });
    let store = connect(&url);
    let acknowledged = seen.acknowledged.into_inner().expect("the list");
    for (address, _) in &acknowledged {
        let address = Email::parse(address).expect("an address");
        let found = store.read_blocking(|tx| Ok(subscribers::get(tx, &address)?)).expect("a read");
        row.lost += u64::from(found.is_none());
    }
    row.acknowledged += acknowledged.len() as u64;
}

fn leader_killed() -> Row {
    let mut row = Row { trials: KILLS, ..Row::default() };
    let postgres = DurablePostgres::alone();
    let url = postgres.url();
    let folder = tempfile::tempdir().expect("a folder");
    let mut config = Config::default();
    config.store.url.clone_from(&url);
    seed_in(&open_with(config, folder.path()), CampaignStatus::Active, &addresses(MAILS));
    let taken = folder.path().join("taken");
    // A campaign must outlast the kills.
    let (sink, port) = mail_out::start_sink(&[], &taken, &[("SINK_DELAY_MS", "60".to_owned())]);
    let settings = mail_out::settings(port, CONNECTIONS);
    let count = || std::fs::read_to_string(&taken).unwrap_or_default().lines().count();
    let waits = |server: &SharedServer| {
        let status = server.status();
        let number = |name: &str| status[name].as_u64().unwrap_or(1);
        number("queued_mails") + number("deferred_mails") + number("active_campaigns")
    };
    let (mut leader, mut other) = (SharedServer::start(&url, &settings), SharedServer::start(&url, &settings));
    row.expect(wait(|| leader.leads() || other.leads()).is_some(), "nobody leads");
    if other.leads() {
        std::mem::swap(&mut leader, &mut other);
    }
    for kill in 0..KILLS {
        let enough = (count() + BETWEEN_KILLS).min(MAILS * 9 / 10);
        row.expect(wait(|| count() >= enough).is_some(), format!("kill {kill} had too few mails"));
        leader.kill();
        let (before, killed) = (count(), Instant::now());
        let goes_on = wait(|| other.leads() && (count() > before || waits(&other) == 0));
        row.expect(goes_on.is_some(), format!("nobody took over after kill {kill}"));
        let took = killed.elapsed();
        row.expect(took < FOLLOWED_WITHIN, format!("the other server sent after {took:?}"));
        row.recovered_in(took);
        leader.start_again();
        std::mem::swap(&mut leader, &mut other);
    }
    row.expect(wait(|| waits(&leader) == 0).is_some(), "not every mail was sent");
    leader.stop();
    other.stop();
    drop(sink);
    check_mails(&mut row, &url, &std::fs::read_to_string(&taken).unwrap_or_default());
    row
}

/// Compares the outbox with what the mail server accepted.
fn check_mails(row: &mut Row, url: &str, taken: &str) {
    let (mut ids, mut recipients) = (HashSet::new(), HashSet::new());
    for (id, recipient) in taken.lines().filter_map(|line| line.split_once('\t')) {
        row.expect(ids.insert(id), format!("{id} was sent twice"));
        row.expect(recipients.insert(recipient), format!("{recipient} got two copies"));
    }
    let mut unknown = 0;
    let read = connect(url).read_blocking(|tx| {
        outbox::each_of(tx, &letter(), &mut |delivery| {
            let is_taken = recipients.contains(delivery.to.as_str());
            match delivery.state {
                MessageState::Sent { .. } => row.lost += u64::from(!is_taken),
                MessageState::Unknown { .. } => unknown += 1,
                state => row.failures.push(format!("{} is {state:?}", delivery.to.as_str())),
            }
            row.acknowledged += 1;
            std::ops::ControlFlow::Continue(())
        })?;
        Ok(())
    });
    read.expect("the outbox");
    let most = KILLS * CONNECTIONS as u64;
    row.expect(unknown <= most, format!("{unknown} mails have an unknown outcome"));
    row.notes.push(format!("{unknown} of {MAILS} mails have an unknown outcome"));
}
