//! Stores that released versions wrote are opened, migrated and read by this one.

use std::path::PathBuf;

use paragraf::clock::Clock;
use paragraf::store::Store;
use paragraf::store::verify::verify;

use super::has;
use crate::support::one_person::{ADDRESS, fill, now};

/// Released versions with a store as a file: a row in every table of people, and an article.
const RELEASED: [&str; 1] = ["0.2.0"];
const CACHE_BYTES: usize = 4 << 20;

fn file_of(version: &str) -> PathBuf {
    let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/src/tests/store/released");
    PathBuf::from(folder).join(format!("{version}.redb.zst"))
}

/// With `UPDATE` set, a version that has no file yet gets one. A file is never written again.
#[test]
fn this_version_has_its_store() {
    let version = env!("CARGO_PKG_VERSION");
    assert!(RELEASED.contains(&version), "add {version} to the released versions");
    let file = file_of(version);
    if std::env::var_os("UPDATE").is_some() && !file.exists() {
        let folder = tempfile::tempdir().expect("a folder");
        let path = folder.path().join("paragraf.redb");
        let store = Store::open(&path, CACHE_BYTES, &Clock::fixed(now())).expect("a store");
        store.write_blocking(fill).expect("a commit");
        drop(store);
        let store = std::fs::File::open(path).expect("the store");
        std::fs::write(&file, zstd::encode_all(store, 19).expect("packed")).expect("written");
    }
    assert!(file.exists(), "run this test with UPDATE=1, and commit {}", file.display());
}

#[test]
fn the_stores_of_released_versions_are_opened_whole() {
    for version in RELEASED {
        let folder = tempfile::tempdir().expect("a folder");
        let path = folder.path().join("paragraf.redb");
        let packed = std::fs::File::open(file_of(version)).expect(version);
        std::fs::write(&path, zstd::decode_all(packed).expect(version)).expect("written");
        let store = Store::open(&path, CACHE_BYTES, &Clock::fixed(now())).expect(version);
        let findings = store.read_blocking(|tx| Ok(verify(tx)?)).map_err(|error| error.chain());
        let findings =
            findings.expect("a table that released stores lack needs a step in src/core/store/migrations.rs");
        assert_eq!(findings, [], "{version}");
        assert!(store.read_blocking(|tx| has(tx, "a")).expect("a read"), "{version}");
        let holding = store.read_blocking(|tx| Ok(paragraf::store::holdings::tables_with(tx, ADDRESS)?));
        assert!(holding.expect("a read").iter().any(|(table, _)| *table == "accounts"), "{version}");
    }
}
