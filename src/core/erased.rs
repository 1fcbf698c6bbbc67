//! Values of a type that only their maker and their user know, so that the code between the two is compiled once and not
//! for each type: a hundred commands and several hundred reads and writes pass through the same queues and tasks.
// docs/decisions/0524

use std::any::Any;

use tokio::task::JoinError;

pub type Erased = Box<dyn Any + Send>;

pub fn erase<T: Send + 'static>(value: T) -> Erased {
    Box::new(value)
}

/// The value that [`erase`] was given.
///
/// # Panics
/// If it is not a `T`.
pub fn restore<T: 'static>(value: Erased) -> T {
    *value.downcast().expect("a value is restored as the type that it was made of")
}

/// Runs `work` on a thread of the runtime that may block.
///
/// # Errors
/// If `work` panics, or the runtime stops before it begins.
pub async fn on_blocking_thread<T: Send + 'static>(work: impl FnOnce() -> T + Send + 'static) -> Result<T, JoinError> {
    let work: Box<dyn FnOnce() -> Erased + Send> = Box::new(|| erase(work()));
    tokio::task::spawn_blocking(work).await.map(restore)
}
