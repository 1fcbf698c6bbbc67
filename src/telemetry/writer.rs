//! Lines wait in memory and leave together.

use std::io::{self, Write};
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::thread::JoinHandle;
use std::time::Duration;

/// How long lines are gathered.
const GATHER: Duration = Duration::from_millis(20);
/// Bytes that may wait; past that lines are dropped, not requests delayed.
const WAITING_BYTES: usize = 8 << 20;

/// Where lines are put; the writing thread has the other end.
pub(super) struct Lines {
    waiting: Mutex<Waiting>,
    came: Condvar,
}

#[derive(Default)]
struct Waiting {
    bytes: Vec<u8>,
    dropped: u64,
    ended: bool,
}

/// Writes the last lines when it is dropped.
#[must_use]
pub struct Guard {
    lines: Arc<Lines>,
    thread: Option<JoinHandle<()>>,
}

/// Starts the thread that writes to `out`.
pub(super) fn start(out: impl Write + Send + 'static) -> (Arc<Lines>, Guard) {
    let lines = Arc::new(Lines { waiting: Mutex::default(), came: Condvar::new() });
    let taken = Arc::clone(&lines);
    let thread = std::thread::Builder::new().name("log".into()).spawn(move || taken.run(out)).ok();
    (Arc::clone(&lines), Guard { lines, thread })
}

impl Lines {
    /// Whoever panicked with the lock left whole lines behind.
    fn lock(&self) -> MutexGuard<'_, Waiting> {
        self.waiting.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn run(&self, mut out: impl Write) {
        let mut batch = Vec::new();
        let mut ended = false;
        while !ended {
            let mut waiting = self.lock();
            while waiting.bytes.is_empty() && !waiting.ended {
                waiting = self.came.wait(waiting).unwrap_or_else(PoisonError::into_inner);
            }
            if !waiting.ended {
                // Woken early only by the end.
                let gathered = self.came.wait_timeout(waiting, GATHER).unwrap_or_else(PoisonError::into_inner);
                waiting = gathered.0;
            }
            std::mem::swap(&mut batch, &mut waiting.bytes);
            ended = waiting.ended;
            let dropped = std::mem::take(&mut waiting.dropped);
            drop(waiting);
            // Nobody is left to be told when standard error is closed.
            drop(out.write_all(&batch));
            if dropped > 0 {
                drop(writeln!(
                    out,
                    "{{\"level\":\"WARN\",\"target\":\"log\",\"message\":\"{dropped} lines dropped\"}}"
                ));
            }
            batch.clear();
        }
    }
}

impl Write for &Lines {
    fn write(&mut self, line: &[u8]) -> io::Result<usize> {
        let mut waiting = self.lock();
        if waiting.bytes.len() + line.len() > WAITING_BYTES {
            waiting.dropped += 1;
            return Ok(line.len());
        }
        let first = waiting.bytes.is_empty();
        waiting.bytes.extend_from_slice(line);
        drop(waiting);
        if first {
            self.came.notify_one();
        }
        Ok(line.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

impl Drop for Guard {
    fn drop(&mut self) {
        self.lines.lock().ended = true;
        self.lines.came.notify_one();
        if let Some(thread) = self.thread.take() {
            drop(thread.join());
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Gives what it was given to a channel.
    struct Out(std::sync::mpsc::Sender<Vec<u8>>);

    impl Write for Out {
        fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
            drop(self.0.send(bytes.to_vec()));
            Ok(bytes.len())
        }

        fn flush(&mut self) -> io::Result<()> {
            Ok(())
        }
    }

    #[test]
    fn lines_leave_in_order_and_the_last_ones_at_the_end() {
        let (sender, written) = std::sync::mpsc::channel();
        let (lines, guard) = start(Out(sender));
        (&*lines).write_all(b"one\n").expect("taken");
        assert_eq!(written.recv().expect("written by and by"), b"one\n");
        for _ in 0..1000 {
            (&*lines).write_all(b"more\n").expect("taken");
        }
        drop(guard);
        let rest: Vec<u8> = written.try_iter().flatten().collect();
        assert_eq!(rest, b"more\n".repeat(1000));
    }
}
