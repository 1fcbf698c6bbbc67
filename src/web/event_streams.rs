//! The open event streams and their limit.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, PoisonError};

use tokio_util::sync::CancellationToken;

use super::connections::connection_limit;
use crate::domain::Uid;
use crate::error::{Error, Result};

/// Most streams of one account; one more ends the oldest.
// docs/decisions/0026
const MAX_PER_ACCOUNT: usize = 5;

/// The open streams. Their number is limited, so that they never occupy all connections.
pub(super) struct Streams {
    max_streams: usize,
    open: Mutex<OpenStreams>,
}

#[derive(Default)]
struct OpenStreams {
    /// All open streams, including those that were cancelled but have not ended yet.
    total: usize,
    next_id: u64,
    /// Oldest first.
    by_account: HashMap<Uid, Vec<(u64, CancellationToken)>>,
}

/// Counts as one open stream until dropped.
pub(super) struct StreamPermit {
    streams: Arc<Streams>,
    uid: Uid,
    id: u64,
    /// Cancelled when the account opens too many streams.
    pub(super) cancelled: CancellationToken,
}

impl Streams {
    pub(super) fn new() -> Arc<Self> {
        Self::with_limit(connection_limit() / 4)
    }

    fn with_limit(max_streams: usize) -> Arc<Self> {
        Arc::new(Self { max_streams, open: Mutex::default() })
    }

    /// # Errors
    /// `unavailable` at the limit.
    pub(super) fn acquire(self: &Arc<Self>, uid: &Uid) -> Result<StreamPermit> {
        let mut open = self.open.lock().unwrap_or_else(PoisonError::into_inner);
        if open.total >= self.max_streams {
            return Err(Error::unavailable("Too many streams are open.").retry_after(60));
        }
        open.total += 1;
        open.next_id += 1;
        let (id, cancelled) = (open.next_id, CancellationToken::new());
        let own = open.by_account.entry(uid.clone()).or_default();
        if own.len() >= MAX_PER_ACCOUNT {
            own.remove(0).1.cancel();
        }
        own.push((id, cancelled.clone()));
        Ok(StreamPermit { streams: Arc::clone(self), uid: uid.clone(), id, cancelled })
    }
}

impl Drop for StreamPermit {
    fn drop(&mut self) {
        let mut open = self.streams.open.lock().unwrap_or_else(PoisonError::into_inner);
        open.total -= 1;
        if let Some(own) = open.by_account.get_mut(&self.uid) {
            own.retain(|(id, _)| *id != self.id);
            if own.is_empty() {
                open.by_account.remove(&self.uid);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::error::ErrorCode;

    fn uid(name: &str) -> Uid {
        Uid::parse(&format!("{name:0<28}")).expect("a uid")
    }

    #[test]
    fn one_stream_too_many_ends_the_oldest_of_the_account() {
        let streams = Streams::with_limit(100);
        let permits: Vec<StreamPermit> =
            (0..MAX_PER_ACCOUNT).map(|_| streams.acquire(&uid("a")).expect("a permit")).collect();
        let other = streams.acquire(&uid("b")).expect("a permit");
        let newest = streams.acquire(&uid("a")).expect("a permit");
        let cancelled: Vec<bool> = permits.iter().map(|permit| permit.cancelled.is_cancelled()).collect();
        assert_eq!(cancelled, [true, false, false, false, false]);
        assert!(!other.cancelled.is_cancelled() && !newest.cancelled.is_cancelled());
    }

    #[test]
    fn a_stream_past_the_limit_is_refused_until_another_ends() {
        let streams = Streams::with_limit(2);
        let first = streams.acquire(&uid("a")).expect("a permit");
        let _second = streams.acquire(&uid("b")).expect("a permit");
        assert_eq!(streams.acquire(&uid("c")).err().map(|error| error.code), Some(ErrorCode::Unavailable));
        drop(first);
        let _third = streams.acquire(&uid("c")).expect("a permit");
        let open = streams.open.lock().expect("the lock");
        assert_eq!((open.total, open.by_account.len()), (2, 2));
    }
}
