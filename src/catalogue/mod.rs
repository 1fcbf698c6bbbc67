//! The published articles in memory, so that the public pages never wait for the disk.
//!
//! [`Catalogue`] holds the present [`Snapshot`] behind an atomic pointer: readers take it without
//! a lock and see one consistent state; a change makes the next one from pointers to the same
//! entries. Knows nothing of the store: `ops::browse` brings the articles.

mod body;
pub mod dto;
mod entry;
mod query;
mod snapshot;
mod tallies;

use std::collections::BTreeMap;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

use arc_swap::ArcSwap;
use moka::sync::Cache;
use tokio::sync::{Mutex, MutexGuard};

pub use body::{Body, Effort, Encoding};
pub use dto::Standing;
pub use entry::Entry;
pub use query::{Cursor, ListQuery};
pub use snapshot::{List, Snapshot};
pub use tallies::Tally;

use self::tallies::Tallies;

use crate::clock::Clock;
use crate::domain::topic::Topic;
use crate::domain::{Article, Language, Slug};

/// Memory for the answers of single articles.
const DETAILS_BYTES: u64 = 24 << 20;

/// What happened to an article.
#[derive(Debug)]
pub enum Change {
    /// It is published, with this content.
    Upsert(Arc<Entry>),
    /// It is no longer there for readers.
    Remove(Slug),
}

/// Makes entries with stamps of one catalogue.
#[derive(Debug, Clone)]
pub struct Maker {
    stamps: Arc<AtomicU64>,
    tallies: Arc<Tallies>,
}

impl Maker {
    /// Makes an article ready for lists.
    pub fn entry(&self, article: &Article, standing: Standing) -> Arc<Entry> {
        let Standing { likes, bookmarks, counts_version: version, .. } = standing;
        if version > 0 {
            self.tallies.raise(&article.slug, Tally { likes, bookmarks, version });
        }
        Arc::new(Entry::new(self.stamps.fetch_add(1, Ordering::Relaxed), article, standing))
    }
}

/// The published articles. Empty and not live until [`Catalogue::go_live`].
#[derive(Debug)]
pub struct Catalogue {
    current: ArcSwap<Snapshot>,
    /// Held by whoever reads the store and applies what it found, so that an older reading never
    /// overwrites a newer one.
    refreshing: Mutex<()>,
    stamps: Arc<AtomicU64>,
    tallies: Arc<Tallies>,
    details: Cache<DetailKey, Arc<Body>>,
}

/// Stamp of the entry and version of its numbers: what was made from older ones is not found again.
type DetailKey = (u64, u64, Language);

impl Catalogue {
    /// An empty one, whose clock tells when lists have old numbers.
    pub fn new(clock: Clock) -> Self {
        let tallies = Arc::new(Tallies::new(clock));
        Self {
            current: ArcSwap::from_pointee(Snapshot::empty(Arc::clone(&tallies))),
            tallies,
            refreshing: Mutex::new(()),
            stamps: Arc::default(),
            details: Cache::builder()
                .max_capacity(DETAILS_BYTES)
                .weigher(|_, body: &Arc<Body>| u32::try_from(body.weight()).unwrap_or(u32::MAX))
                .build(),
        }
    }
}

impl Catalogue {
    /// The state of this moment; keep it for the whole of a request.
    pub fn snapshot(&self) -> Arc<Snapshot> {
        self.current.load_full()
    }

    /// A cheaper look at the present state, for a few look-ups; not across an await.
    pub fn peek<T>(&self, look: impl FnOnce(&Snapshot) -> T) -> T {
        look(&self.current.load())
    }

    pub fn is_live(&self) -> bool {
        self.peek(Snapshot::is_live)
    }

    /// Take this before reading what will be applied.
    pub async fn refreshing(&self) -> MutexGuard<'_, ()> {
        self.refreshing.lock().await
    }

    /// What makes entries, to be taken along to where the articles are read.
    pub fn maker(&self) -> Maker {
        Maker { stamps: Arc::clone(&self.stamps), tallies: Arc::clone(&self.tallies) }
    }

    /// Starts with these articles; before, readers are told to come back later.
    pub fn go_live(&self, entries: Vec<Arc<Entry>>, topics: Vec<Topic>) {
        let entries = entries.into_iter().map(|entry| (entry.slug.clone(), Some(entry))).collect();
        self.current.rcu(|current| Snapshot::starting(current, &entries, topics.clone()));
    }

    /// Applies the changes, of which the last one about an article counts.
    pub fn apply(&self, changes: Vec<Change>) {
        if changes.is_empty() {
            return;
        }
        let changes: BTreeMap<Slug, Option<Arc<Entry>>> = changes
            .into_iter()
            .map(|change| match change {
                Change::Upsert(entry) => (entry.slug.clone(), Some(entry)),
                Change::Remove(slug) => (slug, None),
            })
            .collect();
        let mut replaced = Vec::new();
        self.current.rcu(|current| {
            let (next, gone) = current.changed(&changes);
            replaced = gone;
            next
        });
        for entry in replaced {
            self.drop_details(&entry, self.tallies.of(&entry.slug).version);
        }
        let gone = changes.iter().filter(|(_, entry)| entry.is_none());
        gone.for_each(|(slug, _)| self.tallies.forget(slug));
    }

    fn drop_details(&self, entry: &Entry, version: u64) {
        Language::ALL.into_iter().for_each(|language| self.details.invalidate(&(entry.stamp, version, language)));
    }

    /// Takes up an article's numbers after their commit. Answers that are ready stay, but for those
    /// about this article alone; lists follow within seconds.
    pub fn count(&self, slug: &Slug, tally: Tally) {
        let before = self.tallies.raise(slug, tally);
        if let (Some(before), Some(entry)) = (before, self.peek(|snapshot| snapshot.entry(slug).cloned())) {
            self.drop_details(&entry, before.version);
        }
    }

    pub fn set_topics(&self, topics: Vec<Topic>) {
        self.current.rcu(|current| current.with_topics(topics.clone()));
    }

    /// The present version of an article's numbers; to be asked before its answer is made.
    pub fn tally_version(&self, slug: &Slug) -> u64 {
        self.tallies.of(slug).version
    }

    /// The ready answer about the article as `entry` knows it, with the numbers of this version.
    pub fn detail(&self, entry: &Entry, version: u64, language: Language) -> Option<Arc<Body>> {
        self.details.get(&(entry.stamp, version, language))
    }

    /// Keeps an answer made from what the store said after `entry` and `version` were looked up: as
    /// new as they are or newer, and forgotten when they are replaced.
    pub fn keep_detail(&self, entry: &Entry, version: u64, language: Language, body: Arc<Body>) {
        self.details.insert((entry.stamp, version, language), body);
    }
}
