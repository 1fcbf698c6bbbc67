//! What other processes change of the content that this process holds in memory.

use std::collections::BTreeSet;
use std::sync::Arc;

use super::cluster::Cluster;
use super::engine::postgres::{ChangeFeed, CommittedGroup, News, Progress};
use super::error::StoreError;
use super::key::{Key, KeyPart};
use super::{
    acts, amendments, articles, campaigns, desk, duties, form_changes, law_figures, maintenance, meta,
    monthly_overviews, notifications, outbox, pictures, sessions, signing_keys, topics,
};
use crate::domain::{Slug, Uid};

/// A part of the content that processes hold in memory.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub enum ChangedPart {
    Article(Slug),
    /// How many accounts like or save the article.
    Counts(Slug),
    Topics,
    Duties,
    Figures,
    Overviews,
    SigningKeys,
    Campaigns,
    Acts,
    Amendments,
    /// Notifications or sessions of an account.
    Account(Uid),
    Maintenance,
    /// Messages to send.
    Messages,
    /// Planned publications.
    Publications,
    /// Pictures to fetch.
    Pictures,
}

/// What a process has to read again.
#[derive(Debug, PartialEq, Eq)]
pub enum Reload {
    Parts(BTreeSet<ChangedPart>),
    /// The process fell too far behind.
    Everything,
}

/// The tables whose rows processes hold in memory, with the part that a row of each belongs to: the feed names their
/// changed rows.
const WATCHED: [(&str, fn(&[u8]) -> Option<ChangedPart>); 15] = [
    (articles::ARTICLES.name(), |key| Slug::decode(key).map(ChangedPart::Article)),
    (articles::ARTICLE_COUNTS.name(), |key| Slug::decode(key).map(ChangedPart::Counts)),
    (topics::TOPICS.name(), |_| Some(ChangedPart::Topics)),
    (duties::DUTIES.name(), |_| Some(ChangedPart::Duties)),
    (law_figures::LAW_FIGURES.name(), |_| Some(ChangedPart::Figures)),
    (law_figures::CONFIRMED_FIGURES.name(), |_| Some(ChangedPart::Figures)),
    (monthly_overviews::MONTHLY_OVERVIEWS.name(), |_| Some(ChangedPart::Overviews)),
    (signing_keys::SIGNING_KEYS.name(), |_| Some(ChangedPart::SigningKeys)),
    (campaigns::CAMPAIGNS.name(), |_| Some(ChangedPart::Campaigns)),
    (acts::ACTS.name(), |_| Some(ChangedPart::Acts)),
    (amendments::AMENDMENTS.name(), |_| Some(ChangedPart::Amendments)),
    (form_changes::FORM_CHANGES.name(), |_| Some(ChangedPart::Amendments)),
    (notifications::NOTIFICATIONS.name(), account),
    (sessions::SESSIONS.name(), account),
    (meta::META.name(), |key| (key == maintenance::KEY.as_bytes()).then_some(ChangedPart::Maintenance)),
];

/// The tables of which only one process does the work, with what wakes it: the feed names no rows of them.
const WORK: [(&str, ChangedPart); 3] = [
    (outbox::OUTBOX_DUE.name(), ChangedPart::Messages),
    (desk::DESK_DUE.name(), ChangedPart::Publications),
    (pictures::PICTURE_FETCHES_DUE.name(), ChangedPart::Pictures),
];

/// Whether the feed names a changed table without its rows.
pub(super) fn is_work(table: &str) -> bool {
    WORK.iter().any(|(name, _)| *name == table)
}

/// Whether the feed names the changed rows of the table.
pub(super) fn is_watched(table: &str) -> bool {
    WATCHED.iter().any(|(name, _)| *name == table)
}

/// The account that begins a key, also the key that begins the range of all its rows.
fn account(key: &[u8]) -> Option<ChangedPart> {
    key.get(..Uid::LEN).and_then(<Uid as KeyPart>::parse).map(ChangedPart::Account)
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

/// The part that a row belongs to; `None` for a table of another version. A range that was deleted is named by its
/// start, which may be a part of a key: everything of its table that cannot be decoded counts for nobody.
fn part(table: &str, key: &[u8]) -> Option<ChangedPart> {
    if let Some((_, work)) = WORK.iter().find(|(name, _)| *name == table) {
        return Some(work.clone());
    }
    let (_, read) = WATCHED.iter().find(|(name, _)| *name == table)?;
    read(key)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rows_name_the_part_to_read_again_and_work_its_table() {
        let slug = Slug::parse("an-article").expect("a slug");
        let key = super::super::key::Key::encode(&slug);
        assert_eq!(part(articles::ARTICLES.name(), &key), Some(ChangedPart::Article(slug.clone())));
        assert_eq!(part(articles::ARTICLE_COUNTS.name(), &key), Some(ChangedPart::Counts(slug)));
        assert_eq!(part(outbox::OUTBOX_DUE.name(), &[]), Some(ChangedPart::Messages));
        assert_eq!(part(meta::META.name(), b"maintenance"), Some(ChangedPart::Maintenance));
        assert_eq!(part(meta::META.name(), b"schema_version"), None);
        assert_eq!(part("a_table_of_another_version", &key), None);
        assert!(WORK.iter().all(|(table, _)| !is_watched(table) && is_work(table)));
    }
}
