//! One page of the rows that an operation passes on one by one.

use std::ops::ControlFlow;
use std::sync::{Arc, Mutex, PoisonError};

use crate::error::Result;
use crate::web::extract::whole_number;

/// Most rows of a page.
pub(super) const PAGE: usize = 50;
/// Largest number of rows before a page.
const MAX_OFFSET: usize = 10_000_000;

/// Collects the rows of a page and counts all that it is given.
pub(super) struct PageRows<R> {
    /// Rows before the page.
    offset: usize,
    found: Arc<Mutex<FoundRows<R>>>,
}

struct FoundRows<R> {
    rows: Vec<R>,
    count: u64,
}

impl<R: Send + 'static> PageRows<R> {
    pub(super) fn new(offset: usize) -> Self {
        Self { offset, found: Arc::new(Mutex::new(FoundRows { rows: Vec::new(), count: 0 })) }
    }

    /// The number of rows up to the end of the page.
    pub(super) fn end(&self) -> usize {
        self.offset + PAGE
    }

    /// Takes the items of which `to_row` makes a row.
    pub(super) fn taker<T: 'static>(
        &self,
        to_row: impl Fn(T) -> Option<R> + Send + 'static,
    ) -> Box<dyn FnMut(T) -> ControlFlow<()> + Send> {
        let (offset, found) = (self.offset as u64, Arc::clone(&self.found));
        Box::new(move |item| {
            if let Some(row) = to_row(item) {
                let mut found = found.lock().unwrap_or_else(PoisonError::into_inner);
                if found.count >= offset && found.rows.len() < PAGE {
                    found.rows.push(row);
                }
                found.count += 1;
            }
            ControlFlow::Continue(())
        })
    }

    /// The rows of the page, and the number of all rows that were taken.
    pub(super) fn finish(self) -> (Vec<R>, u64) {
        let mut found = self.found.lock().unwrap_or_else(PoisonError::into_inner);
        (std::mem::take(&mut found.rows), found.count)
    }
}

/// Parses the parameter `offset`.
pub(super) fn parse_offset(text: &str) -> Result<usize> {
    whole_number("offset", text, 0..=MAX_OFFSET)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_page_has_the_rows_after_the_offset_and_counts_all() {
        let rows = PageRows::new(60);
        let mut take = rows.taker(|number: u64| number.is_multiple_of(2).then_some(number));
        for number in 0..300 {
            assert_eq!(take(number), ControlFlow::Continue(()));
        }
        let (found, count) = rows.finish();
        assert_eq!((found.len(), found[0], found[49], count), (50, 120, 218, 150));
        assert_eq!(PageRows::<u64>::new(100).end(), 150);
    }
}
