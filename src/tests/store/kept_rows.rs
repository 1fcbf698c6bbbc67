//! Rows that processes keep between their writes on PostgreSQL, and writes that join a group at the last moment.

use paragraf::domain::Slug;
use paragraf::store::{Store, WriteTx, articles};

use super::put;
use crate::support::articles::article;
use crate::support::eventually::eventually;
use crate::support::postgres::{self, OpenTransaction, connect};

const LATE: usize = 20;

/// Stores the next revision of the article and returns its number.
fn revise(tx: &WriteTx, slug: &str) -> paragraf::error::Result<u32> {
    put(tx, &article(slug))?;
    Ok(articles::get(tx, &Slug::parse(slug).expect("a slug"))?.expect("it was written").revision)
}

fn revised(store: &Store) -> u32 {
    store.write_blocking(|tx| revise(tx, "one")).expect("a commit")
}

#[test]
fn a_row_that_no_other_process_has_changed_is_not_fetched_again() {
    let url = postgres::url();
    let store = connect(&url);
    assert_eq!([revised(&store), revised(&store)], [1, 2]);
    // No program changes rows in this way.
    postgres::run(&url, "DELETE FROM articles");
    assert_eq!(revised(&store), 3);
}

#[test]
fn a_row_that_another_process_has_changed_is_fetched_again() {
    let url = postgres::url();
    let stores = [connect(&url), connect(&url)];
    for revision in 1..=60_u32 {
        assert_eq!(revised(&stores[usize::from(revision % 7 < 3)]), revision);
    }
}

#[test]
fn rows_are_fetched_again_after_a_group_of_a_program_that_notes_nothing() {
    let url = postgres::url();
    let stores = [connect(&url), connect(&url)];
    assert_eq!(stores.each_ref().map(revised), [1, 2]);
    postgres::run(&url, "UPDATE paragraf_changes SET changed = NULL");
    assert_eq!(revised(&stores[0]), 3);
}

#[test]
fn a_database_of_an_earlier_program_is_prepared_for_what_groups_note() {
    let url = postgres::url();
    assert_eq!(revised(&connect(&url)), 1);
    postgres::run(&url, "ALTER TABLE paragraf_changes DROP COLUMN changed");
    assert_eq!(revised(&connect(&url)), 2);
}

/// Queues writes of these articles while another one waits for the lock of the writers. Returns the number of commits.
async fn commits_with_late_writes(late: &[String]) -> i64 {
    let url = postgres::url();
    let store = connect(&url);
    let write = |slug: String| {
        let store = store.clone();
        tokio::spawn(async move { store.write(move |tx: &WriteTx| revise(tx, &slug)).await })
    };
    write("one".into()).await.expect("no panic").expect("a commit");
    let seq = || postgres::ask(&url, "SELECT seq FROM paragraf_writer").parse::<i64>().expect("a number");
    let before = seq();
    let lock = OpenTransaction::of(&url, "UPDATE paragraf_writer SET seq = seq");
    let mut writes = vec![write("one".into())];
    eventually("the first write waits for the lock", async || {
        let waiting = "SELECT count(*) FROM pg_locks \
            WHERE relation = 'paragraf_writer'::regclass AND mode = 'RowShareLock'";
        (postgres::ask(&url, waiting) == "1").then_some(())
    })
    .await;
    writes.extend(late.iter().cloned().map(write));
    eventually("the others are queued", async || (store.waiting_writes() == late.len()).then_some(())).await;
    drop(lock);
    for write in writes {
        write.await.expect("no panic").expect("a commit");
    }
    seq() - before
}

#[tokio::test(flavor = "multi_thread", worker_threads = 4)]
async fn writes_that_are_queued_during_the_wait_for_the_lock_share_its_commit() {
    assert_eq!(commits_with_late_writes(&vec!["one".to_owned(); LATE]).await, 1);
}

#[tokio::test(flavor = "multi_thread", worker_threads = 4)]
async fn late_writes_of_other_rows_are_committed_together_afterwards() {
    let others: Vec<_> = (0..LATE).map(|number| format!("other-{number}")).collect();
    assert_eq!(commits_with_late_writes(&others).await, 2);
}
