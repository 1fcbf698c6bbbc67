//! The priority of the current thread.

/// Adds `nice` to the thread's nice value; sources: nice(2), "C library/kernel differences".
///
/// On Linux each thread has a nice value, and the threads that it starts inherit it. Elsewhere nothing changes.
pub fn lower(nice: i32) {
    #[cfg(target_os = "linux")]
    if let Err(error) = rustix::process::nice(nice) {
        tracing::warn!(%error, "cannot lower the priority of a thread");
    }
    #[cfg(not(target_os = "linux"))]
    let _ = nice;
}
