//! A low-priority runtime: sending a campaign may keep a core busy for minutes, and HTTP requests take precedence.

use std::future::Future;
use std::thread;

use tokio::runtime::Builder;
use tokio::sync::oneshot;

/// Runs the job to its end in a runtime on its own idle-priority thread.
///
/// Linux applies the scheduling policy per thread, and the threads of the blocking pool inherit it.
pub(super) async fn run<F>(name: &str, job: impl FnOnce() -> F + Send + 'static)
where
    F: Future<Output = ()>,
{
    let (finished, finish) = oneshot::channel::<()>();
    let started = thread::Builder::new().name(name.to_owned()).spawn(move || {
        lower_priority();
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

/// Gives this thread the policy `SCHED_IDLE`: any other thread preempts it at once, whereas a lower nice value would make
/// requests wait for the end of a time slice. On a fully busy core it still sends a few messages per second.
///
/// Source: sched(7).
#[cfg(target_os = "linux")]
fn lower_priority() {
    use thread_priority::{NormalThreadSchedulePolicy, ThreadPriority, ThreadSchedulePolicy};
    let idle = ThreadSchedulePolicy::Normal(NormalThreadSchedulePolicy::Idle);
    let (thread, priority) = (thread_priority::thread_native_id(), ThreadPriority::Min);
    if let Err(error) = thread_priority::set_thread_priority_and_policy(thread, priority, idle) {
        tracing::warn!(error = error.to_string(), "cannot lower the priority of sending mail");
    }
}

#[cfg(not(target_os = "linux"))]
fn lower_priority() {}

#[cfg(all(test, target_os = "linux"))]
mod tests {
    use std::time::Duration;

    use super::*;

    /// `SCHED_IDLE` in the fields of proc_pid_stat(5): the policy is the 41st, and the name may hold spaces.
    fn policy() -> String {
        let stat = std::fs::read_to_string("/proc/thread-self/stat").expect("a readable stat file");
        let after_name = stat.rsplit(") ").next().expect("fields");
        after_name.split(' ').nth(41 - 3).expect("the policy").to_owned()
    }

    #[tokio::test]
    async fn only_the_job_and_its_blocking_threads_are_idle_priority() {
        let (sender, receiver) = oneshot::channel();
        let job = async || {
            let blocking = tokio::task::spawn_blocking(policy).await.expect("the blocking task runs");
            sender.send((policy(), blocking)).expect("the receiver is open");
        };
        tokio::time::timeout(Duration::from_secs(60), run("job", job)).await.expect("the job ends within a minute");
        assert_eq!(receiver.await.expect("both policies"), ("5".to_owned(), "5".to_owned()));
        assert_eq!(policy(), "0");
    }
}
