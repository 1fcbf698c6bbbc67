//! `cargo bench --bench import`: 100,000 synthetic articles into an empty store.
//!
//! Budget: at least 20,000 articles a second, peak memory under 500 MB.

mod support;

use std::time::{Duration, Instant};

use support::{median, memory_kb, program, verdict};

const ARTICLES: usize = 100_000;
const RUNS: usize = 3;

fn main() {
    let folder = tempfile::tempdir().expect("a folder");
    support::write_articles(&folder.path().join("articles.jsonl"), ARTICLES);
    let (mut rates, mut peak) = (Vec::new(), 0);
    for _ in 0..RUNS {
        drop(std::fs::remove_dir_all(folder.path().join("data")));
        let started = Instant::now();
        let mut import = program(folder.path(), &["import", "articles.jsonl"]).spawn().expect("the import starts");
        let status = loop {
            peak = peak.max(memory_kb(import.id(), "VmHWM"));
            match import.try_wait().expect("its state") {
                Some(status) => break status,
                None => std::thread::sleep(Duration::from_millis(5)),
            }
        };
        assert!(status.success(), "the import failed");
        rates.push(ARTICLES as f64 / started.elapsed().as_secs_f64());
    }
    let (rate, peak) = (median(rates), peak as f64 / 1000.0);
    verdict("import of 100,000 articles", rate, " articles/s", rate >= 20_000.0, "20,000");
    verdict("peak memory of the import", peak, " MB", peak < 500.0, "500");
}
