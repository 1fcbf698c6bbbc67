//! The log on standard error: one event with all fields per request, written by a thread of its own.
//!
//! A request takes about ten microseconds, and writing its line must not take four of them. Lines are
//! therefore formatted directly, buffered for a few milliseconds and written together.

mod json;
mod timestamp;
mod writer;

use std::io::IsTerminal;

use tracing_subscriber::EnvFilter;

pub use self::writer::LogGuard;
use crate::config::{LogConfig, LogFormat};

/// Starts the log. Keep the guard: it writes the last lines on drop.
pub fn start(config: &LogConfig) -> LogGuard {
    let (lines, guard) = writer::start(std::io::stderr());
    let filter = config.level.parse().unwrap_or_else(|_| EnvFilter::new("info"));
    let terminal = std::io::stderr().is_terminal();
    let json = match config.format {
        LogFormat::Auto => !terminal,
        LogFormat::Text => false,
        LogFormat::Json => true,
    };
    let log = tracing_subscriber::fmt().with_env_filter(filter).with_writer(lines).with_ansi(terminal);
    // A test may have installed a log already.
    drop(if json { log.event_format(json::JsonFormatter).try_init() } else { log.try_init() });
    guard
}
