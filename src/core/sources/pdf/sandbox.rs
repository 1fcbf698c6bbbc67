//! What the child process may still do once it is ready to read a file of unknown origin.
//!
//! On Linux a filter of system calls (seccomp) leaves the built-in reader its memory and the files that it has open:
//! it opens no file, no socket and no process. pdftotext, which loads its libraries and fonts after the filter, has no
//! sockets and no sight of other processes. A kernel or a unit that allows no filter is not an error: the limits stay.

/// Lets the kernel end this process before all others when memory is short. The value can only be raised.
// docs/decisions/0255
pub(super) fn be_ended_first() {
    std::fs::write("/proc/self/oom_score_adj", "1000").ok();
}

#[cfg(not(target_os = "linux"))]
pub(super) use elsewhere::{allow_memory_and_open_files, deny_network};
#[cfg(target_os = "linux")]
pub(super) use linux::{allow_memory_and_open_files, deny_network};

#[cfg(not(target_os = "linux"))]
mod elsewhere {
    pub(in super::super) fn allow_memory_and_open_files() {}

    pub(in super::super) fn deny_network() {}
}

#[cfg(target_os = "linux")]
mod linux {
    use std::collections::BTreeMap;

    use seccompiler::{
        BackendError, BpfProgram, SeccompAction, SeccompCmpArgLen, SeccompCmpOp, SeccompCondition, SeccompFilter,
        SeccompRule, apply_filter,
    };

    /// Memory, open files, time, randomness, and the end of a thread or of the process.
    const ALLOWED: [i64; 29] = [
        libc::SYS_brk,
        libc::SYS_clock_gettime,
        libc::SYS_close,
        libc::SYS_exit,
        libc::SYS_exit_group,
        libc::SYS_fstat,
        libc::SYS_futex,
        libc::SYS_getpid,
        libc::SYS_getrandom,
        libc::SYS_gettid,
        libc::SYS_lseek,
        libc::SYS_madvise,
        libc::SYS_mmap,
        libc::SYS_mprotect,
        libc::SYS_mremap,
        libc::SYS_munmap,
        libc::SYS_read,
        libc::SYS_readv,
        libc::SYS_restart_syscall,
        libc::SYS_rseq,
        libc::SYS_rt_sigaction,
        libc::SYS_rt_sigprocmask,
        libc::SYS_rt_sigreturn,
        libc::SYS_sched_getaffinity,
        libc::SYS_sched_yield,
        libc::SYS_set_robust_list,
        libc::SYS_sigaltstack,
        libc::SYS_write,
        libc::SYS_writev,
    ];
    /// Calls that lead to the network or into other processes.
    const DENIED: [i64; 8] = [
        libc::SYS_io_uring_setup,
        libc::SYS_kill,
        libc::SYS_process_vm_readv,
        libc::SYS_process_vm_writev,
        libc::SYS_ptrace,
        libc::SYS_socket,
        libc::SYS_socketpair,
        libc::SYS_tkill,
    ];
    const REFUSED: SeccompAction = SeccompAction::Errno(libc::EPERM as u32);

    /// Refuses everything but memory and open files to this thread and what it starts.
    pub(in super::super) fn allow_memory_and_open_files() {
        install(reader_filter());
    }

    /// Refuses the network and other processes to this thread and the program that it becomes.
    pub(in super::super) fn deny_network() {
        let rules = DENIED.map(|call| (call, vec![])).into();
        install(compile(rules, SeccompAction::Allow, REFUSED));
    }

    fn reader_filter() -> Result<BpfProgram, BackendError> {
        let mut rules: BTreeMap<_, _> = ALLOWED.map(|call| (call, vec![])).into();
        // A process that runs out of memory ends itself with a signal; it sends none to others.
        let own = SeccompCondition::new(0, SeccompCmpArgLen::Dword, SeccompCmpOp::Eq, std::process::id().into())?;
        rules.insert(libc::SYS_tgkill, vec![SeccompRule::new(vec![own])?]);
        compile(rules, REFUSED, SeccompAction::Allow)
    }

    fn compile(
        rules: BTreeMap<i64, Vec<SeccompRule>>,
        others: SeccompAction,
        listed: SeccompAction,
    ) -> Result<BpfProgram, BackendError> {
        let filter = SeccompFilter::new(rules, others, listed, std::env::consts::ARCH.try_into()?)?;
        filter.try_into()
    }

    fn install(filter: Result<BpfProgram, BackendError>) {
        if let Ok(filter) = filter {
            // A kernel without filters: the limits of memory and time hold all the same.
            apply_filter(&filter).ok();
        }
    }

    #[cfg(test)]
    mod tests {
        use std::io::ErrorKind::PermissionDenied;

        use super::*;

        /// A filter holds for the thread that installs it.
        fn in_a_thread<T: Send>(restrict: fn(), attempt: impl FnOnce() -> T + Send) -> T {
            std::thread::scope(|scope| {
                let thread = scope.spawn(|| {
                    restrict();
                    attempt()
                });
                thread.join().expect("the thread ends")
            })
        }

        #[test]
        fn the_reader_opens_no_file_socket_or_process() {
            let own = std::env::current_exe().expect("this program");
            let refused = in_a_thread(allow_memory_and_open_files, || {
                let memory = vec![1_u8; 32 << 20];
                [
                    std::fs::read(&own).map(drop),
                    std::fs::write("/tmp/paragraf-sandbox", &memory[..1]),
                    std::net::TcpListener::bind("127.0.0.1:0").map(drop),
                    std::os::unix::net::UnixDatagram::unbound().map(drop),
                    std::process::Command::new("/bin/true").spawn().map(drop),
                ]
                .map(|tried| tried.map_err(|error| error.kind()))
            });
            assert_eq!(refused, [Err(PermissionDenied); 5]);
        }

        #[test]
        fn pdftotext_opens_files_and_no_socket() {
            let own = std::env::current_exe().expect("this program");
            let tried = in_a_thread(deny_network, || {
                let file = std::fs::File::open(&own).map(drop);
                [file, std::net::TcpListener::bind("127.0.0.1:0").map(drop)].map(|it| it.map_err(|error| error.kind()))
            });
            assert_eq!(tried, [Ok(()), Err(PermissionDenied)]);
        }
    }
}
