//! `cargo bench --bench import`: 100,000 synthetic articles into an empty store.
//!
//! Budget: at least 20,000 articles a second, peak memory under 500 MB; with conditions at most twice the time.

mod support;

use std::fs::File;
use std::io::{BufWriter, Write};
use std::path::Path;
use std::time::{Duration, Instant};

use support::{article_line, median, memory_kb, program, verdict};

const ARTICLES: usize = 100_000;
const RUNS: usize = 3;
/// Articles of the imports with and without conditions.
const COMPARED: usize = 20_000;
/// The most that an import with conditions may take, as a multiple of one without.
const MOST_RATIO: f64 = 2.0;

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
    let ratio = with_conditions(folder.path());
    verdict(
        "time of an import with conditions, to one without",
        ratio,
        "",
        ratio < MOST_RATIO,
        &MOST_RATIO.to_string(),
    );
}

/// Imports articles without and with the conditions of the demo in turns; returns the ratio of the times.
fn with_conditions(folder: &Path) -> f64 {
    let conditions = support::conditions();
    for (name, has_conditions) in [("plain.jsonl", false), ("conditions.jsonl", true)] {
        let mut file = BufWriter::new(File::create(folder.join(name)).expect("a file"));
        for index in 0..COMPARED {
            let mut article: serde_json::Value = serde_json::from_str(&article_line(index)).expect("an article");
            if has_conditions {
                article["concerns"] = conditions[index % conditions.len()].clone();
            }
            writeln!(file, "{article}").expect("a line");
        }
        file.flush().expect("the file");
    }
    let ratio = |_| {
        let [plain, conditions] = ["plain.jsonl", "conditions.jsonl"].map(|name| {
            drop(std::fs::remove_dir_all(folder.join("data")));
            let started = Instant::now();
            assert!(program(folder, &["import", name]).status().expect("the import").success(), "{name} failed");
            started.elapsed().as_secs_f64()
        });
        conditions / plain
    };
    median((0..RUNS).map(ratio).collect())
}
