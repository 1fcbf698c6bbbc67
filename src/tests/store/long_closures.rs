//! Closures on PostgreSQL that read many rows.

use paragraf::clock::Clock;
use paragraf::store::{Store, each};

use super::{has, put};
use crate::support::articles::article;
use crate::support::postgres;

/// More than the rounds in which a group is asked together.
const ROWS: usize = 300;

fn connect() -> Store {
    Store::connect(postgres::schema(), &Clock::System).expect("a store")
}

#[test]
fn a_closure_may_follow_one_row_to_the_next() {
    let store = connect();
    let written = store.write_blocking(|tx| (0..ROWS).try_for_each(|index| put(tx, &article(&format!("a-{index}")))));
    written.expect("a commit");
    assert!(store.read_blocking(|tx| has(tx, &format!("a-{}", ROWS - 1))).expect("a read"));
}

#[test]
fn a_batch_is_written_and_its_first_error_changes_nothing() {
    let store = connect();
    let written = store.write_blocking(|tx| each(tx, 0..ROWS, |index| put(tx, &article(&format!("b-{index}")))));
    assert_eq!(written.expect("a commit").len(), ROWS);
    let refused = store.write_blocking(|tx| {
        each(tx, 0..ROWS, |index| match index {
            7 => Err(paragraf::error::Error::not_found("The seventh is missing.")),
            index => put(tx, &article(&format!("c-{index}"))),
        })
    });
    assert!(refused.expect_err("its own error").to_string().contains("seventh"));
    assert!(!store.read_blocking(|tx| has(tx, "c-0")).expect("a read"));
}
