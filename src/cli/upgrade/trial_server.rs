//! A server that a rehearsal starts on a copy of the data.

use std::fs::File;
use std::net::SocketAddr;
use std::path::Path;
use std::process::Stdio;
use std::time::{Duration, Instant};

use tokio::net::UnixDatagram;
use tokio::process::{Child, Command};

use super::last_words::without_words;
use super::visitor::LocalVisitor;
use crate::config::Environment;
use crate::error::{Error, Result};

/// The program in its folder.
pub(super) const PROGRAM: &str = "program";
const LOG: &str = "log";
/// As long as the unit allows.
const START_LIMIT: Duration = Duration::from_secs(600);
/// How often, and how many times, the index of searches is looked at.
const INDEX_PAUSE: Duration = Duration::from_millis(200);
const INDEX_TRIES: usize = 1500;

/// A running server; killed when dropped.
pub(super) struct TrialServer {
    child: Child,
    pub(super) address: SocketAddr,
    /// From the start of the process to its first answer.
    pub(super) started_in: Duration,
}

impl TrialServer {
    /// Starts the program of this folder on the store of this folder.
    ///
    /// # Errors
    /// `unavailable` with the end of its log.
    pub(super) async fn start(folder: &Path, config: Option<&Path>, environment: &Environment) -> Result<Self> {
        let failed = |error: std::io::Error| not_started(folder, "it cannot be run").caused_by(error);
        let socket = folder.join("notify");
        let manager = UnixDatagram::bind(&socket).map_err(failed)?;
        let log = File::create(folder.join(LOG)).map_err(failed)?;
        let mut command = Command::new(folder.join(PROGRAM));
        if let Some(config) = config {
            command.arg("--config").arg(config);
        }
        command.arg("--data").arg(folder).args(["serve", "--rehearsal", "--listen", "127.0.0.1:0"]);
        command.envs(environment).env("NOTIFY_SOCKET", &socket).env_remove("WATCHDOG_USEC");
        command.stdin(Stdio::null()).stdout(Stdio::null()).stderr(log).kill_on_drop(true);
        let began = Instant::now();
        let mut child = command.spawn().map_err(failed)?;
        let address = tokio::select! {
            address = tokio::time::timeout(START_LIMIT, address(&manager)) => {
                let too_late = format!("it is not ready after {} s", START_LIMIT.as_secs());
                address.map_err(|_| not_started(folder, &too_late))?.map_err(failed)?
            }
            ended = child.wait() => return Err(not_started(folder, &without_words(ended.map_err(failed)?))),
        };
        Ok(Self { child, address, started_in: began.elapsed() })
    }

    /// Waits until searches know every article.
    ///
    /// # Errors
    /// `unavailable` if the server does not answer.
    pub(super) async fn await_index(&self, visitor: &LocalVisitor) -> Result<()> {
        let path = "/search?q=lege";
        for _ in 0..INDEX_TRIES {
            let answer = visitor.get(path).await?;
            // Before its first articles, searches are refused.
            if answer.status != 503 {
                let answer = answer.json(path)?;
                let count = |name: &str| answer.pointer(name).and_then(serde_json::Value::as_u64);
                if count("/index/indexed") >= count("/index/articles") {
                    return Ok(());
                }
            }
            tokio::time::sleep(INDEX_PAUSE).await;
        }
        Ok(())
    }

    /// The most memory that the process has had, in bytes, where the system reports it.
    pub(super) fn peak_memory(&self) -> Option<u64> {
        let status = std::fs::read_to_string(format!("/proc/{}/status", self.child.id()?)).ok()?;
        let line = status.lines().find_map(|line| line.strip_prefix("VmHWM:"))?;
        line.trim().strip_suffix(" kB")?.parse::<u64>().ok().map(|kilobytes| kilobytes * 1024)
    }
}

/// The address in the message of a server that is ready.
async fn address(manager: &UnixDatagram) -> std::io::Result<SocketAddr> {
    let mut buffer = [0; 4096];
    loop {
        let length = manager.recv(&mut buffer).await?;
        let message = String::from_utf8_lossy(&buffer[..length]).into_owned();
        if let Some(address) = ready_on(&message) {
            return Ok(address);
        }
    }
}

fn ready_on(message: &str) -> Option<SocketAddr> {
    let is_ready = message.lines().any(|line| line == "READY=1");
    let address = message.lines().find_map(|line| line.strip_prefix("STATUS=serving on http://"))?;
    address.parse().ok().filter(|_| is_ready)
}

/// The error of a server that does not start, with the end of its log; `otherwise` stands for an empty one.
fn not_started(folder: &Path, otherwise: &str) -> Error {
    let log = std::fs::read_to_string(folder.join(LOG)).unwrap_or_default();
    let last = log.lines().rev().find(|line| !line.trim().is_empty()).unwrap_or(otherwise);
    let name = folder.file_name().unwrap_or_default().to_string_lossy().into_owned();
    Error::unavailable(format!("the {name} program does not start on a copy of the data: {last}"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_ready_server_names_its_address() {
        let ready = "READY=1\nSTATUS=serving on http://127.0.0.1:45321\n";
        assert_eq!(ready_on(ready), Some(([127, 0, 0, 1], 45321).into()));
        assert_eq!(ready_on("STATUS=serving on http://127.0.0.1:45321\n"), None);
        assert_eq!(ready_on("WATCHDOG=1\n"), None);
    }

    #[test]
    fn a_server_that_does_not_start_is_reported_with_its_last_words() {
        let folder = tempfile::tempdir().expect("a folder");
        let new = folder.path().join("new");
        std::fs::create_dir(&new).expect("a folder");
        let silent = not_started(&new, "it ended without a message (exit status: 0)").to_string();
        assert!(silent.ends_with("copy of the data: it ended without a message (exit status: 0)"), "{silent}");
        std::fs::write(new.join(LOG), "starting\nerror: the store is newer\n\n").expect("a file");
        let message = not_started(&new, "it ended without a message").to_string();
        assert_eq!(message, "the new program does not start on a copy of the data: error: the store is newer");
    }
}
