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

/// Reads `log.level`. Warnings of the HTTP/2 library are left out unless the setting names it: a client decides how many
/// there are, for example by resetting its streams.
fn filter(level: &str) -> EnvFilter {
    let filter = level.parse().unwrap_or_else(|_| EnvFilter::new("info"));
    if names_h2(level) { filter } else { filter.add_directive("h2=error".parse().expect("a directive")) }
}

/// Whether one of the directives is about the HTTP/2 library.
fn names_h2(level: &str) -> bool {
    let targets = level.split(',').filter_map(|directive| directive.trim().split(['=', '[']).next());
    targets.into_iter().any(|target| target == "h2" || target.starts_with("h2::"))
}

/// Starts the log. Keep the guard: it writes the last lines on drop.
pub fn start(config: &LogConfig) -> LogGuard {
    let (lines, guard) = writer::start(std::io::stderr());
    let filter = filter(&config.level);
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn warnings_of_the_http_2_library_are_logged_on_request_only() {
        for level in ["info", "debug", "paragraf=trace,warn", "nonsense=", "graph2=debug", "paragraf::h2=debug,info"] {
            assert!(filter(level).to_string().contains("h2=error"), "{level}");
        }
        for level in ["info,h2=debug", "h2=debug", "info,h2::codec=trace", "h2[{stream}]=debug"] {
            assert!(!filter(level).to_string().contains("h2=error"), "{level}");
        }
    }
}
