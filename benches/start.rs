//! `cargo bench --bench start`: from exec to the first response and to the complete index, with up to 100,000 articles.
//!
//! Budget: with 10,000 articles the first response within 300 ms and less than 100 MB resident; with 100,000 within 1 s,
//! and the complete index within 10 s of processor time, both made and opened. Until then `/readyz` says how much
//! can be found.

mod support;

use std::path::Path;
use std::process::{Child, Stdio};
use std::time::{Duration, Instant};

use support::{Running, free_address, median, memory_kb, processor_time, program, requests, verdict};

/// Numbers of articles, with the milliseconds until the first response.
const SIZES: [(usize, f64); 3] = [(1_000, 300.0), (10_000, 300.0), (100_000, 1000.0)];
const RUNS: usize = 7;
/// Megabytes with 10,000 articles.
const RESIDENT: f64 = 100.0;
/// Seconds of processor time until 100,000 articles are indexed.
const INDEXED: f64 = 10.0;

fn main() {
    for (articles, budget) in SIZES {
        let folder = tempfile::tempdir().expect("a folder");
        support::import_articles(folder.path(), articles);
        let (mut times, mut resident) = (Vec::new(), Vec::new());
        for _ in 0..RUNS {
            let (mut server, _, time) = start(folder.path());
            times.push(time.as_secs_f64() * 1000.0);
            resident.push(memory_kb(server.id(), "VmRSS") as f64 / 1000.0);
            end(&mut server);
        }
        let (time, resident) = (median(times), median(resident));
        verdict(&format!("first answer with {articles} articles"), time, " ms", time < budget, &budget.to_string());
        let is_small = articles != 10_000 || resident < RESIDENT;
        verdict(
            &format!("resident memory after it, {articles} articles"),
            resident,
            " MB",
            is_small,
            "100 with 10,000",
        );
        let (made, was_incomplete) = index(folder.path());
        verdict_of_index("made", articles, made);
        // A small index is complete before anything can ask.
        let said = f64::from(u8::from(was_incomplete));
        verdict("/readyz says that it is incomplete", said, "", articles < 100_000 || was_incomplete, "1 with 100,000");
        let (opened, _) = index(folder.path());
        verdict_of_index("opened", articles, opened);
    }
}

/// Starts a server and waits for its first list.
fn start(folder: &Path) -> (Child, String, Duration) {
    let (address, started) = (free_address(), Instant::now());
    let mut serve = program(folder, &["serve", "--listen", &address]);
    let server = serve.stderr(Stdio::null()).spawn().expect("the server starts");
    let request = requests::get(&address, "/lawchanges?limit=24", "");
    while !matches!(requests::send(&address, &request), Ok((200, _))) {
        std::thread::sleep(Duration::from_millis(1));
    }
    (server, address, started.elapsed())
}

fn end(server: &mut Child) {
    server.kill().expect("a kill");
    server.wait().expect("its end");
}

/// Seconds of processor time until all articles are indexed, and whether `/readyz` names fewer before. Stops the server as
/// an operator does, so that it saves the index.
fn index(folder: &Path) -> (f64, bool) {
    let (child, address, _) = start(folder);
    let server = Running { child, address };
    let mut was_incomplete = false;
    while readiness(&server.address).contains("\"index\"") {
        was_incomplete = true;
        std::thread::sleep(Duration::from_millis(50));
    }
    let time = processor_time(server.child.id()).as_secs_f64();
    server.stop();
    (time, was_incomplete)
}

/// Prints the processor time until an index that was made or opened is complete.
fn verdict_of_index(how: &str, articles: usize, time: f64) {
    let is_fast = articles < 100_000 || time < INDEXED;
    let what = format!("processor time until the index of {articles} articles is {how}");
    verdict(&what, time, " s", is_fast, "10 with 100,000");
}

fn readiness(address: &str) -> String {
    requests::send(address, &requests::get(address, "/readyz", "")).expect("an answer").1
}
