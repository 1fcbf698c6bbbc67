//! The log: one wide event per request, on standard error, written by a thread of its own.

use std::io::IsTerminal;

use tracing_appender::non_blocking::{NonBlockingBuilder, WorkerGuard};
use tracing_subscriber::EnvFilter;

use crate::config::LogConfig;

/// Lines that may wait for the writing thread; past that lines are dropped, not requests delayed.
const WAITING_LINES: usize = 64_000;

/// Starts the log. What is answered must be kept: it writes the last lines when it is dropped.
pub fn start(config: &LogConfig) -> WorkerGuard {
    let (writer, guard) = NonBlockingBuilder::default().buffered_lines_limit(WAITING_LINES).finish(std::io::stderr());
    let filter = config.level.parse().unwrap_or_else(|_| EnvFilter::new("info"));
    let terminal = std::io::stderr().is_terminal();
    let log = tracing_subscriber::fmt().with_env_filter(filter).with_writer(writer).with_ansi(terminal);
    let json = config.format == "json" || (config.format == "auto" && !terminal);
    // An embedder (a test) may have its own log already.
    drop(if json { log.json().flatten_event(true).try_init() } else { log.try_init() });
    guard
}
