//! A second server on a database.

use crate::support::binary::Server;
use crate::support::postgres;
use crate::support::servers::SharedServer;

#[test]
fn a_second_server_reports_that_it_lacks_the_key_of_second_factors_and_makes_none() {
    let url = postgres::url();
    let mut one = SharedServer::start(&url, "");
    one.leads();
    let mut other = SharedServer::start(&url, "");
    let reports = |server: &SharedServer| server.home.ok(&["status"]).contains("the key of second factors");
    assert!(reports(&other) && !reports(&one));
    let [key, copy] = [&one, &other].map(|server| server.home.data().join("second-factors.key"));
    assert!(!copy.exists(), "a key of its own would open no secret of the first server");
    other.stop();
    std::fs::copy(key, copy).expect("a copy");
    other.start_again();
    assert!(!reports(&other));
    other.stop();
    one.stop();
}

#[test]
fn a_start_on_a_prepared_database_logs_nothing_about_its_tables() {
    let url = postgres::url();
    let mut server = SharedServer::start(&url, "[log]\nlevel = 'info,tokio_postgres=info'\n");
    server.stop();
    let start = server.home.command(&["serve", "--listen", "127.0.0.1:0"]);
    let mut logged = Vec::new();
    let running = Server::start_observed(start, |line| logged.push(line.to_owned()));
    assert_eq!(running.stop(), 0);
    assert!(!logged.iter().any(|line| line.contains("already exists")), "{logged:#?}");
}
