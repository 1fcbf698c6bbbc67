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

/// Libraries whose warnings are left out: a client decides how many there are of the HTTP/2 library, for example by
/// resetting its streams, and the store itself reports that its database is away.
const QUIET: [&str; 3] = ["h2", "deadpool", "tokio_postgres"];

/// Reads `log.level`. Warnings of [`QUIET`] libraries are left out unless the setting names them.
fn filter(level: &str) -> EnvFilter {
    let filter = level.parse().unwrap_or_else(|_| EnvFilter::new("info"));
    let quiet = QUIET.into_iter().filter(|library| !names(level, library));
    quiet.fold(filter, |filter, library| filter.add_directive(format!("{library}=error").parse().expect("a directive")))
}

/// Whether one of the directives is about this library.
fn names(level: &str, library: &str) -> bool {
    let mut targets = level.split(',').filter_map(|directive| directive.trim().split(['=', '[']).next());
    let is_part = |rest: &str| rest.is_empty() || rest.starts_with("::") || rest.starts_with('.');
    targets.any(|target| target.strip_prefix(library).is_some_and(is_part))
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
    fn warnings_of_some_libraries_are_logged_on_request_only() {
        for level in ["info", "debug", "paragraf=trace,warn", "nonsense=", "graph2=debug", "paragraf::h2=debug,info"] {
            assert!(filter(level).to_string().contains("h2=error"), "{level}");
        }
        for level in ["info,h2=debug", "h2=debug", "info,h2::codec=trace", "h2[{stream}]=debug"] {
            assert!(!filter(level).to_string().contains("h2=error"), "{level}");
        }
        let filter = filter("info,deadpool.postgres=warn").to_string();
        assert!(filter.contains("tokio_postgres=error") && !filter.contains("deadpool=error"), "{filter}");
    }
}
