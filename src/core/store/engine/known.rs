//! What is known of one table: intervals of keys, and every row in them.
//!
//! A key that was looked up is an interval of its own, so that look-ups and scans share one representation.

use std::collections::BTreeMap;
use std::ops::Bound;

use super::rows::{Bounds, Order, Row};

/// The end of an interval, exclusive; `None` for the end of the table.
type End = Option<Vec<u8>>;

/// The part of a page that is not known.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct UnknownPart {
    pub start: Vec<u8>,
    pub end: End,
    /// Rows that the page lacks.
    pub limit: usize,
}

/// Rows of one table.
#[derive(Debug, Clone, Default)]
pub(super) struct KnownRows {
    /// Disjoint intervals by their start.
    intervals: BTreeMap<Vec<u8>, End>,
    rows: BTreeMap<Vec<u8>, Vec<u8>>,
}

impl KnownRows {
    /// The value of a key; `None` if nothing is known of it, `Some(None)` if there is no such row.
    pub(super) fn get(&self, key: &[u8]) -> Option<Option<&[u8]>> {
        self.end_of_interval_with(key)?;
        Some(self.rows.get(key).map(Vec::as_slice))
    }

    /// The rows of a page, or the first part of it that is not known.
    pub(super) fn page(&self, bounds: Bounds, order: Order, limit: usize) -> Result<Vec<Row>, UnknownPart> {
        if limit == 0 || bounds.end.is_some_and(|end| bounds.start >= end) {
            return Ok(Vec::new());
        }
        match order {
            Order::Ascending => self.page_up(bounds, limit),
            Order::Descending => self.page_down(bounds, limit),
        }
    }

    fn page_up(&self, Bounds { start, end }: Bounds, limit: usize) -> Result<Vec<Row>, UnknownPart> {
        let mut found = Vec::new();
        let mut from = start.to_vec();
        loop {
            let Some(until) = self.end_of_interval_with(&from) else {
                return Err(UnknownPart { start: from, end: end.map(<[u8]>::to_vec), limit: limit - found.len() });
            };
            let stop = lesser(until.as_deref(), end);
            let range = self.rows.range::<[u8], _>((Bound::Included(&from[..]), upper(stop)));
            found.extend(range.take(limit - found.len()).map(owned));
            match until {
                Some(until) if found.len() < limit && end.is_none_or(|end| &until[..] < end) => from = until.clone(),
                _ => return Ok(found),
            }
        }
    }

    fn page_down(&self, Bounds { start, end }: Bounds, limit: usize) -> Result<Vec<Row>, UnknownPart> {
        let mut found = Vec::new();
        let mut before = end.map(<[u8]>::to_vec);
        loop {
            let Some(from) = self.start_of_interval_up_to(before.as_deref()) else {
                return Err(UnknownPart { start: start.to_vec(), end: before, limit: limit - found.len() });
            };
            let stop = from.max(start);
            let range = self.rows.range::<[u8], _>((Bound::Included(stop), upper(before.as_deref())));
            found.extend(range.rev().take(limit - found.len()).map(owned));
            if found.len() == limit || from <= start {
                return Ok(found);
            }
            before = Some(from.to_vec());
        }
    }

    /// Takes these as all rows of the interval.
    pub(super) fn learn(&mut self, start: Vec<u8>, end: End, rows: impl IntoIterator<Item = Row>) {
        self.clear(start, end);
        self.rows.extend(rows);
    }

    /// Takes the interval as known and empty.
    pub(super) fn clear(&mut self, start: Vec<u8>, end: End) {
        if end.as_ref().is_some_and(|end| *end <= start) {
            return;
        }
        let inside = self.rows.range::<[u8], _>((Bound::Included(&start[..]), upper(end.as_deref())));
        let inside: Vec<_> = inside.map(|(key, _)| key.clone()).collect();
        inside.iter().for_each(|key| drop(self.rows.remove(key)));
        self.cover(start, end);
    }

    /// The number of known rows between `key` and the beginning of the interval that ends there.
    pub(super) fn rows_just_before(&self, key: &[u8]) -> usize {
        match self.intervals.range::<[u8], _>((Bound::Unbounded, Bound::Excluded(key))).next_back() {
            Some((start, Some(end))) if end == key => self.rows.range(start.clone()..key.to_vec()).count(),
            _ => 0,
        }
    }

    /// Joins an interval with those that it overlaps or touches.
    fn cover(&mut self, mut start: Vec<u8>, mut end: End) {
        if let Some((first, until)) =
            self.intervals.range::<[u8], _>((Bound::Unbounded, Bound::Included(&start[..]))).next_back()
            && until.as_ref().is_none_or(|until| *until >= start)
        {
            end = greater(end, until.clone());
            start = first.clone();
        }
        while let Some((next, until)) = self.intervals.range(start.clone()..).next()
            && end.as_ref().is_none_or(|end| next <= end)
        {
            let (next, until) = (next.clone(), until.clone());
            self.intervals.remove(&next);
            end = greater(end, until);
        }
        self.intervals.insert(start, end);
    }

    /// The end of the interval that contains the key.
    fn end_of_interval_with(&self, key: &[u8]) -> Option<&End> {
        let (_, end) = self.intervals.range::<[u8], _>((Bound::Unbounded, Bound::Included(key))).next_back()?;
        end.as_deref().is_none_or(|end| key < end).then_some(end)
    }

    /// The start of the interval that contains every key just below `end`.
    fn start_of_interval_up_to(&self, end: Option<&[u8]>) -> Option<&[u8]> {
        let (start, until) = self.intervals.range::<[u8], _>((Bound::Unbounded, upper(end))).next_back()?;
        let reaches = match (until.as_deref(), end) {
            (None, _) => true,
            (Some(_), None) => false,
            (Some(until), Some(end)) => until >= end,
        };
        reaches.then_some(start)
    }
}

fn owned((key, value): (&Vec<u8>, &Vec<u8>)) -> Row {
    (key.clone(), value.clone())
}

fn upper(end: Option<&[u8]>) -> Bound<&[u8]> {
    end.map_or(Bound::Unbounded, Bound::Excluded)
}

/// The lesser of two ends.
fn lesser<'a>(one: Option<&'a [u8]>, other: Option<&'a [u8]>) -> Option<&'a [u8]> {
    match (one, other) {
        (Some(one), Some(other)) => Some(one.min(other)),
        (one, other) => one.or(other),
    }
}

/// The greater of two ends.
fn greater(one: End, other: End) -> End {
    one.zip(other).map(|(one, other)| one.max(other))
}

/// The least key above `key`.
pub(super) fn successor(key: &[u8]) -> Vec<u8> {
    [key, &[0]].concat()
}
