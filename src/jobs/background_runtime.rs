//! Low-priority runtimes: sending a campaign may keep a core busy for minutes, and HTTP requests take precedence.

use std::future::Future;
use std::thread;

use tokio::runtime::Builder;
use tokio::sync::oneshot;

use crate::thread_priority;

/// The priority of a job's thread, as its nice value; sources: sched(7); nice(2), "C library/kernel differences".
///
/// The policy `SCHED_IDLE` is not used: on a busy machine, a thread under it may hold a lock, or keep a killed process
/// from ending, for as long as others have work.
#[derive(Debug, Clone, Copy)]
pub(super) enum Priority {
    /// About a tenth of a busy core: readers wait for the result.
    Low = 10,
    /// About a sixtieth of a busy core; most threads preempt it.
    Lowest = 19,
}

/// Runs the job to its end in a runtime on its own thread.
///
/// On Linux each thread has a priority, and the threads of the blocking pool inherit it.
pub(super) async fn run<F>(name: &str, priority: Priority, job: impl FnOnce() -> F + Send + 'static)
where
    F: Future<Output = ()>,
{
    let (finished, finish) = oneshot::channel::<()>();
    let started = thread::Builder::new().name(name.to_owned()).spawn(move || {
        thread_priority::lower(priority as i32);
        match Builder::new_current_thread().enable_all().build() {
            Ok(runtime) => runtime.block_on(job()),
            Err(error) => tracing::error!(error = error.to_string(), "cannot start the runtime of a job"),
        }
        drop(finished);
    });
    match started {
        // The sender is dropped without sending, also when the job panics.
        Ok(_) => drop(finish.await),
        Err(error) => tracing::error!(error = error.to_string(), "cannot start the thread of a job"),
    }
}

#[cfg(all(test, target_os = "linux"))]
mod tests {
    use std::time::Duration;

    use super::*;

    /// The nice value in proc_pid_stat(5): the 19th field; the name may hold spaces.
    fn nice_value() -> String {
        let stat = std::fs::read_to_string("/proc/thread-self/stat").expect("a readable stat file");
        let after_name = stat.rsplit(") ").next().expect("fields");
        after_name.split(' ').nth(19 - 3).expect("the nice value").to_owned()
    }

    #[tokio::test]
    async fn only_the_job_and_its_blocking_threads_have_low_priority() {
        let (sender, receiver) = oneshot::channel();
        let job = async || {
            let blocking = tokio::task::spawn_blocking(nice_value).await.expect("the blocking task runs");
            sender.send((nice_value(), blocking)).expect("the receiver is open");
        };
        let ended = tokio::time::timeout(Duration::from_secs(60), run("job", Priority::Low, job));
        ended.await.expect("the job ends within a minute");
        assert_eq!(receiver.await.expect("both values"), ("10".to_owned(), "10".to_owned()));
        assert_ne!(nice_value(), "10");
    }
}
