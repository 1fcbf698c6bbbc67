//! The transaction of a group of closures over rows that were fetched before: reads that miss stop the closure and are
//! noted, changes stay in memory until they are sent together.

use std::cell::RefCell;
use std::collections::{BTreeMap, BTreeSet, HashMap};
use std::sync::Arc;

use super::known::{KnownRows, UnknownPart, successor};
use super::rows::{Bounds, Order, Row};
use crate::store::error::StoreError;

/// Most rows that one request asks for on its own account.
const LARGEST_FETCH: usize = 8_192;

/// A part of the database.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub(in crate::store) enum Request {
    Row { table: &'static str, key: Vec<u8> },
    Page { table: &'static str, start: Vec<u8>, end: Option<Vec<u8>>, order: Order, limit: usize },
}

/// Rows that were fetched.
#[derive(Debug, Clone, Default)]
pub(in crate::store) struct Fetched(HashMap<&'static str, Arc<KnownRows>>);

impl Fetched {
    /// Takes the answer of a request: the rows of the page in its order, or the row if it exists.
    pub(super) fn learn(&mut self, request: &Request, rows: Vec<Row>) {
        match request {
            Request::Row { table, key } => self.known(table).learn(key.clone(), Some(successor(key)), rows),
            Request::Page { table, start, end, order, limit } => {
                let is_whole = rows.len() < *limit;
                let last = rows.last().filter(|_| !is_whole).map(|(key, _)| key.clone());
                let (start, end) = match (last, order) {
                    (None, _) => (start.clone(), end.clone()),
                    (Some(last), Order::Ascending) => (start.clone(), Some(successor(&last))),
                    (Some(last), Order::Descending) => (last, end.clone()),
                };
                self.known(table).learn(start, end, rows);
            }
        }
    }

    fn known(&mut self, table: &'static str) -> &mut KnownRows {
        Arc::make_mut(self.0.entry(table).or_default())
    }
}

/// What a group changes in one table. The ranges are deleted first.
#[derive(Debug, Default, PartialEq, Eq)]
pub(in crate::store) struct TableChanges {
    pub ranges: Vec<(Vec<u8>, Vec<u8>)>,
    /// New values, `None` for deleted rows.
    pub rows: BTreeMap<Vec<u8>, Option<Vec<u8>>>,
}

/// See the module.
#[derive(Debug)]
pub(super) struct Overlay {
    view: RefCell<Fetched>,
    missing: RefCell<BTreeSet<Request>>,
    changes: RefCell<BTreeMap<&'static str, TableChanges>>,
    created: RefCell<Vec<&'static str>>,
}

impl Overlay {
    pub(super) fn over(fetched: &Fetched) -> Self {
        Self {
            view: RefCell::new(fetched.clone()),
            missing: RefCell::default(),
            changes: RefCell::default(),
            created: RefCell::default(),
        }
    }

    /// What the closures asked for and was not fetched. While there is any, their results mean nothing.
    pub(super) fn missing(&self) -> Vec<Request> {
        self.missing.borrow().iter().cloned().collect()
    }

    /// The changes by table, and the tables to create.
    pub(super) fn into_changes(self) -> (BTreeMap<&'static str, TableChanges>, Vec<&'static str>) {
        (self.changes.into_inner(), self.created.into_inner())
    }

    pub(super) fn get<T>(
        &self,
        table: &'static str,
        key: &[u8],
        read: impl FnOnce(&[u8]) -> Result<T, StoreError>,
    ) -> Result<Option<T>, StoreError> {
        let view = self.view.borrow();
        match view.0.get(table).and_then(|known| known.get(key)) {
            Some(value) => value.map(read).transpose(),
            None => Err(self.note(Request::Row { table, key: key.to_vec() })),
        }
    }

    pub(super) fn get_many(&self, table: &'static str, keys: Vec<Vec<u8>>) -> Result<Vec<Row>, StoreError> {
        let view = self.view.borrow();
        let known = view.0.get(table);
        let mut rows = Vec::with_capacity(keys.len());
        let mut error = None;
        for key in keys {
            match known.and_then(|known| known.get(&key)) {
                Some(Some(value)) => {
                    let value = value.to_vec();
                    rows.push((key, value));
                }
                Some(None) => {}
                // All of them are fetched together.
                None => error = Some(self.note(Request::Row { table, key })),
            }
        }
        error.map_or(Ok(rows), Err)
    }

    pub(super) fn page(
        &self,
        table: &'static str,
        bounds: Bounds,
        order: Order,
        limit: usize,
    ) -> Result<Vec<Row>, StoreError> {
        let view = self.view.borrow();
        let empty = KnownRows::default();
        let known = view.0.get(table).map_or(&empty, |known| known);
        known.page(bounds, order, limit).map_err(|UnknownPart { start, end, limit }| {
            // A scan that goes on asks for more each time, so that a long one takes few trips.
            let before = if order == Order::Ascending { known.rows_just_before(&start) } else { 0 };
            let limit = limit.max(before.min(LARGEST_FETCH));
            self.note(Request::Page { table, start, end, order, limit })
        })
    }

    pub(super) fn create(&self, table: &'static str) {
        self.created.borrow_mut().push(table);
        self.known(table, |known| known.clear(Vec::new(), None));
    }

    pub(super) fn put(&self, table: &'static str, key: &[u8], value: &[u8]) {
        self.known(table, |known| known.learn(key.to_vec(), Some(successor(key)), [(key.to_vec(), value.to_vec())]));
        self.change(table, |changes| drop(changes.rows.insert(key.to_vec(), Some(value.to_vec()))));
    }

    /// Returns whether the row existed.
    pub(super) fn delete(&self, table: &'static str, key: &[u8]) -> Result<bool, StoreError> {
        let existed = self.get(table, key, |_| Ok(()))?.is_some();
        if existed {
            self.known(table, |known| known.clear(key.to_vec(), Some(successor(key))));
            self.change(table, |changes| drop(changes.rows.insert(key.to_vec(), None)));
        }
        Ok(existed)
    }

    pub(super) fn delete_range(&self, table: &'static str, start: &[u8], end: &[u8]) {
        if start >= end {
            return;
        }
        self.known(table, |known| known.clear(start.to_vec(), Some(end.to_vec())));
        self.change(table, |changes| {
            changes.rows.retain(|key, _| &key[..] < start || &key[..] >= end);
            changes.ranges.push((start.to_vec(), end.to_vec()));
        });
    }

    fn known(&self, table: &'static str, change: impl FnOnce(&mut KnownRows)) {
        change(self.view.borrow_mut().known(table));
    }

    fn change(&self, table: &'static str, change: impl FnOnce(&mut TableChanges)) {
        change(self.changes.borrow_mut().entry(table).or_default());
    }

    fn note(&self, request: Request) -> StoreError {
        self.missing.borrow_mut().insert(request);
        StoreError::NotFetched
    }
}

#[cfg(test)]
mod tests;
