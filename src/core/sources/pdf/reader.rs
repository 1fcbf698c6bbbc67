//! Starts the child process and reads its reply.

use std::ffi::OsString;
use std::os::unix::process::ExitStatusExt;
use std::path::PathBuf;
use std::process::{ExitStatus, Stdio};

use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::process::{Child, Command};
use tokio::sync::Mutex;

use super::page::{ChildReply, PdfPage};
use super::problem::PdfProblem;
use super::{child, limits, pdftotext};
use crate::error::{Error, Result};

/// The hidden command of the child process.
pub const COMMAND: &str = "read-pdf";
/// The flag of [`COMMAND`] to run pdftotext in place of the built-in reader.
pub const WITH_PDFTOTEXT: &str = "--with-pdftotext";

/// Reads PDF files, one at a time.
pub struct PdfReader {
    program: PathBuf,
    turn: Mutex<()>,
}

/// How a child process ended.
struct Ended {
    status: ExitStatus,
    output: Vec<u8>,
}

impl Default for PdfReader {
    /// Starts this program again; on Linux the running version, even after its file was replaced.
    fn default() -> Self {
        let running = PathBuf::from("/proc/self/exe");
        Self::of_program(if running.exists() { running } else { std::env::current_exe().unwrap_or(running) })
    }
}

impl PdfReader {
    /// Starts another program with the hidden command, for tests.
    pub fn of_program(program: PathBuf) -> Self {
        Self { program, turn: Mutex::default() }
    }

    /// Returns the pages of a file, or why they cannot be read. When the built-in reader finds no text and the file needs
    /// no password, pdftotext is tried if it is installed.
    ///
    /// # Errors
    /// `internal` when the child process cannot be started.
    pub async fn pages(&self, bytes: &[u8]) -> Result<Result<Vec<PdfPage>, PdfProblem>> {
        if let Err(problem) = child::check(bytes) {
            return Ok(Err(problem));
        }
        let _turn = self.turn.lock().await;
        match self.built_in(bytes).await? {
            Err(problem @ (PdfProblem::Encrypted | PdfProblem::Damaged | PdfProblem::NoText)) => {
                Ok(self.with_pdftotext(bytes).await.ok_or(problem))
            }
            read => Ok(read),
        }
    }

    async fn built_in(&self, bytes: &[u8]) -> Result<Result<Vec<PdfPage>, PdfProblem>> {
        let Some(Ended { status, output }) = self.run(&[COMMAND.into()], bytes).await? else {
            return Ok(Err(PdfProblem::Exhausting));
        };
        match serde_json::from_slice(&output) {
            Ok(ChildReply::Pages(pages)) => Ok(Ok(pages)),
            Ok(ChildReply::Problem(problem)) => Ok(Err(problem)),
            // Out of memory, out of time, or a stack that overflowed.
            Err(_) if status.signal().is_some() => Ok(Err(PdfProblem::Exhausting)),
            Err(error) => Err(Error::internal("reading the reply of the PDF reader", error)),
        }
    }

    async fn with_pdftotext(&self, bytes: &[u8]) -> Option<Vec<PdfPage>> {
        let ended = self.run(&[COMMAND.into(), WITH_PDFTOTEXT.into()], bytes).await.ok()??;
        let pages = pdftotext::pages(&String::from_utf8(ended.output).ok()?);
        (ended.status.success() && pages.iter().any(|page| !page.pieces.is_empty())).then_some(pages)
    }

    /// Runs the child process; `None` if it takes too long or writes too much, after it was killed.
    async fn run(&self, arguments: &[OsString], bytes: &[u8]) -> Result<Option<Ended>> {
        let child = Command::new(&self.program)
            .args(arguments)
            .env_clear()
            .env("PATH", std::env::var_os("PATH").unwrap_or_default())
            // The allocator would reserve as much address space as the child may have.
            .env("MIMALLOC_ARENA_RESERVE", "0")
            .current_dir("/")
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::null())
            .kill_on_drop(true)
            .spawn();
        let child = child.map_err(|error| Error::internal("starting the PDF reader", error))?;
        match tokio::time::timeout(limits::DEADLINE, exchange(child, bytes)).await {
            Ok(ended) => ended.map_err(|error| Error::internal("reading from the PDF reader", error)),
            Err(_) => Ok(None),
        }
    }
}

async fn exchange(mut child: Child, bytes: &[u8]) -> std::io::Result<Option<Ended>> {
    let (input, output) = (child.stdin.take(), child.stdout.take());
    let write = async {
        if let Some(mut input) = input {
            // The child may end before it has read everything.
            input.write_all(bytes).await.ok();
        }
    };
    let read = async {
        let mut read = Vec::new();
        if let Some(output) = output {
            output.take(limits::OUTPUT_BYTES + 1).read_to_end(&mut read).await?;
        }
        Ok::<_, std::io::Error>(read)
    };
    let ((), output) = tokio::join!(write, read);
    let output = output?;
    if output.len() as u64 > limits::OUTPUT_BYTES {
        child.kill().await?;
        return Ok(None);
    }
    Ok(Some(Ended { status: child.wait().await?, output }))
}
