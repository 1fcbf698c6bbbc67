//! A wire to the database: it delays answers, counts round trips, and may refuse notifications.

use std::io::{Read, Write};
use std::net::{Shutdown, TcpListener, TcpStream};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::mpsc::{Receiver, channel};
use std::time::{Duration, Instant};

/// How a wire behaves.
#[derive(Debug, Clone, Copy, Default)]
pub struct WireKind {
    /// Added to each round trip.
    pub delay: Duration,
    /// Ends a connection that asks for notifications.
    pub refuses_listen: bool,
}

/// Passes connections on as long as the process runs.
pub struct DelayedWire {
    pub port: u16,
    trips: Arc<AtomicU64>,
}

impl DelayedWire {
    /// A wire to this port. Threads wait more precisely than the timers of a runtime, which count milliseconds.
    pub fn to(port: u16, kind: WireKind) -> Self {
        let listener = TcpListener::bind("127.0.0.1:0").expect("a port");
        let own = listener.local_addr().expect("its address").port();
        let trips = Arc::new(AtomicU64::new(0));
        let counted = Arc::clone(&trips);
        std::thread::spawn(move || {
            for client in listener.incoming().map_while(Result::ok) {
                let Ok(server) = TcpStream::connect(("127.0.0.1", port)) else { continue };
                connect(client, server, kind, Arc::clone(&counted));
            }
        });
        Self { port: own, trips }
    }

    /// Round trips so far: bytes that were sent after an answer.
    pub fn trips(&self) -> u64 {
        self.trips.load(Ordering::Relaxed)
    }
}

fn connect(client: TcpStream, server: TcpStream, kind: WireKind, trips: Arc<AtomicU64>) {
    for stream in [&client, &server] {
        stream.set_nodelay(true).expect("a socket");
    }
    let has_answered = Arc::new(AtomicBool::new(true));
    let (client, server) = (Arc::new(client), Arc::new(server));
    let (answers, delayed) = channel();
    {
        let (client, server, has_answered) = (Arc::clone(&client), Arc::clone(&server), Arc::clone(&has_answered));
        std::thread::spawn(move || {
            pass(&client, |bytes| {
                if has_answered.swap(false, Ordering::AcqRel) {
                    trips.fetch_add(1, Ordering::Relaxed);
                }
                let is_refused = kind.refuses_listen && bytes.windows(7).any(|window| window == b"LISTEN ");
                !is_refused && (&*server).write_all(bytes).is_ok()
            });
            close(&client, &server);
        });
    }
    std::thread::spawn(move || {
        pass(&server, |bytes| answers.send((Instant::now() + kind.delay, bytes.to_vec())).is_ok());
    });
    std::thread::spawn(move || deliver(&delayed, &client, &has_answered));
}

/// Hands what arrives to `take` until it returns false or the connection ends.
fn pass(from: &TcpStream, mut take: impl FnMut(&[u8]) -> bool) {
    let (mut from, mut buffer) = (from, vec![0; 64 << 10]);
    while let Ok(read) = from.read(&mut buffer) {
        if read == 0 || !take(&buffer[..read]) {
            return;
        }
    }
}

/// Writes each answer when its time has come.
fn deliver(delayed: &Receiver<(Instant, Vec<u8>)>, client: &TcpStream, has_answered: &AtomicBool) {
    let mut to = client;
    while let Ok((at, bytes)) = delayed.recv() {
        std::thread::sleep(at.saturating_duration_since(Instant::now()));
        has_answered.store(true, Ordering::Release);
        if to.write_all(&bytes).is_err() {
            break;
        }
    }
    // The other end may be closed already.
    client.shutdown(Shutdown::Both).ok();
}

fn close(one: &TcpStream, other: &TcpStream) {
    // Either may be closed already.
    one.shutdown(Shutdown::Both).ok();
    other.shutdown(Shutdown::Both).ok();
}
