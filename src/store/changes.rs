//! What other processes change of the content that this process holds in memory.

use std::collections::BTreeSet;

use super::cluster::Cluster;
use super::engine::postgres::{Change, Feed, News};
use super::error::StoreError;
use super::key::{Key, KeyPart};
use super::{
    acts, amendments, articles, campaigns, duties, form_changes, law_figures, monthly_overviews, notifications, sessions,
    signing_keys, topics,
};
use crate::domain::{Slug, Uid};

/// A part of the content that processes hold in memory.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub enum Changed {
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
}

/// What a process has to read again.
#[derive(Debug, PartialEq, Eq)]
pub enum Reload {
    Parts(BTreeSet<Changed>),
    /// The process fell too far behind.
    Everything,
}

/// The tables whose rows processes hold in memory, with the part that a row of each belongs to: the feed names their
/// changed rows.
pub(super) const WATCHED: [(&str, fn(&[u8]) -> Option<Changed>); 14] = [
    (articles::ARTICLES.name(), |key| Slug::decode(key).map(Changed::Article)),
    (articles::ARTICLE_COUNTS.name(), |key| Slug::decode(key).map(Changed::Counts)),
    (topics::TOPICS.name(), |_| Some(Changed::Topics)),
    (duties::DUTIES.name(), |_| Some(Changed::Duties)),
    (law_figures::LAW_FIGURES.name(), |_| Some(Changed::Figures)),
    (law_figures::CONFIRMED_FIGURES.name(), |_| Some(Changed::Figures)),
    (monthly_overviews::MONTHLY_OVERVIEWS.name(), |_| Some(Changed::Overviews)),
    (signing_keys::SIGNING_KEYS.name(), |_| Some(Changed::SigningKeys)),
    (campaigns::CAMPAIGNS.name(), |_| Some(Changed::Campaigns)),
    (acts::ACTS.name(), |_| Some(Changed::Acts)),
    (amendments::AMENDMENTS.name(), |_| Some(Changed::Amendments)),
    (form_changes::FORM_CHANGES.name(), |_| Some(Changed::Amendments)),
    (notifications::NOTIFICATIONS.name(), account),
    (sessions::SESSIONS.name(), account),
];

/// The account that begins a key, also the key that begins the range of all its rows.
fn account(key: &[u8]) -> Option<Changed> {
    key.get(..Uid::LEN).and_then(<Uid as KeyPart>::parse).map(Changed::Account)
}

/// The changes of the other processes.
pub struct Changes {
    feed: Feed,
    /// This process, which has applied its own changes.
    own: uuid::Uuid,
}

impl Changes {
    pub(super) fn of(cluster: &Cluster) -> Result<Self, StoreError> {
        Ok(Self { feed: cluster.feed()?, own: cluster.writer() })
    }

    /// The next changes; `None` when the store was closed.
    pub async fn next(&mut self) -> Option<Reload> {
        loop {
            match self.feed.next().await? {
                News::Behind(_) => return Some(Reload::Everything),
                News::Changes(changes) => {
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

fn parts(change: &Change) -> impl Iterator<Item = Changed> + '_ {
    change.rows.iter().filter_map(|(table, key)| part(table, key))
}

/// The part that a row belongs to; `None` for a table of another version. A range that was deleted is named by its
/// start, which may be a part of a key: everything of its table that cannot be decoded counts for nobody.
fn part(table: &str, key: &[u8]) -> Option<Changed> {
    let (_, read) = WATCHED.iter().find(|(name, _)| *name == table)?;
    read(key)
}
