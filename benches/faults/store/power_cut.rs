use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};

use paragraf::clock::Clock;
use paragraf::domain::Language;
use paragraf::domain::email::Email;
use paragraf::store::subscribers::{self, SubscriberRecord};
use paragraf::store::verify::verify;
use paragraf::store::{Store, WriteTx};

use super::super::of_tests::faulty_disk::FaultyDisk;
use super::super::row::Row;

const TRIALS: u64 = 300;
const WRITERS: u64 = 4;

fn email(trial: u64, writer: u64, index: u64) -> Email {
    Email::parse(&format!("r{trial}-{writer}-{index}@example.ro")).expect("an address")
}

pub fn run() -> Row {
    let mut row = Row { trials: TRIALS, ..Row::default() };
    for trial in 0..TRIALS {
        let (acknowledged, bytes) = interrupted(trial);
        let begun = Instant::now();
        match Store::over_storage(FaultyDisk::holding(bytes), &Clock::System) {
            Err(error) => row.failures.push(format!("trial {trial}: the store does not open: {error}")),
            Ok(store) => {
                row.acknowledged += acknowledged.len() as u64;
                let read = store.read_blocking(|tx| {
                    let mut lost = 0;
                    for email in &acknowledged {
                        lost += u64::from(!subscribers::exists(tx, email)?);
                    }
                    Ok((lost, verify(tx)?))
                });
                let (lost, findings) = read.expect("a read");
                row.lost += lost;
                row.expect(findings.is_empty(), format!("trial {trial}: {findings:?}"));
                store.write_blocking(move |tx| subscribe(tx, &email(trial, WRITERS, 0))).expect("a write");
                row.recovered_in(begun.elapsed());
            }
        }
    }
    row
}

/// Writes until the power is cut. Returns the writes acknowledged before, and the bytes on the disk after.
fn interrupted(trial: u64) -> (Vec<Email>, Vec<u8>) {
    let disk = FaultyDisk::default();
    let store = Store::over_storage(disk.clone(), &Clock::System).expect("a store");
    let (stop, acknowledged) = (Arc::new(AtomicBool::new(false)), Arc::new(Mutex::new(Vec::new())));
    let writers = (0..WRITERS).map(|writer| {
        let (store, stop, acknowledged) = (store.clone(), Arc::clone(&stop), Arc::clone(&acknowledged));
        std::thread::spawn(move || {
            let mut index = 0;
            while !stop.load(Ordering::Relaxed) {
                let email = email(trial, writer, index);
                let new = email.clone();
                store.write_blocking(move |tx| subscribe(tx, &new)).expect("a write");
                acknowledged.lock().expect("the list").push(email);
                index += 1;
            }
        })
    });
    let writers: Vec<_> = writers.collect();
    std::thread::sleep(Duration::from_micros(2_000 + trial * 137 % 9_000));
    // The list is copied before the cut: a write that is acknowledged later may be missing.
    let before = acknowledged.lock().expect("the list").clone();
    let mut state = trial.wrapping_mul(0x9E37_79B9_7F4A_7C15).wrapping_add(1);
    let bytes = disk.after_power_cut(&mut |below| {
        state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (state >> 33) as usize % below
    });
    stop.store(true, Ordering::Relaxed);
    writers.into_iter().for_each(|writer| writer.join().expect("a writer ends"));
    (before, bytes)
}

fn subscribe(tx: &WriteTx, email: &Email) -> paragraf::error::Result<()> {
    let now = jiff::Timestamp::UNIX_EPOCH;
    // Confirmed, because an unconfirmed subscriber also has a queued confirmation request.
    let record =
        SubscriberRecord { confirmed_at: Some(now), ..SubscriberRecord::new(email.clone(), Language::Ro, now) };
    Ok(subscribers::put(tx, &record)?)
}
