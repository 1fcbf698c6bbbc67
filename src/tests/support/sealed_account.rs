//! An account with an authenticator app, and the key of second factors that seals its secret.

use std::path::Path;

use paragraf::clock::Clock;
use paragraf::domain::Uid;
use paragraf::domain::second_factor::{Factor, FactorSecret};
use paragraf::identity::sealing::FactorSealer;
use paragraf::ops::accounts::factor_key::FILE_NAME as KEY_FILE;
use paragraf::store::{FILE_NAME, Store, accounts};
use uuid::Uuid;

use super::accounts::account;

/// The key that seals the secret of [`put_sealed`].
pub const KEY: [u8; 32] = [7; 32];

/// Stores an account with an authenticator app whose secret [`KEY`] seals.
pub fn put_sealed(data_dir: &Path) {
    std::fs::create_dir_all(data_dir).expect("a folder");
    let store = Store::open(&data_dir.join(FILE_NAME), 1 << 20, &Clock::System).expect("the store");
    let (uid, now, factor) = (Uid::parse(&format!("{:0<28}", "ion")).expect("a uid"), Clock::System.now(), Uuid::nil());
    let sealer = FactorSealer::default();
    sealer.set_secret(&KEY);
    let secret = FactorSecret::Totp {
        sealed: sealer.seal(&format!("{uid} {factor}"), "GEZDGNBV").expect("sealed"),
        last_step: 0,
    };
    let mut ion = account(&uid, "ion", now);
    ion.second_factors.enrolled =
        vec![Factor { id: factor, name: String::new(), created_at: now, last_used_at: None, secret }];
    store.write_blocking(move |tx| Ok(accounts::put(tx, None, &ion)?)).expect("the account is stored");
}

pub fn write_key(data_dir: &Path, key: [u8; 32]) {
    let text = data_encoding::BASE64URL_NOPAD.encode(&key);
    std::fs::write(data_dir.join(KEY_FILE), text).expect("the key is written");
}
