//! A server whose database is away when it starts.

use crate::support::binary::{Home, Server};
use crate::support::postgres;
use crate::support::wire::Wire;

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_server_that_starts_without_its_database_says_so_and_waits_for_it() {
    let (url, port) = (postgres::url(), postgres::port());
    let wire = Wire::to(port).await;
    wire.cut();
    let home = Home::new();
    let through = url.replace(&format!(":{port}/"), &format!(":{}/", wire.port));
    home.write("paragraf.toml", format!("[store]\nurl = '{through}'\n"));
    let mut has_waited = false;
    let server = Server::start_observed(home.command(&["serve", "--listen", "127.0.0.1:0"]), |line| {
        if line.contains("the server waits for its database") {
            has_waited = true;
            wire.mend();
        }
    });
    assert!(has_waited, "it started without a word");
    assert_eq!(server.stop(), 0);
}
