//! Buffers lines in memory and writes them together.

use std::io::{self, Write};
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::thread::JoinHandle;
use std::time::Duration;

/// Time for which lines are buffered.
const FLUSH_INTERVAL: Duration = Duration::from_millis(20);
/// Maximum size of the buffer. Further lines are dropped, so that requests are not delayed.
const MAX_BUFFER_BYTES: usize = 8 << 20;

/// The buffer between the threads that log and the one that writes.
// docs/decisions/0012
pub(super) struct LogLines {
    buffer: Mutex<Buffer>,
    wake: Condvar,
}

#[derive(Default)]
struct Buffer {
    bytes: Vec<u8>,
    dropped: u64,
    ended: bool,
}

/// Writes the last lines on drop.
#[must_use]
pub struct LogGuard {
    lines: Arc<LogLines>,
    thread: Option<JoinHandle<()>>,
}

/// Starts the thread that writes to `out`.
pub(super) fn start(out: impl Write + Send + 'static) -> (Arc<LogLines>, LogGuard) {
    let lines = Arc::new(LogLines { buffer: Mutex::default(), wake: Condvar::new() });
    let writer = Arc::clone(&lines);
    let thread = std::thread::Builder::new().name("log".into()).spawn(move || writer.run(out)).ok();
    (Arc::clone(&lines), LogGuard { lines, thread })
}

impl LogLines {
    /// Ignores poisoning: a thread that panicked has left complete lines.
    fn lock(&self) -> MutexGuard<'_, Buffer> {
        self.buffer.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn run(&self, mut out: impl Write) {
        let mut batch = Vec::new();
        let mut ended = false;
        while !ended {
            let mut buffer = self.lock();
            while buffer.bytes.is_empty() && !buffer.ended {
                buffer = self.wake.wait(buffer).unwrap_or_else(PoisonError::into_inner);
            }
            if !buffer.ended {
                // Only the end of the log wakes this earlier.
                let waited = self.wake.wait_timeout(buffer, FLUSH_INTERVAL).unwrap_or_else(PoisonError::into_inner);
                buffer = waited.0;
            }
            std::mem::swap(&mut batch, &mut buffer.bytes);
            ended = buffer.ended;
            let dropped = std::mem::take(&mut buffer.dropped);
            drop(buffer);
            // An error of standard error cannot be reported.
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

impl Write for &LogLines {
    fn write(&mut self, line: &[u8]) -> io::Result<usize> {
        let mut buffer = self.lock();
        if buffer.bytes.len() + line.len() > MAX_BUFFER_BYTES {
            buffer.dropped += 1;
            return Ok(line.len());
        }
        let first = buffer.bytes.is_empty();
        buffer.bytes.extend_from_slice(line);
        drop(buffer);
        if first {
            self.wake.notify_one();
        }
        Ok(line.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

impl Drop for LogGuard {
    fn drop(&mut self) {
        self.lines.lock().ended = true;
        self.lines.wake.notify_one();
        if let Some(thread) = self.thread.take() {
            drop(thread.join());
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Sends the bytes to a channel.
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
    fn lines_are_written_in_order_and_the_last_ones_on_drop() {
        let (sender, written) = std::sync::mpsc::channel();
        let (lines, guard) = start(Out(sender));
        (&*lines).write_all(b"one\n").expect("taken");
        assert_eq!(written.recv().expect("written"), b"one\n");
        for _ in 0..1000 {
            (&*lines).write_all(b"more\n").expect("taken");
        }
        drop(guard);
        let rest: Vec<u8> = written.try_iter().flatten().collect();
        assert_eq!(rest, b"more\n".repeat(1000));
    }
}
