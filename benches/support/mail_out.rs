//! A campaign of many messages, and the mail server of the tests that receives them.

use std::io::{BufRead, BufReader};
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use paragraf::app::App;
use paragraf::clock::{Clock, uuid_at};
use paragraf::config::Config;
use paragraf::domain::email::Email;
use paragraf::domain::mailing::Audience;
use paragraf::domain::message::MessageKind;
use paragraf::domain::{CampaignId, Language};
use paragraf::store::campaigns::{self, CampaignRecord, CampaignStatus, CampaignVersion};
use paragraf::store::outbox::{self, OutboxRecord};
use paragraf::store::subscribers::{self, SubscriberRecord};
use paragraf::store::{WriteTx, each};
use uuid::Uuid;

use super::{Running, sentence};

/// Rows of one write.
const BATCH: usize = 10_000;

/// The folder of the UI, which has the mail server's script and its packages.
pub fn ui() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("ui")
}

/// Starts the mail server with these variables of its script, and returns its port. It appends a line to `taken` for
/// each message that it accepts. `nice` is the command that it runs under; empty: none.
pub fn start_sink(nice: &[&str], taken: &Path, variables: &[(&str, String)]) -> (Running, u16) {
    let script = ui().join("e2e/smtp-sink.mjs").display().to_string();
    let whole = [nice, &["node", &script, "-", "-", "none"]].concat();
    let mut child = Command::new(whole[0])
        .args(&whole[1..])
        .env("SINK_QUIET", "1")
        .env("SINK_LOG", taken)
        .envs(variables.iter().map(|(name, value)| (name, value)))
        .stdout(Stdio::piped())
        .spawn()
        .expect("node starts");
    let mut line = String::new();
    BufReader::new(child.stdout.take().expect("its output")).read_line(&mut line).expect("a line");
    let announced: serde_json::Value = serde_json::from_str(&line).expect("JSON; run `npm ci` in ui");
    let port = announced["port"].as_u64().and_then(|port| u16::try_from(port).ok());
    (Running { child, address: String::new() }, port.expect("a port"))
}

/// The settings of a server that sends to this port.
pub fn settings(port: u16, connections: usize) -> String {
    format!(
        "[mail]\ntransport = 'smtp'\nfrom = 'legi@example.ro'\nsmtp_host = '127.0.0.1'\nsmtp_port = {port}\n\
         smtp_security = 'none'\nconnections = {connections}\nquiet_hours = ''\n"
    )
}

/// The addresses of this many recipients.
pub fn addresses(count: usize) -> Vec<String> {
    (0..count).map(|number| format!("reader{number}@example.org")).collect()
}

/// Opens the store of `folder` in this process.
pub fn open(folder: &Path) -> App {
    open_with(Config::default(), folder)
}

/// As [`open`], for the store of this configuration.
pub fn open_with(config: Config, folder: &Path) -> App {
    paragraf::tls::install_provider();
    App::open(config, folder.join("data"), Clock::System).expect("the store opens")
}

pub fn letter() -> CampaignId {
    CampaignId::parse("letter").expect("an id")
}

/// Writes the campaign `letter` with a subscriber and a queued message for each address.
pub fn seed(folder: &Path, status: CampaignStatus, addresses: &[String]) {
    seed_in(&open(folder), status, addresses);
}

/// As [`seed`], in an open store.
pub fn seed_in(app: &App, status: CampaignStatus, addresses: &[String]) {
    let now = app.clock.now();
    let body = (0..12).map(|index| format!("## Ce se schimbă\n\n{}\n\n", sentence(index, 60))).collect();
    let version = CampaignVersion { subject: "Ce se schimbă".into(), preheader: "Trei lucruri".into(), body };
    let new = CampaignRecord::new(letter(), MessageKind::Campaign, Audience::Subscribers, "bench".into(), now);
    let campaign = CampaignRecord { status, versions: [(Language::Ro, version)].into(), ..new };
    app.store.write_blocking(move |tx| Ok(campaigns::put(tx, &campaign)?)).expect("the campaign");
    for batch in addresses.chunks(BATCH) {
        let batch: Vec<(Uuid, String)> = batch.iter().map(|address| (uuid_at(now), address.clone())).collect();
        let write = move |tx: &WriteTx| each(tx, &batch, |(id, address)| queue(tx, *id, address, now)).map(drop);
        app.store.write_blocking(write).expect("the rows");
    }
}

fn queue(tx: &WriteTx, id: Uuid, address: &str, now: jiff::Timestamp) -> paragraf::error::Result<()> {
    let to = Email::parse(address).expect("an address");
    let new = SubscriberRecord::new(to.clone(), Language::Ro, now);
    subscribers::put(tx, &SubscriberRecord { confirmed_at: Some(now), ..new })?;
    let queued = OutboxRecord::queued(id, MessageKind::Campaign, to, Language::Ro, now);
    let row = OutboxRecord { campaign: Some(letter()), ..queued };
    Ok(outbox::put(tx, &row)?)
}
