//! One page of the rows that an operation passes on one by one.

use std::ops::ControlFlow;
use std::sync::{Arc, Mutex, PoisonError};

use utoipa::openapi::schema::KnownFormat;
use utoipa::openapi::{RefOr, Schema};

use crate::error::Result;
use crate::web::extract::whole_number;
use crate::web::parameter_values::number;
use crate::web::query::ParameterValue;

pub(in crate::web) const ROWS_PER_PAGE: usize = 50;
/// Largest number of rows before a page. Older rows are found with a search or by the command.
const MAX_OFFSET: usize = 100_000;

/// The number of rows before a page.
#[derive(Clone, Copy, Default)]
pub(in crate::web) struct Offset(pub usize);

/// Collects the rows of a page, and ends the reading at the first row after it.
pub(super) struct PageRows<R> {
    /// Rows before the page.
    offset: usize,
    found: Arc<Mutex<FoundRows<R>>>,
}

struct FoundRows<R> {
    rows: Vec<R>,
    /// Rows that were given, with those before the page.
    count: usize,
}

impl<R: Send + 'static> PageRows<R> {
    pub(super) fn new(Offset(offset): Offset) -> Self {
        Self { offset, found: Arc::new(Mutex::new(FoundRows { rows: Vec::new(), count: 0 })) }
    }

    /// Takes the items of which `to_row` makes a row, until there is one after the page.
    pub(super) fn taker<T: 'static>(
        &self,
        to_row: impl Fn(T) -> Option<R> + Send + 'static,
    ) -> Box<dyn FnMut(T) -> ControlFlow<()> + Send> {
        let (offset, found) = (self.offset, Arc::clone(&self.found));
        Box::new(move |item| {
            let Some(row) = to_row(item) else { return ControlFlow::Continue(()) };
            let mut found = found.lock().unwrap_or_else(PoisonError::into_inner);
            found.count += 1;
            if found.count > offset + ROWS_PER_PAGE {
                return ControlFlow::Break(());
            }
            if found.count > offset {
                found.rows.push(row);
            }
            ControlFlow::Continue(())
        })
    }

    /// The rows of the page, and whether there are more.
    pub(super) fn finish(self) -> (Vec<R>, bool) {
        let mut found = self.found.lock().unwrap_or_else(PoisonError::into_inner);
        (std::mem::take(&mut found.rows), found.count > self.offset + ROWS_PER_PAGE)
    }
}

impl ParameterValue for Offset {
    fn parse(field: &'static str, text: &str) -> Result<Self> {
        whole_number(field, text, 0..=MAX_OFFSET).map(Self)
    }

    fn value_schema() -> RefOr<Schema> {
        number(KnownFormat::Int64, 0, i64::try_from(MAX_OFFSET).ok())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_page_has_the_rows_after_the_offset_and_reading_ends_behind_it() {
        let of = |rows: u64| {
            let page = PageRows::new(Offset(60));
            let mut take = page.taker(|number: u64| number.is_multiple_of(2).then_some(number));
            let read = (0..2 * rows).take_while(|number| take(*number).is_continue()).count();
            let (found, more) = page.finish();
            (found.first().copied(), found.len(), read, more)
        };
        assert_eq!(of(150), (Some(120), 50, 220, true), "the row after the page is number 220");
        assert_eq!(of(110), (Some(120), 50, 220, false));
        assert_eq!(of(70), (Some(120), 10, 140, false));
        assert_eq!(of(0), (None, 0, 0, false));
    }
}
