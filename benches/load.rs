//! `cargo bench --bench load [-- PART-OF-A-ROW]`: our answers against bare axum handing out the same bytes.
//!
//! Needs `wrk` and two cores: the server on one, the load on the other. Both servers are asked in
//! turn, so that a machine whose speed drifts does not tilt the ratio.
//!
//! Budgets: list 0.9, one article 0.8 of bare axum, what visitors and crawlers come by 0.5
//! (a short body shows what each request costs us besides), a picture 0.15, for its card is made from
//! the article at each request; one filtered page 40 times PocketBase 0.40,
//! which does about 550 a second where bare axum does 170,000, so 40 * 550 / 170,000 of bare axum
//! handing out a short text. A like, durable, 5 times PocketBase, which does about 1,800 a second
//! on the same core; both write to the same disk, so the share is only as good as that disk is alike.

mod support;

use std::process::Command;

use support::{Running, median, on_core, program, start_server, verdict};

const ROUNDS: usize = 5;
const SECONDS: &str = "3s";
const SERVER_CORE: &str = "0";
const LOAD_CORE: &str = "1";
const POCKETBASE_SHARE: f64 = 550.0 / 170_000.0;
const POCKETBASE_LIKES_SHARE: f64 = 1_800.0 / 170_000.0;
const CLIENTS: usize = 64;

fn main() {
    if let Ok(file) = std::env::var("PARAGRAF_BENCH_BARE") {
        return bare(&file);
    }
    if Command::new("wrk").arg("-v").output().is_err() {
        panic!("this bench needs wrk; install it, on Debian with `apt-get install wrk`");
    }
    let folder = tempfile::tempdir().expect("a folder");
    support::write_articles(&folder.path().join("articles.jsonl"), 1_000);
    let import = program(folder.path(), &["import", "articles.jsonl"]).status().expect("the import");
    assert!(import.success(), "the import failed");
    let tokens = support::readers::seed(&folder.path().join("data"), CLIENTS);
    let only = std::env::args().skip(1).find(|argument| !argument.starts_with('-')).unwrap_or_default();
    let ours = start_server(on_core(SERVER_CORE, &program(folder.path(), &["serve", "--listen", "127.0.0.1:0"])));

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
        let bytes = folder.path().join("bytes");
        std::fs::write(&bytes, body(&ours.address, path)).expect("the bytes");
        let ratio = compare(&ours, path, &start_bare(&bytes), what);
        verdict(what, ratio, " of bare axum", ratio >= budget, &budget.to_string());
    }
    let short = folder.path().join("short");
    std::fs::write(&short, "ok").expect("the bytes");
    if "filtered page of 24".contains(&only) {
        let filtered = "/lawchanges?limit=24&importance=5&topic=munca";
        let ratio = compare(&ours, filtered, &start_bare(&short), "filtered page of 24") / POCKETBASE_SHARE;
        verdict("filtered page of 24", ratio, " times PocketBase", ratio >= 40.0, "40");
    }
    let likes = "like, durable, 64 clients";
    if likes.contains(&only) {
        let script = folder.path().join("like.lua");
        std::fs::write(&script, like_script(&tokens(&format!("http://{}", ours.address)))).expect("the script");
        let rate = || wrk_with(&ours.address, "/users/like-article", Some(&script));
        let ratio = compare_rates(rate, &start_bare(&short), likes) / POCKETBASE_LIKES_SHARE;
        verdict(likes, ratio, " times PocketBase", ratio >= 5.0, "5");
    }
}

/// What the load tool asks: the readers in turn flip their likes of the articles in turn.
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

/// The median ratio ours/bare over the rounds.
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

/// Requests a second with 64 connections and compression as a browser asks for it.
fn wrk(address: &str, path: &str) -> f64 {
    wrk_with(address, path, None)
}

/// As [`wrk`], with a script that makes the requests.
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
    rate.and_then(|rate| rate.trim().parse().ok()).unwrap_or_else(|| panic!("wrk said: {text}"))
}

/// The body as a browser gets it, compressed.
fn body(address: &str, path: &str) -> Vec<u8> {
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build().expect("a runtime");
    rustls::crypto::ring::default_provider().install_default().ok();
    runtime.block_on(async {
        let client = reqwest::Client::builder().no_gzip().build().expect("a client");
        let request =
            client.get(format!("http://{address}{path}")).header("accept-encoding", "gzip, deflate, br, zstd");
        request.send().await.expect("an answer").bytes().await.expect("its body").to_vec()
    })
}

fn start_bare(file: &std::path::Path) -> Running {
    let mut command = Command::new(std::env::current_exe().expect("this bench"));
    command.env("PARAGRAF_BENCH_BARE", file).current_dir(file.parent().expect("a folder"));
    start_server(on_core(SERVER_CORE, &command))
}

/// Axum with one route that hands out the same bytes from memory.
fn bare(file: &str) {
    let bytes = bytes::Bytes::from(std::fs::read(file).expect("the bytes"));
    let runtime = tokio::runtime::Builder::new_multi_thread().enable_all().build().expect("a runtime");
    runtime.block_on(async {
        let listener = tokio::net::TcpListener::bind("127.0.0.1:0").await.expect("a port");
        #[expect(clippy::print_stderr, reason = "the other half of this bench reads it")]
        {
            eprintln!("{{\"server.address\": \"{}\"}}", listener.local_addr().expect("an address"));
        }
        let router = axum::Router::new().route("/", axum::routing::get(move || std::future::ready(bytes.clone())));
        axum::serve(listener, router).await.expect("it serves");
    });
}
