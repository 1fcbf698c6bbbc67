//! A server that stands still in the middle of a write to a database that it shares.

use crate::support::eventually::eventually_blocking;
use crate::support::postgres;
use crate::support::servers::SharedServer;
use crate::support::subscription_load::SubscriptionLoad;

const SETTINGS: &str = "[limits]\nsubscribe_per_hour = 10000000\n";
/// Fails when somebody holds the lock of the writers for so long.
const LOCK: &str = "SET lock_timeout = '1s'; SELECT 1 FROM paragraf_writer WHERE id = 1 FOR UPDATE";
const WRITES: usize = 20;

/// Stops the server while it holds the lock of the writers.
fn stop_in_a_write(server: &SharedServer, url: &str) {
    eventually_blocking("the server stands still in a write", || {
        server.running().signal("STOP");
        if !postgres::is_done(url, LOCK) {
            return Some(());
        }
        server.running().signal("CONT");
        None
    });
}

#[tokio::test(flavor = "multi_thread", worker_threads = 4)]
async fn a_server_that_stands_still_in_a_write_blocks_the_others_for_seconds_and_loses_nothing() {
    let url = postgres::url();
    let mut servers = [SharedServer::start(&url, SETTINGS), SharedServer::start(&url, SETTINGS)];
    let load = SubscriptionLoad::start(&[servers[0].running().url(""), servers[1].running().url("")]);
    load.goes_on_at(0, WRITES).await;
    load.goes_on_at(1, WRITES).await;
    stop_in_a_write(&servers[0], &url);
    load.goes_on_at(1, WRITES).await;
    servers[0].running().signal("CONT");
    load.goes_on_at(0, WRITES).await;
    load.goes_on_at(1, WRITES).await;

    let store = postgres::connect(&url);
    // Requests that waited for the stopped server may have timed out.
    let [lost, _] = load.end(&store).await;
    assert_eq!(lost, Vec::<String>::new());
    servers.iter_mut().for_each(SharedServer::stop);
}
