//! The log: one wide event per request, on standard error, written by a thread of its own.
//!
//! A request takes ten microseconds, of which a line may not take four. So lines are put together
//! without a detour and gathered for some milliseconds, and many go out in one write.

mod json;
mod writer;

use std::io::IsTerminal;

use tracing_subscriber::EnvFilter;

pub use self::writer::Guard;
use crate::config::{LogConfig, LogFormat};

/// Starts the log. What is answered must be kept: it writes the last lines when it is dropped.
pub fn start(config: &LogConfig) -> Guard {
    let (lines, guard) = writer::start(std::io::stderr());
    let filter = config.level.parse().unwrap_or_else(|_| EnvFilter::new("info"));
    let terminal = std::io::stderr().is_terminal();
    let json = match config.format {
        LogFormat::Auto => !terminal,
        LogFormat::Text => false,
        LogFormat::Json => true,
    };
    let log = tracing_subscriber::fmt().with_env_filter(filter).with_writer(lines).with_ansi(terminal);
    // An embedder (a test) may have its own log already.
    drop(if json { log.event_format(json::Json).try_init() } else { log.try_init() });
    guard
}
