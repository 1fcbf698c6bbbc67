//! `cargo bench --bench search`: latency of searches and suggestions with 10,000 articles, and memory of the index.
//!
//! The server has one core, the client another. Each word of the synthetic articles occurs in nearly all of them, so
//! that a query ranks, filters and counts nearly 10,000 articles: the worst case. Budget: p99 under 10 ms.

mod support;

use std::io::{Read, Write};
use std::net::TcpStream;
use std::time::Instant;

use support::{Running, free_address, memory_kb, on_core, p99, program, requests, start_server_at, verdict};

const ARTICLES: usize = 10_000;
const REQUESTS: usize = 2_000;
const SERVER_CORE: &str = "0";

fn main() {
    let folder = tempfile::tempdir().expect("a folder");
    support::import_articles(folder.path(), ARTICLES);
    let (address, metrics) = (free_address(), free_address());
    let mut serve = program(folder.path(), &["serve", "--listen", &address]);
    serve.env("PARAGRAF__SERVER__METRICS_LISTEN", &metrics);
    let server = start_server_at(address, on_core(SERVER_CORE, &serve));
    let started = Instant::now();
    requests::wait_for_index(&server.address, ARTICLES);
    verdict("index built after the first response", started.elapsed().as_secs_f64(), " s", true, "none");
    let (_, text) = requests::send(&metrics, &requests::get(&metrics, "/metrics", "")).expect("the metrics");
    let bytes = text.lines().find_map(|line| line.strip_prefix("paragraf_search_index_bytes ")?.parse::<f64>().ok());
    verdict("memory of the index", bytes.expect("the metric") / 1e6, " MB", true, "none");

    let before = memory_kb(server.child.id(), "VmRSS") as f64 / 1000.0;
    verdict("resident before the searches", before, " MB", true, "none");
    for (what, path) in [
        ("search, one word", "/search?q=chirie"),
        ("search, three words and filters", "/search?q=contract+impozit+termen&topic=munca&year=2022"),
        ("search, phrase", "/search?q=%22contract+chirie%22"),
        ("search, citation", "/search?q=legea+7/2021"),
        ("search, typing mistakes", "/search?q=contratc+chirei"),
        ("suggest", "/search/suggest?q=contr+im"),
        ("list, one word", "/lawchanges?limit=24&q=chirie"),
    ] {
        let time = percentile(&server, |number| {
            let level = number % 5 + 1;
            if path.contains("suggest") { path.to_owned() } else { format!("{path}&importance={level}") }
        });
        verdict(what, time, " ms p99", time < 10.0, "10");
    }
    let resident = memory_kb(server.child.id(), "VmRSS") as f64 / 1000.0;
    verdict("resident after all", resident, " MB", true, "none");
}

/// The 99th percentile of the time to the end of the response, in milliseconds.
fn percentile(server: &Running, path: impl Fn(usize) -> String) -> f64 {
    let mut stream = TcpStream::connect(&server.address).expect("a connection");
    stream.set_nodelay(true).expect("no delay");
    let mut times = Vec::with_capacity(REQUESTS);
    for number in 0..REQUESTS {
        let started = Instant::now();
        let status = ask(&mut stream, &server.address, &path(number));
        times.push(started.elapsed().as_secs_f64() * 1000.0);
        assert_eq!(status, 200);
    }
    p99(times)
}

/// Sends a request on an open connection and reads the response to its end.
fn ask(stream: &mut TcpStream, address: &str, path: &str) -> u16 {
    write!(stream, "GET {path} HTTP/1.1\r\nhost: {address}\r\n\r\n").expect("a request");
    let (mut bytes, mut buffer) = (Vec::new(), [0; 1 << 16]);
    loop {
        let read = stream.read(&mut buffer).expect("a response");
        bytes.extend_from_slice(&buffer[..read]);
        let Some(end) = bytes.windows(4).position(|window| window == b"\r\n\r\n") else { continue };
        let head = String::from_utf8_lossy(&bytes[..end]).to_ascii_lowercase();
        let length: usize =
            head.lines().find_map(|line| line.strip_prefix("content-length: ")?.trim().parse().ok()).expect("a length");
        if bytes.len() >= end + 4 + length {
            return head.split(' ').nth(1).and_then(|status| status.parse().ok()).expect("a status");
        }
    }
}
