//! Hosts of the database that keep their connections and say nothing, as with a storage that stalls, and hosts that lack
//! what others have seen.

use std::net::TcpListener;
use std::time::Duration;

use paragraf::clock::Clock;
use paragraf::store::{ForeignChanges, PostgresConfig, Reload, Store, WriteTx};

use super::put;
use crate::support::articles::article;
use crate::support::eventually::{DEADLINE, eventually};
use crate::support::postgres::{self, OpenTransaction, connect};
use crate::support::wire::Wire;

async fn write(store: &Store, slug: &'static str) -> paragraf::error::Result<()> {
    store.write(move |tx: &WriteTx| put(tx, &article(slug))).await
}

/// What the feed reports next.
async fn next(changes: &mut ForeignChanges) -> Reload {
    tokio::time::timeout(DEADLINE, changes.next()).await.expect("news in time").expect("an open store")
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_host_that_is_silent_is_passed_over_at_the_start_and_later() {
    let (url, port) = (postgres::url(), postgres::port());
    // It takes connections, and nobody reads from them.
    let silent = TcpListener::bind("127.0.0.1:0").expect("a port");
    let silent = (silent.local_addr().expect("its address").port(), silent);
    let wire = Wire::to(port).await;
    let hosts = [silent.0, wire.port, port].map(|port| format!("127.0.0.1:{port}")).join(",");
    let url_of_all = url.replace(&format!("127.0.0.1:{port}/"), &format!("{hosts}/"));
    let config = PostgresConfig::new(&url_of_all, "", None, 8).expect("the address is right");
    let store = Store::connect(config.with_patience(Duration::from_secs(12)), &Clock::System).expect("a store");
    let mut changes = store.changes().expect("a feed").expect("of a database");
    write(&store, "one").await.expect("a write");

    wire.hold();
    eventually("the host behind the silent ones takes writes", async || write(&store, "two").await.ok()).await;
    write(&connect(&url), "three").await.expect("a write of another process");
    assert!(matches!(next(&mut changes).await, Reload::Parts(_)), "the feed has left the silent host too");
    wire.mend();
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_process_starts_while_a_dump_reads_the_tables() {
    let url = postgres::url();
    let store = connect(&url);
    // As pg_dump does until it ends.
    let dump = OpenTransaction::of(&url, "LOCK TABLE paragraf_changes, paragraf_writer IN ACCESS SHARE MODE");
    let other = connect(&url);
    write(&other, "one").await.expect("a write");
    write(&store, "two").await.expect("a write");
    drop(dump);
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn everything_is_read_again_when_a_host_takes_over_that_lacks_changes() {
    let url = postgres::url();
    let (store, other) = (connect(&url), connect(&url));
    let mut changes = store.changes().expect("a feed").expect("of a database");
    write(&other, "one").await.expect("a write");
    assert!(matches!(next(&mut changes).await, Reload::Parts(_)));
    let lose = "DELETE FROM paragraf_changes WHERE seq = (SELECT seq FROM paragraf_writer); \
        UPDATE paragraf_writer SET seq = seq - 1";
    postgres::run(&url, lose);
    assert_eq!(next(&mut changes).await, Reload::Everything, "the last change is gone");

    write(&other, "two").await.expect("a write");
    assert!(matches!(next(&mut changes).await, Reload::Parts(_)));
    postgres::run(&url, "UPDATE paragraf_changes SET number = number + 1000");
    assert_eq!(next(&mut changes).await, Reload::Everything, "another group has made the last change");
}
