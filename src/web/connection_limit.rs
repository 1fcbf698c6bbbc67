//! The number of connections that the process can hold open.

/// Most open connections; further ones wait in the kernel's accept queue.
const MAX_CONNECTIONS: usize = 8192;
/// File descriptors reserved for the store, the control socket and the cache.
const RESERVED_FILES: usize = 128;

/// Connection limit: the process's limit of open files less [`RESERVED_FILES`], at most [`MAX_CONNECTIONS`].
pub(super) fn connection_limit() -> usize {
    let limits = std::fs::read_to_string("/proc/self/limits").unwrap_or_default();
    let files =
        limits.lines().find_map(|line| line.strip_prefix("Max open files")?.split_whitespace().next()?.parse().ok());
    files.map_or(MAX_CONNECTIONS, |files: usize| files.saturating_sub(RESERVED_FILES).clamp(16, MAX_CONNECTIONS))
}
