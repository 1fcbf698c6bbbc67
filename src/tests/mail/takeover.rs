//! Two servers on one database send a campaign while the one that leads is killed or stands still. `cargo bench --bench
//! faults` does the same with more mails.

use std::collections::HashMap;
use std::ops::ControlFlow;

use paragraf::clock::Clock;
use paragraf::domain::message::MessageKind;
use paragraf::store::Store;
use paragraf::store::outbox::{self, MessageState, OutboxRecord};
use serde_json::Value;

use super::mail_out::{campaign, mail_out};
use super::sink::Sink;
use crate::support::eventually::eventually_blocking;
use crate::support::postgres;
use crate::support::servers::SharedServer;

const MAILS: usize = 100;
const CONNECTIONS: usize = 2;
/// How many were taken when the leader is killed.
const KILLS: [usize; 3] = [10, 40, 70];
/// The mail server's pause before each answer: a campaign must outlast the kills.
const DELAY_MILLIS: &str = "200";

/// A database with a queued campaign, and the mail server.
struct MailOut {
    url: String,
    sink: Sink,
}

impl MailOut {
    fn new() -> Self {
        let out = Self {
            url: postgres::url(),
            sink: Sink::start_with("none", &[("SINK_QUIET", "1"), ("SINK_DELAY_MS", DELAY_MILLIS)]),
        };
        let addresses: Vec<String> = (0..MAILS).map(|index| format!("reader{index}@example.org")).collect();
        let now = Clock::System.now();
        let letter = campaign("letter", MessageKind::Campaign, now);
        let write = out.store().write_blocking(move |tx| mail_out(tx, &letter, &addresses, now));
        write.expect("the campaign is queued");
        out
    }

    fn store(&self) -> Store {
        postgres::connect(&self.url)
    }

    fn serve(&self) -> SharedServer {
        SharedServer::start(&self.url, &self.sink.settings(CONNECTIONS))
    }

    fn wait_for(&self, mails: usize) {
        let enough = || (self.sink.taken().len() >= mails).then_some(());
        eventually_blocking(&format!("the mail server has accepted {mails} mails"), enough);
    }

    fn rows(&self) -> Vec<OutboxRecord> {
        let letter = campaign("letter", MessageKind::Campaign, Clock::System.now()).id;
        let read = self.store().read_blocking(|tx| {
            let mut rows = Vec::new();
            outbox::each_of(tx, &letter, &mut |row| {
                rows.push(row);
                ControlFlow::Continue(())
            })?;
            Ok(rows)
        });
        read.expect("the rows")
    }

    /// No recipient has two copies, no message was sent twice, and each is settled as what the mail server has of it.
    /// Returns how many have an unknown outcome.
    fn check(&self) -> usize {
        let mut copies: HashMap<String, Vec<String>> = HashMap::new();
        for (id, to) in self.sink.taken() {
            copies.entry(to).or_default().push(id);
        }
        let rows = self.rows();
        assert_eq!(rows.len(), MAILS);
        let mut unknown = 0;
        for row in rows {
            let ids = copies.remove(row.to.as_str()).unwrap_or_default();
            assert!(ids.iter().all(|id| id.starts_with(&format!("<{}@", row.id))), "{ids:?}");
            match row.state {
                MessageState::Sent { .. } => assert_eq!(ids.len(), 1, "{}", row.to.as_str()),
                MessageState::Unknown { .. } => {
                    assert!(ids.len() <= 1, "{}: {ids:?}", row.to.as_str());
                    unknown += 1;
                }
                other => panic!("{}: {other:?}", row.to.as_str()),
            }
        }
        assert!(copies.is_empty(), "mails without a row: {copies:?}");
        unknown
    }
}

/// Waits until nothing is to be sent any more, as this server sees it.
fn all_sent(server: &SharedServer) {
    let waiting = |status: &Value| {
        let number = |name: &str| status[name].as_u64().expect("a number");
        number("queued_mails") + number("deferred_mails") + number("active_campaigns")
    };
    eventually_blocking("every mail is sent", || (waiting(&server.status()) == 0).then_some(()));
}

#[test]
fn a_campaign_survives_kills_of_the_leader_without_duplicates() {
    let out = MailOut::new();
    let mut leader = out.serve();
    // Started at once, the other one might lead first.
    leader.leads();
    let mut other = out.serve();
    for mails in KILLS {
        out.wait_for(mails);
        leader.kill();
        other.leads();
        leader.start_again();
        std::mem::swap(&mut leader, &mut other);
    }
    all_sent(&other);
    leader.stop();
    other.stop();
    let unknown = out.check();
    assert!(unknown <= KILLS.len() * CONNECTIONS, "{unknown} are unknown");
}

#[test]
fn a_server_that_starts_during_a_mail_out_touches_no_claim() {
    let out = MailOut::new();
    let mut leader = out.serve();
    leader.leads();
    out.wait_for(10);
    let mut others: Vec<SharedServer> = (0..3).map(|_| out.serve()).collect();
    all_sent(&others[0]);
    leader.stop();
    others.iter_mut().for_each(SharedServer::stop);
    assert_eq!(out.check(), 0, "every claim was settled by the server that made it");
}

#[test]
fn a_leader_that_stands_still_is_replaced_and_sends_nothing_when_it_goes_on() {
    let out = MailOut::new();
    let mut leader = out.serve();
    leader.leads();
    let mut other = out.serve();
    out.wait_for(10);
    leader.running().signal("STOP");
    other.leads();
    all_sent(&other);
    leader.running().signal("CONT");
    leader.logs("this process leads no longer");
    leader.stop();
    other.stop();
    let unknown = out.check();
    assert!(unknown <= CONNECTIONS, "{unknown} are unknown");
}
