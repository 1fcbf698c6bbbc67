//! `cargo bench --bench law`: how much legal text is read per second on one core, and how many of its days, topics,
//! roles and degrees of importance are right.
//!
//! Budgets: at least 20 MB of text a second; a made-up text without operations takes at most 1.5 times as long a byte
//! as a short one; of the days of labelled laws, precision and recall of 95 % by field; of each set of labelled laws,
//! the topic right or none and the importance within a step in 90 %, roles with a precision of 85 %. Reads
//! `laws-2025.jsonl` in the folder that PARAGRAF_DATA names; without it, the phrases of the tests, which are denser.

#![allow(clippy::print_stdout, reason = "a bench prints its figures")]

#[path = "../src/core/sources/act_draft/measured_days.rs"]
mod measured_days;
#[path = "../src/core/sources/act_draft/measured_suggestions.rs"]
mod measured_suggestions;
#[path = "../src/core/sources/act_draft/measured_unseen.rs"]
mod measured_unseen;
mod support;

use std::path::Path;
use std::time::Instant;

use paragraf::domain::{DatedEntry, text, topic};
use paragraf::sources::act_draft::{ArchivedAct, Days, days, draft_article};
use paragraf_law::document::{self, DocumentFormat};
use paragraf_law::read_text;
use support::{median, verdict};

const RUNS: usize = 5;
/// Text read in a run.
const BYTES: usize = 20_000_000;

fn main() {
    let texts = laws().unwrap_or_else(phrases);
    let bytes: usize = texts.iter().map(String::len).sum();
    let rounds = BYTES.div_ceil(bytes);
    let rates = (0..RUNS).map(|_| {
        let started = Instant::now();
        let found: usize = (0..rounds).flat_map(|_| &texts).map(|text| read_text(text).len()).sum();
        assert!(found > 0, "nothing was found");
        (bytes * rounds) as f64 / 1e6 / started.elapsed().as_secs_f64()
    });
    let rate = median(rates.collect());
    verdict("reading legal text", rate, " MB/s", rate >= 20.0, "20");
    let times = [1, 4, 16].map(made_up_seconds);
    for (time, times_as_long) in times.iter().zip([1.0, 4.0, 16.0]).skip(1) {
        let ratio = time / times[0];
        verdict(
            "reading a longer text without operations",
            ratio,
            " times",
            ratio <= times_as_long * 1.5,
            "1.5 a length",
        );
    }
    let (scores, _) = measured_days::measure();
    for field in measured_days::FIELDS {
        let score = &scores[field];
        for (share, name) in [(score.precision(), "precision"), (score.recall(), "recall")] {
            verdict(&format!("days, {field}: {name}"), share * 100.0, " %", share >= 0.95, "95");
        }
    }
    suggestions();
}

/// The shares of what is suggested for each set of labelled laws.
fn suggestions() {
    let topics: Vec<_> = topic::defaults().into_iter().map(|topic| topic.id).collect();
    let (scores, _) = measured_suggestions::measure(&topics);
    for (set, score) in measured_suggestions::SETS.into_iter().zip(&scores) {
        for (what, part, whole, bar) in score.shares() {
            let share = measured_suggestions::percent(part, whole);
            verdict(&format!("{set}, {what}"), share as f64, " %", share >= bar, &bar.to_string());
        }
    }
    let (draws, _) = measured_unseen::measure(&topics);
    for (draw, scores) in measured_unseen::DRAWS.into_iter().zip(&draws) {
        for (field, score) in scores {
            let measured_days::Score { right, found, labelled } = score;
            println!("other years, {draw}, {field}: {right} right of {found} found and {labelled} labelled");
        }
    }
}

/// The time for a form and the operations of a made-up text of some megabytes, which has no operation.
fn made_up_seconds(megabytes: usize) -> f64 {
    const SENTENCES: &str =
        "Persoana juridică depune cererea la sediul autorității. Articolul acesta. 1. La cerere, 2. Artă.\n";
    let sentences = SENTENCES.repeat((megabytes * 1_000_000).div_ceil(SENTENCES.len()));
    let text = format!("LEGE nr. 9 din 5 ianuarie 2026\nArticolul 1\n{sentences}");
    let started = Instant::now();
    let act = paragraf_law::form::read::read(&text).expect("a form");
    assert!(paragraf_law::amend::operations(&act).is_empty(), "the text has no operation");
    started.elapsed().as_secs_f64()
}

fn laws() -> Option<Vec<String>> {
    let folder = std::env::var_os("PARAGRAF_DATA")?;
    let text = std::fs::read_to_string(Path::new(&folder).join("laws-2025.jsonl")).ok()?;
    let laws = document::parse(&text, DocumentFormat::JsonLines).ok()?;
    Some(laws.into_iter().flat_map(|law| law.parts).map(|part| part.text).collect())
}

fn phrases() -> Vec<String> {
    let phrases = include_str!("../src/law/cases/phrases.json");
    let phrases: Vec<serde_json::Value> = serde_json::from_str(phrases).expect("the phrases");
    phrases.iter().map(|phrase| phrase["text"].as_str().expect("a text").to_owned()).collect()
}
