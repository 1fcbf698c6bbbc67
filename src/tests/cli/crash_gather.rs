//! A server that is killed while it gathers recipients.

use std::collections::BTreeMap;

use serde_json::json;

use crate::support::binary::{Home, Server};
use crate::support::eventually::eventually_blocking;

const ADDRESSES: usize = 8_000;
const TEXT: &str = "---\nsubject: Ce se schimbă\nlanguages: [ro]\n---\nText.\n";

/// After several kills during gathering, every address has exactly one row and the store is consistent.
#[test]
fn every_address_has_one_row_after_repeated_kills() {
    let home = Home::new();
    // No server listens on this port, so that no mail is sent and only the gathering is tested.
    let config = "[mail]\ntransport = 'smtp'\nsmtp_host = '127.0.0.1'\nsmtp_port = 1\nsmtp_security = 'none'\n\
                  from = 'legi@example.ro'\npostal_address = 'Str. Unirii 1, Cluj'\n";
    home.write("paragraf.toml", config);
    home.write("noutati.md", TEXT);
    let list: String = (0..ADDRESSES).map(|number| format!("r{number:05}@x.ro\n")).collect();
    home.write("lista.txt", list);
    let server = home.serve(&[]);
    home.ok(&["mail", "send", "noutati.md", "--to", "lista.txt", "--yes", "--no-wait"]);
    wait_for_batches(&server, 2);
    server.kill();
    for _ in 0..2 {
        let server = home.serve(&[]);
        wait_for_batches(&server, 1);
        server.kill();
        let view = home.json(&["mail", "status", "noutati"]);
        assert_eq!(view["gathering"], json!(true), "it was killed too late to prove anything: {view}");
    }
    let server = home.serve(&[]);
    eventually_blocking("all recipients are gathered", || {
        let view = home.json(&["mail", "status", "noutati"]);
        (view["gathering"] == json!(false)).then_some(())
    });
    server.kill();
    let mut rows: BTreeMap<String, u32> = BTreeMap::new();
    let outbox = home.json(&["mail", "outbox", "--all"]);
    for row in outbox.as_array().expect("a list").iter().filter(|row| row["kind"] == "campaign") {
        *rows.entry(row["to"].as_str().expect("an address").to_owned()).or_default() += 1;
    }
    assert_eq!(rows.len(), ADDRESSES);
    assert!(rows.values().all(|number| *number == 1));
    let made = home.json(&["backup", "create"]);
    let check = home.json(&["backup", "verify", made["name"].as_str().expect("a name")]);
    assert_eq!(check["findings"], json!([]));
}

/// Waits until the log reports `wanted` more batches.
fn wait_for_batches(server: &Server, wanted: usize) {
    let mut seen = 0;
    eventually_blocking(&format!("{wanted} batches of recipients are gathered"), || {
        seen += server.log_lines().iter().filter(|line| line.contains("recipients gathered")).count();
        (seen >= wanted).then_some(())
    });
}
