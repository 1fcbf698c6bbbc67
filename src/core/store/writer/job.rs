//! A queued closure, its result and its caller.

use std::panic::{AssertUnwindSafe, catch_unwind};

use tokio::sync::oneshot;

use crate::erased::Erased;
use crate::error::{Error, Result, panicked};
use crate::store::engine::WriteTx;
use crate::store::error::StoreError;
use crate::store::leases;

pub(super) type Write = Box<dyn Fn(&WriteTx) -> Result<Erased> + Send>;

pub(super) struct Job {
    write: Write,
    /// The term of the leader whose work it does.
    term: Option<u64>,
    result: Option<Result<Erased>>,
    reply: oneshot::Sender<Result<Erased>>,
}

impl Job {
    /// The job, and what its caller waits for.
    pub(super) fn new(write: Write) -> (Self, oneshot::Receiver<Result<Erased>>) {
        let (reply, answer) = oneshot::channel();
        (Self { write, term: leases::current_term(), result: None, reply }, answer)
    }

    /// Runs the closure and keeps its result. Returns whether it succeeded.
    pub(super) fn run(&mut self, tx: &WriteTx) -> bool {
        let result = catch_unwind(AssertUnwindSafe(|| leases::run_in(tx, self.term, &self.write)))
            .unwrap_or_else(|panic| Err(Error::internal("writing to the store", panicked(&*panic))));
        let done = result.is_ok();
        self.result = Some(result);
        done
    }

    /// Sends the kept result to the caller, or `failure` if the commit failed.
    pub(super) fn answer(self, failure: Option<Error>) {
        let result = match (failure, self.result) {
            (Some(error), _) => Err(error),
            (None, Some(result)) => result,
            (None, None) => Err(StoreError::Stopped.into()),
        };
        // The caller may have been cancelled.
        drop(self.reply.send(result));
    }
}
