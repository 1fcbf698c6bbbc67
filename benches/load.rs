//! `cargo bench --bench load [-- PART-OF-A-ROW]`: the server against bare axum serving the same response.
//!
//! Needs `wrk` and two cores: the server is pinned to one, the load generator to the other. Both servers
//! are measured in turn, so that a machine whose speed drifts does not change the ratio.
//!
//! Conditions that change the ratio, so compare only results of the same kind:
//! - Bare axum serves our headers and the compressed body, as a browser gets them, so that both servers send the same
//!   bytes. The text of the last two rows has no such headers.
//! - Our log is written but not read. A reader of 80,000 lines a second would take its time from one of the
//!   two cores, and bare axum has no log.
//!
//! Budgets as a share of bare axum: the list 0.9, one article 0.8. Pages and feeds: 0.5, because a short body
//! shows the cost of a request itself. A preview image: 0.15, because its card is rendered for each request.
//! A filtered page: 40 times PocketBase 0.40, which serves about 550 a second where bare axum serves a short text
//! 170,000 times a second. A durable like: 5 times PocketBase, which stores about 1,800 a second on the same core and
//! disk.

mod support;

use std::path::Path;
use std::process::Command;

use axum::http::{HeaderMap, HeaderName, HeaderValue};
use support::{Running, free_address, median, on_core, program, start_server_at, verdict};

const ROUNDS: usize = 5;
const SECONDS: &str = "3s";
const SERVER_CORE: &str = "0";
const LOAD_CORE: &str = "1";
const POCKETBASE_SHARE: f64 = 550.0 / 170_000.0;
const POCKETBASE_LIKES_SHARE: f64 = 1_800.0 / 170_000.0;
const CLIENTS: usize = 64;

fn main() {
    if let (Ok(folder), Ok(address)) = (std::env::var("PARAGRAF_BENCH_BARE"), std::env::var("PARAGRAF_BENCH_ADDRESS")) {
        return BareResponse::read(Path::new(&folder)).serve(&address);
    }
    if Command::new("wrk").arg("-v").output().is_err() {
        panic!("this bench needs wrk; install it, on Debian with `apt-get install wrk`");
    }
    let folder = tempfile::tempdir().expect("a folder");
    support::import_articles(folder.path(), 1_000);
    let tokens = support::readers::seed(&folder.path().join("data"), CLIENTS);
    let only = std::env::args().skip(1).find(|argument| !argument.starts_with('-')).unwrap_or_default();
    let address = free_address();
    let serve = program(folder.path(), &["serve", "--listen", &address]);
    let ours = start_server_at(address, on_core(SERVER_CORE, &serve));

    for (what, path, budget) in [
        ("GET /lawchanges, 1,000 articles", "/lawchanges", 0.9),
        ("GET /lawchanges/{slug}", "/lawchanges/schimbare-500", 0.8),
        ("GET /, the landing page", "/", 0.5),
        ("GET /app?articleId={slug}", "/app?articleId=schimbare-500", 0.5),
        ("GET /og/{slug}.png", "/og/schimbare-500.png", 0.15),
        ("GET /feed.xml", "/feed.xml", 0.5),
    ] {
        if !what.contains(&only) {
            continue;
        }
        let ratio = compare(&ours, path, &fetch(&ours.address, path).start(folder.path()), what);
        verdict(what, ratio, " of bare axum", ratio >= budget, &budget.to_string());
    }
    let short = || BareResponse { headers: vec![], body: "ok".into() }.start(folder.path());
    if "filtered page of 24".contains(&only) {
        let filtered = "/lawchanges?limit=24&importance=5&topic=munca";
        let ratio = compare(&ours, filtered, &short(), "filtered page of 24") / POCKETBASE_SHARE;
        verdict("filtered page of 24", ratio, " times PocketBase", ratio >= 40.0, "40");
    }
    let likes = "like, durable, 64 clients";
    if likes.contains(&only) {
        let script = folder.path().join("like.lua");
        std::fs::write(&script, like_script(&tokens(&format!("http://{}", ours.address)))).expect("the script");
        let rate = || wrk_with(&ours.address, "/users/like-article", Some(&script));
        let ratio = compare_rates(rate, &short(), likes) / POCKETBASE_LIKES_SHARE;
        verdict(likes, ratio, " times PocketBase", ratio >= 5.0, "5");
    }
    // Without the pages of the executable, which the kernel drops when it needs the room.
    let own = support::memory_kb(ours.child.id(), "RssAnon") as f64 / 1000.0;
    verdict("own memory after all", own, " MB", own < 64.0, "64");
}

/// The requests of the load generator: each reader in turn toggles the like of the next article.
fn like_script(readers: &[(paragraf::domain::Uid, String)]) -> String {
    let readers: Vec<_> = readers.iter().map(|(uid, token)| format!("{{\"{uid}\", \"{token}\"}}")).collect();
    format!(
        r#"local readers, turn = {{ {} }}, 0
request = function()
  local reader = readers[turn % #readers + 1]
  local body = '{{"userId":"' .. reader[1] .. '","articleId":"schimbare-' .. turn % 1000 .. '"}}'
  turn = turn + 1
  return wrk.format("POST", nil, {{ ["Authorization"] = "Bearer " .. reader[2], ["Content-Type"] = "application/json" }}, body)
end
"#,
        readers.join(", ")
    )
}

/// The median of ours/bare over the rounds.
fn compare(ours: &Running, path: &str, bare: &Running, what: &str) -> f64 {
    compare_rates(|| wrk(&ours.address, path), bare, what)
}

fn compare_rates(our_rate: impl Fn() -> f64, bare: &Running, what: &str) -> f64 {
    let mut pairs = Vec::new();
    for _ in 0..ROUNDS {
        pairs.push((our_rate(), wrk(&bare.address, "/")));
    }
    let (our_rate, bare_rate) =
        (median(pairs.iter().map(|p| p.0).collect()), median(pairs.iter().map(|p| p.1).collect()));
    support::verdict(what, our_rate, &format!("/s, bare axum {bare_rate:.0}/s"), true, "see the ratio");
    median(pairs.iter().map(|(ours, bare)| ours / bare).collect())
}

/// Requests per second over 64 connections, with the `Accept-Encoding` of a browser.
fn wrk(address: &str, path: &str) -> f64 {
    wrk_with(address, path, None)
}

/// As [`wrk`], with requests made by a script.
fn wrk_with(address: &str, path: &str, script: Option<&std::path::Path>) -> f64 {
    let script = script.map(|script| ["-s".into(), script.as_os_str().to_owned()]);
    let output = Command::new("taskset")
        .args([
            "-c",
            LOAD_CORE,
            "wrk",
            "-t",
            "1",
            "-c",
            "64",
            "-d",
            SECONDS,
            "-H",
            "Accept-Encoding: gzip, deflate, br, zstd",
        ])
        .args(script.into_iter().flatten())
        .arg(format!("http://{address}{path}"))
        .output()
        .expect("wrk runs");
    let text = String::from_utf8_lossy(&output.stdout);
    assert!(!text.contains("Non-2xx"), "{text}");
    let rate = text.lines().find_map(|line| line.trim().strip_prefix("Requests/sec:"));
    rate.and_then(|rate| rate.trim().parse().ok()).unwrap_or_else(|| panic!("unexpected output of wrk: {text}"))
}

/// The response as a browser gets it, compressed.
fn fetch(address: &str, path: &str) -> BareResponse {
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build().expect("a runtime");
    rustls::crypto::ring::default_provider().install_default().ok();
    runtime.block_on(async {
        let client = reqwest::Client::builder().no_gzip().build().expect("a client");
        let request =
            client.get(format!("http://{address}{path}")).header("accept-encoding", "gzip, deflate, br, zstd");
        let response = request.send().await.expect("an answer");
        let added_by_hyper = ["content-length", "date"];
        let headers = response.headers().iter().filter(|(name, _)| !added_by_hyper.contains(&name.as_str()));
        let headers =
            headers.map(|(name, value)| (name.to_string(), value.to_str().expect("text").to_owned())).collect();
        BareResponse { headers, body: response.bytes().await.expect("its body").to_vec() }
    })
}

/// What bare axum serves, from memory and at `/` only.
#[derive(serde::Serialize, serde::Deserialize)]
struct BareResponse {
    headers: Vec<(String, String)>,
    body: Vec<u8>,
}

impl BareResponse {
    /// Starts a process that serves it.
    fn start(&self, folder: &Path) -> Running {
        std::fs::write(folder.join("bare.json"), serde_json::to_vec(self).expect("JSON")).expect("the file");
        let mut command = Command::new(std::env::current_exe().expect("this bench"));
        let address = free_address();
        command.env("PARAGRAF_BENCH_BARE", folder).env("PARAGRAF_BENCH_ADDRESS", &address);
        start_server_at(address, on_core(SERVER_CORE, &command))
    }

    fn read(folder: &Path) -> Self {
        serde_json::from_slice(&std::fs::read(folder.join("bare.json")).expect("the file")).expect("JSON")
    }

    fn serve(self, address: &str) {
        let header = |(name, value): &(String, String)| {
            Some((HeaderName::from_bytes(name.as_bytes()).ok()?, HeaderValue::from_str(value).ok()?))
        };
        let headers: HeaderMap = self.headers.iter().filter_map(header).collect();
        let body = bytes::Bytes::from(self.body);
        let respond = move || std::future::ready((headers.clone(), body.clone()));
        let runtime = tokio::runtime::Builder::new_multi_thread().enable_all().build().expect("a runtime");
        runtime.block_on(async {
            let listener = tokio::net::TcpListener::bind(address).await.expect("a port");
            let router = axum::Router::new().route("/", axum::routing::get(respond));
            axum::serve(listener, router).await.expect("it serves");
        });
    }
}
