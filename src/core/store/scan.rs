//! Reading the rows of a range page by page.

use std::collections::VecDeque;
use std::marker::PhantomData;

use serde::de::DeserializeOwned;

use super::engine::{Bounds, Order, Reading, Row};
use super::error::StoreError;
use super::key::Key;
use super::row;

/// Rows that a scan reads at first; each further page is twice as large, up to [`LARGEST_PAGE`].
const FIRST_PAGE: usize = 8;
pub(super) const LARGEST_PAGE: usize = 512;

/// The readable rows of a scan, read page by page, so that the table may be changed meanwhile.
///
/// A damaged row is noted and left out, so that the others can still be read. See [`Scan::with_damaged`].
pub(super) struct Scan<'a, K, V> {
    table: &'static str,
    tx: &'a dyn Reading,
    start: Vec<u8>,
    end: Option<Vec<u8>>,
    order: Order,
    page: VecDeque<Row>,
    /// Rows of the next page; 0 after the last one.
    next_page: usize,
    with_damaged: bool,
    types: PhantomData<fn() -> (K, V)>,
}

impl<'a, K: Key, V: DeserializeOwned> Scan<'a, K, V> {
    pub(super) fn new(
        table: &'static str,
        tx: &'a dyn Reading,
        start: Vec<u8>,
        end: Option<Vec<u8>>,
        order: Order,
    ) -> Self {
        let (page, next_page, types) = (VecDeque::new(), FIRST_PAGE, PhantomData);
        Self { table, tx, start, end, order, page, next_page, with_damaged: false, types }
    }

    /// Starts after a page of ascending rows that was read, the last one if `is_last`.
    pub(super) fn after(self, page: Vec<Row>, is_last: bool) -> Self {
        let start = page.last().map_or_else(|| self.start.clone(), |(last, _)| [last, &[0][..]].concat());
        Self { start, page: page.into(), next_page: if is_last { 0 } else { LARGEST_PAGE }, ..self }
    }

    /// Returns each damaged row as an error in its place.
    pub(super) fn with_damaged(self) -> Self {
        Self { with_damaged: true, ..self }
    }

    /// The next row, not decoded; damaged ones are not left out.
    pub(super) fn next_row(&mut self) -> Option<Result<Row, StoreError>> {
        if self.page.is_empty()
            && self.next_page > 0
            && let Err(error) = self.read_page()
        {
            return Some(Err(error));
        }
        self.page.pop_front().map(Ok)
    }

    fn read_page(&mut self) -> Result<(), StoreError> {
        let limit = std::mem::take(&mut self.next_page);
        let bounds = Bounds { start: &self.start, end: self.end.as_deref() };
        self.page = self.tx.rows().page(self.table, bounds, self.order, limit)?.into();
        if self.page.len() == limit
            && let Some((last, _)) = self.page.back()
        {
            self.next_page = (limit * 2).min(LARGEST_PAGE);
            match self.order {
                Order::Ascending => self.start = [last, &[0][..]].concat(),
                Order::Descending => self.end = Some(last.clone()),
            }
        }
        Ok(())
    }
}

impl<K: Key, V: DeserializeOwned> Iterator for Scan<'_, K, V> {
    type Item = Result<(K, V), StoreError>;

    fn next(&mut self) -> Option<Self::Item> {
        loop {
            let row = match self.next_row()? {
                Ok(row) => row::decode(self.table, self.tx.damage(), &row),
                Err(error) => return Some(Err(error)),
            };
            if self.with_damaged || !matches!(row, Err(StoreError::Corrupt { .. })) {
                return Some(row);
            }
        }
    }
}
