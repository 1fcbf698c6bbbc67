//! `cargo bench --bench deadlines`: the deadlines page, a calendar of 1,000 events, a monthly overview, and what concerns
//! a reader and what Home asks for two profiles, with 10,000 articles.
//!
//! The server has one core, the client another. `cold` is the time of the first request, which builds the response;
//! `warm` is the median of later requests with varying filters.

mod support;

use std::io::{BufWriter, Read, Write};
use std::net::TcpStream;
use std::path::Path;
use std::sync::Arc;
use std::time::Instant;

use jiff::{Timestamp, ToSpan, Zoned};
use paragraf::app::App;
use paragraf::clock::Clock;
use paragraf::config::Config;
use paragraf::domain::concern::{KeptAnswer, ProfileName, ReaderProfile};
use paragraf::ops::mail::automatic;
use paragraf::ops::mail::campaigns::gather;
use paragraf::ops::{Actor, browse};
use paragraf::store::reader_profiles;
use serde_json::{Map, Value, json};
use support::{article_line, conditions, free_address, median, on_core, program, readers, start_server_at, verdict};
use uuid::Uuid;

const ARTICLES: usize = 10_000;
/// One article in ten has a deadline in the coming year.
const EVERY: usize = 10;
/// Articles of the last month.
const OVERVIEW: usize = 200;
const REQUESTS: usize = 50;
const SERVER_CORE: &str = "0";
/// Milliseconds for what concerns a reader, without reasons.
const CONCERNS: f64 = 50.0;
/// Accounts whose mails are gathered.
const ACCOUNTS: usize = 500;
const DAYS: u32 = 7;
/// Milliseconds for the mails of an account and a day.
const GATHERED: f64 = 5.0;
const CONCERNS_CALL: &str = "POST /concerns HTTP/1.1";
/// Milliseconds for what Home asks for a reader with two profiles, with reasons.
const HOME: f64 = 500.0;
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
    let asked = median((0..REQUESTS).map(|_| answered(&server.address, CONCERNS_CALL, FACTS)).collect());
    verdict("what concerns a reader", asked, " ms median", asked < CONCERNS, &CONCERNS.to_string());
    let home = median((0..REQUESTS).map(|_| home(&server.address)).collect());
    verdict("Home for two profiles, its calls", home, " ms median", home < HOME, &HOME.to_string());
    drop(server);
    let gathered = gathering(&folder.path().join("data"));
    let what = "gathering reminders and digests of an account with two profiles";
    verdict(what, gathered, " ms a day", gathered < GATHERED, &GATHERED.to_string());
}

/// Milliseconds for an account and a day, over a week of reminders and digests.
fn gathering(data: &Path) -> f64 {
    let uids: Vec<_> = readers::seed(data, ACCOUNTS)("http://bench").into_iter().map(|(uid, _)| uid).collect();
    let app = App::open(Config::default(), data.to_owned(), Clock::fixed(Timestamp::now())).expect("the store opens");
    let app = Arc::new(app);
    let runtime = tokio::runtime::Runtime::new().expect("a runtime");
    runtime.block_on(async {
        browse::load(&app).await.expect("the articles");
        let now = app.clock.now();
        let write = app.store.write(move |tx| {
            let mut profiles = Vec::new();
            for (name, facts) in [("Eu", person()), ("Firma", firm())] {
                let mut profile = ReaderProfile::new(Uuid::nil(), ProfileName::parse(name).expect("a name"));
                for (fact, answer) in facts {
                    profile.answers.insert(fact, KeptAnswer::given(answer, now));
                }
                profiles.push(profile);
            }
            Ok(uids.iter().try_for_each(|uid| reader_profiles::put(tx, uid, &profiles))?)
        });
        write.await.expect("the profiles");
        let started = Instant::now();
        for _ in 0..DAYS {
            app.clock.advance(24.hours());
            automatic::create_due(&app, &Actor::System).await.expect("the campaigns");
            gather::all_due(&app, &Actor::System).await.expect("the recipients");
        }
        started.elapsed().as_secs_f64() * 1000.0 / f64::from(DAYS) / ACCOUNTS as f64
    })
}

fn person() -> Map<String, Value> {
    let facts = json!({"subject": "person", "farms": false, "owns": ["home"], "situations": ["lets_property"],
        "letting": ["home_to_person"]});
    facts.as_object().expect("answers").clone()
}

fn firm() -> Map<String, Value> {
    let request: Value = serde_json::from_str(FACTS).expect("the facts");
    request["facts"].as_object().expect("answers").clone()
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
