//! Faults of the process, the disk and the clock under the store.

mod bit_flips;
mod clock;
mod kill;
mod power_cut;
mod unwritable;

use std::path::Path;
use std::process::Command;
use std::sync::Arc;

use paragraf::app::App;
use paragraf::clock::Clock;
use paragraf::config::Config;
use paragraf::store::Store;
use tokio::runtime::Runtime;

use super::readers;
use super::row::Fault;
use super::support;

#[path = "../../../src/tests/support/faulty_disk.rs"]
mod faulty_disk;

/// Articles of the served store.
const ARTICLES: usize = 50;

pub const FAULTS: &[Fault] = &[
    Fault { name: "kill", about: "kill -9 while readers subscribe", run: kill::run },
    Fault { name: "power-cut", about: "dropped, torn and reordered writes", run: power_cut::run },
    Fault { name: "full-disk", about: "a small file system that is full", run: unwritable::full_disk },
    Fault { name: "full-disk-injected", about: "every write fails: no space", run: unwritable::no_space },
    Fault { name: "read-only", about: "every write fails: read-only file system", run: unwritable::read_only },
    Fault { name: "bit-flips-store", about: "one changed bit in the store's file", run: bit_flips::store },
    Fault { name: "bit-flips-backup", about: "one changed bit in a backup", run: bit_flips::backup },
    Fault { name: "clock-back", about: "the clock is set back a day", run: clock::back },
    Fault { name: "clock-ahead", about: "the clock is set ahead a day and back again", run: clock::ahead },
];

/// The program in `folder`, without limits on subscriptions.
fn program(folder: &Path, args: &[&str]) -> Command {
    let mut command = support::program(folder, args);
    command.env("PARAGRAF__LIMITS__SUBSCRIBE_PER_HOUR", "100000000");
    command
}

/// Imports [`ARTICLES`] articles into the store in `folder`.
fn import(folder: &Path) {
    support::write_articles(&folder.join("articles.jsonl"), ARTICLES);
    let imported = program(folder, &["import", "articles.jsonl"]).output().expect("the import");
    assert!(imported.status.success(), "the import failed: {}", String::from_utf8_lossy(&imported.stderr));
}

/// Subscribes an address; returns the status, or the error of the connection.
fn subscribe(address: &str, email: &str) -> std::io::Result<u16> {
    let body = format!("{{\"email\":\"{email}\"}}");
    post(address, "/subscribe", &body, "").map(|(status, _)| status)
}

/// Posts JSON, with more header lines if there are any.
fn post(address: &str, path: &str, body: &str, headers: &str) -> std::io::Result<(u16, String)> {
    let head = format!("POST {path} HTTP/1.1\r\nhost: {address}\r\nconnection: close\r\n{headers}");
    let length = body.len();
    let request = format!("{head}content-type: application/json\r\ncontent-length: {length}\r\n\r\n{body}");
    readers::request(address, &request)
}

/// A server in this process, over storage or a clock that a fault changes.
struct InProcess {
    app: Arc<App>,
    address: String,
    runtime: Runtime,
    _folder: tempfile::TempDir,
}

impl InProcess {
    /// Serves the store after `prepare` has filled it.
    fn start(
        clock: Clock,
        store: Option<Store>,
        configure: impl FnOnce(&mut Config),
        prepare: impl FnOnce(&Path),
    ) -> Self {
        paragraf::tls::install_provider();
        let folder = tempfile::tempdir().expect("a folder");
        prepare(folder.path());
        let runtime = Runtime::new().expect("a runtime");
        let address = support::free_address();
        let mut config = Config::default();
        config.server.listen = address.parse().expect("an address");
        config.limits.subscribe_per_hour = 100_000_000;
        configure(&mut config);
        let data = folder.path().join("data");
        let app = match store {
            Some(store) => App::with_store(config, data, clock, store),
            None => App::open(config, data, clock),
        };
        let app = Arc::new(app.expect("the app"));
        let served = Arc::clone(&app);
        let listen = address.clone();
        runtime.block_on(async {
            paragraf::ops::accounts::keys::load(&served).await.expect("the keys");
            paragraf::ops::browse::load(&served).await.expect("the articles");
            let listener = tokio::net::TcpListener::bind(&listen).await.expect("the address");
            tokio::spawn(paragraf::web::serve(Arc::clone(&served), listener));
        });
        Self { app, address, runtime, _folder: folder }
    }

    fn stop(self) {
        self.app.stop.cancel();
        self.runtime.shutdown_timeout(std::time::Duration::from_secs(5));
    }
}
