//! The tables whose rows processes hold in memory or work on, and what the feed of changes names of them.

use super::engine::postgres::{GroupChanges, NotedRows};
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

/// The part that the row of a key belongs to.
type PartOfKey = fn(&[u8]) -> Option<ChangedPart>;

/// The tables whose rows processes hold in memory, with the part that a row of each belongs to: the feed names their
/// changed rows.
static WATCHED: [(&str, PartOfKey); 15] = [
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
static WORK: [(&str, ChangedPart); 3] = [
    (outbox::OUTBOX_DUE.name(), ChangedPart::Messages),
    (desk::DESK_DUE.name(), ChangedPart::Publications),
    (pictures::PICTURE_FETCHES_DUE.name(), ChangedPart::Pictures),
];

/// What the feed names of a group: the changed rows that processes hold in memory, and the tables of work to do, with an
/// empty key. A deleted range counts with its start.
pub(super) fn noted(changes: &GroupChanges) -> NotedRows {
    let is_watched = |table: &str| WATCHED.iter().any(|(name, _)| *name == table);
    let is_work = |table: &str| WORK.iter().any(|(name, _)| *name == table);
    let watched = changes.tables.iter().filter(|(table, _)| is_watched(table));
    let rows = watched.flat_map(|(table, changes)| {
        let starts = changes.ranges.iter().map(|(start, _)| start);
        changes.rows.keys().chain(starts).map(|key| (*table, key.clone()))
    });
    let work = changes.tables.keys().filter(|table| is_work(table)).map(|table| (*table, Vec::new()));
    rows.chain(work).unzip()
}

/// The account that begins a key, also the key that begins the range of all its rows.
fn account(key: &[u8]) -> Option<ChangedPart> {
    key.get(..Uid::LEN).and_then(<Uid as KeyPart>::parse).map(ChangedPart::Account)
}

/// The part that a row belongs to; `None` for a table of another version. A range that was deleted is named by its
/// start, which may be a part of a key: everything of its table that cannot be decoded counts for nobody.
pub(super) fn part(table: &str, key: &[u8]) -> Option<ChangedPart> {
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
        let key = Key::encode(&slug);
        assert_eq!(part(articles::ARTICLES.name(), &key), Some(ChangedPart::Article(slug.clone())));
        assert_eq!(part(articles::ARTICLE_COUNTS.name(), &key), Some(ChangedPart::Counts(slug)));
        assert_eq!(part(outbox::OUTBOX_DUE.name(), &[]), Some(ChangedPart::Messages));
        assert_eq!(part(meta::META.name(), b"maintenance"), Some(ChangedPart::Maintenance));
        assert_eq!(part(meta::META.name(), b"schema_version"), None);
        assert_eq!(part("a_table_of_another_version", &key), None);
        assert!(WORK.iter().all(|(table, _)| WATCHED.iter().all(|(watched, _)| watched != table)));
    }
}
