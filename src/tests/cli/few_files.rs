//! A server that may open few files.

use std::io::{Read, Write};
use std::net::TcpStream;
use std::process::Command;
use std::time::Duration;

use crate::support::binary::{Home, Server};
use crate::support::eventually::eventually_blocking;

/// Clients without this answer were kept out: the connections of others end by themselves after ten seconds.
const PATIENCE: Duration = Duration::from_secs(8);

fn serve_with_64_files(home: &Home) -> Server {
    let plain = home.command(&["serve", "--listen", "127.0.0.1:0"]);
    let mut shell = Command::new("sh");
    shell.args(["-c", "ulimit -n 64; exec \"$0\" \"$@\""]).arg(plain.get_program()).args(plain.get_args());
    shell.current_dir(home.path()).env_clear();
    shell.envs(plain.get_envs().filter_map(|(name, value)| Some((name, value?))));
    Server::start(shell)
}

fn get(address: &str) -> std::io::Result<String> {
    let mut reader = TcpStream::connect(address)?;
    reader.set_read_timeout(Some(PATIENCE))?;
    reader.write_all(b"GET /lawchanges HTTP/1.1\r\nhost: x\r\nconnection: close\r\n\r\n")?;
    let mut response = String::new();
    reader.read_to_string(&mut response)?;
    Ok(response)
}

#[test]
fn half_open_clients_do_not_keep_readers_out_of_a_server_with_few_files() {
    let home = Home::new();
    let server = serve_with_64_files(&home);
    let half_open: Vec<TcpStream> = (0..120).map(|_| TcpStream::connect(&server.address).expect("connected")).collect();
    for _ in 0..10 {
        let response = get(&server.address).expect("an answer");
        assert!(response.starts_with("HTTP/1.1 200"), "{response}");
    }
    drop(half_open);
    let status = eventually_blocking("a command gets a descriptor", || {
        let ran = home.run(&["status"]);
        (ran.code == 0).then_some(ran.out)
    });
    for reported in ["attention    at most 24 connections can be open at once", "LimitNOFILE=", "all 24 connections"] {
        assert!(status.contains(reported), "{reported}: {status}");
    }
    let (code, log) = server.stop_with_log();
    let reports =
        |condition| log.iter().filter(|line| line.contains(&format!("\"condition\":\"{condition}\""))).count();
    assert_eq!((code, reports("connections_full")), (0, 1), "{log:#?}");
}
