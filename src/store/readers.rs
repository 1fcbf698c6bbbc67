//! What readers marked: likes, bookmarks, followed topics, tracked articles.

use std::collections::HashMap;
use std::ops::ControlFlow;

use jiff::Timestamp;
use redb::{TableDefinition, TableHandle};

use super::articles;
use super::tx::{Order, RawTable, Reading, Table, WriteTx};
use super::verify::Finding;
use super::{StoreError, accounts, codec, keys};
use crate::domain::{ArticleCounts, Slug, Uid};

/// Key: uid, slug. Value: the instant.
pub(super) const LIKES: Table = TableDefinition::new("likes");
/// Key: uid, slug. Value: the instant.
pub(super) const BOOKMARKS: Table = TableDefinition::new("bookmarks");
/// Key: uid, topic id or `domain:` with a domain's folded text. Value: the instant.
pub(super) const FOLLOWS: Table = TableDefinition::new("follows");
/// Key: topic, NUL, uid. Value: nothing. Index of `FOLLOWS`.
pub(super) const FOLLOWERS: Table = TableDefinition::new("followers");
/// Key: uid, slug. Value: the instant.
pub(super) const TRACKED: Table = TableDefinition::new("tracked_articles");
/// Key: slug, NUL, uid. Value: nothing. Index of `TRACKED`.
pub(super) const TRACKERS: Table = TableDefinition::new("trackers");

/// A kind of mark that an account sets.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Mark {
    /// On an article, which counts them.
    Like,
    /// On an article, which counts them.
    Bookmark,
    /// On a topic, or on `domain:` with a domain's folded text.
    Follow,
    /// On an article, of whose later revisions one is told.
    Track,
}

impl Mark {
    pub const ALL: [Self; 4] = [Self::Like, Self::Bookmark, Self::Follow, Self::Track];

    fn table(self) -> Table {
        match self {
            Self::Like => LIKES,
            Self::Bookmark => BOOKMARKS,
            Self::Follow => FOLLOWS,
            Self::Track => TRACKED,
        }
    }

    /// Where the accounts of a name are found.
    fn index(self) -> Option<Table> {
        match self {
            Self::Like | Self::Bookmark => None,
            Self::Follow => Some(FOLLOWERS),
            Self::Track => Some(TRACKERS),
        }
    }

    fn is_on_article(self) -> bool {
        self != Self::Follow
    }
}

/// When the account set the mark, if it has it.
pub fn get(tx: &impl Reading, mark: Mark, uid: &Uid, name: &str) -> Result<Option<Timestamp>, StoreError> {
    let key = keys::uid_name(uid, name);
    tx.get(RawTable(mark.table()), &key)?.map(|bytes| codec::decode(mark.table(), &key, &bytes)).transpose()
}

/// Sets or takes away the mark with its index row and the article's count; says whether that changed anything.
pub fn set(tx: &WriteTx, mark: Mark, uid: &Uid, name: &str, at: Option<Timestamp>) -> Result<bool, StoreError> {
    let key = keys::uid_name(uid, name);
    let there = tx.get(RawTable(mark.table()), &key)?.is_some();
    match at {
        Some(at) if !there => {
            tx.put(mark.table(), &key, &codec::encode(&at))?;
            if let Some(index) = mark.index() {
                tx.put(index, &keys::name_uid(name, uid), &[])?;
            }
        }
        None if there => {
            tx.delete(mark.table(), &key)?;
            if let Some(index) = mark.index() {
                tx.delete(index, &keys::name_uid(name, uid))?;
            }
        }
        Some(_) | None => return Ok(false),
    }
    let step = |count: u64| if at.is_some() { count + 1 } else { count.saturating_sub(1) };
    match mark {
        Mark::Like => articles::change_counts(tx, name, |counts| counts.likes = step(counts.likes))?,
        Mark::Bookmark => articles::change_counts(tx, name, |counts| counts.bookmarks = step(counts.bookmarks))?,
        Mark::Follow | Mark::Track => {}
    }
    Ok(true)
}

/// The names that the account marked, newest first.
pub fn of(tx: &impl Reading, mark: Mark, uid: &Uid) -> Result<Vec<(String, Timestamp)>, StoreError> {
    let prefix = uid.as_str().as_bytes();
    let mut found: Vec<(String, Timestamp)> = Vec::new();
    tx.scan(RawTable(mark.table()), prefix, Order::Ascending, &mut |key, bytes| {
        let Some(name) = key.strip_prefix(prefix) else { return Ok(ControlFlow::Break(())) };
        found.push((String::from_utf8_lossy(name).into_owned(), codec::decode(mark.table(), key, bytes)?));
        Ok(ControlFlow::Continue(()))
    })?;
    found.sort_by(|a, b| b.1.cmp(&a.1).then_with(|| a.0.cmp(&b.0)));
    Ok(found)
}

/// The accounts that follow this topic or domain, or track this article.
pub fn holders(tx: &impl Reading, mark: Mark, name: &str) -> Result<Vec<Uid>, StoreError> {
    let mut found = Vec::new();
    let Some(index) = mark.index() else { return Ok(found) };
    let prefix = keys::name_prefix(name);
    tx.scan(RawTable(index), &prefix, Order::Ascending, &mut |key, _| {
        let Some(uid) = key.strip_prefix(&*prefix) else { return Ok(ControlFlow::Break(())) };
        found.extend(std::str::from_utf8(uid).ok().and_then(Uid::parse));
        Ok(ControlFlow::Continue(()))
    })?;
    Ok(found)
}

/// Whether anybody has set such a mark.
pub fn any(tx: &impl Reading, mark: Mark) -> Result<bool, StoreError> {
    Ok(tx.count(RawTable(mark.table()))? > 0)
}

/// Takes away all marks of an account; answers the articles whose counts fell.
pub fn remove_account(tx: &WriteTx, uid: &Uid) -> Result<Vec<Slug>, StoreError> {
    let mut counted = Vec::new();
    for mark in Mark::ALL {
        for (name, _) in of(tx, mark, uid)? {
            set(tx, mark, uid, &name, None)?;
            if matches!(mark, Mark::Like | Mark::Bookmark) {
                counted.extend(Slug::parse(&name));
            }
        }
    }
    counted.sort();
    counted.dedup();
    Ok(counted)
}

/// Takes away all marks on an article, whose counts go with it. Walks over everybody's marks.
pub(super) fn remove_article(tx: &WriteTx, slug: &Slug) -> Result<(), StoreError> {
    for mark in Mark::ALL.into_iter().filter(|mark| mark.is_on_article()) {
        let mut uids = Vec::new();
        tx.scan(RawTable(mark.table()), &[], Order::Ascending, &mut |key, _| {
            let owner = keys::of_uid_name(key).filter(|(_, name)| *name == slug.as_str());
            uids.extend(owner.map(|(uid, _)| uid));
            Ok(ControlFlow::Continue(()))
        })?;
        for uid in uids {
            set(tx, mark, &uid, slug.as_str(), None)?;
        }
    }
    Ok(())
}

/// Marks belong to accounts and articles that are there, indexes match, and the counts are the numbers of rows.
pub(super) fn verify(tx: &impl Reading, findings: &mut Vec<Finding>) -> Result<(), StoreError> {
    let mut counted: HashMap<Slug, (u64, u64)> = HashMap::new();
    for mark in Mark::ALL {
        verify_mark(tx, mark, &mut counted, findings)?;
    }
    let kept = articles::all_counts(tx)?;
    for (slug, ArticleCounts { likes, bookmarks, .. }) in &kept {
        let rows = counted.remove(slug).unwrap_or_default();
        if rows != (*likes, *bookmarks) {
            let problem = format!("{likes} likes and {bookmarks} bookmarks for {} and {} of readers", rows.0, rows.1);
            findings.push(Finding::new("article_counts", slug.as_str().as_bytes(), &problem));
        }
    }
    for slug in counted.keys() {
        findings.push(Finding::new("article_counts", slug.as_str().as_bytes(), "the marks of readers are not counted"));
    }
    Ok(())
}

fn verify_mark(
    tx: &impl Reading,
    mark: Mark,
    counted: &mut HashMap<Slug, (u64, u64)>,
    findings: &mut Vec<Finding>,
) -> Result<(), StoreError> {
    let table = mark.table();
    let mut rows = 0_u64;
    tx.scan(RawTable(table), &[], Order::Ascending, &mut |key, bytes| {
        rows += 1;
        if let Err(error) = codec::decode::<Timestamp>(table, key, bytes) {
            findings.push(Finding::unreadable(table.name(), key, &error));
        }
        let Some((uid, name)) = keys::of_uid_name(key) else {
            findings.push(Finding::new(table.name(), key, "this is no mark of an account"));
            return Ok(ControlFlow::Continue(()));
        };
        if accounts::get(tx, &uid)?.is_none() {
            findings.push(Finding::new(table.name(), key, "there is no such account"));
        }
        if mark.is_on_article() {
            match Slug::parse(name) {
                Some(slug) if articles::brief(tx, &slug)?.is_some() => count(mark, slug, counted),
                _ => findings.push(Finding::new(table.name(), key, "there is no such article")),
            }
        }
        if let Some(index) = mark.index()
            && tx.get(RawTable(index), &keys::name_uid(name, &uid))?.is_none()
        {
            findings.push(Finding::new(index.name(), key, "the mark is missing from the index"));
        }
        Ok(ControlFlow::Continue(()))
    })?;
    if let Some(index) = mark.index() {
        let indexed = tx.count(RawTable(index))?;
        if indexed != rows {
            findings.push(Finding::new(index.name(), b"", &format!("{indexed} rows for {rows} marks")));
        }
    }
    Ok(())
}

fn count(mark: Mark, slug: Slug, counted: &mut HashMap<Slug, (u64, u64)>) {
    match mark {
        Mark::Like => counted.entry(slug).or_default().0 += 1,
        Mark::Bookmark => counted.entry(slug).or_default().1 += 1,
        Mark::Follow | Mark::Track => {}
    }
}

#[cfg(test)]
mod tests {
    use super::super::{Store, verify};
    use super::*;
    use crate::clock::Clock;

    /// Writes and answers what `verify` then finds, table and problem.
    fn found(store: &Store, write: fn(&WriteTx) -> Result<(), StoreError>) -> Vec<(String, String)> {
        store.write_blocking(move |tx| Ok(write(tx)?)).expect("written");
        let findings = store.read_blocking(|tx| Ok(verify::verify(tx)?)).expect("read");
        findings.into_iter().map(|finding| (finding.table, finding.problem)).collect()
    }

    fn ana() -> Uid {
        Uid::parse(&"a".repeat(28)).expect("a uid")
    }

    #[test]
    fn what_does_not_fit_together_is_found() {
        let store = Store::in_memory(&Clock::System).expect("a store");
        let told = |pairs: &[(&str, &str)]| -> Vec<_> {
            pairs.iter().map(|(table, problem)| ((*table).to_owned(), (*problem).to_owned())).collect()
        };
        let marked = found(&store, |tx| set(tx, Mark::Like, &ana(), "a", Some(Timestamp::UNIX_EPOCH)).map(drop));
        let nobodys = [("likes", "there is no such account"), ("likes", "there is no such article")];
        assert_eq!(marked[..2], told(&[("article_counts", "there is no such article"), nobodys[0]]));
        assert_eq!(marked[2..3], told(&nobodys[1..]));
        let unmarked = found(&store, |tx| {
            set(tx, Mark::Like, &ana(), "a", None)?;
            tx.put(FOLLOWERS, &keys::name_uid("munca", &ana()), &[])
        });
        assert!(unmarked.contains(&("followers".into(), "1 rows for 0 marks".into())), "{unmarked:?}");
        let miscounted = found(&store, |tx| articles::change_counts(tx, "a", |counts| counts.likes = 3));
        let problem = "3 likes and 0 bookmarks for 0 and 0 of readers";
        assert!(miscounted.contains(&("article_counts".into(), problem.into())), "{miscounted:?}");
    }
}
