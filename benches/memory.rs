//! `cargo bench --bench memory`: peak memory of the server under hostile queries for 60 s, under commands that list
//! everything, after sign-ups and a backup, and while 100,000 articles are backed up.
//!
//! With 100,000 articles the budget is 512 MB resident. The queries fill every cache that grows with requests: searches
//! that never repeat, filters, pages, single articles, and the complete list in each encoding and language. With the
//! articles of the demo the budget is 150 MB. The queries are those that once took a small server to 570 MB.

mod support;

use std::io::{Read, Write};
use std::net::TcpStream;
use std::path::Path;
use std::process::Stdio;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::time::{Duration, Instant};

use paragraf::store::campaigns::CampaignStatus;
use support::requests::{self, wait_for_index};
use support::{EVERY_LIST, Running, import_articles, mail_out, memory_kb, peak_memory_kb, program, start_server_at};
use support::{free_address, verdict};

const ARTICLES: usize = 100_000;
const HOSTILE_FOR: Duration = Duration::from_secs(60);
const CLIENTS: usize = 16;
/// Rows of the outbox, and subscribers.
const MESSAGES: usize = 200_000;
/// The articles of a small server, the accounts that are made there, and how many at once.
const FEW_ARTICLES: usize = 10_000;
const SIGN_UPS: usize = 240;
const AT_ONCE: usize = 60;
/// Megabytes of its own by which a server may have grown after it is idle again, beside its index.
const KEPT: f64 = 20.0;
/// Idle threads end after two seconds, and return memory that was freed a second before.
const IDLE: Duration = Duration::from_secs(10);

fn main() {
    let folder = tempfile::tempdir().expect("a folder");
    let address = free_address();
    let server = start_server_at(address.clone(), program(folder.path(), &["serve", "--demo", "--listen", &address]));
    measure(&server, 150.0, keys);
    drop(server);

    import_articles(folder.path(), ARTICLES);
    let server = start_server_at(address.clone(), program(folder.path(), &["serve", "--listen", &address]));
    measure(&server, 512.0, mixture);
    drop(server);
    list_everything(folder.path(), &address, 440.0);
    back_up(folder.path(), &address, 150.0, 1.0);
    sign_up_and_back_up(&address, 220.0);
}

/// Prints the peak while the operator lists every kind of record, after a client has read the list of all articles.
fn list_everything(folder: &Path, address: &str, budget: f64) {
    mail_out::seed(folder, CampaignStatus::Paused, &mail_out::addresses(MESSAGES));
    let server = start_server_at(address.to_owned(), program(folder, &["serve", "--listen", address]));
    ask(address, 0, "/lawchanges?lang=ro");
    // The peak of making the index is another row.
    wait_for_index(address, ARTICLES);
    std::fs::write(format!("/proc/{}/clear_refs", server.child.id()), "5").expect("the peak begins again");
    for arguments in EVERY_LIST {
        let listed = program(folder, arguments).stdout(Stdio::null()).status().expect("the command");
        assert!(listed.success(), "{arguments:?} failed");
    }
    let peak = megabytes(&server, "VmHWM");
    verdict("peak while the operator lists everything", peak, " MB", peak < budget, &budget.to_string());
}

/// Prints the peak of a command that makes a backup, and how long a write waits while the server makes one, in seconds.
fn back_up(folder: &Path, address: &str, memory: f64, wait: f64) {
    let mut command = program(folder, &["backup", "create"]);
    command.stdout(Stdio::null());
    let peak = peak_memory_kb(command) as f64 / 1000.0;
    let what = format!("peak of a backup of {ARTICLES} articles without a server");
    verdict(&what, peak, " MB", peak < memory, &memory.to_string());
    let server = serve_sign_ups(folder, address);
    wait_for_index(address, ARTICLES);
    let over = AtomicBool::new(false);
    let longest = std::thread::scope(|scope| {
        let writing = scope.spawn(|| {
            let mut longest = Duration::ZERO;
            for number in 0.. {
                if over.load(Ordering::Relaxed) {
                    break;
                }
                let begun = Instant::now();
                sign_up(address, SIGN_UPS + number);
                longest = longest.max(begun.elapsed());
            }
            longest
        });
        let backup = program(folder, &["backup", "create"]).stdout(Stdio::null()).status().expect("the backup");
        assert!(backup.success(), "the backup failed");
        over.store(true, Ordering::Relaxed);
        writing.join().expect("the writer ends")
    });
    drop(server);
    let longest = longest.as_secs_f64();
    verdict("longest sign-up during a backup of them", longest, " s", longest < wait, &wait.to_string());
}

/// Prints the peak of a small server after sign-ups and a backup.
fn sign_up_and_back_up(address: &str, budget: f64) {
    let folder = tempfile::tempdir().expect("a folder");
    import_articles(folder.path(), FEW_ARTICLES);
    let server = serve_sign_ups(folder.path(), address);
    // The index grows with the articles and not with accounts; `cargo bench --bench search` measures it.
    wait_for_index(address, FEW_ARTICLES);
    std::thread::sleep(IDLE);
    let before = megabytes(&server, "RssAnon");
    std::thread::scope(|scope| {
        for first in 0..AT_ONCE {
            scope.spawn(move || (first..SIGN_UPS).step_by(AT_ONCE).for_each(|number| sign_up(address, number)));
        }
    });
    let backup = program(folder.path(), &["backup", "create"]).stdout(Stdio::null()).status().expect("the backup");
    assert!(backup.success(), "the backup failed");
    let (peak, now) = (megabytes(&server, "VmHWM"), megabytes(&server, "VmRSS"));
    let what = format!("peak of {SIGN_UPS} sign-ups and a backup, {now:.0} MB afterwards");
    verdict(&what, peak, " MB", peak < budget, &budget.to_string());
    std::thread::sleep(IDLE);
    let kept = megabytes(&server, "RssAnon") - before;
    verdict("of it kept ten seconds later", kept, " MB", kept < KEPT, &KEPT.to_string());
}

/// A server that counts no sign-ups: all of them come from one network.
fn serve_sign_ups(folder: &Path, address: &str) -> Running {
    let mut serve = program(folder, &["serve", "--listen", address]);
    serve.env("PARAGRAF__ACCOUNTS__SIGN_UP_PER_HOUR", "1000000");
    start_server_at(address.to_owned(), serve)
}

fn sign_up(address: &str, number: usize) {
    let body = serde_json::json!({
        "email": format!("cititor{number}@example.org"), "password": "o vrabie pe gard", "display_name": "Cititor",
    });
    let request = requests::post(address, "/auth/v1/sign-up", "", &body.to_string());
    let (status, response) = requests::send(address, &request).expect("a response");
    assert_eq!(status, 200, "{response}");
}

/// Prints the memory after the start and the peak after the hostile requests, against a budget in megabytes.
fn measure(server: &Running, budget: f64, path: fn(usize) -> String) {
    let at_start = megabytes(server, "VmRSS");
    verdict("resident after the start", at_start, " MB", at_start < budget, &budget.to_string());
    let (over, sent) = (AtomicBool::new(false), AtomicUsize::new(0));
    std::thread::scope(|scope| {
        for _ in 0..CLIENTS {
            scope.spawn(|| {
                while !over.load(Ordering::Relaxed) {
                    let number = sent.fetch_add(1, Ordering::Relaxed);
                    ask(&server.address, number, &path(number));
                }
            });
        }
        let end = Instant::now() + HOSTILE_FOR;
        while Instant::now() < end {
            std::thread::sleep(Duration::from_millis(100));
        }
        over.store(true, Ordering::Relaxed);
    });
    let peak = megabytes(server, "VmHWM");
    let what = format!("peak after {} hostile requests", sent.load(Ordering::Relaxed));
    verdict(&what, peak, " MB", peak < budget, &budget.to_string());
}

fn megabytes(server: &Running, figure: &str) -> f64 {
    memory_kb(server.child.id(), figure) as f64 / 1000.0
}

/// Letters each of which becomes many when it is folded for a search.
fn letters() -> String {
    "%EF%B7%BA".repeat(20)
}

/// Keys that grow in the cache of filtered lists: folded words and tags, with every limit.
fn keys(number: usize) -> String {
    let (emoji, limit) = ("%F0%9F%98%80".repeat(50), number % 100 + 1);
    match number % 3 {
        0 => format!("/lawchanges?q={emoji}&domain={}{number}&limit={limit}", letters()),
        1 => format!("/lawchanges?domain={}{number}&limit={limit}", letters()),
        _ => format!("/lawchanges?topic=munca&importance={}&limit={limit}", number % 5 + 1),
    }
}

/// A bit of everything that a request can ask for.
fn mixture(number: usize) -> String {
    let (lang, letters) = (["ro", "en"][number / 7 % 2], letters());
    match number % 7 {
        0 => format!("/lawchanges?lang={lang}&q={letters}+{number}"),
        1 => format!("/lawchanges?lang={lang}&q=contract+chirie&domain={letters}{number}&limit={}", number % 100 + 1),
        2 => format!("/lawchanges?lang={lang}&topic=munca&importance=5&limit={}", number % 100 + 1),
        3 => format!("/lawchanges?lang={lang}&limit=100&cursor=2024-01-01.3.1768035600000002.schimbare-{number}"),
        4 => format!("/lawchanges/schimbare-{}?lang={lang}", number % ARTICLES),
        5 => format!("/app?articleId=schimbare-{}&lang={lang}", number % ARTICLES),
        _ if number % 210 == 6 => format!("/lawchanges?lang={lang}"),
        _ => format!("/lawchanges?lang={lang}&q=impozit+{}", number % 1000),
    }
}

/// Sends the request with this number and reads the response to its end.
fn ask(address: &str, number: usize, path: &str) {
    const ENCODINGS: [&str; 4] = ["br", "zstd", "gzip", "identity"];
    let encoding = ENCODINGS[number / 14 % 4];
    let Ok(mut stream) = TcpStream::connect(address) else { return };
    let request = requests::get(address, path, &format!("accept-encoding: {encoding}\r\n"));
    if stream.write_all(request.as_bytes()).is_ok() {
        std::io::copy(&mut stream.take(u64::MAX), &mut std::io::sink()).ok();
    }
}
