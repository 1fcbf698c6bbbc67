//! The rows of operations that pass a list on row by row.

use std::ops::ControlFlow;
use std::sync::mpsc;

/// A callback that takes rows, and the rows that it took once the operation has ended.
pub fn listed<R: Send + 'static>() -> (impl FnMut(R) -> ControlFlow<()> + Send + 'static, mpsc::Receiver<R>) {
    let (taken, rows) = mpsc::channel();
    let take = move |row| if taken.send(row).is_ok() { ControlFlow::Continue(()) } else { ControlFlow::Break(()) };
    (take, rows)
}

type Take<R> = Box<dyn FnMut(R) -> ControlFlow<()> + Send>;

/// The rows of a list without errors.
pub async fn rows<R: Send + 'static, T>(list: impl AsyncFnOnce(Take<R>) -> paragraf::error::Result<T>) -> Vec<R> {
    let (take, rows) = listed();
    list(Box::new(take)).await.expect("a list");
    rows.into_iter().collect()
}
