//! The transaction of a group of closures over rows that were fetched before or kept from an earlier group: reads that
//! miss stop the closure and are noted, or are answered at once by a source; changes stay in memory until they are sent
//! together.

use std::cell::RefCell;
use std::collections::{BTreeMap, BTreeSet, HashMap};
use std::rc::Rc;
use std::sync::Arc;

use super::kept::KeptRows;
use super::known::{KnownRows, UnknownPart, successor};
use super::rows::{Bounds, Order, ReadRow, Row, Rows, TableChanges};
use crate::store::error::StoreError;

/// Most rows that one request asks for on its own account.
const LARGEST_FETCH: usize = 8_192;

/// A part of the database.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub(in crate::store) enum Request {
    Row { table: &'static str, key: Vec<u8> },
    Page { table: &'static str, start: Vec<u8>, end: Option<Vec<u8>>, order: Order, limit: usize },
}

impl Request {
    fn table(&self) -> &'static str {
        match self {
            Self::Row { table, .. } | Self::Page { table, .. } => table,
        }
    }
}

/// A request and its rows.
pub(in crate::store) type Answer = (Request, Vec<Row>);

/// The database under the lock of the writers.
pub(in crate::store) trait RowSource {
    fn answer(&mut self, requests: Vec<Request>) -> Result<Vec<Answer>, StoreError>;
}

/// A source with all its answers, so that a group that runs again asks only for what is new.
pub(in crate::store) struct KnownSource<S> {
    pub source: S,
    pub fetched: Fetched,
    /// The first failure. Its closure may have gone on without the row.
    pub failed: Option<StoreError>,
}

impl<S: RowSource> RowSource for KnownSource<S> {
    fn answer(&mut self, requests: Vec<Request>) -> Result<Vec<Answer>, StoreError> {
        match self.source.answer(requests) {
            Ok(answers) => {
                answers.iter().for_each(|(request, rows)| self.fetched.learn(request, rows.clone()));
                Ok(answers)
            }
            Err(error) => {
                self.failed.get_or_insert(error);
                Err(StoreError::NotFetched)
            }
        }
    }
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

/// Rows that are kept from earlier groups.
#[derive(Clone, Default)]
pub(in crate::store) struct KeptView {
    pub rows: Rc<RefCell<KeptRows>>,
    /// Whether rows are read that another process may have changed.
    pub may_guess: bool,
}

/// See the module.
pub(super) struct Overlay {
    view: RefCell<Fetched>,
    kept: KeptView,
    guessed: RefCell<BTreeSet<Request>>,
    /// Answers reads that miss; without it they stop their closure.
    source: Option<Rc<RefCell<dyn RowSource>>>,
    missing: RefCell<BTreeSet<Request>>,
    changes: RefCell<BTreeMap<&'static str, TableChanges>>,
    created: RefCell<Vec<&'static str>>,
}

impl Overlay {
    pub(super) fn over(fetched: &Fetched, kept: KeptView, source: Option<Rc<RefCell<dyn RowSource>>>) -> Self {
        Self {
            view: RefCell::new(fetched.clone()),
            kept,
            guessed: RefCell::default(),
            source,
            missing: RefCell::default(),
            changes: RefCell::default(),
            created: RefCell::default(),
        }
    }

    /// What the closures asked for and was not fetched. While there is any, their results mean nothing.
    pub(super) fn missing(&self) -> Vec<Request> {
        self.missing.borrow().iter().cloned().collect()
    }

    /// The kept rows that were read although another process may have changed them.
    pub(super) fn guessed(&self) -> Vec<Request> {
        self.guessed.borrow().iter().cloned().collect()
    }

    pub(super) fn drop_source(&mut self) {
        self.source = None;
    }

    /// The changes by table, and the tables to create.
    pub(super) fn into_changes(self) -> (BTreeMap<&'static str, TableChanges>, Vec<&'static str>) {
        (self.changes.into_inner(), self.created.into_inner())
    }

    /// The rows of a page, or what to ask for first.
    fn known_page(&self, table: &'static str, bounds: Bounds, order: Order, limit: usize) -> Result<Vec<Row>, Request> {
        let view = self.view.borrow();
        let empty = KnownRows::default();
        let known = view.0.get(table).map_or(&empty, |known| known);
        known.page(bounds, order, limit).map_err(|UnknownPart { start, end, limit }| {
            // A scan that goes on asks for more each time, so that a long one takes few trips.
            let before = if order == Order::Ascending { known.rows_just_before(&start) } else { 0 };
            let limit = limit.max(before.min(LARGEST_FETCH));
            Request::Page { table, start, end, order, limit }
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
        let existed = self.get(table, key, &mut |_| Ok(()))?;
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

    fn knows(&self, table: &'static str, key: &[u8]) -> bool {
        let is_known = self.view.borrow().0.get(table).is_some_and(|known| known.get(key).is_some());
        is_known || self.recall(table, key)
    }

    /// Takes a kept row into the view. Returns whether it was kept.
    fn recall(&self, table: &'static str, key: &[u8]) -> bool {
        let mut rows = self.kept.rows.borrow_mut();
        let Some((value, is_guess)) = rows.get(table, key).filter(|(_, is_guess)| !is_guess || self.kept.may_guess)
        else {
            return false;
        };
        if is_guess {
            self.guessed.borrow_mut().insert(Request::Row { table, key: key.to_vec() });
        }
        let row = value.map(|value| (key.to_vec(), value.to_vec()));
        self.known(table, |known| known.learn(key.to_vec(), Some(successor(key)), row));
        true
    }

    /// Asks the source; without one, notes the requests and stops the closure.
    fn miss(&self, requests: Vec<Request>) -> Result<(), StoreError> {
        let Some(source) = &self.source else {
            self.missing.borrow_mut().extend(requests);
            return Err(StoreError::NotFetched);
        };
        for (request, rows) in source.borrow_mut().answer(requests)? {
            self.view.borrow_mut().learn(&request, rows);
            // A page may reach over rows that the group has changed.
            self.apply_changes(request.table());
        }
        Ok(())
    }

    fn apply_changes(&self, table: &'static str) {
        let changes = self.changes.borrow();
        let Some(TableChanges { ranges, rows }) = changes.get(table) else { return };
        self.known(table, |known| {
            ranges.iter().for_each(|(start, end)| known.clear(start.clone(), Some(end.clone())));
            for (key, value) in rows {
                let row = value.as_ref().map(|value| (key.clone(), value.clone()));
                known.learn(key.clone(), Some(successor(key)), row);
            }
        });
    }
}

impl Rows for Overlay {
    fn get(&self, table: &'static str, key: &[u8], read: ReadRow<'_>) -> Result<bool, StoreError> {
        if !self.knows(table, key) {
            self.miss(vec![Request::Row { table, key: key.to_vec() }])?;
        }
        let view = self.view.borrow();
        let value = view.0.get(table).and_then(|known| known.get(key)).flatten();
        value.map_or(Ok(false), |value| read(value).map(|()| true))
    }

    fn get_many(&self, table: &'static str, keys: Vec<Vec<u8>>) -> Result<Vec<Row>, StoreError> {
        let unknown = keys.iter().filter(|key| !self.knows(table, key));
        let unknown: Vec<_> = unknown.map(|key| Request::Row { table, key: key.clone() }).collect();
        if !unknown.is_empty() {
            self.miss(unknown)?;
        }
        let view = self.view.borrow();
        let known = view.0.get(table);
        let value = |key: &[u8]| known.and_then(|known| known.get(key)).flatten().map(<[u8]>::to_vec);
        Ok(keys.into_iter().filter_map(|key| value(&key).map(|value| (key, value))).collect())
    }

    fn page(&self, table: &'static str, bounds: Bounds, order: Order, limit: usize) -> Result<Vec<Row>, StoreError> {
        loop {
            match self.known_page(table, bounds, order, limit) {
                Ok(rows) => return Ok(rows),
                Err(request) => self.miss(vec![request])?,
            }
        }
    }

    fn has_missed(&self) -> bool {
        !self.missing.borrow().is_empty()
    }
}

#[cfg(test)]
mod tests;
