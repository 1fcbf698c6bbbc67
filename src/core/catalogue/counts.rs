//! The current like and bookmark counts, kept apart from the articles.
//!
//! A like changes one entry here, and no snapshot, generation or page. A list shows the counts of the moment at which
//! it was made, and is made again when they are too old ([`LiveCounts::is_fresh`]).

use std::collections::HashMap;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{PoisonError, RwLock};

use jiff::{SignedDuration, Timestamp};

use crate::clock::Clock;
use crate::domain::{ArticleCounts, Slug};

/// How long a list may show outdated counts: at least this long, and one second more for each
/// [`BYTES_PER_SECOND`], so that making and compressing a list stays a small share of the time.
const MAX_AGE: SignedDuration = SignedDuration::from_secs(3);
const BYTES_PER_SECOND: usize = 1 << 20;

/// The counts of all articles that were ever liked or bookmarked.
#[derive(Debug, Default)]
pub struct LiveCounts {
    by_slug: RwLock<HashMap<Slug, ArticleCounts>>,
    /// Number of changes so far.
    changes: AtomicU64,
    clock: Clock,
}

/// The moment at which counts were read; see [`LiveCounts::is_fresh`].
#[derive(Debug, Clone, Copy)]
pub struct CountsMoment {
    changes: u64,
    at: Timestamp,
}

impl LiveCounts {
    pub(super) fn new(clock: Clock) -> Self {
        Self { clock, ..Self::default() }
    }

    pub(super) fn get(&self, slug: &Slug) -> ArticleCounts {
        self.by_slug.read().unwrap_or_else(PoisonError::into_inner).get(slug).copied().unwrap_or_default()
    }

    /// Stores the counts of an article unless later ones are stored: commits may be reported out of order.
    pub(super) fn update(&self, slug: &Slug, counts: ArticleCounts) {
        let mut by_slug = self.by_slug.write().unwrap_or_else(PoisonError::into_inner);
        if counts.version > by_slug.get(slug).map_or(0, |before| before.version) {
            by_slug.insert(slug.clone(), counts);
            self.changes.fetch_add(1, Ordering::Release);
        }
    }

    pub(super) fn remove(&self, slug: &Slug) {
        self.by_slug.write().unwrap_or_else(PoisonError::into_inner).remove(slug);
    }

    /// The present moment; take it before the counts are read.
    pub fn moment(&self) -> CountsMoment {
        CountsMoment { changes: self.changes.load(Ordering::Acquire), at: self.clock.now() }
    }

    /// Whether a list of this many bytes with the counts of `moment` may still be served.
    pub fn is_fresh(&self, moment: CountsMoment, bytes: usize) -> bool {
        if self.changes.load(Ordering::Acquire) == moment.changes {
            return true;
        }
        let extra = i64::try_from(bytes / BYTES_PER_SECOND).unwrap_or(i64::MAX);
        let age = self.clock.now().duration_since(moment.at);
        // Absolute, so that a clock that was set back does not keep a list forever.
        age.abs() < MAX_AGE.saturating_add(SignedDuration::from_secs(extra))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_greater_version_wins_in_any_order() {
        let (live, slug) = (LiveCounts::default(), Slug::parse("a").expect("a slug"));
        let counts = |likes, version| ArticleCounts { likes, bookmarks: 0, version };
        live.update(&slug, counts(2, 2));
        live.update(&slug, counts(1, 1));
        assert_eq!(live.get(&slug), counts(2, 2));
        live.update(&slug, counts(1, 3));
        assert_eq!(live.get(&slug), counts(1, 3));
        live.remove(&slug);
        assert_eq!(live.get(&slug), ArticleCounts::default());
    }

    #[test]
    fn outdated_counts_are_served_for_seconds_and_longer_in_long_lists() {
        let clock = Clock::fixed(Timestamp::UNIX_EPOCH);
        let live = LiveCounts::new(clock.clone());
        let moment = live.moment();
        clock.advance(jiff::Span::new().hours(1));
        assert!(live.is_fresh(moment, 10), "no count changed");
        let moment = live.moment();
        live.update(&Slug::parse("a").expect("a slug"), ArticleCounts { version: 1, ..ArticleCounts::default() });
        clock.advance(jiff::Span::new().milliseconds(2_999));
        assert!(live.is_fresh(moment, 10));
        clock.advance(jiff::Span::new().milliseconds(1));
        assert!(!live.is_fresh(moment, 10));
        assert!(live.is_fresh(moment, BYTES_PER_SECOND));
        clock.advance(jiff::Span::new().seconds(-60));
        assert!(!live.is_fresh(moment, 10));
    }
}
