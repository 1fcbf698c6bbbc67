//! `cargo bench --bench import`: 100,000 synthetic articles into an empty store.
//!
//! Budget: at least 20,000 articles a second, peak memory under 500 MB; with conditions at most twice the time.

mod support;

use std::path::Path;
use std::time::Instant;

use support::{median, peak_memory_kb, program, verdict, write_changed_articles};

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
        peak = peak.max(peak_memory_kb(program(folder.path(), &["import", "articles.jsonl"])));
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
        write_changed_articles(&folder.join(name), COMPARED, |index, article| {
            if has_conditions {
                article["concerns"] = conditions[index % conditions.len()].clone();
            }
        });
    }
    let ratio = |_| {
        let [plain, conditions] = ["plain.jsonl", "conditions.jsonl"].map(|name| {
            drop(std::fs::remove_dir_all(folder.join("data")));
            let started = Instant::now();
            support::import(program(folder, &["import", name]));
            started.elapsed().as_secs_f64()
        });
        conditions / plain
    };
    median((0..RUNS).map(ratio).collect())
}
