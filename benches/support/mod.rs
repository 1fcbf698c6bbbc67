//! Shared by the benches: synthetic articles, the real binary, requests, its memory, medians.

#![allow(dead_code, reason = "each bench uses its part")]
#![allow(clippy::print_stdout, reason = "a bench prints its figures")]

pub mod mail_out;
pub mod profiles;
pub mod readers;
pub mod requests;

use std::io::{BufRead, BufReader, Write};
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

pub const PROGRAM: &str = env!("CARGO_BIN_EXE_paragraf");
const ARTICLES_FILE: &str = "articles.jsonl";
/// The pause between two looks at a process.
const PAUSE: Duration = Duration::from_millis(5);

/// The commands that list all records of a kind.
pub const EVERY_LIST: [&[&str]; 9] = [
    &["articles", "list"],
    &["articles", "list", "--json"],
    &["articles", "export"],
    &["mail", "outbox", "--all"],
    &["mail", "outbox", "--all", "--json"],
    &["subscribers", "list"],
    &["subscribers", "export"],
    &["mail", "suppressed", "list"],
    &["accounts", "list", "--limit", "0"],
];

const WORDS: [&str; 24] = [
    "contract", "chirie", "impozit", "declarație", "termen", "proprietar", "chiriaș", "firmă", "salariu", "angajator",
    "subvenție", "teren", "fermier", "credit", "dobândă", "factură", "raportare", "amendă", "registru", "plată",
    "consumator", "garanție", "autorizație", "construcție",
];
pub const TOPICS: [&str; 10] = [
    "inchirieri", "afaceri", "fiscalitate", "munca", "finante", "terenuri", "subventii", "consumatori", "digital",
    "constructii",
];

/// A reproducible sentence of `words` words.
pub fn sentence(seed: usize, words: usize) -> String {
    let mut state = (seed as u64).wrapping_mul(0x9E37_79B9_7F4A_7C15).wrapping_add(1);
    let mut text = String::new();
    for _ in 0..words {
        state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        text.push_str(WORDS[(state >> 33) as usize % WORDS.len()]);
        text.push(' ');
    }
    text.trim_end().to_owned()
}

/// One synthetic article of about 2.4 kB as a JSON line, in both languages.
pub fn article_line(index: usize) -> String {
    let day = jiff::civil::date(2020, 1, 1) + jiff::ToSpan::days((index % 2_300) as i64);
    let translation = serde_json::json!({
        "title": format!("Change {index}: {}", sentence(index + 7, 6)),
        "technical_summary": sentence(index + 8, 40), "simple_explanation": sentence(index + 9, 45),
        "implementation_key_points": [sentence(index + 10, 9), sentence(index + 11, 9), sentence(index + 12, 9)],
    });
    let article = serde_json::json!({
        "slug": format!("schimbare-{index}"), "title": format!("Schimbarea {index}: {}", sentence(index, 6)),
        "technical_summary": sentence(index + 1, 40), "simple_explanation": sentence(index + 2, 45),
        "implementation_key_points": [sentence(index + 3, 9), sentence(index + 4, 9), sentence(index + 5, 9)],
        "importance": index % 5 + 1, "publish_date": day.to_string(), "topic": TOPICS[index % TOPICS.len()],
        "domains": [WORDS[index % WORDS.len()], WORDS[(index / 3) % WORDS.len()]],
        "act": {"type": "LEGE", "number": (index % 400 + 1).to_string(), "year": day.year()},
        "gazette": {"part": "I", "number": (index % 1_300 + 1).to_string(), "date": day.to_string()},
        "translations": {"en": translation},
    });
    article.to_string()
}

/// Writes `count` synthetic articles as JSON Lines.
pub fn write_articles(path: &Path, count: usize) {
    write_lines(path, (0..count).map(article_line));
}

/// As [`write_articles`], after `change` has changed the article with each number.
pub fn write_changed_articles(path: &Path, count: usize, mut change: impl FnMut(usize, &mut serde_json::Value)) {
    let changed = (0..count).map(|index| {
        let mut article = serde_json::from_str(&article_line(index)).expect("an article");
        change(index, &mut article);
        article.to_string()
    });
    write_lines(path, changed);
}

fn write_lines(path: &Path, lines: impl Iterator<Item = String>) {
    let mut file = std::io::BufWriter::new(std::fs::File::create(path).expect("a file"));
    lines.for_each(|line| writeln!(file, "{line}").expect("a line"));
    file.flush().expect("the file");
}

/// Imports `count` synthetic articles into the store of `folder`.
pub fn import_articles(folder: &Path, count: usize) {
    write_articles(&folder.join(ARTICLES_FILE), count);
    import(program(folder, &["import", ARTICLES_FILE]));
}

/// Runs a command that imports.
pub fn import(mut command: Command) {
    let imported = command.output().expect("the import");
    assert!(imported.status.success(), "the import failed: {}", String::from_utf8_lossy(&imported.stderr));
}

/// The conditions of the demo articles.
pub fn conditions() -> Vec<serde_json::Value> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("src/demo");
    let files = std::fs::read_dir(folder).expect("the demo").map(|file| file.expect("a file").path());
    let files = files.filter(|file| file.extension().is_some_and(|ending| ending == "json"));
    let read = |file| std::fs::read_to_string(file).expect("a file");
    let articles =
        files.map(read).flat_map(|text| serde_json::from_str::<Vec<serde_json::Value>>(&text).expect("articles"));
    articles.map(|mut article| article["concerns"].take()).collect()
}

/// The binary with its data in `folder`, without limits that a bench reaches.
pub fn program(folder: &Path, args: &[&str]) -> Command {
    let mut command = Command::new(PROGRAM);
    command
        .args(args)
        .current_dir(folder)
        .env("PARAGRAF__LOG__FORMAT", "json")
        .env("PARAGRAF__LIMITS__MARKS_PER_MINUTE", "1000000000")
        .env("PARAGRAF__LIMITS__SUBSCRIBE_PER_HOUR", "100000000")
        .env("PARAGRAF__ACCOUNTS__SIGN_UP_PER_HOUR", "1000000")
        .stdin(Stdio::null());
    command
}

/// The command pinned to one core.
pub fn on_core(core: &str, command: &Command) -> Command {
    let mut pinned = Command::new("taskset");
    pinned.args(["-c", core]).arg(command.get_program()).args(command.get_args());
    if let Some(folder) = command.get_current_dir() {
        pinned.current_dir(folder);
    }
    for (name, value) in command.get_envs() {
        if let Some(value) = value {
            pinned.env(name, value);
        }
    }
    pinned
}

/// A process that is killed when dropped.
pub struct Running {
    pub child: Child,
    pub address: String,
}

impl Running {
    /// Stops it as an operator does, so that its deliveries are settled.
    pub fn stop(mut self) {
        let stopped = Command::new("kill").args(["-TERM", &self.child.id().to_string()]).status();
        assert!(stopped.is_ok_and(|status| status.success()));
        self.child.wait().expect("its end");
    }
}

impl Drop for Running {
    fn drop(&mut self) {
        self.child.kill().ok();
        self.child.wait().ok();
    }
}

/// Starts a server that logs its address as JSON on standard error.
pub fn start_server(mut command: Command) -> Running {
    let mut child = command.stderr(Stdio::piped()).spawn().expect("the server starts");
    let mut lines = BufReader::new(child.stderr.take().expect("its log")).lines();
    let address = lines.by_ref().map_while(Result::ok).find_map(|line| {
        let event: serde_json::Value = serde_json::from_str(&line).ok()?;
        Some(event["server.address"].as_str()?.to_owned())
    });
    std::thread::spawn(move || lines.for_each(drop));
    Running { child, address: address.expect("the server logs its address") }
}

/// An address on which nothing listens yet.
pub fn free_address() -> String {
    let listener = std::net::TcpListener::bind("127.0.0.1:0").expect("a free port");
    listener.local_addr().expect("its address").to_string()
}

/// Starts a server that listens on `address`, without its log, and waits for its first response.
pub fn start_server_at(address: String, mut command: Command) -> Running {
    let child = command.stderr(Stdio::null()).spawn().expect("the server starts");
    let request = requests::get(&address, "/", "");
    let answers = || requests::send(&address, &request).is_ok();
    assert!(wait_for(Duration::from_secs(30), PAUSE, answers).is_some(), "no response from {address}");
    Running { child, address }
}

/// Waits until the condition holds, with a pause between two looks; returns the time it took, `None` after `longest`.
pub fn wait_for(longest: Duration, pause: Duration, mut is_met: impl FnMut() -> bool) -> Option<Duration> {
    let begun = Instant::now();
    while begun.elapsed() < longest {
        if is_met() {
            return Some(begun.elapsed());
        }
        std::thread::sleep(pause);
    }
    None
}

/// A figure of `/proc/<pid>/status` in kB, such as `VmHWM` (peak) or `VmRSS`.
pub fn memory_kb(pid: u32, figure: &str) -> u64 {
    let status = std::fs::read_to_string(format!("/proc/{pid}/status")).unwrap_or_default();
    let line = status.lines().find(|line| line.starts_with(figure));
    line.and_then(|line| line.split_whitespace().nth(1)?.parse().ok()).unwrap_or(0)
}

/// Runs a command to its successful end; returns its peak memory in kB.
pub fn peak_memory_kb(mut command: Command) -> u64 {
    let (mut child, mut peak) = (command.spawn().expect("the command starts"), 0);
    let ended = loop {
        peak = peak.max(memory_kb(child.id(), "VmHWM"));
        match child.try_wait().expect("its state") {
            Some(ended) => break ended,
            None => std::thread::sleep(PAUSE),
        }
    };
    assert!(ended.success(), "{command:?} failed");
    peak
}

/// The processor time that a process has used.
pub fn processor_time(pid: u32) -> Duration {
    let stat = std::fs::read_to_string(format!("/proc/{pid}/stat")).expect("the process runs");
    let after_name = stat.rsplit(')').next().expect("its figures");
    let ticks: u64 = after_name.split_whitespace().skip(11).take(2).filter_map(|ticks| ticks.parse::<u64>().ok()).sum();
    // The kernel counts hundredths of a second for programs.
    Duration::from_millis(ticks * 10)
}

pub fn median(mut figures: Vec<f64>) -> f64 {
    figures.sort_by(f64::total_cmp);
    figures[figures.len() / 2]
}

/// The 99th percentile.
pub fn p99(mut figures: Vec<f64>) -> f64 {
    figures.sort_by(f64::total_cmp);
    figures[figures.len() * 99 / 100]
}

/// Prints a measurement with its budget.
pub fn verdict(what: &str, measured: f64, unit: &str, good: bool, budget: &str) {
    println!("{} {what}: {measured:.3}{unit} (budget {budget})", if good { "ok  " } else { "OVER" });
}
