//! `cargo bench --bench deadlines`: the deadlines page, a calendar of 1,000 events, a monthly overview, what concerns a
//! reader, and what Home asks, mails gather and notifications ask for two profiles, with 10,000 articles.
//!
//! The server has one core, the client another. `cold` is the time of the first request, which builds the response;
//! `warm` is the median of later requests with varying filters.

mod support;

use std::io::{BufWriter, Read, Write};
use std::net::TcpStream;
use std::path::Path;
use std::time::Instant;

use jiff::{ToSpan, Zoned};
use paragraf::domain::duty;
use serde_json::{Value, json};
use support::profiles::{self, FACTS, firm, person};
use support::{
    Running, article_line, conditions, free_address, median, on_core, processor_time, program, start_server_at, verdict,
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
const CONCERNS_CALL: &str = "POST /concerns HTTP/1.1";
/// Milliseconds for what Home asks for a reader with two profiles, with reasons.
const HOME: f64 = 500.0;

fn main() {
    let folder = tempfile::tempdir().expect("a folder");
    write_articles(&folder.path().join("articles.jsonl"));
    let import = program(folder.path(), &["import", "articles.jsonl"]).status().expect("the import");
    assert!(import.success(), "the import failed");
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
        answered(&server.address, CONCERNS_CALL, FACTS);
    }
    (processor_time(server.child.id()) - before).as_secs_f64() * 1000.0 / REQUESTS as f64
}

/// Milliseconds of the calls that Home makes for a reader with two profiles, one after the other.
fn home(address: &str) -> f64 {
    let until = Zoned::now().date().saturating_add(1.year());
    let body = json!({"facts": person(), "other_profiles": [firm()], "reasons": true, "until": until.to_string(),
        "lang": "ro"});
    let reads = ["/lawchanges?limit=1000&lang=ro", "/duties?lang=ro", "/topics", "/concerns/questions?lang=ro"];
    let reads: f64 = reads.iter().map(|path| time(address, path)).sum();
    reads + answered(address, CONCERNS_CALL, &body.to_string())
}

fn write_articles(path: &Path) {
    let (today, conditions) = (Zoned::now().date(), conditions());
    let mut file = BufWriter::new(std::fs::File::create(path).expect("a file"));
    for index in 0..ARTICLES {
        let mut article: Value = serde_json::from_str(&article_line(index)).expect("an article");
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
        writeln!(file, "{article}").expect("a line");
    }
    file.flush().expect("the file");
}

/// Milliseconds to the end of the response to a GET.
fn time(address: &str, path: &str) -> f64 {
    answered(address, &format!("GET {path} HTTP/1.1"), "")
}

/// Milliseconds to the end of the response; `line` is the first one of the request.
fn answered(address: &str, line: &str, body: &str) -> f64 {
    let started = Instant::now();
    let mut stream = TcpStream::connect(address).expect("a connection");
    let headers = format!("host: {address}\r\nconnection: close\r\ncontent-type: application/json");
    write!(stream, "{line}\r\n{headers}\r\ncontent-length: {}\r\n\r\n{body}", body.len()).expect("a request");
    let mut bytes = Vec::new();
    stream.read_to_end(&mut bytes).expect("a response");
    let elapsed = started.elapsed().as_secs_f64() * 1000.0;
    assert!(bytes.starts_with(b"HTTP/1.1 200"), "{line}: {}", String::from_utf8_lossy(&bytes[..bytes.len().min(300)]));
    elapsed
}
