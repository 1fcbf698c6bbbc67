//! Readers' marks: likes, bookmarks, follows, tracked articles.

use std::collections::HashMap;

use jiff::Timestamp;

use super::accounts;
use super::articles;
use super::engine::{ReadTx, Reading, WriteTx};
use super::error::StoreError;
use super::finding::Findings;
use super::follow_settings;
use super::key::KeyRange;
use super::table::Table;
use crate::domain::{ArticleCounts, Slug, Uid};

/// By account and slug. The time of the mark, as in the other three.
pub(super) const LIKES: Table<(Uid, String), Timestamp> = Table::new("likes");
/// By account and slug.
pub(super) const BOOKMARKS: Table<(Uid, String), Timestamp> = Table::new("bookmarks");
/// By account and name of the follow, see [`follow`](crate::domain::follow).
pub(super) const FOLLOWS: Table<(Uid, String), Timestamp> = Table::new("follows");
/// Index of `FOLLOWS`.
pub(super) const FOLLOWERS: Table<(String, Uid), ()> = Table::new("followers");
/// By account and slug.
pub(super) const TRACKED: Table<(Uid, String), Timestamp> = Table::new("tracked_articles");
/// Index of `TRACKED`.
pub(super) const TRACKERS: Table<(String, Uid), ()> = Table::new("trackers");

/// A kind of mark that an account sets.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Mark {
    /// On an article, which counts its likes.
    Like,
    /// On an article, which counts its bookmarks.
    Bookmark,
    /// On the name of a [follow](crate::domain::follow).
    Follow,
    /// On an article, whose later revisions become notifications.
    Track,
}

impl Mark {
    pub const ALL: [Self; 4] = [Self::Like, Self::Bookmark, Self::Follow, Self::Track];

    fn table(self) -> Table<(Uid, String), Timestamp> {
        match self {
            Self::Like => LIKES,
            Self::Bookmark => BOOKMARKS,
            Self::Follow => FOLLOWS,
            Self::Track => TRACKED,
        }
    }

    /// The index that finds the accounts by the name.
    fn index(self) -> Option<Table<(String, Uid), ()>> {
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

/// When the account set the mark; `None` without it.
pub fn get(tx: &dyn Reading, mark: Mark, uid: &Uid, name: &str) -> Result<Option<Timestamp>, StoreError> {
    mark.table().get(tx, &(uid, name))
}

/// Sets the mark, or removes it when `at` is `None`, with its index row, its settings and the article's count. Returns
/// whether anything changed.
pub fn set(tx: &WriteTx, mark: Mark, uid: &Uid, name: &str, at: Option<Timestamp>) -> Result<bool, StoreError> {
    let (table, key) = (mark.table(), (uid, name));
    if table.contains(tx, &key)? == at.is_some() {
        return Ok(false);
    }
    match at {
        Some(at) => table.put(tx, &key, &at)?,
        None => drop(table.delete(tx, &key)?),
    }
    if mark == Mark::Follow && at.is_none() {
        follow_settings::remove(tx, uid, name)?;
    }
    if let Some(index) = mark.index() {
        match at {
            Some(_) => index.put(tx, &(name, uid), &())?,
            None => drop(index.delete(tx, &(name, uid))?),
        }
    }
    let step = |count: u64| if at.is_some() { count + 1 } else { count.saturating_sub(1) };
    match (mark, Slug::parse(name)) {
        (Mark::Like, Some(slug)) => articles::change_counts(tx, &slug, |counts| counts.likes = step(counts.likes))?,
        (Mark::Bookmark, Some(slug)) => {
            articles::change_counts(tx, &slug, |counts| counts.bookmarks = step(counts.bookmarks))?;
        }
        _ => {}
    }
    Ok(true)
}

/// The names that the account marked, newest first.
pub fn of(tx: &dyn Reading, mark: Mark, uid: &Uid) -> Result<Vec<(String, Timestamp)>, StoreError> {
    let rows = mark.table().scan(tx, KeyRange::prefix(uid));
    let mut found = rows.map(|row| row.map(|((_, name), at)| (name, at))).collect::<Result<Vec<_>, _>>()?;
    found.sort_by(|a, b| b.1.cmp(&a.1).then_with(|| a.0.cmp(&b.0)));
    Ok(found)
}

/// The accounts that set this mark on the name; none for likes and bookmarks, which have no index.
pub fn holders(tx: &dyn Reading, mark: Mark, name: &str) -> Result<Vec<Uid>, StoreError> {
    let Some(index) = mark.index() else { return Ok(Vec::new()) };
    index.scan(tx, KeyRange::prefix(name)).map(|row| Ok(row?.0.1)).collect()
}

/// The end of the names that begin with `prefix`: no name has this character.
fn end_of(prefix: &str) -> String {
    format!("{prefix}\u{10ffff}")
}

/// The marked names that begin with `prefix`, each with an account that marked it.
pub fn holders_of_names(tx: &dyn Reading, mark: Mark, prefix: &str) -> Result<Vec<(String, Uid)>, StoreError> {
    let Some(index) = mark.index() else { return Ok(Vec::new()) };
    index.scan(tx, KeyRange::between(prefix, end_of(prefix).as_str())).map(|row| Ok(row?.0)).collect()
}

/// The first marked names after `after` that begin with `prefix`, at most `limit`.
pub fn names_after(
    tx: &dyn Reading,
    mark: Mark,
    prefix: &str,
    after: Option<&str>,
    limit: usize,
) -> Result<Vec<String>, StoreError> {
    let Some(index) = mark.index() else { return Ok(Vec::new()) };
    let end = end_of(prefix);
    // No name has a control character, so that this key is after all accounts of the name and before all longer names.
    let past = |name: &str| format!("{name}\u{1}");
    let mut from = after.map_or_else(|| prefix.to_owned(), past);
    let mut names = Vec::new();
    while names.len() < limit {
        let row = index.scan(tx, KeyRange::between(from.as_str(), end.as_str())).next().transpose()?;
        let Some(((name, _), ())) = row else { break };
        from = past(&name);
        names.push(name);
    }
    Ok(names)
}

/// Whether any account has set such a mark.
pub fn any(tx: &dyn Reading, mark: Mark) -> Result<bool, StoreError> {
    Ok(!mark.table().is_empty(tx)?)
}

/// Whether any account has set such a mark on a name that begins with `prefix`.
pub fn any_with_prefix(tx: &dyn Reading, mark: Mark, prefix: &str) -> Result<bool, StoreError> {
    let Some(index) = mark.index() else { return Ok(false) };
    index.any(tx, &KeyRange::between(prefix, end_of(prefix).as_str()))
}

/// Removes all marks of an account. Returns the articles whose counts fell.
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

/// Removes all marks on an article. Reads the marks of all accounts.
pub(super) fn remove_article(tx: &WriteTx, slug: &Slug) -> Result<(), StoreError> {
    for mark in Mark::ALL.into_iter().filter(|mark| mark.is_on_article()) {
        for row in mark.table().scan_all_in_write(tx) {
            let ((uid, name), _) = row?;
            if name == slug.as_str() {
                set(tx, mark, &uid, &name, None)?;
            }
        }
    }
    Ok(())
}

/// The numbers of likes and bookmarks by article.
type Tallies = HashMap<Slug, (u64, u64)>;

/// Checks that marks belong to existing accounts and articles, that the indexes match, and that the counts are the
/// numbers of rows.
pub(super) fn verify(tx: &ReadTx, findings: &mut Findings) -> Result<(), StoreError> {
    let mut counted = Tallies::new();
    for mark in Mark::ALL {
        verify_mark(tx, mark, &mut counted, findings)?;
    }
    follow_settings::verify(tx, findings, |uid, name| Ok(get(tx, Mark::Follow, uid, name)?.is_some()))?;
    for (slug, ArticleCounts { likes, bookmarks, .. }) in articles::all_counts(tx)? {
        let rows = counted.remove(&slug).unwrap_or_default();
        if rows != (likes, bookmarks) {
            let problem = format!("{likes} likes and {bookmarks} bookmarks for {} and {} of readers", rows.0, rows.1);
            findings.row(articles::ARTICLE_COUNTS, &slug, &problem);
        }
    }
    for slug in counted.keys() {
        findings.row(articles::ARTICLE_COUNTS, slug, "the marks of readers are not counted");
    }
    Ok(())
}

fn verify_mark(tx: &ReadTx, mark: Mark, counted: &mut Tallies, findings: &mut Findings) -> Result<(), StoreError> {
    let table = mark.table();
    let rows = findings.each_row(tx, table, |findings, (uid, name), _| {
        let key = (&uid, &name);
        if !accounts::exists(tx, &uid)? {
            findings.row(table, &key, "there is no such account");
        }
        if mark.is_on_article() {
            match Slug::parse(&name) {
                Some(slug) if articles::exists(tx, &slug)? => count(mark, slug, counted),
                _ => findings.row(table, &key, "there is no such article"),
            }
        }
        if let Some(index) = mark.index()
            && !index.contains(tx, &(&name, &uid))?
        {
            findings.row(index, &(&name, &uid), "the mark is missing from the index");
        }
        Ok(())
    })?;
    mark.index().map_or(Ok(()), |index| findings.check_len(tx, index, rows, "marks"))
}

fn count(mark: Mark, slug: Slug, counted: &mut Tallies) {
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

    /// Writes, and returns the table and problem of each finding.
    fn found(store: &Store, write: fn(&WriteTx) -> Result<(), StoreError>) -> Vec<(String, String)> {
        store.write_blocking(move |tx| Ok(write(tx)?)).expect("written");
        let findings = store.read_blocking(|tx| Ok(verify::verify(tx)?)).expect("read");
        findings.into_iter().map(|finding| (finding.table, finding.problem)).collect()
    }

    fn ana() -> Uid {
        Uid::parse(&"a".repeat(28)).expect("a uid")
    }

    fn slug() -> Slug {
        Slug::parse("a").expect("a slug")
    }

    #[test]
    fn verify_finds_marks_without_owner_index_or_count() {
        let store = Store::in_memory(&Clock::System).expect("a store");
        let expected = |pairs: &[(&str, &str)]| -> Vec<_> {
            pairs.iter().map(|(table, problem)| ((*table).to_owned(), (*problem).to_owned())).collect()
        };
        let marked = found(&store, |tx| set(tx, Mark::Like, &ana(), "a", Some(Timestamp::UNIX_EPOCH)).map(drop));
        let orphaned = [("likes", "there is no such account"), ("likes", "there is no such article")];
        assert_eq!(marked[..2], expected(&[("article_counts", "there is no such article"), orphaned[0]]));
        assert_eq!(marked[2..3], expected(&orphaned[1..]));
        let unmarked = found(&store, |tx| {
            set(tx, Mark::Like, &ana(), "a", None)?;
            FOLLOWERS.put(tx, &("munca", &ana()), &())
        });
        assert!(unmarked.contains(&("followers".into(), "1 rows for 0 marks".into())), "{unmarked:?}");
        let miscounted = found(&store, |tx| articles::change_counts(tx, &slug(), |counts| counts.likes = 3));
        let problem = "3 likes and 0 bookmarks for 0 and 0 of readers";
        assert!(miscounted.contains(&("article_counts".into(), problem.into())), "{miscounted:?}");
    }
}
