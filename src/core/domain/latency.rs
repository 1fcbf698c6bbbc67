//! Counts of durations.

use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Duration;

/// The upper bounds of the counted ranges, in microseconds; longer durations are in a last range.
pub const LATENCY_BOUNDS: [u64; 10] =
    [1_000, 5_000, 10_000, 25_000, 50_000, 100_000, 250_000, 1_000_000, 5_000_000, 30_000_000];

/// Counts durations by their ranges. Counting takes no lock.
#[derive(Debug, Default)]
pub struct LatencyHistogram {
    counts: [AtomicU64; LATENCY_BOUNDS.len() + 1],
    sum_micros: AtomicU64,
}

/// The counts at one point in time.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct LatencyCounts {
    /// Numbers of durations up to each of [`LATENCY_BOUNDS`].
    pub up_to: [u64; LATENCY_BOUNDS.len()],
    /// Number of all durations.
    pub all: u64,
    pub sum_micros: u64,
}

impl LatencyHistogram {
    pub fn record(&self, took: Duration) {
        let micros = u64::try_from(took.as_micros()).unwrap_or(u64::MAX);
        let place = LATENCY_BOUNDS.partition_point(|bound| *bound < micros);
        if let Some(count) = self.counts.get(place) {
            count.fetch_add(1, Ordering::Relaxed);
        }
        self.sum_micros.fetch_add(micros, Ordering::Relaxed);
    }

    pub fn counts(&self) -> LatencyCounts {
        let (mut up_to, mut all) = ([0; LATENCY_BOUNDS.len()], 0);
        for (place, count) in self.counts.iter().enumerate() {
            all += count.load(Ordering::Relaxed);
            if let Some(up_to) = up_to.get_mut(place) {
                *up_to = all;
            }
        }
        LatencyCounts { up_to, all, sum_micros: self.sum_micros.load(Ordering::Relaxed) }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_duration_is_counted_in_its_range_and_all_above() {
        let histogram = LatencyHistogram::default();
        for micros in [1_000, 1_001, 100_000, 60_000_000] {
            histogram.record(Duration::from_micros(micros));
        }
        let counts = histogram.counts();
        assert_eq!(counts.up_to, [1, 2, 2, 2, 2, 3, 3, 3, 3, 3]);
        assert_eq!((counts.all, counts.sum_micros), (4, 60_102_001));
    }
}
