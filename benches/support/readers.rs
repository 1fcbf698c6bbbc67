//! Signed-in readers of a store that no server has open yet.

#[path = "../../src/tests/support/records.rs"]
mod records;

use std::path::Path;

use jiff::Timestamp;
use paragraf::app::App;
use paragraf::clock::Clock;
use paragraf::config::Config;
use paragraf::domain::Uid;
use paragraf::store::accounts::{self, AccountRecord};
use paragraf::store::sessions::{self, SessionRecord};

use self::records::{account, claims, session};

/// A token outlasts every bench.
const TOKEN_SECONDS: i64 = 24 * 3_600;

/// Adds `count` readers to the store in `data`. Returns a function that issues their tokens for the server's URL.
pub fn seed(data: &Path, count: usize) -> impl FnOnce(&str) -> Vec<(Uid, String)> + use<> {
    seed_with(Config::default(), data, count)
}

/// As [`seed`], for the store of this configuration.
pub fn seed_with(config: Config, data: &Path, count: usize) -> impl FnOnce(&str) -> Vec<(Uid, String)> + use<> {
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build().expect("a runtime");
    paragraf::tls::install_provider();
    let app = App::open(config, data.to_owned(), Clock::System).expect("the store opens");
    runtime.block_on(paragraf::ops::accounts::keys::load(&app)).expect("the keys");
    let now = app.clock.now();
    let seeded: Vec<_> = (0..count).map(|number| reader(number, now)).collect();
    let stored = seeded.clone();
    let write = move |tx: &paragraf::store::WriteTx| {
        for (account, session) in &stored {
            accounts::put(tx, None, account)?;
            sessions::put(tx, session)?;
        }
        Ok(())
    };
    app.store.write_blocking(write).expect("the readers are stored");
    let App { keyring, .. } = app;
    move |issuer: &str| {
        let token = |(account, session): &(AccountRecord, SessionRecord)| {
            let claims = claims(account, session, issuer.to_owned(), TOKEN_SECONDS);
            (account.uid.clone(), keyring.sign(&claims).expect("a token"))
        };
        seeded.iter().map(token).collect()
    }
}

fn reader(number: usize, now: Timestamp) -> (AccountRecord, SessionRecord) {
    let uid = Uid::parse(&format!("reader{number:022}")).expect("a uid");
    (account(&uid, &format!("reader{number}"), now), session(&uid, now))
}
