//! How many files, and therefore connections, the process can have open.

use rustix::process::{Resource, Rlimit, getrlimit, setrlimit};

/// Most open connections; further ones take the place of idle ones.
const MAX_CONNECTIONS: usize = 8192;
/// File descriptors for the store, the control socket, the cache and outgoing connections.
const RESERVED_FILES: usize = 128;
/// Open files that the server can use.
pub(in crate::web) const WANTED_FILES: usize = MAX_CONNECTIONS + RESERVED_FILES;
/// Fewest file descriptors that are reserved.
const LEAST_RESERVED_FILES: usize = 40;
const LEAST_CONNECTIONS: usize = 16;

/// Connection limit: the process's limit on open files minus a reserve, at most [`MAX_CONNECTIONS`].
pub(in crate::web) fn connection_limit() -> usize {
    let files =
        getrlimit(Resource::Nofile).current.map_or(usize::MAX, |files| usize::try_from(files).unwrap_or(usize::MAX));
    let reserved = (files / 8).clamp(LEAST_RESERVED_FILES, RESERVED_FILES);
    files.saturating_sub(reserved).clamp(LEAST_CONNECTIONS, MAX_CONNECTIONS)
}

/// Raises the soft limit on open files to what the server can use, as far as the hard limit allows.
pub fn raise_file_limit() {
    let limit = getrlimit(Resource::Nofile);
    let useful = WANTED_FILES as u64;
    let wanted = limit.maximum.map_or(useful, |hard| hard.min(useful));
    if limit.current.is_some_and(|soft| soft < wanted) {
        let raised = setrlimit(Resource::Nofile, Rlimit { current: Some(wanted), maximum: limit.maximum });
        if let Err(error) = raised {
            tracing::debug!(%error, "cannot raise the limit of open files");
        }
    }
}

/// Whether more open files would allow more connections.
pub(in crate::web) fn lacks_files() -> bool {
    connection_limit() < MAX_CONNECTIONS
}
