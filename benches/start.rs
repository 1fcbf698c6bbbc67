//! `cargo bench --bench start`: from exec to the first response with 10,000 articles.
//!
//! Budget: first response within 300 ms, resident memory under 100 MB.

mod support;

use std::time::{Duration, Instant};

use support::{free_address, get, median, memory_kb, program, verdict};

const ARTICLES: usize = 10_000;
const RUNS: usize = 7;

fn main() {
    let folder = tempfile::tempdir().expect("a folder");
    support::write_articles(&folder.path().join("articles.jsonl"), ARTICLES);
    let import = program(folder.path(), &["import", "articles.jsonl"]).status().expect("the import");
    assert!(import.success(), "the import failed");
    let address = free_address();
    let (mut times, mut resident) = (Vec::new(), Vec::new());
    for _ in 0..RUNS {
        let started = Instant::now();
        let mut server = program(folder.path(), &["serve", "--listen", &address])
            .stderr(std::process::Stdio::null())
            .spawn()
            .expect("the server starts");
        while get(&address, "/lawchanges?limit=24").is_none_or(|status| !status.contains("200")) {
            std::thread::sleep(Duration::from_millis(1));
        }
        times.push(started.elapsed().as_secs_f64() * 1000.0);
        resident.push(memory_kb(server.id(), "VmRSS") as f64 / 1000.0);
        server.kill().expect("a kill");
        server.wait().expect("its end");
    }
    let (time, resident) = (median(times), median(resident));
    verdict("first answer with 10,000 articles", time, " ms", time < 300.0, "300");
    verdict("resident memory after it", resident, " MB", resident < 100.0, "100");
}
