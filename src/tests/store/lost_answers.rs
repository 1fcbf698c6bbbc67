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
/// is answered with success must be there, once, and no refused one.
async fn cut_later_each_time(step: i64, cut_after: fn(&Wire, i64)) {
    let (url, wire, store) = wired().await;
    let mut written = 0;
    for round in 0..MAX_ROUNDS {
        cut_after(&wire, round * step);
        let (result, was_cut) = wire.mend_when_cut(store.write(|tx: &WriteTx| put(tx, &article("one")))).await;
        written += u32::from(result.is_ok());
        eventually("the store takes writes", async || store.write(|tx: &WriteTx| has(tx, "one")).await.ok()).await;
        if !was_cut && result.is_ok() {
            assert_eq!(revision_of_one(&url).await, written);
            return;
        }
    }
    panic!("the wire is cut after {} bytes too", MAX_ROUNDS * step);
}

/// The address of a database, a wire to its server, and a store that uses the wire.
async fn wired() -> (String, Wire, Store) {
    let (url, port) = (postgres::url(), postgres::port());
    let wire = Wire::to(port).await;
    let store = connect(&url.replace(&format!(":{port}/"), &format!(":{}/", wire.port)));
    (url, wire, store)
}

/// How often the article was written.
async fn revision_of_one(url: &str) -> u32 {
    let slug = Slug::parse("one").expect("a slug");
    let stored = connect(url).read(move |tx| Ok(articles::get(tx, &slug)?)).await.expect("a read");
    stored.expect("the article").revision
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_write_that_is_cut_on_its_way_happens_once_or_not_at_all() {
    cut_later_each_time(192, Wire::cut_after).await;
    cut_later_each_time(48, Wire::cut_answers_after).await;
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_commit_whose_answer_is_lost_is_looked_up() {
    let (url, wire, store) = wired().await;
    for written in 1..=2 {
        wire.cut_at_commit();
        let (result, was_cut) = wire.mend_when_cut(store.write(|tx: &WriteTx| put(tx, &article("one")))).await;
        result.expect("the commit is found");
        assert!(was_cut, "the answer of the commit is lost");
        assert_eq!(revision_of_one(&url).await, written);
    }
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
