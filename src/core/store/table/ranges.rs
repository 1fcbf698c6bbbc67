//! Reading several ranges of a table together.

use serde::de::DeserializeOwned;

use super::{Bounds, Key, KeyRange, Order, Reading, Row, Scan, StoreError, Table};

/// Rows of each range that are read at first.
const FIRST_ROWS: usize = 32;

impl<K: Key, V: DeserializeOwned> Table<K, V> {
    /// The readable rows of each range in order of their keys, as [`Table::scan`] returns them. A shared database is
    /// asked for all ranges at once.
    pub(in crate::store) fn scan_each(
        self,
        tx: &dyn Reading,
        ranges: &[KeyRange<K>],
    ) -> Result<Vec<Vec<(K, V)>>, StoreError> {
        let bounds: Vec<_> = ranges.iter().map(|it| Bounds { start: &it.start, end: Some(&it.end) }).collect();
        let pages = tx.rows().first_of_each(self.name, &bounds, FIRST_ROWS)?;
        let scans = ranges.iter().zip(pages).map(|(range, page)| self.scan_from(tx, range, page));
        scans.map(|scan| scan.collect::<Result<Vec<_>, _>>()).collect()
    }

    /// The rows of a range whose first page was read.
    fn scan_from<'a>(self, tx: &'a dyn Reading, range: &KeyRange<K>, page: Vec<Row>) -> Scan<'a, K, V> {
        let is_last = page.len() < FIRST_ROWS;
        Scan::new(self.name, tx, range.start.clone(), Some(range.end.clone()), Order::Ascending).after(page, is_last)
    }
}
