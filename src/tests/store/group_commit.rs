use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Barrier};

use futures_util::FutureExt;
use paragraf::clock::Clock;
use paragraf::error::{Error, ErrorCode, Kind};
use paragraf::store::verify::verify;
use paragraf::store::{Store, WriteTx};

use super::{has, put};
use crate::support::articles::article;

/// Blocks the writer thread in a first closure until the barrier is met, so that closures queued meanwhile form
/// one group.
fn hold_the_writer(store: &Store) -> (Arc<Barrier>, Arc<Barrier>, tokio::task::JoinHandle<()>) {
    let (entered, leave) = (Arc::new(Barrier::new(2)), Arc::new(Barrier::new(2)));
    let (store, inner_entered, inner_leave) = (store.clone(), Arc::clone(&entered), Arc::clone(&leave));
    let held = tokio::spawn(async move {
        let write = store.write(move |_| {
            inner_entered.wait();
            inner_leave.wait();
            Ok(())
        });
        write.await.expect("the holding closure");
    });
    (entered, leave, held)
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_failing_or_panicking_closure_changes_nothing_and_others_commit() {
    let folder = tempfile::tempdir().expect("a folder");
    let store = super::open(&folder);
    let (entered, leave, held) = hold_the_writer(&store);
    tokio::task::spawn_blocking(move || entered.wait()).await.expect("the writer is held");

    let mut writes = Vec::new();
    for index in 0..60 {
        let mut write = Box::pin({
            let store = store.clone();
            async move {
                let write = move |tx: &WriteTx| {
                    put(tx, &article(&format!("article-{index}")))?;
                    match index % 6 {
                        4 => Err(Error::conflict(ErrorCode::Unchanged, "fails after it wrote")),
                        5 => panic!("panics after it wrote"),
                        _ => Ok(index),
                    }
                };
                store.write(write).await
            }
        });
        // The first poll queues the closure, so all of them form one group.
        assert!(write.as_mut().now_or_never().is_none());
        writes.push(write);
    }
    tokio::task::spawn_blocking(move || leave.wait()).await.expect("the writer is released");
    held.await.expect("the holder ends");
    for (index, write) in writes.into_iter().enumerate() {
        match (index % 6, write.await) {
            (4, Err(error)) => assert_eq!((error.kind, error.code), (Kind::Conflict, ErrorCode::Unchanged)),
            (5, Err(error)) => assert_eq!(error.kind, Kind::Internal),
            (_, answer) => assert_eq!(answer.expect("an unaffected closure"), index),
        }
    }
    let check = store.read(|tx| {
        for index in 0..60 {
            assert_eq!(has(tx, &format!("article-{index}"))?, index % 6 < 4, "article-{index}");
        }
        assert_eq!(verify(tx)?, []);
        Ok(())
    });
    check.await.expect("the store can be read");
    store.write(|tx| put(tx, &article("afterwards"))).await.expect("the writer still runs");
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_closure_that_fails_before_it_writes_causes_no_replay() {
    let store = Store::in_memory(&Clock::System).expect("a store");
    let (entered, leave, held) = hold_the_writer(&store);
    tokio::task::spawn_blocking(move || entered.wait()).await.expect("the writer is held");
    let runs = Arc::new(AtomicUsize::new(0));
    let counted = Arc::clone(&runs);
    let mut neighbour = Box::pin(store.write(move |tx| {
        counted.fetch_add(1, Ordering::Relaxed);
        put(tx, &article("a"))
    }));
    let mut refused = Box::pin(store.write(|_| Err::<(), _>(Error::invalid("title", "is missing"))));
    assert!(neighbour.as_mut().now_or_never().is_none() && refused.as_mut().now_or_never().is_none());
    tokio::task::spawn_blocking(move || leave.wait()).await.expect("the writer is released");
    held.await.expect("the holder ends");
    assert_eq!(refused.await.expect_err("a refusal").field.as_deref(), Some("title"));
    neighbour.await.expect("the neighbour");
    assert_eq!(runs.load(Ordering::Relaxed), 1, "nothing was replayed");
}

#[tokio::test]
async fn a_queued_write_runs_even_if_its_caller_is_cancelled() {
    let folder = tempfile::tempdir().expect("a folder");
    let store = super::open(&folder);
    let writer = store.clone();
    let (started, begun) = tokio::sync::oneshot::channel::<()>();
    let started = std::sync::Mutex::new(Some(started));
    let task = tokio::spawn(async move {
        let write = writer.write(move |tx| {
            if let Some(started) = started.lock().expect("a lock").take() {
                started.send(()).expect("the test waits");
            }
            put(tx, &article("abandoned"))
        });
        write.await
    });
    begun.await.expect("the closure runs");
    task.abort();
    store.write(|_| Ok(())).await.expect("a later write");
    assert!(store.read(|tx| has(tx, "abandoned")).await.expect("a look-up"));
}
