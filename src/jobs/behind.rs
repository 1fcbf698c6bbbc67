//! A thread for work that gives way: a mail-out may keep a core busy for minutes, and readers come first.

use std::future::Future;
use std::thread;

use tokio::runtime::Builder;
use tokio::sync::oneshot;

/// Runs the job on a thread of its own with a runtime of its own; ends with the job.
///
/// Linux keeps the policy for each thread, and the threads that this one starts for blocking work have its.
pub(super) async fn run<F>(name: &str, job: impl FnOnce() -> F + Send + 'static)
where
    F: Future<Output = ()>,
{
    let (ended, end) = oneshot::channel::<()>();
    let started = thread::Builder::new().name(name.to_owned()).spawn(move || {
        give_way();
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

/// Puts this thread behind all that are not idle: one that wakes for a reader interrupts it at once, where a
/// mere lower priority has the reader wait for the end of a slice. On a core that is busy all the time it still
/// sends some mails a second.
///
/// Source: sched(7), `SCHED_IDLE`.
#[cfg(target_os = "linux")]
fn give_way() {
    use thread_priority::{NormalThreadSchedulePolicy, ThreadPriority, ThreadSchedulePolicy};
    let idle = ThreadSchedulePolicy::Normal(NormalThreadSchedulePolicy::Idle);
    let (thread, priority) = (thread_priority::thread_native_id(), ThreadPriority::Min);
    if let Err(error) = thread_priority::set_thread_priority_and_policy(thread, priority, idle) {
        tracing::warn!(error = error.to_string(), "mails are sent with the priority of readers");
    }
}

#[cfg(not(target_os = "linux"))]
fn give_way() {}

#[cfg(all(test, target_os = "linux"))]
mod tests {
    use std::time::Duration;

    use super::*;

    /// `SCHED_IDLE` in the fields of proc_pid_stat(5): the policy is the 41st, and the name may hold spaces.
    fn policy() -> String {
        let stat = std::fs::read_to_string("/proc/thread-self/stat").expect("the kernel tells");
        let after_name = stat.rsplit(") ").next().expect("fields");
        after_name.split(' ').nth(41 - 3).expect("the policy").to_owned()
    }

    #[tokio::test]
    async fn the_job_and_what_it_starts_give_way_and_nobody_else() {
        let (tell, told) = oneshot::channel();
        let job = async || {
            let blocking = tokio::task::spawn_blocking(policy).await.expect("it runs");
            tell.send((policy(), blocking)).expect("somebody listens");
        };
        tokio::time::timeout(Duration::from_secs(60), run("job", job)).await.expect("it ends");
        assert_eq!(told.await.expect("told"), ("5".to_owned(), "5".to_owned()));
        assert_eq!(policy(), "0");
    }
}
