//! Typed tables: keys that sort, and records kept as JSON.
//!
//! JSON keeps a copy of the store readable, and a new optional field reads older rows. A checksum of key and record
//! follows it, since the engine checks its pages only after a crash.

mod ranges;

use std::marker::PhantomData;
use std::ops::ControlFlow;

use serde::Serialize;
use serde::de::DeserializeOwned;

use super::damage::Damage;
use super::engine::{Bounds, HasRows as _, Order, ReadTx, Reading, Row, WriteTx};
use super::error::StoreError;
use super::key::{Key, KeyRange, ToKey};
use super::row::{self, readable};
use super::scan::{LARGEST_PAGE, Scan};
use super::seal::sealed;

/// Most rows of a table that is read with [`Table::list`].
const SHORT_TABLE_ROWS: usize = 10_000;

/// The name of a table, its key and its record. Indexes have `()` for a record.
// docs/decisions/0002
pub(super) struct Table<K, V> {
    name: &'static str,
    types: PhantomData<fn() -> (K, V)>,
}

impl<K, V> Clone for Table<K, V> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<K, V> Copy for Table<K, V> {}

// docs/decisions/0062
impl<K, V> Table<K, V> {
    pub(super) const fn new(name: &'static str) -> Self {
        Self { name, types: PhantomData }
    }

    pub(super) const fn name(self) -> &'static str {
        self.name
    }

    /// The same table, with only the fields of `W` decoded.
    pub(super) const fn read_as<W>(self) -> Table<K, W> {
        Table::new(self.name)
    }
}

impl<K: Key, V: DeserializeOwned> Table<K, V> {
    pub(super) fn get(self, tx: &dyn Reading, key: &(impl ToKey<K> + ?Sized)) -> Result<Option<V>, StoreError> {
        let key = key.to_key();
        let mut found = None;
        tx.rows().get(self.name, &key, &mut |value| {
            found = Some(self.decode(tx, &key, value)?);
            Ok(())
        })?;
        Ok(found)
    }

    /// As [`Table::get`], not decoded.
    pub(super) fn get_row(self, tx: &dyn Reading, key: &(impl ToKey<K> + ?Sized)) -> Result<Option<Row>, StoreError> {
        let key = key.to_key();
        let mut found = None;
        tx.rows().get(self.name, &key, &mut |value| {
            found = Some(value.to_vec());
            Ok(())
        })?;
        Ok(found.map(|value| (key, value)))
    }

    /// As [`Table::get`]; a damaged record counts as missing.
    pub(super) fn get_readable(
        self,
        tx: &dyn Reading,
        key: &(impl ToKey<K> + ?Sized),
    ) -> Result<Option<V>, StoreError> {
        Ok(readable(self.get(tx, key)).transpose()?.flatten())
    }

    /// Whether this process has found the record damaged.
    pub(super) fn is_damaged(self, tx: &dyn Reading, key: &(impl ToKey<K> + ?Sized)) -> bool {
        tx.damage().has(self.name, &key.to_key())
    }

    /// Notes a damaged record that [`Table::get`] cannot find.
    pub(super) fn note_damage(self, tx: &ReadTx, key: &(impl ToKey<K> + ?Sized), problem: &str) {
        let key = key.to_key();
        tx.damage().note(self.name, &key, &K::show(&key), problem);
    }

    /// The existing rows among these keys, in the order of the keys. An undecodable row is an error in its place.
    pub(super) fn get_many<'k, X: ToKey<K> + 'k>(
        self,
        tx: &dyn Reading,
        keys: impl IntoIterator<Item = &'k X>,
    ) -> Result<Vec<Result<V, StoreError>>, StoreError> {
        let rows = tx.rows().get_many(self.name, keys.into_iter().map(ToKey::to_key).collect())?;
        Ok(rows.iter().map(|(key, value)| self.decode(tx, key, value)).collect())
    }

    /// The readable rows among these keys, with their keys.
    pub(super) fn entries<'k, X: ToKey<K> + 'k>(
        self,
        tx: &dyn Reading,
        keys: impl IntoIterator<Item = &'k X>,
    ) -> Result<Vec<(K, V)>, StoreError> {
        let rows = tx.rows().get_many(self.name, keys.into_iter().map(ToKey::to_key).collect())?;
        rows.iter().filter_map(|row| readable(self.decode_row(tx.damage(), row))).collect()
    }

    /// Visits the readable rows among the keys of an index, page by page.
    pub(super) fn visit_many<X: ToKey<K>>(
        self,
        tx: &dyn Reading,
        mut keys: impl Iterator<Item = Result<X, StoreError>>,
        visit: &mut dyn FnMut(V) -> ControlFlow<()>,
    ) -> Result<(), StoreError> {
        loop {
            let page = keys.by_ref().take(LARGEST_PAGE).collect::<Result<Vec<_>, _>>()?;
            if page.is_empty() {
                return Ok(());
            }
            for record in self.get_many(tx, &page)?.into_iter().filter_map(readable) {
                if visit(record?).is_break() {
                    return Ok(());
                }
            }
        }
    }

    /// Whether there is such a row, even one that cannot be read.
    pub(super) fn contains(self, tx: &dyn Reading, key: &(impl ToKey<K> + ?Sized)) -> Result<bool, StoreError> {
        tx.rows().get(self.name, &key.to_key(), &mut |_| Ok(()))
    }

    pub(super) fn put(self, tx: &WriteTx, key: &(impl ToKey<K> + ?Sized), value: &V) -> Result<(), StoreError>
    where
        V: Serialize,
    {
        let bytes = serde_json::to_vec(value);
        let bytes = bytes.map_err(|source| StoreError::Unwritable { table: self.name.to_owned(), source })?;
        let key = key.to_key();
        tx.damage().forget(self.name, &key);
        tx.put(self.name, &key, &sealed(&key, bytes))
    }

    /// Returns whether there was such a row.
    pub(super) fn delete(self, tx: &WriteTx, key: &(impl ToKey<K> + ?Sized)) -> Result<bool, StoreError> {
        self.delete_bytes(tx, &key.to_key())
    }

    fn delete_bytes(self, tx: &WriteTx, key: &[u8]) -> Result<bool, StoreError> {
        tx.damage().forget(self.name, key);
        tx.delete(self.name, key)
    }

    /// Deletes the readable rows that match. Reads the whole table, as [`Table::scan_all_in_write`] does.
    pub(super) fn delete_where(self, tx: &WriteTx, matches: impl Fn(&K, &V) -> bool) -> Result<(), StoreError> {
        for row in self.scan_all_in_write(tx) {
            let (key, value) = row?;
            if matches(&key, &value) {
                self.delete_bytes(tx, &key.encode())?;
            }
        }
        Ok(())
    }

    pub(super) fn delete_range(self, tx: &WriteTx, range: &KeyRange<K>) -> Result<(), StoreError> {
        tx.delete_range(self.name, &range.start, &range.end)
    }

    /// Whether the range has a row.
    pub(super) fn any(self, tx: &dyn Reading, range: &KeyRange<K>) -> Result<bool, StoreError> {
        let bounds = Bounds { start: &range.start, end: Some(&range.end) };
        Ok(!tx.rows().page(self.name, bounds, Order::Ascending, 1)?.is_empty())
    }

    /// The rows of a range in order of their keys.
    pub(super) fn scan(self, tx: &dyn Reading, range: KeyRange<K>) -> Scan<'_, K, V> {
        Scan::new(self.name, tx, range.start, Some(range.end), Order::Ascending)
    }

    /// The rows of a range in descending order of their keys.
    pub(super) fn scan_back(self, tx: &dyn Reading, range: KeyRange<K>) -> Scan<'_, K, V> {
        Scan::new(self.name, tx, range.start, Some(range.end), Order::Descending)
    }

    /// The readable rows of a snapshot; a write must not read a whole table.
    pub(super) fn scan_all(self, tx: &ReadTx) -> Scan<'_, K, V> {
        Scan::new(self.name, tx, Vec::new(), None, Order::Ascending)
    }

    /// Visits every readable row in order of the keys, until `visit` breaks.
    pub(super) fn visit_all(self, tx: &ReadTx, visit: &mut dyn FnMut(V) -> ControlFlow<()>) -> Result<(), StoreError> {
        for row in self.scan_all(tx) {
            if visit(row?.1).is_break() {
                break;
            }
        }
        Ok(())
    }

    /// Visits the readable rows that have a rank, the least first and equal ones in order of their keys, until `visit`
    /// breaks. Returns the number of those rows. Ranks and keys are held in memory, of the records only one page.
    // docs/decisions/0256
    pub(super) fn visit_ranked<R: Ord>(
        self,
        tx: &ReadTx,
        rank: &mut dyn FnMut(&V) -> Option<R>,
        visit: &mut dyn FnMut(V) -> ControlFlow<()>,
    ) -> Result<u64, StoreError>
    where
        K: ToKey<K>,
    {
        let mut ranked = Vec::new();
        for row in self.scan_all(tx) {
            let (key, record) = row?;
            ranked.extend(rank(&record).map(|rank| (rank, key)));
        }
        ranked.sort_by(|(one, _), (other, _)| one.cmp(other));
        let count = ranked.len() as u64;
        self.visit_many(tx, ranked.into_iter().map(|(_, key)| Ok(key)), visit)?;
        Ok(count)
    }

    /// As [`Table::scan_all`], from the last row to the first.
    pub(super) fn scan_all_back(self, tx: &ReadTx) -> Scan<'_, K, V> {
        Scan::new(self.name, tx, Vec::new(), None, Order::Descending)
    }

    /// As [`Table::scan_all`], in a write: for commands of the operator and jobs, never for a reader's request.
    pub(super) fn scan_all_in_write(self, tx: &WriteTx) -> Scan<'_, K, V> {
        Scan::new(self.name, tx, Vec::new(), None, Order::Ascending)
    }

    /// Every readable row of a table that is always short, such as topics.
    pub(super) fn list(self, tx: &dyn Reading) -> Result<Vec<V>, StoreError> {
        self.readable_records(tx, &self.first_rows(tx, Order::Ascending, SHORT_TABLE_ROWS)?)
    }

    /// Looks at up to `limit` rows after the key `after`, or from the first one. Returns those that can be
    /// decoded and the last key, `None` when there are no more rows.
    pub(super) fn page_after<X: ToKey<K> + ?Sized>(
        self,
        tx: &dyn Reading,
        after: Option<&X>,
        limit: usize,
    ) -> Result<(Vec<V>, Option<K>), StoreError> {
        let rows = self.rows_after(tx, after, limit)?;
        let last = rows.last().map(|(key, _)| self.key(tx, key)).transpose()?;
        Ok((self.readable_records(tx, &rows)?, last))
    }

    /// The keys after `after`, or from the first one, at most `limit`.
    pub(super) fn keys_after<X: ToKey<K> + ?Sized>(
        self,
        tx: &dyn Reading,
        after: Option<&X>,
        limit: usize,
    ) -> Result<Vec<K>, StoreError> {
        self.rows_after(tx, after, limit)?.iter().map(|(key, _)| self.key(tx, key)).collect()
    }

    /// The least key.
    pub(super) fn first_key(self, tx: &dyn Reading) -> Result<Option<K>, StoreError> {
        self.edge_key(tx, Order::Ascending)
    }

    /// The greatest key.
    pub(super) fn last_key(self, tx: &dyn Reading) -> Result<Option<K>, StoreError> {
        self.edge_key(tx, Order::Descending)
    }

    fn edge_key(self, tx: &dyn Reading, order: Order) -> Result<Option<K>, StoreError> {
        self.first_rows(tx, order, 1)?.first().map(|(key, _)| self.key(tx, key)).transpose()
    }

    /// The readable rows among the last `limit`, from the last one back.
    pub(super) fn last(self, tx: &dyn Reading, limit: usize) -> Result<Vec<V>, StoreError> {
        self.readable_records(tx, &self.first_rows(tx, Order::Descending, limit)?)
    }

    /// Whether the table has no rows.
    pub(super) fn is_empty(self, tx: &dyn Reading) -> Result<bool, StoreError> {
        Ok(self.first_rows(tx, Order::Ascending, 1)?.is_empty())
    }

    /// The number of rows, for commands and reports: some engines count the rows one by one.
    pub(super) fn len(self, tx: &ReadTx) -> Result<u64, StoreError> {
        tx.len(self.name)
    }

    fn first_rows(self, tx: &dyn Reading, order: Order, limit: usize) -> Result<Vec<Row>, StoreError> {
        tx.rows().page(self.name, Bounds { start: &[], end: None }, order, limit)
    }

    fn rows_after<X: ToKey<K> + ?Sized>(
        self,
        tx: &dyn Reading,
        after: Option<&X>,
        limit: usize,
    ) -> Result<Vec<Row>, StoreError> {
        let start = after.map(|key| [key.to_key(), vec![0]].concat()).unwrap_or_default();
        tx.rows().page(self.name, Bounds { start: &start, end: None }, Order::Ascending, limit)
    }

    fn readable_records(self, tx: &dyn Reading, rows: &[Row]) -> Result<Vec<V>, StoreError> {
        rows.iter().filter_map(|(key, value)| readable(self.decode(tx, key, value))).collect()
    }

    /// Decodes a row, which any thread can do. A damaged one is noted in `damage`.
    pub(super) fn decode_row(self, damage: &Damage, row: &Row) -> Result<(K, V), StoreError> {
        row::decode(self.name, damage, row)
    }

    fn key(self, tx: &dyn Reading, key: &[u8]) -> Result<K, StoreError> {
        row::decode_key(self.name, tx.damage(), key)
    }

    fn decode(self, tx: &dyn Reading, key: &[u8], value: &[u8]) -> Result<V, StoreError> {
        row::decode_record::<K, V>(self.name, tx.damage(), key, value)
    }
}

impl<K: Key + PartialEq> Table<K, ()> {
    /// Moves the row of an index from one key to another.
    pub(super) fn replace_key(self, tx: &WriteTx, before: Option<K>, after: Option<K>) -> Result<(), StoreError> {
        if before == after {
            return Ok(());
        }
        if let Some(before) = before {
            tx.delete(self.name, &before.encode())?;
        }
        after.map_or(Ok(()), |after| {
            let key = after.encode();
            tx.put(self.name, &key, &sealed(&key, b"null".to_vec()))
        })
    }
}

#[cfg(test)]
mod tests;
