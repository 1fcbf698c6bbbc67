//! Rows of lists, which operations pass on one by one.

use std::ops::ControlFlow;

/// Passes the first `limit` rows to `take`, then breaks.
pub(super) fn first<R>(limit: usize, mut take: impl FnMut(R) -> ControlFlow<()>) -> impl FnMut(R) -> ControlFlow<()> {
    let mut left = limit;
    move |row| match left.checked_sub(1) {
        Some(less) => {
            left = less;
            take(row)
        }
        None => ControlFlow::Break(()),
    }
}
