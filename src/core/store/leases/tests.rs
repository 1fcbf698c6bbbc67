//! Tests of leases.

use super::super::Store;
use super::*;
use crate::clock::Clock;
use crate::error::Result;

fn process(number: u128) -> ProcessRecord {
    ProcessRecord {
        id: Uuid::from_u128(number),
        name: format!("host:{number}"),
        version: "1".into(),
        started_at: Timestamp::UNIX_EPOCH,
        beat: 0,
        lag_millis: None,
    }
}

fn store() -> Store {
    Store::in_memory(&Clock::System).expect("a store")
}

fn beat_of(store: &Store, number: u128) -> Observed {
    store.write_blocking(move |tx| Ok(beat(tx, &process(number))?)).expect("a beat")
}

fn take_as(store: &Store, number: u128, seen: &Observed) -> Option<u64> {
    let seen = seen.clone();
    store.write_blocking(move |tx| Ok(take(tx, Uuid::from_u128(number), &seen)?)).expect("a write")
}

#[test]
fn a_lease_is_taken_only_from_a_leader_that_stands_still() {
    let store = store();
    let seen = beat_of(&store, 1);
    let other = beat_of(&store, 2);
    assert_eq!(take_as(&store, 1, &seen), Some(1));
    assert_eq!(take_as(&store, 2, &other), None, "the other was first");
    let seen = beat_of(&store, 2);
    beat_of(&store, 1);
    assert_eq!(take_as(&store, 2, &seen), None, "the leader lives");
    let seen = beat_of(&store, 2);
    assert_eq!(take_as(&store, 2, &seen), Some(2));
}

#[test]
fn a_leader_that_leaves_makes_room_at_once() {
    let store = store();
    let seen = beat_of(&store, 1);
    let term = take_as(&store, 1, &seen);
    store.write_blocking(move |tx| Ok(leave(tx, Uuid::from_u128(1), term)?)).expect("a write");
    let seen = beat_of(&store, 2);
    assert_eq!(seen.lease, Lease { term: 1, holder: None });
    assert_eq!(seen.processes.len(), 1, "the leader has no row any more");
    assert_eq!(take_as(&store, 2, &seen), Some(2));
}

#[test]
fn one_process_imports_at_a_time() {
    let store = store();
    beat_of(&store, 1);
    let hold = |number| store.write_blocking(move |tx| Ok(hold_import(tx, Uuid::from_u128(number))?)).expect("a write");
    assert!(hold(1) && !hold(2));
    store.write_blocking(|tx| Ok(release_import(tx, Uuid::from_u128(1))?)).expect("a write");
    assert!(hold(2), "released");
    assert!(hold(1), "a process that does not beat holds nothing");
}

#[test]
fn the_row_of_a_dead_process_is_removed_unless_it_beats() {
    let store = store();
    beat_of(&store, 1);
    beat_of(&store, 2);
    beat_of(&store, 2);
    let dead = [(Uuid::from_u128(1), 1), (Uuid::from_u128(2), 1)];
    store.write_blocking(move |tx| Ok(forget(tx, &dead)?)).expect("a write");
    let left = store.read_blocking(|tx| Ok(observe(tx)?)).expect("a read").processes;
    assert_eq!(left.iter().map(|process| process.name.as_str()).collect::<Vec<_>>(), ["host:2"]);
}

#[test]
fn the_writes_of_an_earlier_leader_are_refused() {
    let runtime = tokio::runtime::Runtime::new().expect("a runtime");
    let store = store();
    let write = |lag: u64| {
        let (store, record) = (store.clone(), ProcessRecord { lag_millis: Some(lag), ..process(9) });
        async move {
            let write = move |tx: &WriteTx| -> Result<u64> {
                beat(tx, &record)?;
                Ok(tx.term())
            };
            store.write(write).await
        }
    };
    let seen = beat_of(&store, 1);
    assert_eq!(take_as(&store, 1, &seen), Some(1));
    assert_eq!(runtime.block_on(in_term(1, write(1))).expect("its own term"), 1);
    let seen = beat_of(&store, 2);
    assert_eq!(take_as(&store, 2, &seen), Some(2));
    runtime.block_on(in_term(1, write(2))).expect_err("the term is over");
    assert_eq!(runtime.block_on(write(3)).expect("no leader's work"), 0);
    let task = in_term(2, async { tokio::spawn(carried(write(4))).await.expect("no panic") });
    assert_eq!(runtime.block_on(task).expect("the new term"), 2);
    let on_thread = {
        let store = store.clone();
        move || store.write_blocking(|tx| Ok(tx.term()))
    };
    let on_thread = in_term(2, async { tokio::task::spawn_blocking(carried_blocking(on_thread)).await });
    assert_eq!(runtime.block_on(on_thread).expect("no panic").expect("the new term"), 2);
}
