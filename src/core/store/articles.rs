//! Articles: the current content and status, earlier revisions, and the readers' counts.

use std::collections::{BTreeSet, HashMap};
use std::ops::ControlFlow;
use std::sync::Arc;

use jiff::Timestamp;
use jiff::civil::Date;
use serde::Deserialize;
use serde::de::DeserializeOwned;

pub use super::article_record::{ArticleRecord, OutlinedRecord, PublicationTimes};
use super::damage::Damage;
use super::engine::{ReadTx, Reading, Row, WriteTx};
use super::error::StoreError;
use super::finding::Findings;
use super::key::{Key, KeyRange};
use super::row::readable;
use super::seal::opened;
use super::table::Table;
use crate::domain::article::Revision;
use crate::domain::{ArticleCounts, Slug, Status};

pub(super) const ARTICLES: Table<Slug, ArticleRecord> = Table::new("articles");
/// By slug and revision; earlier revisions only.
pub(super) const ARTICLE_REVISIONS: Table<(Slug, u32), Revision> = Table::new("article_revisions");
/// Apart from the article, so that a like does not rewrite it.
pub(super) const ARTICLE_COUNTS: Table<Slug, ArticleCounts> = Table::new("article_counts");
/// By publish date and slug. Index of `ARTICLES`.
pub(super) const ARTICLE_BY_DATE: Table<(Date, Slug), ()> = Table::new("article_by_date");

/// By the time of the last change and slug, drafts only. Index of `ARTICLES`.
pub(super) const ARTICLE_DRAFTS: Table<(Timestamp, Slug), ()> = Table::new("article_drafts");

/// An article without its texts.
#[derive(Debug, Deserialize)]
pub struct Brief {
    pub status: Status,
    pub revision: u32,
}

pub fn get(tx: &dyn Reading, slug: &Slug) -> Result<Option<ArticleRecord>, StoreError> {
    ARTICLES.get(tx, slug)
}

/// The readable articles among these.
pub fn get_many<'a>(
    tx: &dyn Reading,
    slugs: impl IntoIterator<Item = &'a Slug>,
) -> Result<Vec<ArticleRecord>, StoreError> {
    ARTICLES.get_many(tx, slugs)?.into_iter().filter_map(readable).collect()
}

pub(super) fn exists(tx: &dyn Reading, slug: &Slug) -> Result<bool, StoreError> {
    ARTICLES.contains(tx, slug)
}

/// As [`get_readable`], without the texts.
pub fn brief(tx: &dyn Reading, slug: &Slug) -> Result<Option<Brief>, StoreError> {
    ARTICLES.read_as::<Brief>().get_readable(tx, slug)
}

/// Writes the record and updates the index.
///
/// `before` is what [`get`] returned in this transaction. If its revision differs, it is kept among the
/// earlier ones.
pub fn put(tx: &WriteTx, before: Option<&ArticleRecord>, record: &ArticleRecord) -> Result<(), StoreError> {
    let slug = &record.article.slug;
    if let Some(before) = before {
        if before.revision != record.revision {
            let earlier =
                Revision { revision: before.revision, updated_at: before.updated_at, article: before.article.clone() };
            ARTICLE_REVISIONS.put(tx, &(slug, &before.revision), &earlier)?;
        }
        if before.article.publish_date != record.article.publish_date {
            ARTICLE_BY_DATE.delete(tx, &(&before.article.publish_date, slug))?;
        }
    }
    if before.is_none_or(|before| before.article.publish_date != record.article.publish_date) {
        ARTICLE_BY_DATE.put(tx, &(&record.article.publish_date, slug), &())?;
    }
    ARTICLE_DRAFTS.replace_key(tx, before.and_then(draft_key), draft_key(record))?;
    ARTICLES.put(tx, slug, record)
}

fn draft_key(record: &ArticleRecord) -> Option<(Timestamp, Slug)> {
    (record.status == Status::Draft).then(|| (record.updated_at, record.article.slug.clone()))
}

/// As [`get`]; a damaged article counts as missing.
pub fn get_readable(tx: &dyn Reading, slug: &Slug) -> Result<Option<ArticleRecord>, StoreError> {
    ARTICLES.get_readable(tx, slug)
}

/// As [`get`], before the article is replaced as a whole: a damaged record is removed with its revisions.
pub fn get_to_replace(tx: &WriteTx, slug: &Slug) -> Result<Option<ArticleRecord>, StoreError> {
    match get(tx, slug) {
        Err(StoreError::Corrupt { .. }) => {
            ARTICLE_REVISIONS.delete_range(tx, &KeyRange::prefix(slug))?;
            remove_damaged(tx, slug)?;
            Ok(None)
        }
        found => found,
    }
}

/// Removes a damaged record and its index rows. Reads the indexes, since only they have the dates of the record.
fn remove_damaged(tx: &WriteTx, slug: &Slug) -> Result<(), StoreError> {
    for row in ARTICLE_BY_DATE.scan_all_in_write(tx) {
        let ((date, found), ()) = row?;
        if found == *slug {
            ARTICLE_BY_DATE.delete(tx, &(&date, slug))?;
        }
    }
    for row in ARTICLE_DRAFTS.scan_all_in_write(tx) {
        let ((at, found), ()) = row?;
        if found == *slug {
            ARTICLE_DRAFTS.delete(tx, &(&at, slug))?;
        }
    }
    ARTICLES.delete(tx, slug)?;
    Ok(())
}

/// Removes the article with its revisions and counts, even a damaged one. Returns whether it existed.
pub(super) fn remove(tx: &WriteTx, slug: &Slug) -> Result<bool, StoreError> {
    if !exists(tx, slug)? {
        return Ok(false);
    }
    if let Some(record) = get_to_replace(tx, slug)? {
        ARTICLE_BY_DATE.delete(tx, &(&record.article.publish_date, slug))?;
        ARTICLE_DRAFTS.replace_key(tx, draft_key(&record), None)?;
        ARTICLES.delete(tx, slug)?;
    }
    ARTICLE_REVISIONS.delete_range(tx, &KeyRange::prefix(slug))?;
    ARTICLE_COUNTS.delete(tx, slug)?;
    Ok(true)
}

/// The readable earlier revisions of an article, oldest first, without the current one.
pub fn revisions(tx: &dyn Reading, slug: &Slug) -> Result<Vec<Revision>, StoreError> {
    let rows = ARTICLE_REVISIONS.scan(tx, KeyRange::prefix(slug));
    rows.map(|row| Ok(row?.1)).collect()
}

/// As [`revisions`] of each of these articles, in their order.
pub fn revisions_of(tx: &dyn Reading, slugs: &[Slug]) -> Result<Vec<Vec<Revision>>, StoreError> {
    let ranges: Vec<KeyRange<(Slug, u32)>> = slugs.iter().map(KeyRange::prefix).collect();
    let found = ARTICLE_REVISIONS.scan_each(tx, &ranges)?;
    Ok(found.into_iter().map(|rows| rows.into_iter().map(|(_, revision)| revision).collect()).collect())
}

/// The counts of one article; zero before the first like, and when they are damaged.
pub fn counts(tx: &dyn Reading, slug: &Slug) -> Result<ArticleCounts, StoreError> {
    Ok(ARTICLE_COUNTS.get_readable(tx, slug)?.unwrap_or_default())
}

/// The counts of these articles, in their order, as [`counts`] returns them.
pub fn counts_of(tx: &dyn Reading, slugs: &[Slug]) -> Result<Vec<ArticleCounts>, StoreError> {
    let found: HashMap<Slug, ArticleCounts> = ARTICLE_COUNTS.entries(tx, slugs)?.into_iter().collect();
    Ok(slugs.iter().map(|slug| found.get(slug).copied().unwrap_or_default()).collect())
}

pub(super) fn change_counts(
    tx: &WriteTx,
    slug: &Slug,
    change: impl FnOnce(&mut ArticleCounts),
) -> Result<(), StoreError> {
    let mut counts = counts(tx, slug)?;
    change(&mut counts);
    counts.version += 1;
    ARTICLE_COUNTS.put(tx, slug, &counts)
}

/// The readable counts of all articles that have any.
pub fn all_counts(tx: &ReadTx) -> Result<HashMap<Slug, ArticleCounts>, StoreError> {
    ARTICLE_COUNTS.scan_all(tx).collect()
}

/// Visits every readable article, in order of slug unless a part of the table is damaged.
pub fn each(tx: &ReadTx, visit: &mut dyn FnMut(ArticleRecord) -> ControlFlow<()>) -> Result<(), StoreError> {
    each_row(tx, &mut |row| row.decode().map_or(ControlFlow::Continue(()), &mut *visit))
}

/// A row of an article, which any thread can decode.
pub struct ArticleRow {
    row: Row,
    /// The length of the record; `None` if its checksum is another one.
    length: Option<usize>,
    damage: Arc<Damage>,
}

impl ArticleRow {
    fn new(tx: &ReadTx, row: Row) -> Self {
        let length = opened(&row.0, &row.1).map(<[u8]>::len);
        Self { row, length, damage: tx.shared_damage() }
    }

    /// The record; `None` if it is damaged, which is noted.
    pub fn decode(&self) -> Option<ArticleRecord> {
        ARTICLES.decode_row(&self.damage, &self.row).ok().map(|(_, record)| record)
    }

    /// As [`ArticleRow::decode`], without decoding the texts.
    pub fn decode_outline(self) -> Option<OutlinedRecord> {
        let Self { row: (key, value), length, damage } = self;
        let value = match length.filter(|_| <Slug as Key>::decode(&key).is_some()) {
            None => value,
            Some(length) => match OutlinedRecord::of_json(value, length) {
                Ok(record) => return Some(record),
                Err(value) => value,
            },
        };
        ARTICLES.read_as::<OutlinedRecord>().decode_row(&damage, &(key, value)).ok().map(|(_, record)| record)
    }
}

/// As [`each`], for threads that decode the rows.
pub fn each_row(tx: &ReadTx, visit: &mut dyn FnMut(ArticleRow) -> ControlFlow<()>) -> Result<(), StoreError> {
    let (mut rows, mut last) = (ARTICLES.scan_all(tx), None);
    while let Some(row) = rows.next_row() {
        match row {
            Ok(row) => {
                let row = ArticleRow::new(tx, row);
                if row.length.is_some() {
                    last = Some(row.row.0.clone());
                }
                if visit(row).is_break() {
                    return Ok(());
                }
            }
            Err(error) if error.is_damage() => return each_after_damage(tx, last.as_deref(), visit),
            Err(error) => return Err(error),
        }
    }
    Ok(())
}

/// Visits the articles after the key `last` that the index lists, looking each up by its slug.
fn each_after_damage(
    tx: &ReadTx,
    last: Option<&[u8]>,
    visit: &mut dyn FnMut(ArticleRow) -> ControlFlow<()>,
) -> Result<(), StoreError> {
    let mut slugs = BTreeSet::new();
    for row in ARTICLE_BY_DATE.scan_all(tx) {
        slugs.insert(row?.0.1);
    }
    for slug in slugs.into_iter().filter(|slug| last.is_none_or(|last| slug.encode().as_slice() > last)) {
        match ARTICLES.get_row(tx, &slug) {
            Ok(Some(row)) => {
                if visit(ArticleRow::new(tx, row)).is_break() {
                    break;
                }
            }
            Ok(None) => ARTICLES.note_damage(tx, &slug, "it is in the index and not in the table"),
            Err(error) if error.is_damage() => ARTICLES.note_damage(tx, &slug, &error.to_string()),
            Err(error) => return Err(error),
        }
    }
    Ok(())
}

/// Visits every readable article, newest publish date first.
pub fn each_newest_first(
    tx: &ReadTx,
    visit: &mut dyn FnMut(ArticleRecord) -> ControlFlow<()>,
) -> Result<(), StoreError> {
    let slugs = ARTICLE_BY_DATE.scan_all_back(tx).map(|row| Ok(row?.0.1));
    ARTICLES.visit_many(tx, slugs, visit)
}

/// The readable drafts among the `limit` that changed last, and the number of all drafts.
pub fn latest_drafts(tx: &ReadTx, limit: usize) -> Result<(Vec<ArticleRecord>, u64), StoreError> {
    let slugs = ARTICLE_DRAFTS.scan_all_back(tx).take(limit).map(|row| Ok(row?.0.1));
    let slugs = slugs.collect::<Result<Vec<Slug>, StoreError>>()?;
    Ok((get_many(tx, &slugs)?, ARTICLE_DRAFTS.len(tx)?))
}

/// The number of articles, whatever their status.
pub fn count(tx: &ReadTx) -> Result<u64, StoreError> {
    ARTICLES.len(tx)
}

/// The slugs of at most `most` articles, evenly spread over their dates; `from` shifts which.
pub fn sample(tx: &ReadTx, most: u64, from: usize) -> Result<Vec<Slug>, StoreError> {
    let step = usize::try_from(count(tx)?.div_ceil(most)).unwrap_or(usize::MAX).max(1);
    let keys = ARTICLE_BY_DATE.scan_all(tx).skip(from % step).step_by(step);
    keys.map(|row| row.map(|((_, slug), ())| slug)).collect()
}

/// Whether the store has any article.
pub fn any(tx: &dyn Reading) -> Result<bool, StoreError> {
    Ok(!ARTICLES.is_empty(tx)?)
}

/// Recomputes the index and looks for rows without an article.
pub(super) fn verify(tx: &ReadTx, findings: &mut Findings) -> Result<(), StoreError> {
    let mut drafts = 0;
    let articles = findings.each_row(tx, ARTICLES, |findings, key, record| {
        let slug = &record.article.slug;
        if *slug != key {
            findings.row(ARTICLES, &key, "the record names another slug");
        }
        if !ARTICLE_BY_DATE.contains(tx, &(&record.article.publish_date, slug))? {
            findings.add(ARTICLE_BY_DATE.name(), slug.to_string(), "the article is missing from the index".to_owned());
        }
        if let Some((at, _)) = draft_key(&record) {
            drafts += 1;
            if !ARTICLE_DRAFTS.contains(tx, &(&at, slug))? {
                findings.add(ARTICLE_DRAFTS.name(), slug.to_string(), "the draft is missing from the index".to_owned());
            }
        }
        Ok(())
    })?;
    findings.check_len(tx, ARTICLE_BY_DATE, articles, "articles")?;
    findings.check_len(tx, ARTICLE_DRAFTS, drafts, "drafts")?;
    verify_owner(tx, findings, ARTICLE_COUNTS, Slug::clone)?;
    verify_owner(tx, findings, ARTICLE_REVISIONS, |(slug, _)| slug.clone())
}

/// Checks that each row belongs to an article that exists.
fn verify_owner<K: Key, V: DeserializeOwned>(
    tx: &ReadTx,
    findings: &mut Findings,
    table: Table<K, V>,
    owner: fn(&K) -> Slug,
) -> Result<(), StoreError> {
    findings.each_row(tx, table, |findings, key, _| {
        let slug = owner(&key);
        if !ARTICLES.contains(tx, &slug)? {
            findings.add(table.name(), slug.to_string(), "there is no such article".to_owned());
        }
        Ok(())
    })?;
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::super::Store;
    use super::*;
    use crate::clock::Clock;

    #[test]
    fn counts_of_several_articles_are_in_their_order_and_zero_for_one_without_any() {
        let store = Store::in_memory(&Clock::System).expect("a store");
        let slugs = ["b", "c", "a"].map(|slug| Slug::parse(slug).expect("a slug"));
        let counted = slugs.clone();
        let likes = store.write_blocking(move |tx| {
            change_counts(tx, &counted[0], |counts| counts.likes = 2)?;
            change_counts(tx, &counted[2], |counts| counts.likes = 1)?;
            Ok(counts_of(tx, &counted)?.into_iter().map(|counts| counts.likes).collect::<Vec<_>>())
        });
        assert_eq!(likes.expect("a commit"), [2, 0, 1]);
    }
}
