//! A thread for work that gives way: a mail-out may keep a core busy for minutes, and readers come first.

use std::future::Future;
use std::thread;

use rustix::process::setpriority_process;
use tokio::runtime::Builder;
use tokio::sync::oneshot;

/// From 0, where everybody begins, to 19: a tenth of a busy core is still left at 10.
const NICENESS: i32 = 10;

/// Runs the job on a thread of its own with a runtime of its own; ends with the job.
///
/// Linux keeps the priority for each thread, and the threads that this one starts for blocking work have its.
pub(super) async fn run<F>(name: &str, job: impl FnOnce() -> F + Send + 'static)
where
    F: Future<Output = ()>,
{
    let (ended, end) = oneshot::channel::<()>();
    let started = thread::Builder::new().name(name.to_owned()).spawn(move || {
        if let Err(error) = setpriority_process(None, NICENESS) {
            tracing::warn!(error = error.to_string(), "mails are sent with the priority of readers");
        }
        match Builder::new_current_thread().enable_all().build() {
            Ok(runtime) => runtime.block_on(job()),
            Err(error) => tracing::error!(error = error.to_string(), "a job has no runtime"),
        }
        drop(ended);
    });
    match started {
        // It is dropped, never sent: also by a job that panics.
        Ok(_) => drop(end.await),
        Err(error) => tracing::error!(error = error.to_string(), "a job has no thread"),
    }
}
