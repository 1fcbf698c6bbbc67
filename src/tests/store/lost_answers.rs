//! Writes over a wire that is cut before, in and after the commit, or that lets nothing pass.

use std::time::Duration;

use paragraf::clock::Clock;
use paragraf::domain::Slug;
use paragraf::error::Kind;
use paragraf::store::{PostgresConfig, Store, WriteTx, articles};

use super::{has, put};
use crate::support::articles::article;
use crate::support::eventually::eventually;
use crate::support::postgres::{self, connect};
use crate::support::wire::Wire;

/// More than any write takes.
const MAX_ROUNDS: i64 = 400;

/// Repeats a write over a wire that is cut `step` bytes later each time, until it is not cut any more. Each write that
/// is answered with success must be there, once, and no refused one. Returns how many were cut and answered with success.
async fn cut_later_each_time(step: i64, cut_after: fn(&Wire, i64)) -> u64 {
    let (url, port) = (postgres::url(), postgres::port());
    let wire = Wire::to(port).await;
    let store = connect(&url.replace(&format!(":{port}/"), &format!(":{}/", wire.port)));
    let (mut written, mut looked_up) = (0, 0);
    for round in 0..MAX_ROUNDS {
        cut_after(&wire, round * step);
        let (result, was_cut) = wire.mend_when_cut(store.write(|tx: &WriteTx| put(tx, &article("one")))).await;
        written += u32::from(result.is_ok());
        looked_up += u64::from(was_cut && result.is_ok());
        eventually("the store takes writes", async || store.write(|tx: &WriteTx| has(tx, "one")).await.ok()).await;
        if !was_cut && result.is_ok() {
            let slug = Slug::parse("one").expect("a slug");
            let stored = connect(&url).read(move |tx| Ok(articles::get(tx, &slug)?)).await.expect("a read");
            assert_eq!(stored.expect("the article").revision, written);
            return looked_up;
        }
    }
    panic!("the wire is cut after {} bytes too", MAX_ROUNDS * step);
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_write_that_is_cut_on_its_way_happens_once_or_not_at_all() {
    cut_later_each_time(192, Wire::cut_after).await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_commit_whose_answer_is_lost_is_looked_up() {
    let looked_up = cut_later_each_time(48, Wire::cut_answers_after).await;
    assert!(looked_up > 0, "no answer of a commit was lost");
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_database_that_hangs_is_away_until_it_answers() {
    let (url, port) = (postgres::url(), postgres::port());
    let wire = Wire::to(port).await;
    let through = url.replace(&format!(":{port}/"), &format!(":{}/", wire.port));
    let config = PostgresConfig::new(&through, "", None, 4).expect("the address is right");
    let store = Store::connect(config.with_patience(Duration::from_secs(5)), &Clock::System).expect("a store");
    store.write(|tx: &WriteTx| put(tx, &article("one"))).await.expect("a write");
    wire.hold();
    let refused = store.write(|tx: &WriteTx| put(tx, &article("two"))).await.expect_err("nothing answers");
    assert_eq!((refused.kind, refused.retry_after_secs), (Kind::Unavailable, Some(1)));
    let cause = store.outage().expect("an outage").cause;
    assert_eq!(cause, "the database has not answered for 5 s");
    let slug = Slug::parse("one").expect("a slug");
    let unread = store.read(move |tx| Ok(articles::get(tx, &slug)?)).await.expect_err("nothing answers");
    assert_eq!((unread.kind, unread.retry_after_secs), (Kind::Unavailable, Some(1)), "readers do not wait again");
    assert!(unread.message().starts_with("nothing can be read"), "{}", unread.message());
    wire.mend();
    eventually("the store takes writes", async || store.write(|tx: &WriteTx| has(tx, "one")).await.ok()).await;
    assert!(store.outage().is_none());
}
