use std::collections::HashSet;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};

use super::super::readers::subscribe;
use super::super::row::Row;
use super::ARTICLES;
use crate::support::{import_articles, program, start_server};

const TRIALS: u64 = 300;
const CLIENTS: usize = 8;

/// Kills the server at a different moment of its work in each trial. All acknowledged addresses must be in the last
/// export.
pub fn run() -> Row {
    let folder = tempfile::tempdir().expect("a folder");
    import_articles(folder.path(), ARTICLES);
    let mut row = Row { trials: TRIALS, ..Row::default() };
    let (acknowledged, next) = (Arc::new(Mutex::new(Vec::new())), Arc::new(AtomicU64::new(0)));
    for trial in 0..TRIALS {
        let begun = Instant::now();
        let server = start_server(program(folder.path(), &["serve", "--listen", "127.0.0.1:0"]));
        let (stop, first) = (Arc::new(AtomicBool::new(false)), Arc::new(Mutex::new(None)));
        let clients = (0..CLIENTS).map(|_| {
            let (address, stop, first) = (server.address.clone(), Arc::clone(&stop), Arc::clone(&first));
            let (acknowledged, next) = (Arc::clone(&acknowledged), Arc::clone(&next));
            std::thread::spawn(move || {
                while !stop.load(Ordering::Relaxed) {
                    let email = format!("reader{}@example.ro", next.fetch_add(1, Ordering::Relaxed));
                    if matches!(subscribe(&address, &email), Ok(200)) {
                        acknowledged.lock().expect("the list").push(email);
                        first.lock().expect("the time").get_or_insert_with(Instant::now);
                    }
                }
            })
        });
        let clients: Vec<_> = clients.collect();
        std::thread::sleep(Duration::from_millis(20 + trial * 7 % 100));
        // Dropping the server kills it.
        drop(server);
        stop.store(true, Ordering::Relaxed);
        clients.into_iter().for_each(|client| client.join().expect("a client ends"));
        if let Some(first) = *first.lock().expect("the time") {
            row.recovered_in(first.duration_since(begun));
        }
    }
    let exported = program(folder.path(), &["subscribers", "export"]).output().expect("the export");
    let exported = String::from_utf8_lossy(&exported.stdout).into_owned();
    let kept: HashSet<&str> = exported.split([',', '\n', '\r', '"']).collect();
    let acknowledged = acknowledged.lock().expect("the list");
    row.acknowledged = acknowledged.len() as u64;
    row.lost = acknowledged.iter().filter(|email| !kept.contains(email.as_str())).count() as u64;
    row.expect(row.acknowledged > TRIALS, "hardly any subscription was acknowledged");
    let backup = program(folder.path(), &["backup", "create"]).output().expect("the backup");
    row.expect(backup.status.success(), "no sound backup could be made after the kills");
    row
}
