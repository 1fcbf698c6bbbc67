use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};

use jiff::Timestamp;
use paragraf::clock::Clock;
use paragraf::domain::Language;
use paragraf::domain::email::Email;
use paragraf::store::rewrite::{rewrite_closed, unfinished};
use paragraf::store::subscribers::{self, SubscriberRecord};
use paragraf::store::verify::verify;
use paragraf::store::{Store, articles};

use super::{has, put};
use crate::support::articles::article;

fn subscriber(number: usize) -> SubscriberRecord {
    let email = Email::parse(&format!("cititor-{number}@exemplu.ro")).expect("an address");
    SubscriberRecord::new(email, Language::Ro, Timestamp::UNIX_EPOCH)
}

/// A store on disk from which the last 500 of 600 subscribers were removed.
fn store_after_removals(folder: &tempfile::TempDir) -> Store {
    let store = super::open(folder);
    let written = store.write_blocking(|tx| {
        put(tx, &article("a"))?;
        Ok((0..600).try_for_each(|number| subscribers::put(tx, &subscriber(number)))?)
    });
    written.expect("written");
    let removed = store.write_blocking(|tx| {
        Ok((100..600).try_for_each(|number| subscribers::remove(tx, &subscriber(number).email).map(drop))?)
    });
    removed.expect("removed");
    store
}

/// Whether the file of the store contains the address of a removed subscriber.
fn shows_removed(path: &std::path::Path) -> bool {
    let bytes = std::fs::read(path).expect("the file");
    (100..600).any(|number| {
        let address = subscriber(number).email;
        bytes.windows(address.as_str().len()).any(|window| window == address.as_str().as_bytes())
    })
}

fn check(store: &Store, subscribed: u64) {
    let check = store.read_blocking(|tx| {
        assert_eq!(verify(tx)?.iter().filter(|finding| finding.table != "outbox").count(), 0);
        assert_eq!(subscribers::count(tx)?, subscribed);
        assert!(has(tx, "a")?);
        Ok(())
    });
    check.expect("the store can be read");
}

#[test]
fn a_rewritten_store_has_no_bytes_of_removed_records() {
    let folder = tempfile::tempdir().expect("a folder");
    let store = store_after_removals(&folder);
    let path = store.path().expect("a file").to_owned();
    assert!(shows_removed(&path), "the removed records are in free pages");
    store.rewrite().expect("rewritten");
    assert!(!shows_removed(&path));
    assert!(!unfinished(&path).exists());
    check(&store, 100);
    store.write_blocking(|tx| Ok(subscribers::put(tx, &subscriber(100))?)).expect("it takes writes");
    let mode = std::os::unix::fs::PermissionsExt::mode(&std::fs::metadata(&path).expect("the file").permissions());
    assert_eq!(mode & 0o777, 0o600);
    assert!(Store::open(&path, 4 << 20, &Clock::System).is_err(), "the new file is locked");
    drop(store);
    check(&super::open(&folder), 101);
}

#[test]
fn readers_and_writers_go_on_while_the_file_is_swapped() {
    let folder = tempfile::tempdir().expect("a folder");
    let store = store_after_removals(&folder);
    let (stop, written) = (Arc::new(AtomicBool::new(false)), Arc::new(AtomicU64::new(0)));
    let (begins, begun) = std::sync::mpsc::channel();
    let (writer, stopped, count) = (store.clone(), Arc::clone(&stop), Arc::clone(&written));
    let writing = std::thread::spawn(move || {
        while !stopped.load(Ordering::Relaxed) {
            let number = count.load(Ordering::Relaxed);
            let pair = move |tx: &_| {
                put(tx, &article(&format!("left-{number}")))?;
                put(tx, &article(&format!("right-{number}")))?;
                // Removals are repeated in the new file too.
                Ok(subscribers::remove(tx, &subscriber(usize::try_from(number).unwrap_or(0)).email).map(drop)?)
            };
            writer.write_blocking(pair).expect("every write succeeds");
            if count.fetch_add(1, Ordering::Relaxed) == 20 {
                begins.send(()).expect("the test waits");
            }
        }
    });
    begun.recv().expect("twenty pairs");
    let read = store.read_blocking(|tx| {
        let before = articles::count(tx)?;
        // The snapshot is older than the swap and reads on in the old file.
        store.rewrite().expect("rewritten");
        assert_eq!(articles::count(tx)?, before);
        assert!(has(tx, "left-0")? && has(tx, "a")?);
        Ok(())
    });
    read.expect("the reader finishes");
    stop.store(true, Ordering::Relaxed);
    writing.join().expect("the writer ends");
    let pairs = written.load(Ordering::Relaxed);
    let left = 100_u64.saturating_sub(pairs);
    check(&store, left);
    drop(store);
    let store = super::open(&folder);
    check(&store, left);
    let all = store.read_blocking(|tx| {
        assert_eq!(articles::count(tx)?, 1 + 2 * pairs, "no answered write is lost");
        Ok(())
    });
    all.expect("the store can be read");
}

#[test]
fn what_a_killed_rewriting_left_is_no_obstacle() {
    let folder = tempfile::tempdir().expect("a folder");
    let store = store_after_removals(&folder);
    let path = store.path().expect("a file").to_owned();
    std::fs::write(unfinished(&path), "half of a store").expect("a file");
    store.rewrite().expect("rewritten");
    check(&store, 100);
}

#[test]
fn a_closed_store_is_rewritten_and_an_open_one_refused() {
    let folder = tempfile::tempdir().expect("a folder");
    let store = store_after_removals(&folder);
    let path = store.path().expect("a file").to_owned();
    assert!(rewrite_closed(&path).is_err(), "it is open");
    drop(store);
    rewrite_closed(&path).expect("rewritten");
    assert!(!shows_removed(&path));
    check(&super::open(&folder), 100);
}
