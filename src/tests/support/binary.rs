//! The real program in a folder of its own.

use std::io::{BufRead, BufReader, Write};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Output, Stdio};
use std::sync::mpsc;

use paragraf::clock::Clock;
use paragraf::store::{FILE_NAME, Store};

use super::eventually::{DEADLINE, eventually_blocking};

/// A home for one store; every command runs in it.
pub struct Home {
    folder: tempfile::TempDir,
}

impl Home {
    pub fn new() -> Self {
        Self { folder: tempfile::Builder::new().prefix("pg").tempdir().expect("a folder") }
    }

    /// A home with an empty store, for commands that only read.
    pub fn with_store() -> Self {
        let home = Self::new();
        home.store();
        home
    }

    /// The store, which no process has open.
    pub fn store(&self) -> Store {
        std::fs::create_dir_all(self.data()).expect("a folder");
        Store::open(&self.data().join(FILE_NAME), 1 << 20, &Clock::System).expect("the store")
    }

    pub fn path(&self) -> &Path {
        self.folder.path()
    }

    pub fn data(&self) -> PathBuf {
        self.path().join("data")
    }

    pub fn write(&self, name: &str, content: impl AsRef<[u8]>) -> PathBuf {
        let path = self.path().join(name);
        std::fs::create_dir_all(path.parent().expect("a parent")).expect("a folder");
        std::fs::write(&path, content).expect("a file");
        path
    }

    /// The program, hermetic: only our own variables, in our own folder.
    pub fn command(&self, args: &[&str]) -> Command {
        let mut command = Command::new(env!("CARGO_BIN_EXE_paragraf"));
        command
            .args(args)
            .current_dir(self.path())
            .env_clear()
            .env("PATH", std::env::var_os("PATH").unwrap_or_default());
        command
            .env("PARAGRAF__LOG__FORMAT", "json")
            .env("PARAGRAF__LIMITS__MARKS_PER_MINUTE", "1000000")
            .stdin(Stdio::null());
        command
    }

    pub fn run(&self, args: &[&str]) -> Ran {
        let mut command = self.command(args);
        let child = command.stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().expect("the program starts");
        ran(child, args)
    }

    /// Runs a command, expects success and returns standard output.
    pub fn ok(&self, args: &[&str]) -> String {
        let ran = self.run(args);
        assert_eq!(ran.code, 0, "{args:?} failed: {}{}", ran.out, ran.err);
        ran.out
    }

    /// As [`Home::ok`], with `--json`; returns what it prints.
    pub fn json(&self, args: &[&str]) -> serde_json::Value {
        serde_json::from_str(&self.ok(&[&["--json"], args].concat())).expect("JSON")
    }

    pub fn run_with_input(&self, args: &[&str], input: &[u8]) -> Ran {
        let mut child = self
            .command(args)
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .expect("the program starts");
        child.stdin.take().expect("its input").write_all(input).expect("it reads");
        ran(child, args)
    }

    /// Starts the server on a free port and waits until it serves.
    pub fn serve(&self, args: &[&str]) -> Server {
        Server::start(self.command(&[&["serve", "--listen", "127.0.0.1:0"], args].concat()))
    }
}

/// How a command ended.
#[derive(Debug)]
pub struct Ran {
    pub code: i32,
    pub out: String,
    pub err: String,
}

impl From<Output> for Ran {
    fn from(output: Output) -> Self {
        Self {
            code: output.status.code().unwrap_or(-1),
            out: String::from_utf8(output.stdout).expect("text"),
            err: String::from_utf8(output.stderr).expect("text"),
        }
    }
}

/// Waits until a command ends and collects its output.
fn ran(child: Child, args: &[&str]) -> Ran {
    let (id, (sender, output)) = (child.id(), mpsc::channel());
    std::thread::spawn(move || sender.send(child.wait_with_output()));
    output.recv_timeout(DEADLINE).map(|output| Ran::from(output.expect("its output"))).unwrap_or_else(|_| {
        Command::new("kill").args(["-9", &id.to_string()]).status().ok();
        panic!("waited {DEADLINE:?} in vain until {args:?} ends")
    })
}

/// Waits until a process ends; returns its exit code, `None` after a signal. `what` names the event.
pub fn wait_for_exit(child: &mut Child, what: &str) -> Option<i32> {
    eventually_blocking(what, || child.try_wait().expect("its state")).code()
}

/// A running server; killed when dropped.
pub struct Server {
    child: Child,
    pub address: String,
    log: mpsc::Receiver<String>,
}

impl Server {
    pub fn start(command: Command) -> Self {
        Self::start_observed(command, |_| {})
    }

    /// As [`Server::start`], and hands each line of the log to `observe` until it serves.
    pub fn start_observed(mut command: Command, mut observe: impl FnMut(&str)) -> Self {
        let mut child = command.stderr(Stdio::piped()).spawn().expect("the server starts");
        let stderr = BufReader::new(child.stderr.take().expect("its log"));
        let (sender, log) = mpsc::channel();
        std::thread::spawn(move || stderr.lines().map_while(Result::ok).try_for_each(|line| sender.send(line)));
        let mut seen = Vec::new();
        let address = loop {
            match log.recv_timeout(DEADLINE) {
                Ok(line) => match serde_json::from_str::<serde_json::Value>(&line) {
                    Ok(event) if event["server.address"].is_string() => {
                        break event["server.address"].as_str().expect("an address").to_owned();
                    }
                    _ => {
                        observe(&line);
                        seen.push(line);
                    }
                },
                Err(error) => panic!("the server did not come up ({error}): {seen:#?}"),
            }
        };
        Self { child, address, log }
    }

    pub fn url(&self, path: &str) -> String {
        format!("http://{}{path}", self.address)
    }

    pub fn pid(&self) -> u32 {
        self.child.id()
    }

    /// Sends a signal by name, such as `TERM`.
    pub fn signal(&self, name: &str) {
        let kill = format!("kill -{name} {}", self.child.id());
        assert!(Command::new("sh").args(["-c", &kill]).status().expect("a shell").success());
    }

    /// Kills without any chance to tidy up.
    pub fn kill(mut self) {
        self.child.kill().expect("a kill");
        self.child.wait().expect("its end");
    }

    /// Stops by SIGTERM and returns the exit code.
    pub fn stop(mut self) -> i32 {
        self.signal("TERM");
        self.wait()
    }

    /// Stops by SIGTERM and returns the exit code and the rest of the log.
    pub fn stop_with_log(mut self) -> (i32, Vec<String>) {
        self.signal("TERM");
        (self.wait(), self.log.iter().collect())
    }

    pub fn wait(&mut self) -> i32 {
        wait_for_exit(&mut self.child, "the server exits").unwrap_or(-1)
    }

    /// The log lines written so far.
    pub fn log_lines(&self) -> Vec<String> {
        self.log.try_iter().collect()
    }
}

impl Drop for Server {
    fn drop(&mut self) {
        // It may have ended by itself.
        self.child.kill().ok();
        self.child.wait().ok();
    }
}
