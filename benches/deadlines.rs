//! `cargo bench --bench deadlines`: the deadlines page, a calendar of 1,000 events, a monthly overview, and what concerns
//! a reader, with 10,000 articles.
//!
//! The server has one core, the client another. `cold` is the time of the first request, which builds the response;
//! `warm` is the median of later requests with varying filters.

mod support;

use std::io::{BufWriter, Read, Write};
use std::net::TcpStream;
use std::path::Path;
use std::time::Instant;

use jiff::{ToSpan, Zoned};
use support::{article_line, free_address, median, on_core, program, start_server_at, verdict};

const ARTICLES: usize = 10_000;
/// One article in ten has a deadline in the coming year.
const EVERY: usize = 10;
/// Articles of the last month.
const OVERVIEW: usize = 200;
const REQUESTS: usize = 50;
const SERVER_CORE: &str = "0";
/// Milliseconds for what concerns a reader, without reasons.
const CONCERNS: f64 = 50.0;
/// A firm that answered everything.
const FACTS: &str = r#"{"facts": {"subject": "srl", "farms": false, "company_tax": "micro", "vat": "monthly",
    "vat_cash": false, "employees": 3, "pays": ["dividends", "meal_vouchers"], "activity": ["packaging"],
    "trade": ["eu_goods_bought", "sells_to_public"], "digital": ["uses_cloud"], "owns": ["vehicle"],
    "turnover": 450000, "special": []}}"#;

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
    let asked = median((0..REQUESTS).map(|_| answered(&server.address, "POST /concerns HTTP/1.1", FACTS)).collect());
    verdict("what concerns a reader", asked, " ms median", asked < CONCERNS, &CONCERNS.to_string());
}

/// The conditions of the demo articles.
fn conditions() -> Vec<serde_json::Value> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("src/demo");
    let files = std::fs::read_dir(folder).expect("the demo").map(|file| file.expect("a file").path());
    let files = files.filter(|file| file.extension().is_some_and(|ending| ending == "json"));
    let read = |file| std::fs::read_to_string(file).expect("a file");
    let articles =
        files.map(read).flat_map(|text| serde_json::from_str::<Vec<serde_json::Value>>(&text).expect("articles"));
    articles.map(|mut article| article["concerns"].take()).collect()
}

fn write_articles(path: &Path) {
    let (today, conditions) = (Zoned::now().date(), conditions());
    let mut file = BufWriter::new(std::fs::File::create(path).expect("a file"));
    for index in 0..ARTICLES {
        let mut article: serde_json::Value = serde_json::from_str(&article_line(index)).expect("an article");
        article["concerns"] = conditions[index % conditions.len()].clone();
        if index < OVERVIEW {
            article["publish_date"] = serde_json::json!(today.saturating_sub(1.month()).to_string());
        }
        if index % EVERY == 0 {
            let days = i64::try_from(index / EVERY * 360 * EVERY / ARTICLES).expect("a number of days");
            let day = today.saturating_add((days + 1).days()).to_string();
            article["deadlines"] = serde_json::json!([{"date": day, "what": "depune declarația"}]);
            article["translations"]["en"]["deadlines"] = serde_json::json!([{"what": "file the return"}]);
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
