//! Faults of the process, the disk and the clock under the store.

mod bit_flips;
mod clock;
mod kill;
mod power_cut;
mod unwritable;

use std::path::Path;
use std::sync::Arc;

use paragraf::app::App;
use paragraf::clock::Clock;
use paragraf::config::Config;
use paragraf::store::Store;
use tokio::runtime::Runtime;

use super::row::Fault;
use super::support;

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
        super::of_tests::program::install();
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
