//! Faults of the mail server, and kills during a mail-out.

use std::collections::HashMap;
use std::ops::ControlFlow;
use std::path::PathBuf;
use std::time::{Duration, Instant};

use paragraf::store::campaigns::CampaignStatus;
use paragraf::store::outbox::{self, MessageState};

use super::readers::{Readers, subscribe};
use super::row::{Fault, Row};
use super::support::mail_out::{self, addresses, letter, open, seed};
use super::support::{Running, import_articles, program, start_server, wait_for};

pub const FAULTS: &[Fault] = &[
    Fault { name: "mail-server-down", about: "the mail server refuses connections for 10 s", run: down },
    Fault { name: "mail-server-slow", about: "the mail server takes a second for each mail", run: slow },
    Fault { name: "mail-server-drops", about: "the mail server drops connections after the data", run: drops },
    Fault { name: "mail-out-killed", about: "kill -9 during a mail-out", run: killed },
];

const READERS: usize = 4;
const CONNECTIONS: usize = 4;
const PAUSE: Duration = Duration::from_millis(10);
/// The longest time for any step.
const DEADLINE: Duration = Duration::from_secs(180);
/// How long the mail server is down.
const OUTAGE: Duration = Duration::from_secs(10);
/// The delay of a slow mail server for each mail.
const DELAY: Duration = Duration::from_secs(1);
/// Maximum time from the cause of a single mail to its acceptance, by a mail server without a delay.
const ON_TIME: Duration = Duration::from_secs(2);
/// The number of kills, and of mails accepted between two of them.
const KILLS: u64 = 30;
const BETWEEN_KILLS: usize = 300;

/// A store with a campaign, and its mail server.
struct MailOut {
    folder: tempfile::TempDir,
    sink: Running,
    addresses: Vec<String>,
}

impl MailOut {
    fn new(addresses: Vec<String>, variables: &[(&str, String)]) -> Self {
        let folder = tempfile::tempdir().expect("a folder");
        let path = folder.path();
        let closed = ("SINK_CLOSED", path.join("closed").display().to_string());
        let variables = [variables, &[closed]].concat();
        let (sink, port) = mail_out::start_sink(&[], &path.join("taken"), &variables);
        let settings = mail_out::settings(port, CONNECTIONS);
        std::fs::write(path.join("paragraf.toml"), settings).expect("the configuration");
        import_articles(path, 20);
        seed(path, CampaignStatus::Active, &addresses);
        Self { folder, sink, addresses }
    }

    fn serve(&self) -> Running {
        let arguments = ["--config", "paragraf.toml", "serve", "--listen", "127.0.0.1:0"];
        start_server(program(self.folder.path(), &arguments))
    }

    /// The file that makes the mail server refuse connections.
    fn closed(&self) -> PathBuf {
        self.folder.path().join("closed")
    }

    /// Accepted copies by address.
    fn taken(&self) -> HashMap<String, usize> {
        let text = std::fs::read_to_string(self.folder.path().join("taken")).unwrap_or_default();
        let mut copies = HashMap::new();
        for (_, address) in text.lines().filter_map(|line| line.split_once('\t')) {
            *copies.entry(address.to_owned()).or_default() += 1;
        }
        copies
    }

    fn are_all_taken(&self) -> bool {
        let taken = self.taken();
        self.addresses.iter().all(|address| taken.contains_key(address))
    }

    /// Time until the mail server accepts a confirmation request that is caused now.
    fn time_of_single_mail(&self, server: &Running) -> Option<Duration> {
        let address = format!("single-{}@example.org", self.taken().len());
        let status = subscribe(&server.address, &address).ok()?;
        (status == 200).then(|| wait(|| self.taken().contains_key(&address)))?
    }

    /// Compares the outbox with what the mail server accepted; `server` must have ended.
    fn check(self, row: &mut Row) -> HashMap<&'static str, usize> {
        let taken = self.taken();
        let app = open(self.folder.path());
        let mut states = HashMap::new();
        let read = app.store.read_blocking(|tx| {
            outbox::each_of(tx, &letter(), &mut |delivery| {
                let copies = taken.get(delivery.to.as_str()).copied().unwrap_or_default();
                let state = match delivery.state {
                    MessageState::Sent { .. } => "sent",
                    MessageState::Unknown { .. } => "unknown",
                    _ => "other",
                };
                *states.entry(state).or_default() += 1;
                row.lost += u64::from(copies == 0);
                row.expect(copies <= 1, format!("{} got {copies} copies", delivery.to.as_str()));
                row.expect(state != "other", format!("{} is {:?}", delivery.to.as_str(), delivery.state));
                ControlFlow::Continue(())
            })?;
            Ok(())
        });
        read.expect("the outbox");
        row.acknowledged += self.addresses.len() as u64;
        drop(self.sink);
        states
    }
}

fn wait(is_met: impl FnMut() -> bool) -> Option<Duration> {
    wait_for(DEADLINE, PAUSE, is_met)
}

fn down() -> Row {
    let mut row = Row { trials: 1, ..Row::default() };
    let mail_out = MailOut::new(addresses(2_000), &[]);
    std::fs::write(mail_out.closed(), "").expect("a file");
    let server = mail_out.serve();
    let readers = Readers::start(&server.address, READERS);
    std::thread::sleep(OUTAGE);
    let status = program(mail_out.folder.path(), &["status"]).output().expect("the status");
    let status = String::from_utf8_lossy(&status.stdout).into_owned();
    row.expect(status.contains(" rests until "), format!("`status` does not report the outage:\n{status}"));
    row.add_readers(readers.stop());
    std::fs::remove_file(mail_out.closed()).expect("the file");
    let single = mail_out.time_of_single_mail(&server);
    row.expect(single.is_some_and(|time| time < ON_TIME), format!("a single mail took {single:?} after the outage"));
    match wait(|| mail_out.are_all_taken()) {
        Some(took) => row.recovered_in(took),
        None => row.failures.push("the campaign was not sent after the outage".into()),
    }
    server.stop();
    mail_out.check(&mut row);
    row
}

fn slow() -> Row {
    let mut row = Row { trials: 1, ..Row::default() };
    let mail_out = MailOut::new(addresses(40), &[("SINK_DELAY_MS", DELAY.as_millis().to_string())]);
    let server = mail_out.serve();
    let readers = Readers::start(&server.address, READERS);
    row.expect(wait(|| !mail_out.taken().is_empty()).is_some(), "no mail was sent");
    let single = mail_out.time_of_single_mail(&server);
    row.expect(single.is_some_and(|time| time < DELAY + ON_TIME), format!("a single mail took {single:?}"));
    row.expect(wait(|| mail_out.are_all_taken()).is_some(), "the campaign was not sent");
    row.add_readers(readers.stop());
    server.stop();
    let states = mail_out.check(&mut row);
    row.expect(states.get("sent") == Some(&40), format!("{states:?}"));
    row
}

fn drops() -> Row {
    let mut row = Row { trials: 1, ..Row::default() };
    let is_dropped = |number: usize| number % 50 == 7;
    let address = |number| match is_dropped(number) {
        true => format!("drop-{number}@example.org"),
        false => format!("reader{number}@example.org"),
    };
    let mail_out = MailOut::new((0..2_000).map(address).collect(), &[]);
    let server = mail_out.serve();
    let readers = Readers::start(&server.address, READERS);
    match wait(|| mail_out.are_all_taken()) {
        Some(took) => row.notes.push(format!("2000 mails, 40 of them dropped, took {took:.1?}")),
        None => row.failures.push("the campaign was not sent".into()),
    }
    row.add_readers(readers.stop());
    server.stop();
    let states = mail_out.check(&mut row);
    row.expect(states.get("unknown") == Some(&40), format!("{states:?}"));
    row
}

fn killed() -> Row {
    let mut row = Row { trials: KILLS, ..Row::default() };
    let kills = usize::try_from(KILLS).expect("a small number");
    let mail_out = MailOut::new(addresses((kills + 10) * BETWEEN_KILLS), &[]);
    for kill in 0..kills {
        let (before, begun) = (mail_out.taken().len(), Instant::now());
        let mut server = mail_out.serve();
        row.expect(wait(|| mail_out.taken().len() > before).is_some(), format!("no mail was sent after kill {kill}"));
        row.recovered_in(begun.elapsed());
        let enough = before + BETWEEN_KILLS;
        row.expect(wait(|| mail_out.taken().len() >= enough).is_some(), format!("kill {kill} had too few mails"));
        server.child.kill().expect("a kill");
        server.child.wait().expect("its end");
    }
    let server = mail_out.serve();
    // A mail that may have arrived is not sent again, so that all are taken only if none was lost.
    let sent = wait(|| mail_out.are_all_taken());
    row.expect(sent.is_some(), "not every recipient got the mail");
    server.stop();
    let states = mail_out.check(&mut row);
    row.notes.push(format!("{} of the mails have an unknown outcome", states.get("unknown").unwrap_or(&0)));
    row
}
