//! `cargo bench --bench memory`: peak memory of the server under hostile queries for 60 s.
//!
//! With 100,000 articles the budget is 512 MB resident. The queries fill every cache that grows with requests: searches
//! that never repeat, filters, pages, single articles, and the complete list in each encoding and language. With the
//! articles of the demo the budget is 150 MB. The queries are those that once took a small server to 570 MB.

mod support;

use std::io::{Read, Write};
use std::net::TcpStream;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::time::{Duration, Instant};

use support::{Running, memory_kb, program, start_server_at, verdict};

const ARTICLES: usize = 100_000;
const HOSTILE_FOR: Duration = Duration::from_secs(60);
const CLIENTS: usize = 16;

fn main() {
    let folder = tempfile::tempdir().expect("a folder");
    let address = support::free_address();
    let server = start_server_at(address.clone(), program(folder.path(), &["serve", "--demo", "--listen", &address]));
    measure(&server, 150.0, keys);
    drop(server);

    support::write_articles(&folder.path().join("articles.jsonl"), ARTICLES);
    let import = program(folder.path(), &["import", "articles.jsonl"]).status().expect("the import");
    assert!(import.success(), "the import failed");
    let server = start_server_at(address.clone(), program(folder.path(), &["serve", "--listen", &address]));
    measure(&server, 512.0, mixture);
}

/// Prints the memory after the start and the peak after the hostile requests, against a budget in megabytes.
fn measure(server: &Running, budget: f64, path: fn(usize) -> String) {
    let at_start = megabytes(server, "VmRSS");
    verdict("resident after the start", at_start, " MB", at_start < budget, &budget.to_string());
    let (over, sent) = (AtomicBool::new(false), AtomicUsize::new(0));
    std::thread::scope(|scope| {
        for _ in 0..CLIENTS {
            scope.spawn(|| {
                while !over.load(Ordering::Relaxed) {
                    let number = sent.fetch_add(1, Ordering::Relaxed);
                    ask(&server.address, number, &path(number));
                }
            });
        }
        let end = Instant::now() + HOSTILE_FOR;
        while Instant::now() < end {
            std::thread::sleep(Duration::from_millis(100));
        }
        over.store(true, Ordering::Relaxed);
    });
    let peak = megabytes(server, "VmHWM");
    let what = format!("peak after {} hostile requests", sent.load(Ordering::Relaxed));
    verdict(&what, peak, " MB", peak < budget, &budget.to_string());
}

fn megabytes(server: &Running, figure: &str) -> f64 {
    memory_kb(server.child.id(), figure) as f64 / 1000.0
}

/// Letters each of which becomes many when it is folded for a search.
fn letters() -> String {
    "%EF%B7%BA".repeat(20)
}

/// Keys that grow in the cache of filtered lists: folded words and tags, with every limit.
fn keys(number: usize) -> String {
    let (emoji, limit) = ("%F0%9F%98%80".repeat(50), number % 100 + 1);
    match number % 3 {
        0 => format!("/lawchanges?q={emoji}&domain={}{number}&limit={limit}", letters()),
        1 => format!("/lawchanges?domain={}{number}&limit={limit}", letters()),
        _ => format!("/lawchanges?topic=munca&importance={}&limit={limit}", number % 5 + 1),
    }
}

/// A bit of everything that a request can ask for.
fn mixture(number: usize) -> String {
    let (lang, letters) = (["ro", "en"][number / 7 % 2], letters());
    match number % 7 {
        0 => format!("/lawchanges?lang={lang}&q={letters}+{number}"),
        1 => format!("/lawchanges?lang={lang}&q=contract+chirie&domain={letters}{number}&limit={}", number % 100 + 1),
        2 => format!("/lawchanges?lang={lang}&topic=munca&importance=5&limit={}", number % 100 + 1),
        3 => format!("/lawchanges?lang={lang}&limit=100&cursor=2024-01-01.3.1768035600000002.schimbare-{number}"),
        4 => format!("/lawchanges/schimbare-{}?lang={lang}", number % ARTICLES),
        5 => format!("/app?articleId=schimbare-{}&lang={lang}", number % ARTICLES),
        _ if number % 210 == 6 => format!("/lawchanges?lang={lang}"),
        _ => format!("/lawchanges?lang={lang}&q=impozit+{}", number % 1000),
    }
}

/// Sends the request with this number and reads the response to its end.
fn ask(address: &str, number: usize, path: &str) {
    const ENCODINGS: [&str; 4] = ["br", "zstd", "gzip", "identity"];
    let encoding = ENCODINGS[number / 14 % 4];
    let Ok(mut stream) = TcpStream::connect(address) else { return };
    let request =
        format!("GET {path} HTTP/1.1\r\nhost: {address}\r\naccept-encoding: {encoding}\r\nconnection: close\r\n\r\n");
    if stream.write_all(request.as_bytes()).is_ok() {
        std::io::copy(&mut stream.take(u64::MAX), &mut std::io::sink()).ok();
    }
}
