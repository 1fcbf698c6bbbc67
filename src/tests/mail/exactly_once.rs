//! No recipient of a campaign gets two copies or none, however often the server is killed. `cargo bench --bench faults`
//! does the same with more mails.

use std::collections::HashMap;
use std::ops::ControlFlow;

use paragraf::app::App;
use paragraf::clock::Clock;
use paragraf::config::Config;
use paragraf::domain::message::MessageKind;
use paragraf::store::campaigns::{self, CampaignRecord, CampaignStatus};
use paragraf::store::outbox::{self, MessageState, OutboxRecord};
use paragraf::store::verify;

use super::mail_out::{campaign, mail_out};
use super::sink::Sink;
use crate::support::binary::{Home, Server};
use crate::support::eventually::eventually_blocking;

/// Few enough for a busy machine: mails are sent by a thread of low priority.
const MAILS: usize = 400;
const CONNECTIONS: usize = 4;
/// How many were taken when the server is killed.
const KILLS: [usize; 5] = [1, 60, 150, 250, 350];

fn open(home: &Home) -> App {
    paragraf::tls::install_provider();
    App::open(Config::default(), home.data(), Clock::System).expect("the store opens")
}

fn queue(home: &Home) {
    let app = open(home);
    let now = app.clock.now();
    let addresses: Vec<String> = (0..MAILS).map(|index| format!("reader{index}@example.org")).collect();
    let letter = campaign("letter", MessageKind::Campaign, now);
    app.store.write_blocking(move |tx| mail_out(tx, &letter, &addresses, now)).expect("the campaign is queued");
}

fn serve(home: &Home) -> Server {
    home.serve(&["--config", "own.toml"])
}

/// The campaign and the state of each row.
fn ledger(home: &Home) -> (CampaignRecord, HashMap<String, OutboxRecord>) {
    let app = open(home);
    let read = app.store.read_blocking(|tx| {
        assert_eq!(verify::verify(tx)?, []);
        let mut rows = HashMap::new();
        let letter = campaign("letter", MessageKind::Campaign, app.clock.now());
        outbox::each_of(tx, &letter.id, &mut |record| {
            rows.insert(record.to.as_str().to_owned(), record);
            ControlFlow::Continue(())
        })?;
        Ok((campaigns::get(tx, &letter.id)?.expect("the campaign"), rows))
    });
    read.expect("the ledger")
}

#[test]
fn a_campaign_survives_crashes_without_duplicates() {
    let sink = Sink::start_quick();
    let home = Home::new();
    home.write("own.toml", sink.settings(CONNECTIONS));
    queue(&home);
    for taken in KILLS {
        let server = serve(&home);
        let enough = || (sink.taken().len() >= taken).then_some(());
        eventually_blocking(&format!("the mail server has accepted {taken} mails"), enough);
        server.kill();
    }
    let server = serve(&home);
    let waits = || {
        let status = home.json(&["status"]);
        let number = |name: &str| status[name].as_u64().expect("a number");
        number("queued_mails") + number("deferred_mails") + number("active_campaigns")
    };
    eventually_blocking("every mail is sent", || (waits() == 0).then_some(()));
    assert_eq!(server.stop(), 0);

    let mut copies: HashMap<String, Vec<String>> = HashMap::new();
    for (id, to) in sink.taken() {
        copies.entry(to).or_default().push(id);
    }
    let (letter, rows) = ledger(&home);
    let unsettled: Vec<_> = rows.values().filter(|row| row.state.settled_at().is_none()).collect();
    assert_eq!((letter.status, rows.len()), (CampaignStatus::Done, MAILS), "{unsettled:?}");
    let mut unknown = 0;
    for (to, row) in &rows {
        let ids = copies.get(to).map_or(&[][..], Vec::as_slice);
        assert!(ids.iter().all(|id| id.starts_with(&format!("<{}@", row.id))), "{to}: {ids:?}");
        match &row.state {
            MessageState::Sent { .. } => assert_eq!(ids.len(), 1, "{to}"),
            MessageState::Unknown { reason, .. } => {
                assert!(ids.len() <= 1 && reason.contains("the program ended"), "{to}: {reason}");
                unknown += 1;
            }
            other => panic!("{to}: {other:?}"),
        }
    }
    assert!(copies.keys().all(|to| rows.contains_key(to)));
    // A connection has one mail between its mark and the recorded outcome. How many of these the mail server has is a
    // matter of time: a busy machine may stop the sender between the mark and the end of the data.
    assert!(unknown <= KILLS.len() * CONNECTIONS, "{unknown} are unknown");
}
