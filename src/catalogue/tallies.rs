//! How many readers liked and bookmarked each article, apart from the articles.
//!
//! A like changes a number here and nothing else: no snapshot, no generation, no page. Lists carry
//! the numbers of when they were made, and are made anew when these are old ([`Tallies::is_fresh`]).

use std::collections::HashMap;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{PoisonError, RwLock};

use jiff::{SignedDuration, Timestamp};

use crate::clock::Clock;
use crate::domain::Slug;

/// How long a list may say old numbers, at least; and longer by a second for each of these bytes,
/// so that the work of making and compressing it stays a small share of the time.
const LASTS: SignedDuration = SignedDuration::from_secs(3);
const BYTES_PER_SECOND: usize = 1 << 20;

/// The numbers of one article. A later state has a greater version.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Tally {
    pub likes: u64,
    pub bookmarks: u64,
    pub version: u64,
}

/// The numbers of all articles that anybody has touched.
#[derive(Debug, Default)]
pub(super) struct Tallies {
    by_slug: RwLock<HashMap<Slug, Tally>>,
    /// Grows with each change.
    changes: AtomicU64,
    clock: Clock,
}

/// When a list was made, and from which numbers.
#[derive(Debug, Clone, Copy)]
pub(super) struct Made {
    changes: u64,
    at: Timestamp,
}

impl Tallies {
    pub(super) fn new(clock: Clock) -> Self {
        Self { clock, ..Self::default() }
    }

    pub(super) fn of(&self, slug: &Slug) -> Tally {
        self.by_slug.read().unwrap_or_else(PoisonError::into_inner).get(slug).copied().unwrap_or_default()
    }

    /// Takes the numbers unless later ones are there, in whatever order they come in; gives the ones before.
    pub(super) fn raise(&self, slug: &Slug, tally: Tally) -> Option<Tally> {
        let mut by_slug = self.by_slug.write().unwrap_or_else(PoisonError::into_inner);
        let before = by_slug.get(slug).copied().unwrap_or_default();
        if tally.version <= before.version {
            return None;
        }
        by_slug.insert(slug.clone(), tally);
        self.changes.fetch_add(1, Ordering::Release);
        Some(before)
    }

    /// Forgets an article that is no longer there.
    pub(super) fn forget(&self, slug: &Slug) {
        self.by_slug.write().unwrap_or_else(PoisonError::into_inner).remove(slug);
    }

    /// To be asked before the numbers are read.
    pub(super) fn mark(&self) -> Made {
        Made { changes: self.changes.load(Ordering::Acquire), at: self.clock.now() }
    }

    /// Whether a list of so many bytes may still be handed out.
    pub(super) fn is_fresh(&self, made: Made, bytes: usize) -> bool {
        if self.changes.load(Ordering::Acquire) == made.changes {
            return true;
        }
        let more = i64::try_from(bytes / BYTES_PER_SECOND).unwrap_or(i64::MAX);
        let age = self.clock.now().duration_since(made.at);
        // A clock that was set back must not keep a list for ever.
        age.abs() < LASTS.saturating_add(SignedDuration::from_secs(more))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_later_numbers_count_in_whatever_order_they_come() {
        let (tallies, slug) = (Tallies::default(), Slug::parse("a").expect("a slug"));
        let tally = |likes, version| Tally { likes, bookmarks: 0, version };
        assert_eq!(tallies.raise(&slug, tally(2, 2)), Some(Tally::default()));
        assert_eq!(tallies.raise(&slug, tally(1, 1)), None);
        assert_eq!(tallies.raise(&slug, tally(1, 3)), Some(tally(2, 2)));
        assert_eq!(tallies.of(&slug), tally(1, 3));
        tallies.forget(&slug);
        assert_eq!(tallies.of(&slug), Tally::default());
    }

    #[test]
    fn old_numbers_last_for_seconds_and_longer_in_long_lists() {
        let clock = Clock::fixed(Timestamp::UNIX_EPOCH);
        let tallies = Tallies::new(clock.clone());
        let made = tallies.mark();
        clock.advance(jiff::Span::new().hours(1));
        assert!(tallies.is_fresh(made, 10), "nothing changed");
        let made = tallies.mark();
        tallies.raise(&Slug::parse("a").expect("a slug"), Tally { version: 1, ..Tally::default() });
        clock.advance(jiff::Span::new().milliseconds(2_999));
        assert!(tallies.is_fresh(made, 10));
        clock.advance(jiff::Span::new().milliseconds(1));
        assert!(!tallies.is_fresh(made, 10));
        assert!(tallies.is_fresh(made, BYTES_PER_SECOND));
        clock.advance(jiff::Span::new().seconds(-60));
        assert!(!tallies.is_fresh(made, 10));
    }
}
