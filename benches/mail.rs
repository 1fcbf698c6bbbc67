//! `cargo bench --bench mail`: a campaign of 100,000 signed messages to a local mail server, and its effect on
//! readers' response times.
//!
//! Needs Node.js, the packages of the UI (`npm ci` in `ui`), `taskset` and two cores. The server has one core, the mail
//! server and the readers share the other. The mail server has the lowest priority, so that it takes no time from the
//! readers. `PARAGRAF_BENCH_MAILS` changes the number of letters.
//!
//! Budgets: at least 500 letters a second, at most 200 MB of memory, and readers' p99 below twice that without the
//! mail-out.

mod support;

use std::path::Path;
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

use paragraf::store::campaigns::CampaignStatus;
use support::{Running, mail_out, memory_kb, on_core, p99, program, start_server, verdict};

const MAILS: usize = 100_000;
const CONNECTIONS: usize = 8;
const SERVER_CORE: &str = "0";
const LOAD_CORE: &str = "1";
/// Requests of readers in a second.
const READERS_RATE: u64 = 200;
/// How often the campaign is paused and resumed. Readers are measured in both states, so other load affects both.
const ROUNDS: usize = 10;
const MEASURED: Duration = Duration::from_secs(4);
/// The first requests, which do not count: they open connections and fill caches.
const WARMING_UP: usize = 200;
const READERS: &str = "PARAGRAF_BENCH_READERS";

fn main() {
    if let Ok(address) = std::env::var(READERS) {
        return read(&address);
    }
    let mails = std::env::var("PARAGRAF_BENCH_MAILS").ok().and_then(|text| text.parse().ok()).unwrap_or(MAILS);
    let folder = tempfile::tempdir().expect("a folder");
    let taken = folder.path().join("taken");
    let nice = ["taskset", "-c", LOAD_CORE, "nice", "-n", "19"];
    let (sink, port) = mail_out::start_sink(&nice, &taken, &[]);
    configure(folder.path(), port);
    support::import_articles(folder.path(), 1_000);
    mail_out::seed(folder.path(), CampaignStatus::Paused, &mail_out::addresses(mails));

    let server = serve(folder.path());
    let (mut quiet, mut busy) = (Vec::new(), Vec::new());
    for _ in 0..ROUNDS {
        quiet.extend(times_of_readers(&server.address));
        mail(folder.path(), "resume");
        busy.extend(times_of_readers(&server.address));
        mail(folder.path(), "pause");
    }
    let (quiet, busy) = (p99(quiet), p99(busy));
    let before = lines(&taken);
    assert!(before < mails, "the mail-out was over before the readers were; queue more letters");
    let begun = Instant::now();
    mail(folder.path(), "resume");
    while lines(&taken) < mails {
        std::thread::sleep(Duration::from_millis(100));
    }
    let rate = (mails - before) as f64 / begun.elapsed().as_secs_f64();
    let memory = memory_kb(server.child.id(), "VmHWM") as f64 / 1_000.0;
    drop((server, sink));

    verdict("letters", rate, "/s", rate >= 500.0, "500");
    verdict("memory at most", memory, " MB", memory < 200.0, "200");
    verdict("readers' p99 without the mail-out", quiet, " ms", true, "see the ratio");
    verdict("readers' p99 during the mail-out", busy, " ms", true, "see the ratio");
    verdict("ratio", busy / quiet, "", busy / quiet < 2.0, "2");
}

fn configure(folder: &Path, port: u16) {
    let keys = Command::new("node").args(["e2e/dkim.mjs", "keys"]).arg(folder).current_dir(mail_out::ui()).output();
    assert!(keys.is_ok_and(|keys| keys.status.success()), "no keys; run `npm ci` in ui");
    let dkim = "dkim_selector = 's1'\ndkim_domain = 'example.ro'\ndkim_key_file = 'pkcs8-rsa.pem'\n";
    let text = mail_out::settings(port, CONNECTIONS) + dkim;
    std::fs::write(folder.join("paragraf.toml"), text).expect("the configuration");
}

/// Pauses or resumes the campaign through the command line.
fn mail(folder: &Path, change: &str) {
    let command = program(folder, &["--config", "paragraf.toml", "mail", change, "letter"]);
    let mut command = on_core(LOAD_CORE, &command);
    command.stdout(Stdio::null());
    assert!(command.status().is_ok_and(|status| status.success()), "`mail {change}` failed");
}

fn serve(folder: &Path) -> Running {
    let command = program(folder, &["--config", "paragraf.toml", "serve", "--listen", "127.0.0.1:0"]);
    start_server(on_core(SERVER_CORE, &command))
}

fn lines(file: &Path) -> usize {
    std::fs::read(file).map_or(0, |bytes| bytes.iter().filter(|byte| **byte == b'\n').count())
}

/// Response times of readers' requests in milliseconds, measured in a process beside the mail server.
fn times_of_readers(address: &str) -> Vec<f64> {
    let program = std::env::current_exe().expect("this bench");
    let output = Command::new("taskset").args(["-c", LOAD_CORE]).arg(program).env(READERS, address).output();
    let printed = output.expect("the readers").stdout;
    String::from_utf8_lossy(&printed).lines().map(|time| time.parse().expect("a number")).collect()
}

/// Asks for the list and for articles in turn, at a fixed rate regardless of response times, and prints their times.
fn read(address: &str) {
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build().expect("a runtime");
    rustls::crypto::ring::default_provider().install_default().ok();
    runtime.block_on(async {
        let client = reqwest::Client::builder().build().expect("a client");
        let mut ticks = tokio::time::interval(Duration::from_micros(1_000_000 / READERS_RATE));
        let (begun, mut requests) = (Instant::now(), Vec::new());
        while begun.elapsed() < MEASURED {
            ticks.tick().await;
            let path = match requests.len() % 4 {
                0 => "/lawchanges?limit=24&importance=5".to_owned(),
                turn => format!("/lawchanges/schimbare-{}", (requests.len() * 7 + turn) % 1_000),
            };
            let request = client.get(format!("http://{address}{path}"));
            requests.push(tokio::spawn(async move {
                let asked = Instant::now();
                request.send().await.expect("an answer").bytes().await.expect("its body");
                asked.elapsed()
            }));
        }
        for request in requests.into_iter().skip(WARMING_UP) {
            let taken: Duration = request.await.expect("a time");
            #[expect(clippy::print_stdout, reason = "the other half of this bench reads it")]
            {
                println!("{}", taken.as_secs_f64() * 1_000.0);
            }
        }
    });
}
