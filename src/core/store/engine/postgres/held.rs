//! Connections of the pool in use.

use std::ops::Deref;

use deadpool_postgres::{Object, Pool};

use crate::store::error::StoreError;

/// A connection with a question or a transaction under way. It is closed unless its user gives it back: after a failure,
/// and when nobody waits for the answer any longer, the next one who gets it from the pool must not go on with it.
pub(super) struct Held(Option<Object>);

impl Held {
    pub(super) async fn of(pool: &Pool) -> Result<Self, StoreError> {
        Ok(Self(Some(pool.get().await?)))
    }

    /// Returns the connection to the pool; nothing is under way on it.
    pub(super) fn give_back(mut self) {
        drop(self.0.take());
    }
}

impl Deref for Held {
    type Target = Object;

    fn deref(&self) -> &Object {
        self.0.as_ref().unwrap_or_else(|| unreachable!("a connection that was given back has no user"))
    }
}

impl Drop for Held {
    fn drop(&mut self) {
        if let Some(client) = self.0.take() {
            drop(Object::take(client));
        }
    }
}
