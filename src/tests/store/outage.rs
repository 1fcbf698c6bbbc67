//! A store on a disk that refuses writes.

use paragraf::clock::Clock;
use paragraf::error::{ErrorCode, Kind};
use paragraf::store::Store;
use paragraf::store::verify::verify;

use super::{has, put};
use crate::support::articles::article;
use crate::support::eventually::eventually_blocking;
use crate::support::faulty_disk::{FaultyDisk, NO_SPACE, READ_ONLY};

fn write(store: &Store, slug: &'static str) -> paragraf::error::Result<()> {
    store.write_blocking(move |tx| put(tx, &article(slug)))
}

fn can_read(store: &Store, slug: &str) -> bool {
    store.read_blocking(|tx| has(tx, slug)).expect("reads go on")
}

#[test]
fn a_failed_write_is_refused_with_its_cause_while_reads_go_on() {
    for (error, cause) in [(NO_SPACE, "No space left on device"), (READ_ONLY, "Read-only file system")] {
        let disk = FaultyDisk::default();
        let store = Store::over_storage(disk.clone(), &Clock::System).expect("a store");
        write(&store, "before").expect("stored");
        disk.fail_writes(error);
        for slug in ["first", "second"] {
            let refused = write(&store, slug).expect_err("a refusal");
            assert_eq!((refused.kind, refused.code), (Kind::Unavailable, ErrorCode::Unavailable));
            assert!(refused.retry_after_secs.is_some_and(|secs| secs > 0));
            assert!(refused.chain().contains(cause), "{}", refused.chain());
            assert!(can_read(&store, "before") && !can_read(&store, slug));
        }
        let outage = store.outage().expect("an outage");
        assert!(outage.readable && outage.cause.contains(cause), "{outage:?}");
        assert_eq!(store.read_blocking(|tx| Ok(verify(tx)?)).expect("a verify"), []);
    }
}

#[test]
fn writes_succeed_again_when_the_disk_does() {
    let disk = FaultyDisk::default();
    let store = Store::over_storage(disk.clone(), &Clock::System).expect("a store");
    write(&store, "before").expect("stored");
    for round in ["one", "two"] {
        disk.fail_writes(NO_SPACE);
        write(&store, "lost").expect_err("a refusal");
        disk.fail_writes(0);
        eventually_blocking("the store takes writes", || store.outage().is_none().then_some(()));
        write(&store, round).expect("stored");
    }
    drop(store);
    let store = Store::over_storage(disk, &Clock::System).expect("it opens again");
    assert!(can_read(&store, "before") && can_read(&store, "one") && can_read(&store, "two"));
    assert!(!can_read(&store, "lost"), "a refused write is not kept");
    assert_eq!(store.read_blocking(|tx| Ok(verify(tx)?)).expect("a verify"), []);
}

#[test]
fn a_backup_during_an_outage_names_the_cause() {
    let disk = FaultyDisk::default();
    let store = Store::over_storage(disk.clone(), &Clock::System).expect("a store");
    disk.fail_writes(NO_SPACE);
    write(&store, "lost").expect_err("a refusal");
    let folder = tempfile::tempdir().expect("a folder");
    let refused = store.snapshot(&folder.path().join("copy.redb")).expect_err("a refusal");
    let refused = paragraf::error::Error::from(refused);
    assert_eq!(refused.kind, Kind::Unavailable);
    assert!(refused.chain().contains("No space left on device"), "{}", refused.chain());
    assert_eq!(std::fs::read_dir(folder.path()).expect("the folder").count(), 0);
}
