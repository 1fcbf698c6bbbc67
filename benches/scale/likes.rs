//! Readers who like articles, all at the same time.

use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::time::{Duration, Instant};

use super::caller::Caller;
use super::site::{ARTICLES, CALLERS, Site, SiteServer};
use super::support::{median, verdict};
use super::wire::{DelayedWire, WireKind};

const ROUNDS: usize = 5;
const MEASURED: Duration = Duration::from_secs(4);
/// Before the first round: connections are opened, statements prepared.
const WARMING_UP: Duration = Duration::from_secs(1);

/// The likes of [`CALLERS`] readers, and how long they took.
struct Counted {
    likes: u64,
    took: Duration,
}

impl Counted {
    fn rate(&self) -> f64 {
        self.likes as f64 / self.took.as_secs_f64()
    }
}

/// Lets each reader toggle the likes of its own articles in turn, at one server each.
fn like(site: &Site, servers: &[&SiteServer], during: Duration) -> Counted {
    let (is_over, likes) = (AtomicBool::new(false), AtomicU64::new(0));
    let begun = Instant::now();
    std::thread::scope(|scope| {
        for (number, reader) in site.readers.iter().enumerate() {
            let address = &servers[number % servers.len()].server.address;
            let (is_over, likes) = (&is_over, &likes);
            scope.spawn(move || {
                let mut caller = Caller::new(address);
                for turn in (0..ARTICLES / CALLERS).cycle() {
                    caller.like(reader, &format!("schimbare-{}", turn * CALLERS + number));
                    likes.fetch_add(1, Ordering::Relaxed);
                    if is_over.load(Ordering::Relaxed) {
                        break;
                    }
                }
            });
        }
        std::thread::sleep(during);
        is_over.store(true, Ordering::Relaxed);
    });
    Counted { likes: likes.load(Ordering::Relaxed), took: begun.elapsed() }
}

/// A row of the table.
pub struct LikesRow {
    pub name: &'static str,
    /// The wire to the database; `None` for none.
    pub delay: Option<Duration>,
    /// The least share of the likes on a file; `None` for a row without a budget.
    pub share: Option<f64>,
    /// The most round trips for a like, counted on the wire.
    pub trips: Option<f64>,
}

/// Measures a file with one server and a database with two in turn.
pub fn compare(row: &LikesRow, file: &Site, database: &Site, port: u16) {
    let wire = row.delay.map(|delay| DelayedWire::to(port, WireKind { delay, ..WireKind::default() }));
    let through = wire.as_ref().map(|wire| (port, wire.port));
    let alone = file.serve(None);
    let pair = [database.serve(through), database.serve(through)];
    let (alone, pair) = ([&alone], [&pair[0], &pair[1]]);
    like(file, &alone, WARMING_UP);
    like(database, &pair, WARMING_UP);
    let (mut rates, mut trips) = (Vec::new(), Vec::new());
    for _ in 0..ROUNDS {
        let of_file = like(file, &alone, MEASURED).rate();
        let before = wire.as_ref().map_or(0, DelayedWire::trips);
        let of_database = like(database, &pair, MEASURED);
        let made = wire.as_ref().map_or(0, DelayedWire::trips) - before;
        rates.push((of_file, of_database.rate()));
        trips.push(made as f64 / of_database.likes.max(1) as f64);
    }
    let file = median(rates.iter().map(|(file, _)| *file).collect());
    let database = median(rates.iter().map(|(_, database)| *database).collect());
    verdict(row.name, database, &format!("/s, one server on a file {file:.0}/s"), true, "see the ratio");
    let ratio = median(rates.iter().map(|(file, database)| database / file).collect());
    let good = row.share.is_none_or(|share| ratio >= share);
    verdict(row.name, ratio, " of a file", good, &row.share.map_or("none".into(), |share| share.to_string()));
    if wire.is_some() {
        let trips = median(trips);
        let good = row.trips.is_none_or(|most| trips <= most);
        verdict(
            row.name,
            trips,
            " trips a like",
            good,
            &row.trips.map_or("none".into(), |most| format!("at most {most}")),
        );
    }
}
