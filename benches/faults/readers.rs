//! Readers who ask for the four public pages in turn while a fault is under way.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread::JoinHandle;
use std::time::{Duration, Instant};

use super::support::requests;

/// The pages that must be served during every fault: their bodies are ready. Of 20,000 articles, the
/// whole list would be what is measured.
const PAGES: [&str; 4] = ["/", "/app", "/lawchanges?limit=20", "/lawchanges/schimbare-1"];
/// A request that takes longer counts as not answered.
const LONGEST: Duration = Duration::from_secs(5);
/// The pause of a reader between two requests.
const PAUSE: Duration = Duration::from_millis(5);

/// The requests of readers and their responses.
#[derive(Default)]
pub struct Availability {
    answered: Vec<Duration>,
    failed: u64,
    /// The first requests without a response 200 in time, for the report.
    pub first_failures: Vec<String>,
}

impl Availability {
    pub fn requests(&self) -> u64 {
        self.answered.len() as u64 + self.failed
    }

    /// Share of the requests that were answered with 200 in time; 1 without any request.
    pub fn share(&self) -> f64 {
        if self.requests() == 0 { 1.0 } else { self.answered.len() as f64 / self.requests() as f64 }
    }

    pub fn p99(&self) -> Duration {
        let mut times = self.answered.clone();
        times.sort_unstable();
        times.get(times.len() * 99 / 100).copied().unwrap_or_default()
    }

    pub fn add(&mut self, other: Self) {
        self.answered.extend(other.answered);
        self.failed += other.failed;
        self.first_failures.extend(other.first_failures);
        self.first_failures.truncate(5);
    }

    fn record(&mut self, page: &str, answer: std::io::Result<u16>, took: Duration) {
        match answer {
            Ok(200) if took <= LONGEST => self.answered.push(took),
            answer => {
                self.failed += 1;
                if self.first_failures.len() < 5 {
                    self.first_failures.push(format!("GET {page}: {answer:?} after {took:?}"));
                }
            }
        }
    }
}

/// Readers that run until [`Readers::stop`].
pub struct Readers {
    stop: Arc<AtomicBool>,
    threads: Vec<JoinHandle<Availability>>,
}

impl Readers {
    /// Starts `count` readers of [`PAGES`]. Each request has a connection of its own.
    pub fn start(address: &str, count: usize) -> Self {
        let stop = Arc::new(AtomicBool::new(false));
        let threads = (0..count).map(|number| {
            let (stop, address) = (Arc::clone(&stop), address.to_owned());
            std::thread::spawn(move || {
                let mut seen = Availability::default();
                for page in PAGES.into_iter().cycle().skip(number) {
                    if stop.load(Ordering::Relaxed) {
                        break;
                    }
                    let begun = Instant::now();
                    let answer = get(&address, page);
                    seen.record(page, answer, begun.elapsed());
                    std::thread::sleep(PAUSE);
                }
                seen
            })
        });
        Self { threads: threads.collect(), stop }
    }

    pub fn stop(self) -> Availability {
        self.stop.store(true, Ordering::Relaxed);
        let mut all = Availability::default();
        for thread in self.threads {
            all.add(thread.join().expect("a reader ends"));
        }
        all
    }
}

/// Reads one page to its end and returns the status.
pub fn get(address: &str, path: &str) -> std::io::Result<u16> {
    send(address, &requests::get(address, path, "")).map(|(status, _)| status)
}

/// As [`requests::send`], as long as a reader waits.
pub fn send(address: &str, request: &str) -> std::io::Result<(u16, String)> {
    requests::send_within(LONGEST, address, request)
}

/// Subscribes an address; returns the status, or the error of the connection.
pub fn subscribe(address: &str, email: &str) -> std::io::Result<u16> {
    let body = format!("{{\"email\":\"{email}\"}}");
    send(address, &requests::post(address, "/subscribe", "", &body)).map(|(status, _)| status)
}
