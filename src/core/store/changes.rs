//! What other processes change of the content that this process holds in memory.

use std::collections::BTreeSet;
use std::sync::Arc;

use super::cluster::Cluster;
use super::engine::postgres::{ChangeFeed, CommittedGroup, News, Progress};
use super::error::StoreError;
use super::watched::{ChangedPart, part};

/// What a process has to read again.
#[derive(Debug, PartialEq, Eq)]
pub enum Reload {
    Parts(BTreeSet<ChangedPart>),
    /// The process fell too far behind.
    Everything,
}

/// The changes of the other processes.
pub struct ForeignChanges {
    feed: ChangeFeed,
    progress: Arc<Progress>,
    /// The last change that was given out.
    last: Option<i64>,
    /// This process, which has applied its own changes.
    own: uuid::Uuid,
}

impl ForeignChanges {
    pub(super) fn of(cluster: &Cluster) -> Result<Self, StoreError> {
        let (feed, progress) = cluster.feed()?;
        Ok(Self { feed, progress, last: None, own: cluster.writer() })
    }

    /// The next changes, when the last ones were applied; `None` when the store was closed.
    pub async fn next(&mut self) -> Option<Reload> {
        loop {
            if let Some(last) = self.last.take() {
                self.progress.applied(last);
            }
            match self.feed.next().await? {
                News::Behind(last) => {
                    self.last = Some(last);
                    return Some(Reload::Everything);
                }
                News::Changes(changes) => {
                    self.last = changes.last().map(|change| change.seq);
                    let foreign = changes.iter().filter(|change| change.writer != self.own);
                    let parts: BTreeSet<_> = foreign.flat_map(parts).collect();
                    if !parts.is_empty() {
                        return Some(Reload::Parts(parts));
                    }
                }
            }
        }
    }
}

fn parts(change: &CommittedGroup) -> impl Iterator<Item = ChangedPart> + '_ {
    change.rows.iter().filter_map(|(table, key)| part(table, key))
}
