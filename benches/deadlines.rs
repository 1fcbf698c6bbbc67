//! `cargo bench --bench deadlines`: the deadlines page, a calendar of 1,000 events, a monthly overview, what concerns a
//! reader, and what Home asks, mails gather and notifications ask for two profiles, with 10,000 articles.
//!
//! The server has one core, the client another. `cold` is the time of the first request, which builds the response;
//! `warm` is the median of later requests with varying filters.

mod support;

use std::path::Path;
use std::time::Instant;

use jiff::{ToSpan, Zoned};
use paragraf::domain::duty;
use serde_json::json;
use support::profiles::{self, FACTS, firm, person};
use support::{
    Running, conditions, free_address, median, on_core, processor_time, program, requests, start_server_at, verdict,
    write_changed_articles,
};

const ARTICLES: usize = 10_000;
/// One article in ten has a deadline in the coming year.
const EVERY: usize = 10;
/// Articles of the last month.
const OVERVIEW: usize = 200;
const REQUESTS: usize = 50;
const SERVER_CORE: &str = "0";
/// Milliseconds of processor time for what concerns a reader, without reasons.
const CONCERNS: f64 = 50.0;
/// Milliseconds for the mails of an account and a day.
const GATHERED: f64 = 5.0;
/// Milliseconds for the notifications of an account.
const NOTIFIED: f64 = 5.0;
/// Milliseconds for what Home asks for a reader with two profiles, with reasons.
const HOME: f64 = 500.0;

fn main() {
    let folder = tempfile::tempdir().expect("a folder");
    write_articles(&folder.path().join("articles.jsonl"));
    support::import(program(folder.path(), &["import", "articles.jsonl"]));
    let month = Zoned::now().date().saturating_sub(1.month()).strftime("%Y-%m").to_string();
    for args in [&["overviews", "make", &month][..], &["overviews", "publish", &month, "--reviewed-by", "bench"]] {
        let made = program(folder.path(), args).status().expect("the overviews");
        assert!(made.success(), "{args:?} failed");
    }
    let address = free_address();
    let serve = program(folder.path(), &["serve", "--listen", &address]);
    let server = start_server_at(address, on_core(SERVER_CORE, &serve));
    let roles = ["employer", "company", "farmer", "landlord", "association"];
    for (what, path, cold, warm) in [
        ("deadlines page", "/app?screen=deadlines&role=", 100.0, 5.0),
        ("deadlines of a year", "/deadlines?limit=1000&kind=due&importance=", 100.0, 50.0),
        ("duties of a year", "/duties?role=", 50.0, 5.0),
        ("calendar of 1,000 events", "/deadlines.ics", 150.0, 5.0),
        ("monthly overview of 200 articles", &format!("/overview/{month}"), 100.0, 5.0),
        ("monthly overview as JSON", &format!("/overviews/{month}"), 100.0, 5.0),
    ] {
        let varied = |number: usize| {
            if path.ends_with("importance=") {
                format!("{path}{}", number % 5 + 1)
            } else if path.ends_with('=') {
                format!("{path}{}", roles[number % roles.len()])
            } else {
                path.to_owned()
            }
        };
        let first = time(&server.address, &varied(0));
        verdict(&format!("{what}, cold"), first, " ms", first < cold, &cold.to_string());
        let again = median((0..REQUESTS).map(|number| time(&server.address, &varied(number))).collect());
        verdict(&format!("{what}, warm"), again, " ms median", again < warm, &warm.to_string());
    }
    let asked = processor_time_of_concerns(&server);
    let what = format!("what concerns a reader, of {ARTICLES} articles and {} duties", duty::defaults().len());
    verdict(&what, asked, " ms of processor time", asked <= CONCERNS, &CONCERNS.to_string());
    let home = median((0..REQUESTS).map(|_| home(&server.address)).collect());
    verdict("Home for two profiles, its calls", home, " ms median", home < HOME, &HOME.to_string());
    drop(server);
    let [gathered, notified] = profiles::measure(&folder.path().join("data"), ARTICLES);
    let what = "gathering reminders and digests of an account with two profiles";
    verdict(what, gathered, " ms a day", gathered < GATHERED, &GATHERED.to_string());
    let what = format!("notifying an account with two profiles of {} new articles", profiles::NEW);
    verdict(&what, notified, " ms", notified < NOTIFIED, &NOTIFIED.to_string());
}

/// Milliseconds of processor time for what concerns a reader.
fn processor_time_of_concerns(server: &Running) -> f64 {
    let before = processor_time(server.child.id());
    for _ in 0..REQUESTS {
        ask_what_concerns(&server.address, FACTS);
    }
    (processor_time(server.child.id()) - before).as_secs_f64() * 1000.0 / REQUESTS as f64
}

/// Milliseconds of the calls that Home makes for a reader with two profiles, one after the other.
fn home(address: &str) -> f64 {
    let until = Zoned::now().date().saturating_add(1.year());
    let body = json!({"facts": person(), "other_profiles": [firm()], "reasons": true, "until": until.to_string(),
        "lang": "ro"});
    let reads = ["/lawchanges?lang=ro", "/duties?lang=ro", "/topics", "/concerns/questions?lang=ro"];
    let reads: f64 = reads.iter().map(|path| time(address, path)).sum();
    reads + ask_what_concerns(address, &body.to_string())
}

fn write_articles(path: &Path) {
    let (today, conditions) = (Zoned::now().date(), conditions());
    write_changed_articles(path, ARTICLES, |index, article| {
        article["concerns"] = conditions[index % conditions.len()].clone();
        if index < OVERVIEW {
            article["publish_date"] = json!(today.saturating_sub(1.month()).to_string());
        }
        if index % EVERY == 0 {
            let days = i64::try_from(index / EVERY * 360 * EVERY / ARTICLES).expect("a number of days");
            let day = today.saturating_add((days + 1).days()).to_string();
            article["deadlines"] = json!([{"date": day, "what": "depune declarația"}]);
            article["translations"]["en"]["deadlines"] = json!([{"what": "file the return"}]);
        }
    });
}

/// Milliseconds to the end of the response to a GET.
fn time(address: &str, path: &str) -> f64 {
    answered(address, &requests::get(address, path, ""))
}

/// Milliseconds to the end of the response to a reader's answers.
fn ask_what_concerns(address: &str, answers: &str) -> f64 {
    answered(address, &requests::post(address, "/concerns", "", answers))
}

fn answered(address: &str, request: &str) -> f64 {
    let started = Instant::now();
    let (status, text) = requests::send(address, request).expect("a response");
    let elapsed = started.elapsed().as_secs_f64() * 1000.0;
    assert_eq!(status, 200, "{text}");
    elapsed
}
