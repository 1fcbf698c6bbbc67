use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};

use paragraf::clock::Clock;
use paragraf::store::Store;
use paragraf::store::verify::verify;

use super::{has, put};
use crate::support::articles::article;
use crate::support::eventually::eventually_blocking;
use crate::support::faulty_disk::FaultyDisk;

/// Numbers that look random and are the same in every run.
fn random(seed: u64) -> impl FnMut(usize) -> usize {
    let mut state = seed.wrapping_mul(0x9E37_79B9_7F4A_7C15).wrapping_add(1);
    move |below| {
        state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (state >> 33) as usize % below
    }
}

/// Writes articles until the power is cut after some of them. Returns how many were acknowledged, and the bytes.
fn interrupted(trial: u64) -> (usize, Vec<u8>) {
    let disk = FaultyDisk::default();
    let store = Store::over_storage(disk.clone(), &Clock::System).expect("a store");
    let (stop, acknowledged) = (Arc::new(AtomicBool::new(false)), Arc::new(AtomicUsize::new(0)));
    let (stopped, written) = (Arc::clone(&stop), Arc::clone(&acknowledged));
    let writer = std::thread::spawn(move || {
        while !stopped.load(Ordering::Relaxed) {
            let index = written.load(Ordering::Relaxed);
            store.write_blocking(move |tx| put(tx, &article(&format!("article-{index}")))).expect("acknowledged");
            written.fetch_add(1, Ordering::SeqCst);
        }
    });
    let enough = usize::try_from(trial % 7 + 1).expect("a small number");
    eventually_blocking("some articles are written", || (acknowledged.load(Ordering::SeqCst) > enough).then_some(()));
    // In this order: what is acknowledged later may be missing.
    let before = acknowledged.load(Ordering::SeqCst);
    let bytes = disk.after_power_cut(&mut random(trial));
    stop.store(true, Ordering::Relaxed);
    writer.join().expect("the writer ends");
    (before, bytes)
}

/// The bench `faults` does this three hundred times.
#[test]
fn a_power_cut_loses_nothing_acknowledged() {
    for trial in 0..10 {
        let (acknowledged, bytes) = interrupted(trial);
        let store = Store::over_storage(FaultyDisk::holding(bytes), &Clock::System).expect("it opens again");
        let findings = store.read_blocking(|tx| {
            for index in 0..acknowledged {
                assert!(has(tx, &format!("article-{index}"))?, "trial {trial}: article-{index} of {acknowledged}");
            }
            Ok(verify(tx)?)
        });
        assert_eq!(findings.expect("a verify"), []);
    }
}
