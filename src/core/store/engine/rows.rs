//! Rows and parts of tables, as all engines know them.

use std::collections::BTreeMap;

use crate::store::error::StoreError;

/// A row's key and value.
pub type Row = (Vec<u8>, Vec<u8>);

/// The direction of a scan.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Order {
    Ascending,
    Descending,
}

/// A part of a table: the keys from `start` up to `end`, exclusive.
#[derive(Debug, Clone, Copy)]
pub struct Bounds<'a> {
    pub start: &'a [u8],
    /// `None` for the end of the table.
    pub end: Option<&'a [u8]>,
}

/// What a group changes in one table. The ranges are deleted first.
#[derive(Debug, Default, PartialEq, Eq)]
pub struct TableChanges {
    pub ranges: Vec<(Vec<u8>, Vec<u8>)>,
    /// New values, `None` for deleted rows.
    pub rows: BTreeMap<Vec<u8>, Option<Vec<u8>>>,
}

/// What a look-up does with the bytes of its row.
pub type ReadRow<'a> = &'a mut dyn FnMut(&[u8]) -> Result<(), StoreError>;

/// The rows of all tables, as an engine reads them.
pub trait Rows {
    fn page(&self, table: &'static str, bounds: Bounds, order: Order, limit: usize) -> Result<Vec<Row>, StoreError>;

    /// Calls `read` with the row, if it exists, and returns whether it does.
    fn get(&self, table: &'static str, key: &[u8], read: ReadRow<'_>) -> Result<bool, StoreError>;

    /// The existing rows among these keys, in the order of the keys.
    fn get_many(&self, table: &'static str, keys: Vec<Vec<u8>>) -> Result<Vec<Row>, StoreError>;

    /// The first rows of each range, at most `limit` of one, in the order of the ranges.
    fn first_of_each(
        &self,
        table: &'static str,
        ranges: &[Bounds<'_>],
        limit: usize,
    ) -> Result<Vec<Vec<Row>>, StoreError> {
        ranges.iter().map(|range| self.page(table, *range, Order::Ascending, limit)).collect()
    }

    /// Whether a look-up was for a row that is still to be fetched.
    fn has_missed(&self) -> bool {
        false
    }
}
