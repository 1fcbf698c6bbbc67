use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use paragraf::clock::Clock;
use paragraf::store::verify::verify;
use paragraf::store::{Store, articles};

use super::{has, put};
use crate::support::articles::article;

#[test]
fn a_copy_taken_during_writes_is_consistent() {
    let folder = tempfile::tempdir().expect("a folder");
    let store = super::open(&folder);
    let stop = Arc::new(AtomicBool::new(false));
    let (first, begun) = std::sync::mpsc::channel();
    let (writer, stopped) = (store.clone(), Arc::clone(&stop));
    let writing = std::thread::spawn(move || {
        let mut written = 0;
        while !stopped.load(Ordering::Relaxed) {
            let pair = move |tx: &_| {
                put(tx, &article(&format!("left-{written}")))?;
                put(tx, &article(&format!("right-{written}")))
            };
            writer.write_blocking(pair).expect("a pair");
            written += 1;
            if written == 50 {
                first.send(()).expect("the test waits");
            }
        }
    });
    begun.recv().expect("fifty pairs");
    let copy = folder.path().join("copy.redb");
    store.snapshot(&copy).expect("a copy");
    let mode = std::os::unix::fs::PermissionsExt::mode(&std::fs::metadata(&copy).expect("the copy").permissions());
    assert_eq!(mode & 0o777, 0o600, "a copy holds addresses as the store does");
    stop.store(true, Ordering::Relaxed);
    writing.join().expect("the writer ends");

    let copy = Store::open(&copy, 4 << 20, &Clock::System).expect("the copy opens");
    let check = copy.read_blocking(|tx| {
        assert_eq!(verify(tx)?, []);
        let count = articles::count(tx)?;
        assert!(count >= 100 && count % 2 == 0, "{count} articles");
        for pair in 0..count / 2 {
            assert!(has(tx, &format!("left-{pair}"))? && has(tx, &format!("right-{pair}"))?, "pair {pair}");
        }
        Ok(())
    });
    check.expect("the copy can be read");
}
