//! A server whose database is away when it starts.

use std::io::{Read, Write};
use std::net::TcpStream;

use crate::support::binary::{Home, Server};
use crate::support::postgres;
use crate::support::wire::Wire;

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn a_server_that_starts_without_its_database_says_so_and_refuses_clients_until_it_is_there() {
    let (url, port) = (postgres::url(), postgres::port());
    let wire = Wire::to(port).await;
    wire.cut();
    let (home, own) = (Home::new(), postgres::free_port());
    let through = url.replace(&format!(":{port}/"), &format!(":{}/", wire.port));
    home.write("paragraf.toml", format!("[store]\nurl = '{through}'\n"));
    let mut answers = Vec::new();
    let server = Server::start_observed(home.command(&["serve", "--listen", &format!("127.0.0.1:{own}")]), |line| {
        if line.contains("the server waits for its database") {
            answers = vec![ask(own), ask(own)];
            wire.mend();
        }
    });
    assert!(!answers.is_empty(), "it started without a word");
    for answer in answers {
        let answer = answer.to_lowercase();
        assert!(answer.starts_with("http/1.1 503 ") && answer.contains("\r\nretry-after: 2\r\n"), "{answer}");
    }
    assert_eq!(server.stop(), 0);
}

/// The answer to a check of readiness.
fn ask(port: u16) -> String {
    let mut stream = TcpStream::connect(("127.0.0.1", port)).expect("a connection");
    stream.write_all(b"GET /readyz HTTP/1.1\r\nhost: a\r\n\r\n").expect("a request");
    let mut answer = String::new();
    stream.read_to_string(&mut answer).expect("an answer");
    answer
}
