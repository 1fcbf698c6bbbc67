//! One network that asks for the most expensive responses, or leaves before they come, while readers ask for pages that
//! are ready.

use std::net::{IpAddr, SocketAddr};
use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::Duration;

use jiff::{ToSpan, Zoned};
use paragraf::domain::Uid;
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::{TcpSocket, TcpStream};
use tokio::task::JoinSet;

use super::readers::{Availability, Readers, send};
use super::row::{Fault, Row};
use super::support::readers::seed;
use super::support::requests::{self, wait_for_index};
use super::support::{
    TOPICS, free_address, import, memory_kb, on_core, program, start_server_at, write_changed_articles,
};

pub const FAULTS: &[Fault] = &[
    Fault { name: "clients-that-leave", about: "120 clients ask for deadlines and leave after 10 ms", run: leaving },
    Fault { name: "one-accounts-calendar", about: "64 clients ask for what one account follows", run: one_account },
    Fault { name: "32-connections", about: "32 clients ask for each kind of expensive response", run: connections },
];

const ARTICLES: usize = 20_000;
/// How long each kind of request lasts, and how long readers ask without it.
const DURATION: Duration = Duration::from_secs(10);
const READERS: usize = 4;
/// Resident memory that the server of a unit with 512 MB may have at most.
const MEMORY_MB: u64 = 440;
const SERVER_CORE: &str = "0";
/// The clients' network, which is not the readers'.
const NETWORK: IpAddr = IpAddr::V4(std::net::Ipv4Addr::new(127, 0, 1, 1));

/// A kind of request that many clients repeat.
struct Attack {
    what: &'static str,
    clients: usize,
    /// Whether a client leaves without its response.
    leaves: bool,
    /// The path and further header lines of the request with this number.
    path: Box<dyn Fn(usize) -> (String, String) + Send + Sync>,
}

fn attack(what: &'static str, clients: usize, path: impl Fn(usize) -> String + Send + Sync + 'static) -> Attack {
    Attack { what, clients, leaves: false, path: Box::new(move |number| (path(number), String::new())) }
}

fn leaving() -> Row {
    let path = |number: usize| {
        let from = Zoned::now().date().saturating_add((number as i64 % 300).days());
        format!("/deadlines?limit=1000&from={from}&to={}", from.saturating_add(700.days()))
    };
    let clients = Attack { leaves: true, ..attack("deadlines", 120, path) };
    run(false, |_| vec![clients])
}

fn connections() -> Row {
    let to = |number: usize| Zoned::now().date().saturating_add((400 + number as i64 % 300).days());
    let attacks = vec![
        attack("the list without gzip", 32, |_| "/lawchanges".to_owned()),
        attack("calendars", 32, |number| format!("/deadlines.ics?alarms={},{}", number % 59 + 1, number / 59 % 59 + 1)),
        attack("searches", 32, |number| format!("/search?limit=100&q=din%20contract{number}")),
        attack("deadlines", 32, move |number| format!("/deadlines?limit=1000&to={}", to(number))),
        attack("pictures", 32, |number| format!("/og/schimbare-{}.png", number % ARTICLES)),
    ];
    run(false, |_| attacks)
}

fn one_account() -> Row {
    let attacks = |own: &Own| {
        let (calendar, token) = (own.calendar.clone(), own.token.clone());
        let mine =
            move |_| ("/deadlines?mine=true&limit=1000".to_owned(), format!("authorization: Bearer {token}\r\n"));
        vec![
            attack("the calendar", 64, move |_| calendar.clone()),
            Attack { what: "mine", clients: 64, leaves: false, path: Box::new(mine) },
        ]
    };
    run(true, |own| attacks(own.expect("an account")))
}

/// An account that follows every topic, with its private calendar.
struct Own {
    token: String,
    calendar: String,
}

/// Measures the readers without and beside each attack.
fn run(with_account: bool, attacks: impl FnOnce(Option<&Own>) -> Vec<Attack>) -> Row {
    let folder = tempfile::tempdir().expect("a folder");
    write_articles(&folder.path().join("articles.jsonl"));
    import(program(folder.path(), &["import", "articles.jsonl"]));
    let tokens = with_account.then(|| seed(&folder.path().join("data"), 1));
    let address = free_address();
    let serve = program(folder.path(), &["serve", "--listen", &address]);
    let server = start_server_at(address.clone(), on_core(SERVER_CORE, &serve));
    let own = tokens.map(|tokens| own(&address, tokens(&format!("http://{address}")).remove(0)));
    // No index is made beside the readers.
    wait_for_index(&address, ARTICLES);
    let (mut row, quiet) = (Row::default(), readers(&address, || std::thread::sleep(DURATION)));
    row.notes.push(format!("readers' p99 without: {:.1} ms", millis(quiet.p99())));
    for attack in attacks(own.as_ref()) {
        let (what, clients) = (attack.what, attack.clients);
        let mut answered = 0;
        let beside = readers(&address, || answered = repeat(&address, attack));
        row.trials += clients as u64;
        row.notes.push(format!("{what}: {answered} requests, readers' p99 {:.1} ms", millis(beside.p99())));
        // On a quiet machine a page takes some tenths of a millisecond, and five times that is less than a time slice.
        let most = 5.0 * millis(quiet.p99()).max(4.0);
        row.expect(millis(beside.p99()) <= most, format!("{what}: the readers' p99 is more than 5 times as long"));
        row.notes.extend(beside.first_failures.iter().cloned());
        row.add_readers(beside);
    }
    // `taskset` replaces itself with the server.
    let peak = memory_kb(server.child.id(), "VmHWM") / 1024;
    row.notes.push(format!("{peak} MB of memory at most"));
    row.expect(peak <= MEMORY_MB, format!("the server took {peak} MB"));
    drop(server);
    row
}

fn millis(time: Duration) -> f64 {
    time.as_secs_f64() * 1000.0
}

/// The readers' requests while `meanwhile` runs.
fn readers(address: &str, meanwhile: impl FnOnce()) -> Availability {
    let readers = Readers::start(address, READERS);
    meanwhile();
    readers.stop()
}

/// Lets the clients repeat their requests for [`DURATION`]; returns how many were answered or left.
fn repeat(address: &str, attack: Attack) -> usize {
    let server: SocketAddr = address.parse().expect("an address");
    let (attack, number, ended) = (Arc::new(attack), Arc::new(AtomicUsize::new(0)), Arc::new(AtomicUsize::new(0)));
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build().expect("a runtime");
    runtime.block_on(async {
        let mut tasks = JoinSet::new();
        for _ in 0..attack.clients {
            let (attack, number, ended) = (Arc::clone(&attack), Arc::clone(&number), Arc::clone(&ended));
            tasks.spawn(async move {
                loop {
                    let (path, headers) = (attack.path)(number.fetch_add(1, Ordering::Relaxed));
                    if ask(server, &path, &headers, attack.leaves).await.is_ok() {
                        ended.fetch_add(1, Ordering::Relaxed);
                    }
                }
            });
        }
        tokio::time::sleep(DURATION).await;
        tasks.shutdown().await;
    });
    ended.load(Ordering::Relaxed)
}

async fn ask(server: SocketAddr, path: &str, headers: &str, leaves: bool) -> std::io::Result<()> {
    let socket = TcpSocket::new_v4()?;
    socket.bind(SocketAddr::new(NETWORK, 0))?;
    let mut stream: TcpStream = socket.connect(server).await?;
    stream.write_all(requests::get(&server.to_string(), path, headers).as_bytes()).await?;
    if leaves {
        tokio::time::sleep(Duration::from_millis(10)).await;
        return Ok(());
    }
    let mut read = vec![0; 64 << 10];
    while stream.read(&mut read).await? > 0 {}
    Ok(())
}

/// Follows every topic and makes a calendar address.
fn own(address: &str, (uid, token): (Uid, String)) -> Own {
    let post = |path: &str, body: serde_json::Value| {
        let own = format!("authorization: Bearer {token}\r\n");
        let request = requests::post(address, path, &own, &body.to_string());
        let (status, text) = send(address, &request).expect("an answer");
        assert_eq!(status, 200, "{path}: {text}");
        text
    };
    for topic in TOPICS {
        post("/users/follow-topic", serde_json::json!({"userId": uid, "topicId": topic, "followed": true}));
    }
    let made = post(&format!("/users/calendar/{uid}/address"), serde_json::json!({}));
    let calendar = made.rsplit("/calendars/").next().and_then(|rest| rest.split('"').next()).expect("an address");
    Own { calendar: format!("/calendars/{calendar}"), token: token.clone() }
}

/// Writes articles of which a third has a dated and a monthly entry.
fn write_articles(path: &Path) {
    let today = Zoned::now().date();
    write_changed_articles(path, ARTICLES, |index, article| {
        if index % 3 == 0 {
            let day = today.saturating_add((index as i64 % 360).days()).to_string();
            article["deadlines"] = serde_json::json!([
                {"kind": "due", "date": day, "what": "depune declarația"},
                {"kind": "due", "recurs": {"monthly": 25}, "what": "plătește contribuția"},
            ]);
            article["translations"]["en"]["deadlines"] =
                serde_json::json!([{"what": "file the return"}, {"what": "pay the contribution"}]);
        }
    });
}
