//! A queued closure: what it does, and to whom its result goes.

use std::panic::{AssertUnwindSafe, catch_unwind};

use tokio::sync::oneshot;

use crate::error::{Error, Result, panicked};
use crate::store::engine::WriteTx;
use crate::store::error::StoreError;
use crate::store::leases;

/// A queued closure and its result.
pub(super) trait Job: Send {
    /// Runs the closure and keeps its result. Returns whether it succeeded.
    fn run(&mut self, tx: &WriteTx) -> bool;
    /// Sends the kept result to the caller, or `failure` if the commit failed.
    fn answer(self: Box<Self>, failure: Option<Error>);
}

struct TypedJob<T, F> {
    write: F,
    /// The term of the leader whose work it does.
    term: Option<u64>,
    result: Option<Result<T>>,
    reply: oneshot::Sender<Result<T>>,
}

pub(super) fn job<T, F>(write: F) -> (Box<dyn Job>, oneshot::Receiver<Result<T>>)
where
    T: Send + 'static,
    F: Fn(&WriteTx) -> Result<T> + Send + 'static,
{
    let (reply, answer) = oneshot::channel();
    (Box::new(TypedJob { write, term: leases::current_term(), result: None, reply }), answer)
}

impl<T, F> Job for TypedJob<T, F>
where
    T: Send,
    F: Fn(&WriteTx) -> Result<T> + Send,
{
    fn run(&mut self, tx: &WriteTx) -> bool {
        let result = catch_unwind(AssertUnwindSafe(|| leases::run_in(tx, self.term, &self.write)))
            .unwrap_or_else(|panic| Err(Error::internal("writing to the store", panicked(&*panic))));
        let done = result.is_ok();
        self.result = Some(result);
        done
    }

    fn answer(self: Box<Self>, failure: Option<Error>) {
        let result = match (failure, self.result) {
            (Some(error), _) => Err(error),
            (None, Some(result)) => result,
            (None, None) => Err(StoreError::Stopped.into()),
        };
        // The caller may have been cancelled.
        drop(self.reply.send(result));
    }
}
